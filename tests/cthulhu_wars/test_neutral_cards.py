"""What Loyalty Cards do outside of battles that was left to the table once: Familiar, Worms, Moonbeasts, Shamblers
(reference 7). Expected numbers are worked out by hand from there."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.corrections.corrections import counters
from tests.cthulhu_wars.evening import Evening, onwards

pytestmark = pytest.mark.usefixtures("evenings_again")


def with_card(card: str, *more: tuple[str, str]) -> Evening:
    """Great Cthulhu has taken a Loyalty Card in the first Doom Phase; a new turn begins."""
    game = Evening("GC", "CC", "BG", neutral=[card], first="GC")
    onwards(game, "doom_phase/GC")
    game.correct(GC_power=12, GC_doom=10)
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", card), *more)
    onwards(game, "action/GC")
    return game


# -- Brown Jenkin ------------------------------------------------------------------------------------------------------


def killed(game: Evening, unit: str, kills: int = 1) -> None:
    """Crawling Chaos attacks Great Cthulhu's piece and Kills it."""
    onwards(game, "action/CC")
    game.correct(CC_flying_polyp=3, CC_power=6)
    game.play(("action/CC", "battle/GC"), ("battle/area", "asia"))
    pieces = [f"GC.{unit}.{n + 1}" for n in range(kills)]
    game.play(("battle/pieces/CC", ["CC.flying_polyp.1", "CC.flying_polyp.2"]), ("battle/pieces/GC", pieces))
    game.play(("battle/roll/CC", [6] * kills + [1] * (2 - kills)))


def test_familiar_brings_brown_jenkin_back_for_2_power() -> None:
    """Familiar: Killed, as soon as you have 2 Power you must pay 2 and place it at a Gate you control; no Action."""
    game = with_card("brown_jenkin")
    assert game["GC"].in_play["brown_jenkin"] == 1
    game.correct(GC_power=5)
    killed(game, "brown_jenkin")
    game.correct(GC_power=5)
    game.end_battle()
    assert (game["GC"].in_play["brown_jenkin"], game["GC"].power) == (1, 3)
    assert game.key != "action/CC" or "finish" in game.options(), "it was nobody's Action"


def test_familiar_waits_until_there_are_2_power() -> None:
    """As soon as: with 1 Power not yet; once Power is gathered it is paid."""
    game = with_card("brown_jenkin")
    killed(game, "brown_jenkin")
    game.correct(GC_power=1)
    game.end_battle()
    assert (game["GC"].in_play["brown_jenkin"], game["GC"].power) == (0, 1)
    onwards(game, "gather_power")
    game.play(("gather_power", True))
    # 6 Acolytes and 2 for the Gate, what was left is passed away; 2 of these 8 are paid.
    assert (game["GC"].in_play["brown_jenkin"], game["GC"].power) == (1, 6)


def test_familiar_needs_a_gate_and_a_loss() -> None:
    """Without a Gate it cannot be placed; one that never was in play was not Killed."""
    game = with_card("brown_jenkin")
    game.correct(GC_brown_jenkin=0, GC_power=9)
    game.act("GC", "move/1")
    assert (game["GC"].in_play["brown_jenkin"], game["GC"].power) == (0, 8)
    game = with_card("brown_jenkin")
    killed(game, "brown_jenkin")
    game.session.interject("gate")
    game.play(("gate/area", "south_pacific"), ("gate/owner", "abandoned"))
    game.end_battle()
    assert game["GC"].in_play["brown_jenkin"] == 0


# -- Worms of Ghroth ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "placed", "worms"), [(2, None, 2), (3, 2, 4), (3, 0, 2)])
def test_a_lost_worm_may_bring_two(face: int, placed: int | None, worms: int) -> None:
    """Each one Killed: roll a die; higher than the number in play (2 are left of 3): place up to two."""
    game = with_card("worm_of_ghroth")
    game.correct(GC_worm_of_ghroth=3)
    killed(game, "worm_of_ghroth")
    game.end_battle()
    game.play(("worm_of_ghroth/GC", [face]))
    assert (game.key == "worm_of_ghroth/GC/placed") is (placed is not None)
    if placed is not None:
        game.play(("worm_of_ghroth/GC/placed", placed))
    assert game["GC"].in_play["worm_of_ghroth"] == worms


