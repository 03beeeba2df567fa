"""Dark Demon, The Eidolon and The Prophetess (reference 7): Cultists with Loyalty Cards."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.rules.pool import keeper_units, pool
from companion.table.prompts import Choose
from tests.cthulhu_wars.evening import Evening, onwards

pytestmark = pytest.mark.usefixtures("evenings_again")


def taken(card: str, me: str = "GC") -> Evening:
    """A faction has taken the card in the first Doom Phase, in its place there."""
    game = Evening(me, *({"GC", "CC", "BG"} - {me}), neutral=[card], first=me)
    onwards(game, f"doom_phase/{me}")
    game.correct(**{f"{me}_power": 12, f"{me}_doom": 10})
    game.play((f"doom_phase/{me}", "loyalty"), ("loyalty", card))
    return game


# -- Dark Demon --------------------------------------------------------------------------------------------------------


def test_everybody_gets_a_dark_demon_for_an_acolyte() -> None:
    """2 Doom: yours is placed anywhere; every other faction loses an Acolyte for good (pool first) and gets one in its
    pool."""
    game = Evening("GC", "CC", "BG", neutral=["dark_demon"], first="GC")
    onwards(game, "doom_phase/GC")
    game.correct(GC_power=12, GC_doom=10, BG_acolyte=5)
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "dark_demon"))
    while game.key.startswith("dark_demon/"):
        assert game.key == "dark_demon/CC/gate", "Black Goat has one in its pool"
        game.play((game.key, []))
    assert (game["GC"].doom, game["GC"].in_play["dark_demon"], game["GC"].in_play["acolyte"]) == (8, 1, 6)
    assert [game[code].away for code in ("CC", "BG")] == [{"acolyte": 1}] * 2
    assert [game[code].in_play["acolyte"] for code in ("CC", "BG")] == [5, 5]
    assert [pool(game.state, code, "dark_demon") for code in ("GC", "CC", "BG")] == [0, 1, 1]


def test_whoever_has_one_in_its_pool_only_recruits_it() -> None:
    """It may take no Action but to recruit it (or to pass); recruited without a Gate, for 1."""
    game = taken("dark_demon")
    onwards(game, "action/CC")
    game.correct(CC_power=6)
    assert game.options() == ["recruit/dark_demon", "pass"]
    assert game.refusal("move/1") == "Recruit your Dark Demon first."
    game.play(("action/CC", "recruit/dark_demon"))
    assert (game["CC"].power, game["CC"].in_play["dark_demon"]) == (5, 1)
    onwards(game, "action/BG")
    assert "move/1" not in game.options()


def test_dark_demons_gather_no_power_and_can_hold_gates() -> None:
    """A Cultist that gives no Power in Gather Power; builds and controls Gates."""
    game = taken("dark_demon")
    onwards(game, "gather_power")
    before = game["GC"].power
    game.play(("gather_power", True))
    assert game["GC"].power - before == 6 + 2
    assert "dark_demon" in keeper_units(game.state, "GC")


def test_crawling_chaos_pays_nothing_for_the_dark_demon() -> None:
    """Crawling Chaos pays 0 Doom and every other faction gains 1 Elder Sign."""
    game = taken("dark_demon", "CC")
    assert game["CC"].doom == 10
    signs = [line for line in game.log() if line.endswith("draws an Elder Sign (Dark Demon)")]
    assert sorted(line.partition(" draws")[0] for line in signs) == ["Black Goat", "Great Cthulhu"]


# -- The Eidolon -------------------------------------------------------------------------------------------------------


def test_anybody_recruits_the_eidolon_for_his_player() -> None:
    """Any player may recruit him, he stays yours; cost 2; no Gates."""
    game = taken("eidolon")
    assert (game["GC"].in_play["eidolon"], game["GC"].doom) == (1, 8)
    assert "eidolon" not in keeper_units(game.state, "GC")
    onwards(game, "action/CC")
    assert isinstance(game.prompt, Choose)
    assert "recruit_for/eidolon" not in [o.id for o in game.prompt.options], "he is in play"
    game.correct(GC_eidolon=0, CC_power=5)
    game.play(("action/CC", "recruit_for/eidolon"))
    assert (game["CC"].power, game["GC"].in_play["eidolon"]) == (3, 1)


def test_the_eidolon_makes_all_write_down_their_next_action() -> None:
    """After any player's Action; the card is flipped until the Doom Phase."""
    game = taken("eidolon")
    onwards(game, "action/GC")
    game.act("GC", "move/1")
    game.session.interject("eidolon/GC")
    assert any(line.startswith("Everybody writes down") for line in game.log())
    assert {o.id: o.refused for o in game.session.interjections}[
        "eidolon/GC"
    ] == "It is face down until the Doom Phase."
    onwards(game, "doom_phase/GC")
    assert not game["GC"].marks["eidolon_down"]
    game.correct(GC_eidolon=0)
    onwards(game, "action/GC")
    assert {o.id: o.refused for o in game.session.interjections}["eidolon/GC"] == "The Eidolon is not in play."


# -- The Prophetess ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("highest", "bought", "signs"), [("yes", 2, 2), ("yes", 0, 0), ("no", None, 0)])
def test_the_prophetess_sells_elder_signs_in_a_ritual(highest: str, bought: int | None, signs: int) -> None:
    """Whoever alone has the highest-ranked unit in her area gains in a Ritual 1 Elder Sign more per 3 extra Power."""
    game = taken("prophetess")
    game.correct(GC_power=12)
    before, cost = len(game["GC"].signs), game.state.ritual_cost
    game.play(("doom_phase/GC", "ritual"), ("prophetess/GC", highest))
    if bought is not None:
        game.play(("prophetess/GC/signs", bought))
    assert (len(game["GC"].signs), game["GC"].power) == (before + signs, 12 - cost - 3 * signs)


def test_the_prophetess_asks_nobody_who_cannot_pay_or_when_she_is_gone() -> None:
    game = taken("prophetess")
    game.correct(GC_power=game.state.ritual_cost + 2)
    game.play(("doom_phase/GC", "ritual"))
    assert not game.key.startswith("prophetess")
    game = taken("prophetess")
    game.correct(GC_prophetess=0)
    game.play(("doom_phase/GC", "ritual"))
    assert not game.key.startswith("prophetess")
