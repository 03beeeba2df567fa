"""Great Old Ones of factions as independent ones, Cthulhu the Harbinger and The Risen One (reference 7): what of them
is counted. The rest is left to the table, and their cards say so."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import CardTaken
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, LEFT_ACTIONS, LIKE_FACTIONS
from companion.games.cthulhu_wars.model.symbols import neutral_symbol
from companion.games.cthulhu_wars.rules.ritual_marker import ritual_cost
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, give, holding, onwards


def test_what_is_left_to_the_table_is_said_and_has_a_key() -> None:
    """Reference 7: their books and most abilities; *Another Action* asks what such an Action costs."""
    assert len(LIKE_FACTIONS) == 10
    assert set(LIKE_FACTIONS) <= set(LEFT_ACTIONS)
    for card in (*LIKE_FACTIONS, "the_harbinger"):
        assert "left to you" in CARDS[card].text
    assert neutral_symbol("cthulhu_free") == "unit-cthulhu"


@pytest.mark.parametrize("card", ["cthulhu_free", "hastur_free"])
def test_an_elder_sign_as_they_awaken_and_for_the_glyph(card: str) -> None:
    """Cthulhu and Hastur (WEB): 1 Elder Sign as he is awakened; in the Doom Phase 1 if you control a Gate in the area
    with the glyph, of which the table knows."""
    game = Evening("BG", "CC", "YS", neutral=[card], first="BG")
    game.correct(BG_shub_niggurath=1, BG_power=12)
    game.take_first("book/")
    game.play(("action/BG", f"awaken/{card}"))
    assert (game["BG"].power, len(game["BG"].signs)) == (6, 1)
    onwards(game, f"{card}/glyph")
    before = len(game["BG"].signs)
    game.play((f"{card}/glyph", "yes"))
    assert len(game["BG"].signs) == before + 1


@pytest.mark.holds("cthulhu_free: his Elder Sign in the Doom Phase", "hastur_free: his Elder Sign in the Doom Phase")
@pytest.mark.parametrize("card", ["cthulhu_free", "hastur_free"])
@pytest.mark.parametrize(("here", "asked"), [("yes", False), ("no", True)])
def test_no_elder_sign_for_the_glyph_with_an_elder_thing(card: str, here: str, asked: bool) -> None:
    """Reference 7, Mind Control."""
    game = Evening("GC", "CC", "BG", neutral=[card, "elder_thing"], first="GC")
    game.state.record(CardTaken("GC", card, "GC", 0, 0))
    game.state.record(CardTaken("CC", "elder_thing", "CC", 0, 0))
    game.correct(**{f"GC_{card}": 1, "CC_elder_thing": 1})
    onwards(game, f"mind_control/{card}")
    game.play((f"mind_control/{card}", here))
    assert (game.key == f"{card}/glyph") is asked


def dice(card: str, foe: str = "CC", **numbers: int) -> int:
    """What one of them rolls in Europe, against a Nightgaunt."""
    game = holding(card)
    game.correct(**numbers)
    give(game, "CC", "emissary", "abduct")
    game.take_first("book/")
    game.correct(CC_nightgaunt=1)
    game.fight("GC", "europe", foe, [f"GC.{card}.1"], ["CC.nightgaunt.1"])
    return game.prompt.dice  # type: ignore[attr-defined, no-any-return]


def test_their_combat() -> None:
    """Reference 7: 3; half the cost of a Ritual, rounded down (5 and 7); 5; the books of the enemy; 2; own Gates; the
    Great Old Ones of enemy factions in play."""
    assert dice("cthulhu_free") == 3
    assert dice("hastur_free") == 2
    assert dice("hastur_free", ritual=2) == 3
    assert dice("ithaqua_free") == 5
    assert dice("nyarlathotep_free") == 2
    assert dice("rhan_tegoth_free") == 2
    assert dice("shub_niggurath_free") == 1
    for card in ("tsathoggua_free", "yog_sothoth_free"):
        assert dice(card, CC_nyarlathotep=1, BG_shub_niggurath=1) == 2


def test_growth_is_asked() -> None:
    """Ubbo-Sathla: his Growth counter, which the table keeps."""
    battle = Skirmish({"GC": {"ubbo_sathla_free": 1}, "CC": {"acolyte": 1}})
    assert battle.play(("battle/dice/GC/ubbo_sathla_free", 4)).dice("GC") == 4


@pytest.mark.parametrize(("step", "cost"), [(0, 5), (3, 5)])
def test_a_ritual_never_costs_more_than_5_with_rhan_tegoth(step: int, cost: int) -> None:
    """Rhan Tegoth, Herald (WEB; RB old layout): never more than 5 for his player, as ever for others."""
    game = holding("rhan_tegoth_free")
    game.correct(ritual=step)
    assert ritual_cost(game.state, "GC") == cost
    assert ritual_cost(game.state, "CC") == game.state.track[step]


def test_the_cheapest_monster_comes_in_the_doom_phase() -> None:
    """Tsathoggua, Death from Below (WEB; RB old layout): the cheapest Monster of the pool, where you have a unit."""
    game = holding("tsathoggua_free")
    onwards(game, "doom_phase/GC")
    game.play(("doom_phase/GC", "from_below_free"))
    assert game["GC"].in_play["deep_one"] == 1
    assert "from_below_free" not in game.options(), "once in a Doom Phase"


def test_the_harbinger_awakens_anywhere_and_counts_as_cthulhu() -> None:
    """Cthulhu, the Harbinger (POD 35): 8, in any area; Great Cthulhu needs nothing else, it counts as awakening
    Cthulhu, and the others gain 1 Elder Sign each. Others need a Great Old One in play."""
    game = Evening("GC", "CC", "BG", neutral=["the_harbinger"], first="GC")
    game.correct(GC_power=9)
    game.session.interject("gate")
    game.play(("gate/area", "south_pacific"), ("gate/owner", "abandoned"))
    game.play(("action/GC", "awaken/the_harbinger"), ("independent/area", "europe"))
    assert (game["GC"].power, len(game["CC"].signs), len(game["BG"].signs)) == (1, 1, 1)
    game.take_first("book/")
    onwards(game, "action/GC")
    assert game.option("awaken/cthulhu").cost == 4, "he has been awakened before"
    game = Evening("CC", "GC", "BG", neutral=["the_harbinger"], first="CC")
    game.correct(CC_power=9)
    assert game.refusal("awaken/the_harbinger") == "You have no Great Old One in play."


def test_the_risen_one_costs_yellow_sign_7_at_any_gate_it_controls() -> None:
    """The Risen One (POD 35): 8; Yellow Sign 7, and the others gain 1 Elder Sign each."""
    game = Evening("YS", "CC", "BG", neutral=["the_risen_one"], first="YS")
    game.correct(YS_power=9)
    game.play(("action/YS", "awaken/the_risen_one"))
    assert (game["YS"].power, len(game["CC"].signs)) == (2, 1)


@pytest.mark.holds("the_risen_one.battle_ends")
@pytest.mark.parametrize(("kills", "left"), [(1, {}), (0, {"the_risen_one": 1})])
def test_the_risen_one_falls_if_its_side_scores_more_kills(kills: int, left: dict[str, int]) -> None:
    """Any number of dice that its owner names; Eliminated if its side scores more Kills than the other."""
    battle = Skirmish({"GC": {"the_risen_one": 1}, "CC": {"flying_polyp": 2}})
    battle.play(("battle/dice/GC/the_risen_one", 2)).roll(GC=[6] * kills + [1] * (2 - kills), CC=[1, 1])
    assert battle.in_play("GC") == left
