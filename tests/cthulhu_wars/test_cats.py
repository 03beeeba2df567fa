"""The Cats of other planets, Wamps, and what comes with the card of the Worms (reference 7). Expected outcomes are
worked out by hand from there."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.setup_form import ALLOWED
from companion.table.prompts import Choose
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, give, holding, onwards

pytestmark = pytest.mark.usefixtures("battles_again")


def doom_phase(card: str, **numbers: int) -> Evening:
    """Great Cthulhu's place in the first Doom Phase, with a card in the common pool."""
    game = Evening("GC", "CC", "BG", neutral=[card], first="GC")
    onwards(game, "doom_phase/GC")
    game.correct(**{"GC_power": 12, "GC_doom": 10, **numbers})
    return game


# -- Cat from Mercury --------------------------------------------------------------------------------------------------


def test_needs_affection_replaces_monsters_by_acolytes_of_the_pool() -> None:
    """Cat from Mercury, Needs Affection (WEB, POD 12; `battle.md` 4.1): before the dice, one for one; no loss."""
    battle = Skirmish({"GC": {"cat_from_mercury": 1, "deep_one": 2, "cthulhu": 1}, "YS": {"undead": 2}})
    battle.play(("battle/pre_battle/GC", "needs_affection"))
    asked = battle.prompt("battle/needs_affection")
    assert isinstance(asked, Choose)
    assert {o.id for o in asked.options} == {"GC.cat_from_mercury.1", "GC.deep_one.1", "GC.deep_one.2"}
    battle.play(("battle/needs_affection", ["GC.cat_from_mercury.1", "GC.deep_one.2"]))
    assert battle.in_play("GC") == {"deep_one": 1, "cthulhu": 1, "acolyte": 2}
    assert battle.state.factions["GC"].lost == {}
    battle.play(("battle/pre_battle/GC", []))
    assert battle.dice("GC") == 1 + 6


@pytest.mark.parametrize(
    ("pieces", "in_play"),
    [
        ({"deep_one": 1, "cthulhu": 1}, {}),
        ({"cat_from_mercury": 1}, {"acolyte": 6}),
    ],
)
def test_needs_affection_needs_the_cat_and_an_acolyte_in_the_pool(
    pieces: dict[str, int], in_play: dict[str, int]
) -> None:
    """With it in the battle; by Acolytes from your pool."""
    battle = Skirmish({"GC": pieces, "YS": {"undead": 2}}, in_play={"GC": {**pieces, **in_play}})
    while "battle/pre_battle/GC" in battle.open_keys:
        asked = battle.prompt("battle/pre_battle/GC")
        assert isinstance(asked, Choose)
        assert "needs_affection" not in [o.id for o in asked.options]
        battle.play(("battle/pre_battle/GC", []))


def test_needs_affection_may_be_declined() -> None:
    """Abilities are optional."""
    battle = Skirmish({"GC": {"cat_from_mercury": 1}, "YS": {"undead": 2}}).play(("battle/pre_battle/GC", []))
    assert battle.in_play("GC") == {"cat_from_mercury": 1}


# -- Cat from Venus ----------------------------------------------------------------------------------------------------


def test_honeymoon_sends_the_cultist_home_for_1_power() -> None:
    """Cat from Venus, Honeymoon (WEB, POD 12): at once 1 Power, and the Cultist goes back to its owner's pool."""
    game = holding("cat_from_venus")
    game.act("GC", "capture", ("capture", "CC"), ("capture/gate", []))
    assert (game["GC"].power, game["CC"].in_play["acolyte"]) == (9 - 1 + 1, 5)
    assert not any(game["GC"].captives.get("CC", {}).values())


@pytest.mark.parametrize(("cat", "power", "held"), [("yes", 9, 0), ("no", 8, 1)])
def test_honeymoon_asks_who_has_captured_it(cat: str, power: int, held: int) -> None:
    """Only what it captures itself; where another captor is on the map, the table knows."""
    game = holding("cat_from_venus", GC_deep_one=1)
    game.act("GC", "capture", ("capture", "CC"), ("capture/gate", []), ("honeymoon", cat))
    assert (game["GC"].power, game["GC"].captives.get("CC", {}).get("acolyte", 0)) == (power, held)


