"""Unique High Priests (reference 7, one source): a table setting; eight of them, each with what it does."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.neutral_cards import PRIESTS
from companion.games.cthulhu_wars.neutral.cards.registry import POWERS
from companion.table.prompts import Choose, Count, Place, Tell
from tests.cthulhu_wars.evening import Evening, onwards

pytestmark = pytest.mark.usefixtures("evenings_again")


def table(*cards: str) -> Evening:
    return Evening("GC", "CC", "BG", neutral=["high_priests", "unique_priests", *cards], first="GC")


def with_priest(name: str, *cards: str) -> Evening:
    """Great Cthulhu has recruited one; its next turn begins with 9 Power for all."""
    game = table(*cards)
    game.play(("action/GC", "recruit/unique"), ("unique_priest", name))
    return back(game)


def back(game: Evening) -> Evening:
    while game.key != "action/GC" or "finish" in game.options():
        game.answer("finish" if "finish" in game.options() else "move/1")
    game.correct(GC_power=9, CC_power=9, BG_power=9)
    return game


def settle(game: Evening, prefix: str) -> None:
    """It was on no Gate."""
    while game.key.startswith(prefix):
        game.play((game.key, []))


def attack(game: Evening, enemy: str, mine: list[str], theirs: list[str], me: str = "GC") -> None:
    game.fight(me, "europe", enemy, mine, theirs)


def to_dice(game: Evening) -> None:
    game.until("battle/roll")


# -- choosing ----------------------------------------------------------------------------------------------------------


def test_a_recruited_high_priest_may_be_a_unique_one() -> None:
    """Cost 3, Combat 0; no Unspeakable Oath; 1 Power in Gather Power like every Cultist."""
    game = table()
    game.play(("action/GC", "recruit/unique"))
    assert game.options() == list(PRIESTS)
    game.play(("unique_priest", "pitpipo"))
    assert (game["GC"].power, game["GC"].in_play["pitpipo"]) == (5, 1)
    assert not [o.id for o in game.session.interjections if o.id == "unspeakable_oath/GC" and not o.refused]
    (player,) = (p for p in game.session.view.players if p.id == "GC")
    assert any(
        line.startswith("Pitpipo: He can take one of your Kills") and line.endswith("Check your card.")
        for line in player.details
    )
    game.pass_all()
    game.play(("gather_power", True))
    assert game["GC"].power == 6 + 1 + 2


def test_it_is_the_only_one_for_the_game_and_nobody_else_has_it() -> None:
    """Your first choice of a Unique one is your only one, and nobody else may have that one."""
    game = with_priest("pitpipo")
    game.correct(GC_pitpipo=0)
    assert isinstance(game.prompt, Choose)
    ids = [o.id for o in game.prompt.options]
    assert "recruit/unique" not in ids
    assert {"recruit/pitpipo", "recruit/high_priest"} <= set(ids)
    game.act("GC", "move/1")
    game.play(("action/CC", "recruit/unique"))
    assert "pitpipo" not in game.options()


def test_it_takes_the_place_of_the_high_priest() -> None:
    """A High Priest otherwise; there is 1 per faction."""
    game = with_priest("pitpipo")
    assert game.refusal("recruit/high_priest") == "No High Priest is in your Pool."


def test_without_that_setting_there_are_none() -> None:
    game = Evening("GC", "CC", "BG", neutral=["high_priests"], first="GC")
    assert isinstance(game.prompt, Choose)
    assert "recruit/unique" not in [o.id for o in game.prompt.options]


def test_all_of_them_can_be_looked_up_where_one_is_chosen_and_in_the_rules() -> None:
    """What each does is too long for its key; one source: check your card."""
    game = table()
    game.play(("action/GC", "recruit/unique"))
    said = game.session.game.help(game.prompt.rule).splitlines()
    assert [line.partition(":")[0] for line in said[:-1]] == [card.unit.name for card in PRIESTS.values()]
    assert said[-1] == "Check your card."
    (neutral,) = (c for c in CTHULHU_WARS.chapters(game.state) if c.title == "Neutral pieces")
    assert [e.title for e in neutral.entries if "3 Power" in e.text] == [card.unit.name for card in PRIESTS.values()]


# -- after any player's Action -----------------------------------------------------------------------------------------


def test_asenath_waite_replaces_an_enemy() -> None:
    """Replace any enemy Monster or Cultist on the map with a unit of yours from the pool that costs 3 or less; then
    Eliminate Asenath."""
    game = with_priest("asenath_waite")
    game.correct(CC_hunting_horror=1)
    game.act("GC", "move/1")
    game.session.interject("asenath_waite/GC")
    assert "CC/hunting_horror" in game.options()
    game.play(("asenath_waite/whom", "CC/hunting_horror"))
    assert set(game.options()) == {"deep_one", "shoggoth", "starspawn", "high_priest"}
    game.play(("asenath_waite/by", "starspawn"))
    settle(game, "asenath_waite")
    assert (game["CC"].in_play["hunting_horror"], game["GC"].in_play["starspawn"]) == (0, 1)
    assert game["GC"].in_play["asenath_waite"] == 0
    refused = {o.id: o.refused for o in game.session.interjections}
    assert refused["asenath_waite/GC"] == "Asenath Waite is not in play."


def test_asenath_waite_replaces_nobody_who_is_gone() -> None:
    """Corrected while it is asked by whom (there was one less than none on the map)."""
    game = with_priest("asenath_waite")
    game.correct(CC_hunting_horror=1)
    game.act("GC", "move/1")
    game.session.interject("asenath_waite/GC")
    game.play(("asenath_waite/whom", "CC/hunting_horror"))
    game.correct(CC_hunting_horror=0)
    game.play(("asenath_waite/by", "starspawn"))
    assert (game["CC"].in_play["hunting_horror"], game["GC"].in_play.get("starspawn", 0)) == (0, 0)
    assert game["GC"].in_play["asenath_waite"] == 1


def test_asenath_waite_brings_no_worm() -> None:
    """What is never summoned has no cost, so it is none that costs 3 or less."""
    game = with_priest("asenath_waite", "worm_of_ghroth")
    onwards(game, "doom_phase/GC")
    game.correct(GC_power=12, GC_doom=10)
    game.play(("doom_phase/GC", "loyalty"), ("loyalty", "worm_of_ghroth"))
    onwards(game, "action/GC")
    assert game["GC"].in_play["worm_of_ghroth"] == 1
    game.act("GC", "move/1")
    game.session.interject("asenath_waite/GC")
    game.play(("asenath_waite/whom", "CC/acolyte"))
    assert set(game.options()) == {"deep_one", "shoggoth", "starspawn", "high_priest"}


def test_herbert_west_brings_three_acolytes() -> None:
    """Eliminate him and place up to 3 Acolytes from your pool in his area."""
    game = with_priest("herbert_west")
    assert {o.id: o.refused for o in game.session.interjections}["herbert_west/GC"] == "No Acolyte is in your Pool."
    game.correct(GC_acolyte=2)
    game.act("GC", "move/1")
    game.session.interject("herbert_west/GC")
    assert isinstance(game.prompt, Count)
    assert game.prompt.most == 3
    game.play(("herbert_west", 3))
    settle(game, "herbert_west/")
    assert (game["GC"].in_play["acolyte"], game["GC"].in_play["herbert_west"]) == (5, 0)


def test_joseph_curwen_places_or_removes_a_gate() -> None:
    """Eliminate him and either remove a Gate you control or place a new Gate where you have a unit."""
    game = with_priest("joseph_curwen")
    game.session.interject("joseph_curwen/GC")
    game.play(("joseph_curwen", "place"), ("joseph_curwen/area", "europe"))
    settle(game, "joseph_curwen/")
    assert game.state.gates["europe"] is None
    assert game["GC"].in_play["joseph_curwen"] == 0
    game = with_priest("joseph_curwen")
    game.session.interject("joseph_curwen/GC")
    game.play(("joseph_curwen", "remove"))
    if game.key == "joseph_curwen/gate" and isinstance(game.prompt, Choose) and game.prompt.title.startswith("Which"):
        game.play(("joseph_curwen/gate", "south_pacific"))
    settle(game, "joseph_curwen/")
    assert "south_pacific" not in game.state.gates
    assert game["GC"].in_play["acolyte"] == 6, "its controller stays"


# -- Lavinia Whateley --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("picked", "power", "lavinia"), [("yes", 3, 0), ("no", 0, 1)])
def test_lavinia_whateley_takes_3_off_an_awakening(picked: str, power: int, lavinia: int) -> None:
    """When you awaken a Great Old One you may Eliminate her: it costs 3 less. Byatis costs 4."""
    game = Evening("GC", "CC", "BG", neutral=["high_priests", "unique_priests", "byatis"], first="GC")
    game.play(("action/GC", "recruit/unique"), ("unique_priest", "lavinia_whateley"))
    back(game)
    game.correct(GC_cthulhu=1, GC_power=4)
    game.play(("action/GC", "awaken/byatis"), ("lavinia_whateley", picked))
    settle(game, "lavinia_whateley/")
    assert (game["GC"].power, game["GC"].in_play["lavinia_whateley"]) == (power, lavinia)
    assert game["GC"].in_play["byatis"] == 1


def test_lavinia_whateley_is_not_one_of_those_who_go_for_shub_niggurath() -> None:
    """Two Cultists are removed for her: with Lavinia and one more only the full price can be paid."""
    game = Evening("BG", "CC", "GC", neutral=["high_priests", "unique_priests"], first="BG")
    game.play(("action/BG", "recruit/unique"), ("unique_priest", "lavinia_whateley"), ("action/BG", "finish"))
    game.pass_others("BG")
    game.correct(BG_power=7, BG_acolyte=1)
    assert game.refusal("awaken/shub_niggurath") == "It costs 8; you have 7 Power."
    game.correct(BG_power=8)
    game.play(("action/BG", "awaken/shub_niggurath"))
    while not game["BG"].in_play.get("shub_niggurath"):
        assert game.key != "lavinia_whateley"
        game.answer(game.options()[0])
    assert (game["BG"].power, game["BG"].in_play["acolyte"], game["BG"].in_play["lavinia_whateley"]) == (0, 0, 0)


@pytest.mark.parametrize(("picked", "power", "lavinia"), [("yes", 3, 0), ("no", 0, 1)])
def test_lavinia_whateley_pays_out_what_ubbo_sathla_costs_below_nothing(picked: str, power: int, lavinia: int) -> None:
    """A price below 0 is paid out: in the Doom Phase Ubbo-Sathla costs 0, and another High Priest goes for it."""
    game = Evening("TT", "CC", "BG", neutral=["high_priests", "unique_priests"])
    game.play(("action/TT", "recruit/unique"), ("unique_priest", "lavinia_whateley"))
    game.to_doom_phase()
    game.until("doom_phase/TT")
    before = game["TT"].power
    game.play(("doom_phase/TT", "awaken_in_doom"), ("lavinia_whateley", picked))
    settle(game, "lavinia_whateley/")
    if lavinia:
        game.play(("awaken/kind", "high_priest"))
    settle(game, "awaken/")
    assert (game["TT"].power, game["TT"].in_play["lavinia_whateley"]) == (before + power, lavinia)
    assert game["TT"].in_play["ubbo_sathla"] == 1


def test_lavinia_whateley_is_not_the_only_priest_to_go_for_ubbo_sathla() -> None:
    """One High Priest must go for it: alone she is that one, and gives nothing."""
    game = Evening("TT", "CC", "BG", neutral=["high_priests", "unique_priests"])
    game.play(("action/TT", "recruit/unique"), ("unique_priest", "lavinia_whateley"))
    game.to_doom_phase()
    game.until("doom_phase/TT")
    game.correct(TT_high_priest=0)
    before = game["TT"].power
    game.play(("doom_phase/TT", "awaken_in_doom"))
    assert game.key != "lavinia_whateley"
    settle(game, "awaken/")
    assert (game["TT"].power, game["TT"].in_play["lavinia_whateley"]) == (before, 0)


def test_lavinia_whateley_makes_one_possible_that_is_too_dear() -> None:
    """Without the Power for it she is not asked for, for it cannot be had without her (a “no” had it for less)."""
    game = with_priest("lavinia_whateley")
    game.correct(GC_power=6)
    assert game.refusal("awaken/cthulhu") == "It costs 7; you have 6 Power."
    game.correct(GC_power=7)
    assert game.refusal("awaken/cthulhu") == ""
    game.play(("action/GC", "awaken/cthulhu"))
    assert game.key != "lavinia_whateley"
    settle(game, "lavinia_whateley/")
    assert (game["GC"].power, game["GC"].in_play["cthulhu"]) == (0, 1)
    assert not game["GC"].in_play["lavinia_whateley"]


# -- battles -----------------------------------------------------------------------------------------------------------


@pytest.mark.holds("crawford_tillinghast.battle_ends", "Crawford Tillinghast")
def test_crawford_tillinghast_calls_units_for_3_power() -> None:
    """Eliminate him and add Monsters and Cultists from your pool, at most 3 Power worth together, to the battle; the
    survivors are Eliminated afterwards. A Deep One costs 1, a Shoggoth 2."""
    game = with_priest("crawford_tillinghast")
    game.correct(GC_deep_one=1, CC_flying_polyp=1)
    attack(game, "CC", ["GC.deep_one.1"], ["CC.flying_polyp.1"])
    game.play(("battle/pre_battle/GC", "crawford_tillinghast"))
    settle(game, "crawford_tillinghast")
    assert set(game.options()) == {"deep_one", "shoggoth", "starspawn", "high_priest"}
    game.play(("battle/crawford", "shoggoth"))
    assert set(game.options()) == {"deep_one"}
    game.play(("battle/crawford", "deep_one"))
    to_dice(game)
    rolls = {item.prompt.key: item.prompt for item in game.session.prompts}
    assert rolls["battle/roll/GC"].dice == 1 + 2 + 1  # type: ignore[attr-defined]
    game.play(("battle/roll/GC", [1, 1, 1, 1]), ("battle/roll/CC", [1]))
    game.end_battle()
    assert (game["GC"].in_play["deep_one"], game["GC"].in_play["shoggoth"]) == (1, 0)
    assert game["GC"].in_play["crawford_tillinghast"] == 0


def test_who_came_by_crawford_tillinghast_is_taken_from_where_it_went() -> None:
    """Battle reference 5 and reference 7: a Deep One that he brought retreats, and is Eliminated there afterwards."""
    game = with_priest("crawford_tillinghast")
    game.correct(GC_starspawn=1, CC_flying_polyp=1)
    attack(game, "CC", ["GC.starspawn.1"], ["CC.flying_polyp.1"])
    game.play(("battle/pre_battle/GC", "crawford_tillinghast"))
    settle(game, "crawford_tillinghast")
    game.play(("battle/crawford", "deep_one"))
    to_dice(game)
    game.play(("battle/roll/GC", [1] * 4), ("battle/roll/CC", [4]))
    game.play(("battle/pain/GC", {"GC.deep_one.crawford.1": ["pain"]}))
    game.decline("battle/near")
    assert isinstance(game.prompt, Place)
    to = game.prompt.pieces[0].areas[0].id
    game.play(("battle/retreat/GC", {"GC.deep_one.crawford.1": to}))
    assert isinstance(game.prompt, Tell)
    assert f"Return Great Cthulhu Deep One from {game.state.board.areas[to].name} to the Pool" in game.prompt.lines
    assert game["GC"].in_play["deep_one"] == 0


def a_starspawn_for_black_goat() -> Evening:
    """Crawford Tillinghast's player has it fight on Black Goat's side, against Crawling Chaos; the dice are next."""
    game = with_priest("crawford_tillinghast")
    game.correct(CC_flying_polyp=2, BG_ghoul=1)
    game.act("GC", "move/1")
    attack(game, "BG", ["CC.flying_polyp.1"], ["BG.ghoul.1"], "CC")
    game.play(("battle/pre_battle/GC", "crawford_tillinghast"), ("battle/crawford/side", "BG"))
    settle(game, "crawford_tillinghast")
    game.play(("battle/crawford", "starspawn"))
    to_dice(game)
    return game


def test_crawford_tillinghast_comes_to_battles_of_others() -> None:
    """Before any battle, yours or not; his player says for whom."""
    game = a_starspawn_for_black_goat()
    game.play(("battle/roll/CC", [6]), ("battle/roll/BG", [1, 1, 1]))
    over_with = {f.id: f.side for f in game.state.battle.figures} if game.state.battle else {}
    assert over_with["GC.starspawn.crawford.1"] == "BG"
    game.play(("battle/kill/BG", {"GC.starspawn.crawford.1": ["kill"]}))
    game.end_battle()
    assert (game["GC"].in_play["starspawn"], game["BG"].in_play["ghoul"]) == (0, 1)


def test_who_came_by_crawford_tillinghast_retreats_as_his_players() -> None:
    """A Starspawn that fights for Black Goat is Pained: it retreats as Great Cthulhu's, and is Eliminated afterwards
    (the battle ended in a fault, for Black Goat has no such unit)."""
    game = a_starspawn_for_black_goat()
    game.play(("battle/roll/CC", [4]), ("battle/roll/BG", [1, 1, 1]))
    game.play(("battle/pain/BG", {"GC.starspawn.crawford.1": ["pain"]}))
    game.until("battle/retreat/")
    assert isinstance(game.prompt, Place)
    area = next(area.id for area in game.prompt.pieces[0].areas if not area.refused)
    game.play(("battle/retreat/BG", {"GC.starspawn.crawford.1": area}))
    assert any("Great Cthulhu" in line and "retreats" in line for line in game.log())
    game.end_battle()
    assert (game["GC"].in_play["starspawn"], game["BG"].in_play["ghoul"]) == (0, 1)


@pytest.mark.holds("ermengarde_stubbs.battle_begins")
@pytest.mark.parametrize(("there", "doom"), [("yes", 3), ("no", 4)])
def test_ermengarde_stubbs_costs_a_doom(there: str, doom: int) -> None:
    """Whoever declares a battle in her area loses 1 Doom at once."""
    game = with_priest("ermengarde_stubbs")
    game.correct(CC_flying_polyp=2, BG_ghoul=1, CC_doom=4)
    game.act("GC", "move/1")
    attack(game, "BG", ["CC.flying_polyp.1"], ["BG.ghoul.1"], "CC")
    game.play(("battle/ermengarde_stubbs", there))
    assert game["CC"].doom == doom


def test_ermengarde_stubbs_takes_no_doom_that_a_correction_has_taken() -> None:
    """Doom is never less than 0, whatever the table corrects while it is asked whether she is there."""
    game = with_priest("ermengarde_stubbs")
    game.correct(CC_flying_polyp=2, BG_ghoul=1, CC_doom=4)
    game.act("GC", "move/1")
    attack(game, "BG", ["CC.flying_polyp.1"], ["BG.ghoul.1"], "CC")
    game.correct(CC_doom=0)
    game.play(("battle/ermengarde_stubbs", "yes"))
    assert game["CC"].doom == 0


def test_ermengarde_stubbs_in_the_battle_needs_no_question() -> None:
    """You included."""
    game = with_priest("ermengarde_stubbs")
    game.correct(GC_deep_one=1, GC_doom=2, CC_flying_polyp=1)
    attack(game, "CC", ["GC.deep_one.1", "GC.ermengarde_stubbs.1"], ["CC.flying_polyp.1"])
    assert game["GC"].doom == 1


def with_keziah(face: int) -> tuple[Evening, str]:
    """Three Polyps attack her and a Deep One; she takes the one result that they roll, and which that is."""
    game = with_priest("keziah_mason")
    game.correct(CC_flying_polyp=3, GC_deep_one=1)
    game.act("GC", "move/1")
    attack(game, "GC", [f"CC.flying_polyp.{n}" for n in (1, 2, 3)], ["GC.keziah_mason.1", "GC.deep_one.1"], "CC")
    to_dice(game)
    game.play(("battle/roll/CC", [face, 1, 1]), ("battle/roll/GC", [1]))
    result = "kill" if face == 6 else "pain"
    game.play((f"battle/{result}/GC", {"GC.keziah_mason.1": [result]}))
    return game, result


KEZIAH = pytest.mark.parametrize(("face", "window"), [(6, "more_kills"), (4, "pains_assigned")])


@pytest.mark.holds("Keziah Mason")
@KEZIAH
def test_keziah_mason_strikes_back(face: int, window: str) -> None:
    """When she is assigned a Kill add 2 Kills against the enemy, when a Pain 2 Pains."""
    game, result = with_keziah(face)
    game.play((f"battle/{window}/GC", f"keziah_{result}"))
    assert game.state.battle is not None
    assert sum(result in f.hits for f in game.state.battle.figures if f.side == "CC") == 2
    if result == "kill":
        game.end_battle()
        assert game["CC"].in_play["flying_polyp"] == 1


@pytest.mark.holds("Keziah Mason")
@KEZIAH
def test_keziah_mason_need_not_strike_back(face: int, window: str) -> None:
    """Her player may leave it."""
    game, __ = with_keziah(face)
    game.play((f"battle/{window}/GC", []))
    assert game.state.battle is not None
    assert not any(f.hits for f in game.state.battle.figures if f.side == "CC")


@pytest.mark.holds("Pitpipo")
@pytest.mark.parametrize("taken", [True, False])
def test_pitpipo_may_take_a_kill_from_afar(taken: bool) -> None:
    """A Kill that you take in a battle may be assigned to him although he was not in it."""
    game = with_priest("pitpipo")
    game.correct(CC_flying_polyp=1, GC_deep_one=1)
    game.act("GC", "move/1")
    attack(game, "GC", ["CC.flying_polyp.1"], ["GC.deep_one.1"], "CC")
    to_dice(game)
    game.play(("battle/roll/CC", [6]), ("battle/roll/GC", [1]))
    game.play(("battle/kills_assigned/GC", "pitpipo" if taken else []))
    if taken:
        settle(game, "battle/pitpipo")
    game.end_battle()
    assert (game["GC"].in_play["deep_one"], game["GC"].in_play["pitpipo"]) == ((1, 0) if taken else (0, 1))


@pytest.mark.parametrize("name", ["asenath_waite", "herbert_west", "joseph_curwen"])
def test_a_priest_on_the_faction_card_does_nothing(name: str) -> None:
    """They act where they stand; on the faction card they are in play, but nowhere on the map."""
    state = with_priest(name).state
    (action,) = POWERS[name].between_actions
    state.factions["GC"].card[name] = 1
    assert action.refused(state, "GC").endswith("is not on the map.")