def test_each_lost_worm_has_a_die_of_its_own() -> None:
    game = with_card("worm_of_ghroth")
    game.correct(GC_worm_of_ghroth=2)
    killed(game, "worm_of_ghroth", 2)
    game.end_battle()
    game.play(("worm_of_ghroth/GC", [1]), ("worm_of_ghroth/GC/placed", 2), ("worm_of_ghroth/GC", [2]))
    assert game["GC"].in_play["worm_of_ghroth"] == 2, "2 is not higher than the 2 in play"


@pytest.mark.parametrize(("face", "signs", "lost"), [(3, 1, 3), (4, 0, 0)])
def test_eradication(face: int, signs: int, lost: int) -> None:
    """Gather Power: a die not higher than the number in play: gain 1 Elder Sign and lose Power equal to the die."""
    game = with_card("worm_of_ghroth")
    game.correct(GC_worm_of_ghroth=3)
    onwards(game, "gather_power")
    game.play(("gather_power", True))
    before, power = len(game["GC"].signs), game["GC"].power
    game.play(("eradication/GC", [face]))
    assert (len(game["GC"].signs), game["GC"].power) == (before + signs, power - lost)


def test_no_eradication_without_a_worm() -> None:
    game = with_card("worm_of_ghroth")
    game.correct(GC_worm_of_ghroth=0)
    onwards(game, "gather_power")
    game.play(("gather_power", True))
    assert not game.key.startswith("eradication")


# -- Dimensional Shambler ----------------------------------------------------------------------------------------------


def test_shamblers_wait_on_the_card_and_come_after_any_action() -> None:
    """Walk Between Worlds: summoned onto your faction card; after any player's Action placed in any area."""
    game = with_card("dimensional_shambler")
    assert not game["GC"].in_play.get("dimensional_shambler"), "the card's first one lies on the faction card too"
    game.correct(GC_power=6)
    game.play(("action/GC", "summon/dimensional_shambler"))
    assert (game["GC"].power, game.state.aside("GC", "dimensional_shambler")) == (4, 2)
    assert "GC.dimensional_shambler" in counters(game.state)
    game.act("CC", "move/1")
    game.session.interject("walk_between_worlds/GC")
    game.play(("walk_between_worlds", "asia"))
    assert (game["GC"].in_play["dimensional_shambler"], game.state.aside("GC", "dimensional_shambler")) == (1, 1)
    assert game["GC"].seen["asia"] == {"dimensional_shambler": 1}
    game.session.interject("walk_between_worlds/GC")
    game.play(("walk_between_worlds", "europe"))
    options = {o.id: o.refused for o in game.session.interjections}
    assert options["walk_between_worlds/GC"] == "None lies on your faction card."


def test_no_shambler_walks_within_an_action() -> None:
    """After any player's Action."""
    game = with_card("dimensional_shambler")
    game.correct(GC_deep_one=2, GC_power=5)
    game.play(("action/GC", "battle/CC"))
    options = {o.id: o.refused for o in game.session.interjections}
    assert options["walk_between_worlds/GC"] == "Only between Actions."


# -- Moonbeast ---------------------------------------------------------------------------------------------------------


def obeyed() -> Evening:
    """A Moonbeast lies on The Thousand Forms of Crawling Chaos."""
    game = Evening("GC", "CC", "BG", neutral=["moonbeast"], first="GC")
    game.session.interject("claim/CC")
    game.answer(game.options()[0])
    game.play(("book/CC", "thousand_forms"))
    onwards(game, "doom_phase/GC")
    game.correct(GC_power=12, GC_doom=10)
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "moonbeast"))
    if game.key == "moonbeast/1":
        assert "CC/thousand_forms" in game.options()
        game.play(("moonbeast/1", "CC/thousand_forms"))
    return game


def test_a_moonbeast_closes_a_spellbook_that_still_counts() -> None:
    """Blasphemous Obeisance: it lies on a faction book of an enemy; the book cannot be used but still counts."""
    game = obeyed()
    assert not game.state.can_use("CC", "thousand_forms")
    assert "thousand_forms" in game["CC"].books
    assert not game["GC"].in_play.get("moonbeast")
    onwards(game, "action/CC")
    game.correct(CC_nyarlathotep=1, CC_power=5)
    assert game.refusal("thousand_forms") == "A Moonbeast lies on it."
    (player,) = (p for p in game.session.view.players if p.id == "CC")
    assert "Spellbook The Thousand Forms (a Moonbeast lies on it)" in player.details


def test_moonbeasts_come_to_gates_in_the_next_doom_phase() -> None:
    game = obeyed()
    onwards(game, "action/GC")
    assert not game.state.can_use("CC", "thousand_forms")
    onwards(game, "doom_phase/GC")
    assert game.state.can_use("CC", "thousand_forms")
    assert game["GC"].in_play["moonbeast"] == 1