# -- Cat from Neptune --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "number"), [("printed", 3), (ALLOWED, 1)])
def test_d69_the_cat_from_neptune_costs_and_fights_3_or_1(reading: str, number: int) -> None:
    """D69: 3 and 3 (POD 12, card in hand), or 1 and 1 (WEB)."""
    game = holding("cat_from_neptune", options={"D69": reading})
    game.correct(GC_cat_from_neptune=0)
    assert game.option("summon/cat_from_neptune").cost == number
    battle = Skirmish({"GC": {"cat_from_neptune": 1}, "YS": {"undead": 2}}, options={"D69": reading})
    assert battle.dice("GC") == number


def killed_neptune(power: int = 9, ritual: int = 0) -> Evening:
    """Crawling Chaos Kills Great Cthulhu's Cat from Neptune."""
    game = holding("cat_from_neptune", CC_flying_polyp=2, CC_power=6)
    game.act("GC", "move/1")
    game.fight("CC", "asia", "GC", ["CC.flying_polyp.1", "CC.flying_polyp.2"], ["GC.cat_from_neptune.1"])
    game.correct(GC_power=power, ritual=ritual)
    game.play(("battle/roll/CC", [6, 1]), ("battle/roll/GC", [1, 1, 1]))
    return game


@pytest.mark.holds("The Final Ritual")
def test_the_final_ritual_is_one_at_its_price_with_its_gain() -> None:
    """Cat from Neptune, The Final Ritual (WEB, POD 12): Killed in a battle, a Ritual at once; the marker moves."""
    game = killed_neptune()
    doom = game["GC"].doom
    game.play(("battle/after_battle/GC", "final_ritual"))
    assert (game["GC"].power, game["GC"].doom, game.state.ritual) == (9 - 5, doom + 1, 1)
    game.end_battle()
    assert game.state.phase == "action"


def test_the_final_ritual_must_be_paid_and_may_be_declined() -> None:
    game = killed_neptune(power=4)
    assert game.key != "battle/after_battle/GC"
    game = killed_neptune()
    game.play(("battle/after_battle/GC", []))
    assert (game["GC"].power, game.state.ritual) == (9, 0)


def test_instant_death_by_the_final_ritual_ends_the_game_after_the_action() -> None:
    """If it comes to Instant Death by this, the game ends after this Action."""
    game = killed_neptune(power=12)
    game.correct(ritual=len(game.state.track) - 1)
    game.play(("battle/after_battle/GC", "final_ritual"))
    game.end_battle()
    assert game.state.phase == "end"


# -- Asteroid Cat ------------------------------------------------------------------------------------------------------


def on_a_slot() -> Evening:
    """Great Cthulhu's Asteroid Cat lies on a slot of Crawling Chaos."""
    game = holding("asteroid_cat")
    game.play(("action/GC", "abandoned_to_lusts"), ("asteroid_cat/enemy", "CC"))
    game.answer(game.options()[0])
    return game


def test_abandoned_to_lusts_moves_the_cat_onto_an_enemys_slot() -> None:
    """Asteroid Cat (WEB, POD 12): an Action of cost 0; the Cat leaves the map for an empty book slot of an enemy."""
    game = on_a_slot()
    assert (game["GC"].power, game["GC"].in_play["asteroid_cat"], game.state.aside("GC", "asteroid_cat")) == (9, 0, 1)


def test_its_player_picks_the_book_of_that_slot_and_the_cat_comes_back() -> None:
    """When the enemy earns that slot's book, you choose at once which of its books it takes; the Cat returns to a
    Gate you control."""
    game = on_a_slot()
    slot = next(mark for mark in game["CC"].marks if mark.startswith("slot_")).removeprefix("slot_")
    game.session.interject("claim/CC")
    game.play(("claim/CC", slot))
    assert (game.key, game.prompt.who) == ("book/CC", "GC")
    game.play(("book/CC", "emissary"))
    assert game["CC"].books == ["emissary"]
    assert (game["GC"].in_play["asteroid_cat"], game.state.aside("GC", "asteroid_cat")) == (1, 0)
    assert not game["CC"].marks[f"slot_{slot}"]