@pytest.mark.parametrize("picked", ["map", "books"])
def test_without_a_gate_the_table_says_where_moonbeasts_go(picked: str) -> None:
    """No source tells: asked on the screen."""
    game = obeyed()
    onwards(game, "action/GC")
    game.session.interject("gate")
    game.play(("gate/area", "south_pacific"), ("gate/owner", "abandoned"))
    onwards(game, "moonbeast/GC/no_gate")
    game.play(("moonbeast/GC/no_gate", picked))
    assert game.state.can_use("CC", "thousand_forms") is (picked == "map")


def test_one_that_its_victim_sends_to_the_map_meanwhile_comes_there_once() -> None:
    """At any time, so also while it is asked where they go without a Gate: the last one, and nothing is asked any more
    (it came a second time, and one less than none lay on the spellbook)."""
    game = obeyed()
    onwards(game, "action/GC")
    game.session.interject("gate")
    game.play(("gate/area", "south_pacific"), ("gate/owner", "abandoned"))
    onwards(game, "moonbeast/GC/no_gate")
    game.correct(CC_doom=3)
    game.session.interject("moonbeast_away/CC")
    assert not game.key.startswith("moonbeast")
    assert game["GC"].in_play["moonbeast"] == 1
    assert game.state.covers("CC", "thousand_forms") == 0


def test_the_victim_sends_one_to_the_map_for_1_doom() -> None:
    game = obeyed()
    game.correct(CC_doom=0)
    assert {o.id: o.refused for o in game.session.interjections}["moonbeast_away/CC"] == "It costs 1 Doom."
    game.correct(CC_doom=3)
    game.session.interject("moonbeast_away/CC")
    if game.key == "moonbeast/CC/away":
        game.play(("moonbeast/CC/away", "thousand_forms"))
    assert (game["CC"].doom, game.state.can_use("CC", "thousand_forms")) == (2, True)
    assert game["GC"].in_play["moonbeast"] == 1
    assert "moonbeast_away/CC" not in [o.id for o in game.session.interjections]


def test_more_moonbeasts_are_summoned_onto_books() -> None:
    """Summoned like the first one, for 2 Power."""
    game = obeyed()
    onwards(game, "action/GC")
    game.correct(GC_power=6)
    assert game.refusal("summon/moonbeast") == ""
    game.play(("action/GC", "summon/moonbeast"))
    while game.key.startswith("moonbeast/"):
        game.play((game.key, game.options()[0]))
    assert game["GC"].power == 4
    assert game.state.aside("GC", "moonbeast") == 2


# -- Satyr -------------------------------------------------------------------------------------------------------------


def test_the_satyrs_card_brings_an_acolyte_too() -> None:
    """Card places: 1, with an Acolyte."""
    game = Evening("GC", "CC", "BG", neutral=["satyr"], first="GC")
    onwards(game, "doom_phase/GC")
    game.correct(GC_power=12, GC_doom=10, GC_acolyte=4)
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "satyr"))
    assert (game["GC"].in_play["satyr"], game["GC"].in_play["acolyte"]) == (1, 5)


# -- Gug ---------------------------------------------------------------------------------------------------------------


def test_a_gug_captures_nobody() -> None:
    """Clumsy: cannot capture Cultists."""
    game = with_card("gug")
    game.correct(GC_power=5)
    assert game.refusal("capture") == "You have no Monster or Great Old One in play."
    game.correct(GC_deep_one=1)
    assert game.refusal("capture") == ""


# -- The Mao Ceremony --------------------------------------------------------------------------------------------------


def test_the_mao_ceremony_takes_high_priests_too() -> None:
    """Sacrifice any number of your Cultists for 1 Power each."""
    game = Evening("GC", "CC", "BG", neutral=["mao_ceremony", "high_priests"], first="GC")
    game.session.interject("claim/GC")
    game.answer(game.options()[0])
    game.play(("book/GC", "mao_ceremony"))
    game.correct(GC_high_priest=1, GC_acolyte=1)
    onwards(game, "gather_power")
    game.play(("gather_power", True))
    power = game["GC"].power
    game.play(("mao/GC", 1), ("mao/GC/1/kind", "high_priest"))
    while game.key.startswith("mao/"):
        game.play((game.key, []))
    assert (game["GC"].in_play["high_priest"], game["GC"].in_play["acolyte"]) == (0, 1)
    assert game["GC"].power == power + 1