def test_another_slots_book_stays_the_enemys_choice() -> None:
    game = on_a_slot()
    slot = next(mark for mark in game["CC"].marks if mark.startswith("slot_")).removeprefix("slot_")
    game.session.interject("claim/CC")
    game.play(("claim/CC", next(name for name in game.options() if name != slot)))
    assert (game.key, game.prompt.who) == ("book/CC", "CC")


@pytest.mark.parametrize(("to", "there"), [("map", 1), ("pool", 0)])
def test_without_a_gate_the_table_says_where_the_cat_goes(to: str, there: int) -> None:
    """No source tells: asked."""
    game = on_a_slot()
    slot = next(mark for mark in game["CC"].marks if mark.startswith("slot_")).removeprefix("slot_")
    game.session.interject("gate")
    game.play(("gate/area", "south_pacific"), ("gate/owner", "abandoned"))
    game.session.interject("claim/CC")
    game.play(("claim/CC", slot), ("book/CC", "emissary"), ("asteroid_cat/GC/no_gate", to))
    assert (game["GC"].in_play["asteroid_cat"], game.state.aside("GC", "asteroid_cat")) == (there, 0)


def test_abandoned_to_lusts_needs_a_cat_on_the_map_and_a_slot() -> None:
    """At most five faction books on its card; a slot with a Cat is not empty."""
    game = holding("asteroid_cat")
    game.correct(GC_asteroid_cat=0)
    assert game.refusal("abandoned_to_lusts") == "Asteroid Cat is not in play."
    game = on_a_slot()
    game.correct(GC_asteroid_cat=1)
    slot = next(mark for mark in game["CC"].marks if mark.startswith("slot_")).removeprefix("slot_")
    onwards(game, "action/GC")
    game.play(("action/GC", "abandoned_to_lusts"), ("asteroid_cat/enemy", "CC"))
    assert slot not in game.options()
    game = holding("asteroid_cat")
    for code in ("CC", "BG"):
        give(game, code, *(book.id for book in FACTIONS[code].books))
    assert game.refusal("abandoned_to_lusts") == "No enemy has an empty spellbook slot."


# -- Wamp and the Worms ------------------------------------------------------------------------------------------------


def test_crypt_dweller_has_an_enemy_place_the_wamps_of_the_pool() -> None:
    """Wamp, Crypt Dweller (RB old layout p. 135, WEB, POD 23): in every Doom Phase an enemy that you choose places all
    Wamps of your pool in areas without a Gate."""
    game = doom_phase("wamp")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "wamp"))
    assert game["GC"].in_play["wamp"] == 4
    assert game.refusal("crypt_dweller") == "None is in your Pool."
    game.correct(GC_wamp=1)
    game.play(("doom_phase/GC", "crypt_dweller"), ("crypt_dweller/GC", "BG"))
    assert game["GC"].in_play["wamp"] == 4
    assert "crypt_dweller" not in game.options(), "once in a Doom Phase"
    assert any("placed by Black Goat" in line for line in game.log())


def test_wamps_are_summoned_normally_as_well() -> None:
    game = holding("wamp")
    game.act("GC", "summon/wamp")
    assert (game["GC"].in_play["wamp"], game["GC"].power) == (2, 8)


def test_one_worm_comes_with_the_card_at_a_controlled_gate() -> None:
    """Worms of Ghroth (RB old layout p. 107, WEB): one comes with the card; without a Gate none (HRF)."""
    game = doom_phase("worm_of_ghroth")
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "worm_of_ghroth"))
    assert game["GC"].in_play["worm_of_ghroth"] == 1
    game = doom_phase("worm_of_ghroth")
    game.session.interject("gate")
    game.play(("gate/area", "south_pacific"), ("gate/owner", "abandoned"))
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "worm_of_ghroth"))
    assert not game["GC"].in_play.get("worm_of_ghroth")
