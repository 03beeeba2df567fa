"""The Ancients: reference section 6, `AN`, and battle reference 3 and 4. What comes out is worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cthulhu_wars.facts import CardTaken, GateGone, GateSet, TokenPlaced
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import card
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.rules.duel_losses import worth
from companion.games.cthulhu_wars.rules.pool import pool
from companion.table.errors import BadSetupError
from companion.table.prompts import Choose, Tell
from companion.table.session import new_session
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_faction_actions import with_books

pytestmark = pytest.mark.usefixtures("battles_again")

HOME = "australia"


def evening(*others: str, books: tuple[str, ...] = (), **setup: Any) -> Evening:
    """The Ancients are First Player and start in Australia."""
    starts = {"AN": HOME, **setup.pop("starts", {})}
    game = Evening("AN", *(others or ("CC", "BG")), starts=starts, **{"first": "AN", **setup})
    return with_books(game, "AN", *books)


def cathedrals(game: Evening, *areas: str) -> None:
    """Cathedrals as built before; the requirements that they meet are met."""
    for area in areas:
        game.state.record(TokenPlaced("AN", area))


# -- numbers and set-up --------------------------------------------------------------------------------------------


def test_the_numbers_of_the_units() -> None:
    """Section 6, AN, table of units: rank, count, cost, Combat; there is no Great Old One."""
    assert [(u.id, u.rank, u.count, u.cost, u.combat) for u in card("AN").units] == [
        ("acolyte", Rank.CULTIST, 6, 1, 0),
        ("un_man", Rank.MONSTER, 3, 3, 0),
        ("reanimated", Rank.MONSTER, 3, 4, 2),
        ("yothan", Rank.TERROR, 3, 6, 7),
    ]
    assert card("AN").awakenings == ()


def test_they_start_where_no_faction_has_its_glyph() -> None:
    """Section 6, AN, start, and maps: on the small map six areas; before Opener, who then picks any other."""
    session = new_session(CTHULHU_WARS, {"factions": ["OW", "AN", "YS"], "signs": "app", "first": "YS"})
    prompt = session.prompts[0].prompt
    assert isinstance(prompt, Choose)
    assert prompt.key == "setup/start/AN"
    assert {o.id for o in prompt.options} == {
        "north_atlantic",
        "south_atlantic",
        "north_pacific",
        "indian_ocean",
        "south_america",
        "australia",
    }
    session.answer(session.prompts[0].ticket, "indian_ocean")
    ancients = session.state.factions["AN"]
    assert (ancients.power, ancients.in_play, session.state.gates["indian_ocean"]) == (8, {"acolyte": 6}, "AN")
    assert session.prompts[0].prompt.key == "setup/start/OW"


def test_they_have_nobody_to_awaken() -> None:
    """Section 6, AN: no faction Great Old One, and so no Elder Sign in a Ritual."""
    game = evening()
    assert not any(o.id.startswith("awaken") for o in game.prompt.options)  # type: ignore[attr-defined]
    game.to_doom_phase()
    game.play(("doom_phase/AN", "ritual"))
    assert (game["AN"].doom, game["AN"].signs) == (2, [])


# -- Cathedrals ----------------------------------------------------------------------------------------------------


def test_a_cathedral_costs_1_with_no_other_next_to_it_and_else_3() -> None:
    """Cathedral: the first in Europe costs 1; one in the Arctic Ocean next to it 3; each meets its requirement."""
    game = evening()
    game.play(("action/AN", "cathedral"), ("cathedral", "europe"), ("book/AN", "brainless"))
    assert (game["AN"].power, game["AN"].tokens, game["AN"].met) == (7, ["europe"], ["thorns"])
    game.pass_others("AN")
    game.play(("action/AN", "cathedral"), ("cathedral", "arctic_ocean"), ("book/AN", "festival"))
    assert (game["AN"].power, game["AN"].tokens) == (4, ["europe", "arctic_ocean"])
    assert game["AN"].met == ["thorns", "no_glyph"]
    (area,) = (a for a in game.session.view.areas if a.id == "europe")
    assert area.marks == ("Cathedral",)


@pytest.mark.parametrize(
    ("area", "met"),
    [
        ("africa", "chevron"),
        ("australia", "chevron"),
        ("south_america", "dragon"),
        ("asia", "thorns"),
        ("antarctica", "no_glyph"),
        ("south_pacific", "no_glyph"),
    ],
)
def test_a_cathedral_meets_the_requirement_of_its_glyph(area: str, met: str) -> None:
    """Requirements 1 to 4; a Gate in the area, one's own or an enemy's, does not matter."""
    game = evening()
    game.play(("action/AN", "cathedral"), ("cathedral", area), ("book/AN", "brainless"))
    assert game["AN"].met == [met]
    game.session.undo(2)
    assert (game["AN"].tokens, game["AN"].power, game["AN"].met) == ([], 8, [])


def test_at_most_one_cathedral_for_each_glyph() -> None:
    """Cathedral: one in each kind of area, oceans and land without a glyph being one kind (D64)."""
    game = evening()
    cathedrals(game, "europe", "arctic_ocean")
    game.play(("action/AN", "cathedral"))
    open_areas = set(game.options())
    board = game.state.board.areas
    assert {board[a].glyph for a in open_areas} == {"chevron", "dragon"}
    assert game.refusal("asia") == "There is already a Cathedral in an area with this glyph."
    assert game.refusal("antarctica") == "There is already a Cathedral in an area without a glyph."


def test_a_cathedral_is_refused_without_a_cultist_power_or_a_place() -> None:
    """Cathedral: built by a Cultist there; the cheapest place must be affordable; four are all."""
    game = evening()
    game.correct(AN_acolyte=1, AN_un_man=1)
    game.state.record(GateGone(HOME))
    game.correct(AN_acolyte=0)
    assert game.refusal("cathedral") == "You have no Cultist on the map."
    game = evening()
    cathedrals(game, "europe", "africa", "south_america", "antarctica")
    game.correct(AN_doom=1)
    assert game.refusal("cathedral") == "All four Cathedrals stand."
    game = evening()
    cathedrals(game, "arctic_ocean")
    game.correct(AN_power=2)
    game.play(("action/AN", "cathedral"))
    assert game.refusal("europe") == "It costs 3; you have 2 Power."
    assert "australia" in game.options()


def test_a_high_priest_builds_a_cathedral() -> None:
    """Cathedral: built by a Cultist in the area, which a High Priest is (section 7), also where no Acolyte is left."""
    game = evening(neutral=["high_priests"])
    game.correct(AN_high_priest=1)
    game.state.record(GateGone(HOME))
    game.correct(AN_acolyte=0)
    game.play(("action/AN", "cathedral"), ("cathedral", "europe"), ("book/AN", "brainless"))
    assert game["AN"].tokens == ["europe"]


def test_ice_age_taxes_a_cathedral() -> None:
    """Ice Age: 1 Power more for a Cathedral in its area, as for any Action that ends there."""
    game = evening("WW", "CC")
    game.state.record(TokenPlaced("WW", "europe"))
    game.play(("action/AN", "cathedral"), ("cathedral", "europe"), ("book/AN", "brainless"))
    assert (game["AN"].power, game["AN"].tokens) == (6, ["europe"])


def test_a_cathedral_is_no_unit() -> None:
    """Rulings: no recruiting there without a unit: with a Cathedral alone one has no unit on the map."""
    game = evening()
    cathedrals(game, "europe")
    game.state.record(GateGone(HOME))
    game.correct(AN_acolyte=0)
    assert game.option("recruit").detail == "Anywhere: you have no unit on the map"


# -- Dematerialization ---------------------------------------------------------------------------------------------


def test_dematerialization_moves_units_of_one_area_anywhere() -> None:
    """Dematerialization, in the own slot: any units from one area to another; a Gate left behind is abandoned."""
    game = evening()
    game.correct(AN_un_man=1)
    game.to_doom_phase()
    game.play(
        ("doom_phase/AN", "dematerialization"),
        ("dematerialization/from", HOME),
        ("dematerialization/to", "europe"),
        ("dematerialization/units", ["acolyte.1", "un_man.1"]),
    )
    assert (game.state.gates[HOME], game["AN"].in_play) == (None, {"acolyte": 6, "un_man": 1})
    assert any("Un-Man" in line and "Europe" in line for line in game.log())
    assert "dematerialization" not in game.options(), "once per Doom Phase"


@pytest.mark.parametrize(("reading", "again"), [("printed", True), ("other", False)])
def test_d78_dematerialization_given_up_before_a_unit_moved(reading: str, again: bool) -> None:
    """D78: not used up, since moving none is nothing; or used up."""
    game = evening(options={"D78": reading})
    game.to_doom_phase()
    game.play(
        ("doom_phase/AN", "dematerialization"),
        ("dematerialization/from", HOME),
        ("dematerialization/to", "europe"),
        ("dematerialization/units", []),
    )
    assert (game.state.gates[HOME], game.key) == ("AN", "doom_phase/AN")
    assert ("dematerialization" in game.options()) is again


def test_dematerialization_leaves_the_keeper_of_the_gate_if_wanted() -> None:
    """Dematerialization: any or all of the units there."""
    game = evening()
    game.to_doom_phase()
    game.play(
        ("doom_phase/AN", "dematerialization"),
        ("dematerialization/from", HOME),
        ("dematerialization/to", "europe"),
        ("dematerialization/units", ["acolyte.2", "acolyte.3"]),
    )
    assert game.state.gates[HOME] == "AN"


@pytest.mark.parametrize(("held", "keeper"), [(HOME, None), ([], "AN")])
def test_dematerialization_of_a_high_priest_leaves_his_gate(held: Any, keeper: str | None) -> None:
    """Dematerialization: a Gate left behind is abandoned, also one that a High Priest held (section 7)."""
    game = evening(neutral=["high_priests"])
    game.correct(AN_high_priest=1)
    game.to_doom_phase()
    game.play(
        ("doom_phase/AN", "dematerialization"),
        ("dematerialization/from", HOME),
        ("dematerialization/to", "europe"),
        ("dematerialization/units", ["high_priest.1"]),
        ("dematerialization/gate", held),
    )
    assert (game.state.gates[HOME], game.key) == (keeper, "doom_phase/AN")


def test_dematerialization_may_be_left_and_needs_a_unit() -> None:
    """Dematerialization, declined; without a unit on the map it is refused."""
    game = evening()
    game.to_doom_phase()
    game.play(("doom_phase/AN", []))
    assert game.key == "doom_phase/CC"
    game = evening()
    game.state.record(GateGone(HOME))
    game.correct(AN_acolyte=0)
    game.to_doom_phase()
    game.correct(AN_power=9)
    game.play(("doom_phase/CC", []), ("doom_phase/BG", []))
    assert game.refusal("dematerialization") == "You have no unit on the map."


# -- Brainless -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("books", "cost"), [((), 4), (("brainless",), 1)])
def test_brainless_reanimated_cost_1(books: tuple[str, ...], cost: int) -> None:
    """Brainless: Reanimated cost 1 instead of 4."""
    game = evening(books=books)
    game.act("AN", "summon/reanimated")
    assert (game["AN"].power, game["AN"].in_play["reanimated"]) == (8 - cost, 1)


def test_brainless_reminds_of_what_reanimated_cannot_do() -> None:
    """Brainless: they move, capture and attack only beside another kind; with none on the map nothing is said."""
    game, words = evening(books=("brainless",)), "Reanimated only with another kind of your units"
    for number in (0, 1):
        game.correct(AN_reanimated=number, AN_acolyte=5)
        reminded = {option: words in game.option(option).detail for option in ("move", "recruit")}
        assert reminded == {"move": number == 1, "recruit": False}


def test_dematerialization_tells_the_acolyte_on_the_gate_apart() -> None:
    """Dematerialization: a Gate left behind is abandoned, where there is one."""
    for area, label in ((HOME, "Acolyte on the Gate"), ("asia", "Acolyte")):
        game = evening()
        game.to_doom_phase()
        game.play(("doom_phase/AN", "dematerialization"), ("dematerialization/from", area))
        game.play(("dematerialization/to", "europe"))
        assert game.option("acolyte.1").label == label


def declared(game: Evening, mine: list[str]) -> None:
    """A battle against Crawling Chaos in Asia."""
    game.play(("action/AN", "battle/CC"), ("battle/area", "asia"), ("battle/pieces/AN", mine))


@pytest.mark.holds("AN.may_not_attack")
def test_brainless_reanimated_alone_declare_no_battle() -> None:
    """Brainless: they need another unit that is none of them; then they fight."""
    game = evening(books=("brainless",))
    game.correct(AN_reanimated=2)
    declared(game, ["AN.reanimated.1", "AN.reanimated.2"])
    game.play(("battle/pieces/CC", ["CC.acolyte.1"]))
    assert game.key == "battle/pieces/AN"
    assert isinstance(game.prompt, Choose)
    assert "Reanimated alone may not declare a battle." in game.prompt.text
    game.play(("battle/pieces/AN", ["AN.reanimated.1", "AN.acolyte.2"]))
    assert game.key == "battle/roll/AN"


def test_without_the_book_reanimated_alone_declare_a_battle() -> None:
    """Brainless is compulsory once owned, and nothing before."""
    game = evening()
    game.correct(AN_reanimated=1)
    declared(game, ["AN.reanimated.1"])
    assert game.key == "battle/pieces/CC"


def test_brainless_reanimated_that_are_all_there_is_cannot_attack() -> None:
    """Brainless: with no other unit on the map the Action is refused; in a Quick Battle, too."""
    game = evening(books=("brainless",))
    game.state.record(GateGone(HOME))
    game.correct(AN_reanimated=2, AN_acolyte=0)
    assert game.refusal("battle/CC") == "Reanimated alone may not declare a battle."
    with pytest.raises(BadSetupError, match="Reanimated alone may not declare a battle"):
        Skirmish({"AN": {"reanimated": 2}, "CC": {"acolyte": 1}}, books={"AN": ["brainless"]})


def test_lone_reanimated_are_attacked_roll_and_retreat() -> None:
    """Battle reference 4.5, Lone Reanimated - battle: 2 dice each; a pained one retreats."""
    battle = Skirmish({"CC": {"hunting_horror": 1}, "AN": {"reanimated": 2}}, books={"AN": ["brainless"]})
    assert battle.dice("AN") == 4
    battle.roll(CC=[5, 1], AN=[1, 1, 1, 1])
    battle.play(("battle/near/CC", []), ("battle/retreat/AN", {"AN.reanimated.1": "scandinavia"}))
    assert battle.in_play("AN") == {"reanimated": 2}


def test_brainless_is_said_where_people_move_and_capture() -> None:
    """Brainless: they may move and capture only accompanied; who stands where the players see."""
    words = "Reanimated only with another kind of your units"
    game = evening(books=("brainless",))
    game.correct(AN_reanimated=1)
    assert words in game.option("move").detail
    assert words in game.option("capture").detail
    game = evening()
    game.correct(AN_reanimated=1)
    assert words not in game.option("move").detail


# -- Festival ------------------------------------------------------------------------------------------------------


def test_festival_un_men_are_free_and_an_enemy_gains_power() -> None:
    """Festival: cost 0 instead of 3; each time an enemy of one's choice gains 1 Power."""
    game = evening(books=("festival",))
    game.act("AN", "summon/un_man", ("festival", "BG"))
    assert (game["AN"].power, game["AN"].in_play["un_man"]) == (8, 1)
    assert (game["CC"].power, game["BG"].power) == (8, 9)


def test_festival_is_for_un_men_only_and_needs_the_book() -> None:
    """Festival: a Reanimated gives nobody anything; without the book an Un-Man costs 3."""
    game = evening(books=("festival",))
    game.act("AN", "summon/reanimated")
    assert (game["AN"].power, game.key, game["CC"].power) == (4, "action/CC", 8)
    game = evening()
    game.act("AN", "summon/un_man")
    assert (game["AN"].power, game.key, game["BG"].power) == (5, "action/CC", 8)


def test_festival_brings_back_an_enemy_without_power() -> None:
    """Festival: a player at 0 who gains Power acts again."""
    game = evening(books=("festival",))
    game.correct(CC_power=0, BG_power=0)
    game.act("AN", "summon/un_man", ("festival", "CC"))
    assert (game.key, game["CC"].power) == ("action/CC", 1)


# -- Extinction ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("books", "cost"), [((), 6), (("extinction",), 3)])
def test_extinction_yothans_cost_3(books: tuple[str, ...], cost: int) -> None:
    """Extinction: a Yothan costs 3 instead of 6."""
    game = evening(books=books)
    game.act("AN", "summon/yothan")
    assert (game["AN"].power, game["AN"].in_play["yothan"]) == (8 - cost, 1)


@pytest.mark.holds("AN.leaves_game")
@pytest.mark.parametrize(("books", "left"), [([], 3), (["extinction"], 2)])
def test_extinction_a_killed_yothan_leaves_the_game(books: list[str], left: int) -> None:
    """Extinction; battle reference 4.5: Killed it does not come back to the pool; without the book it does."""
    battle = Skirmish({"CC": {"hunting_horror": 1}, "AN": {"yothan": 1}}, books={"AN": books})
    assert battle.dice("AN") == 7
    battle.roll(CC=[6, 1], AN=[1] * 7)
    assert (battle.in_play("AN"), pool(battle.state, "AN", "yothan")) == ({}, left)
    prompt = battle.prompt("battle/board")
    assert isinstance(prompt, Tell)
    assert any("box" in line for line in prompt.lines) == bool(books)
    assert battle.session.game.counters(battle.state)["AN.yothan"] == 0


def test_extinction_eliminated_for_lack_of_retreat() -> None:
    """Extinction: Eliminated it leaves the game, too; one that stays or retreats does not."""
    battle = Skirmish({"CC": {"hunting_horror": 1}, "AN": {"yothan": 2}}, books={"AN": ["extinction"]})
    battle.roll(CC=[5, 5], AN=[1] * 14)
    battle.play(("battle/near/CC", list(battle.state.board.areas[AREA].adjacent)), ("battle/nowhere/AN", "AN.yothan.1"))
    assert (battle.in_play("AN"), pool(battle.state, "AN", "yothan")) == ({"yothan": 1}, 1)


def test_extinction_by_dread_curse() -> None:
    """Battle reference 4.5, Dread Curse - ongoing texts: no battle, and the Yothan leaves the game."""
    game = with_books(evening("OW", "BG", first="OW", books=("extinction",)), "OW", "dread_curse")
    game.correct(AN_yothan=1, OW_abomination=1)
    game.play(
        ("action/OW", "dread_curse"),
        ("dread_curse/area", "europe"),
        ("dread_curse/whom", ["AN"]),
        ("dread_curse/roll", [6]),
        ("battle/pieces/AN", ["AN.yothan.1"]),
    )
    assert (game["AN"].in_play["yothan"], pool(game.state, "AN", "yothan")) == (0, 2)
    assert (game["AN"].away, game["OW"].doom) == ({"yothan": 1}, 0)


def test_a_yothan_is_no_monster() -> None:
    """Battle reference 4.5: Devour, Abduct and Invisibility cannot choose a Terror."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "AN": {"yothan": 1}})
    assert list(battle.open_keys) == ["battle/roll/GC", "battle/roll/AN"], "nobody to Devour"
    battle = Skirmish({"CC": {"nightgaunt": 1, "hunting_horror": 1}, "AN": {"yothan": 1}}, books={"CC": ["abduct"]})
    assert list(battle.open_keys) == ["battle/roll/CC", "battle/roll/AN"], "nobody to Abduct"
    battle = Skirmish({"CC": {"flying_polyp": 2}, "AN": {"yothan": 1}}, books={"CC": ["invisibility"]})
    battle.play(("battle/pre_battle/CC", "invisibility"))
    prompt = battle.prompt("battle/invisibility")
    assert isinstance(prompt, Choose)
    assert [o.id for o in prompt.options] == ["CC.flying_polyp.1", "CC.flying_polyp.2"]


# -- Consecration --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("areas", "books", "signs"),
    [
        ((), ("consecration",), 0),
        (("europe",), ("consecration",), 1),
        (("europe", "africa", "south_america"), ("consecration",), 1),
        (("europe", "africa", "south_america", "antarctica"), ("consecration",), 2),
        (("europe", "africa", "south_america", "antarctica"), (), 0),
    ],
)
def test_consecration(areas: tuple[str, ...], books: tuple[str, ...], signs: int) -> None:
    """Consecration: 1 Elder Sign in a Ritual with one to three Cathedrals, 2 with all four; nothing without it."""
    game = evening(books=books)
    cathedrals(game, *areas)
    while game.state.phase != "doom":
        if game.key.startswith("book/"):
            game.answer(game.options()[-1])
        else:
            answers = {"gather_power": True, "first_player/direction": "1", "first_player/tie": "AN"}
            game.answer(answers.get(game.key, "pass"))
    while game.key.startswith("book/"):
        game.answer(game.options()[-1])
    before = len(game["AN"].signs)
    detail = game.option("ritual").detail
    assert ("Elder Sign" in detail) == bool(signs)
    game.play(("doom_phase/AN", "ritual"))
    assert len(game["AN"].signs) == before + signs


# -- Worship Services ----------------------------------------------------------------------------------------------


def gathered(game: Evening) -> Evening:
    """Through Gather Power; books that are due are taken."""
    while game.state.phase in ("action", "gather"):
        if game.key == "gather_power":
            game.answer(True)
        elif game.key.startswith("action/"):
            game.answer("finish" if "finish" in game.options() else "pass")
        else:
            game.answer(game.options()[0])
    return game


def test_worship_services_pay_both() -> None:
    """Worship Services: 1 for the Cathedral at an enemy-controlled Gate, 1 for its controller.

    The Ancients 6 + 2 + 1 = 9, Crawling Chaos 6 + 2 + 1 = 9, Black Goat 6 + 2 = 8.
    """
    game = evening(books=("worship_services",))
    cathedrals(game, "asia", HOME, "europe")
    gathered(game)
    assert [game[c].power for c in ("AN", "CC", "BG")] == [9, 9, 8]


def test_worship_services_need_the_book_and_a_controller() -> None:
    """Worship Services: without the book, or at an abandoned Gate, nothing (but 1 to all for that Gate)."""
    game = evening()
    cathedrals(game, "asia")
    assert gathered(game)["AN"].power == 8
    game = evening(books=("worship_services",))
    cathedrals(game, "asia")
    game.state.record(GateSet("asia", None))
    gathered(game)
    assert [game[c].power for c in ("AN", "CC", "BG")] == [9, 7, 9]


def test_a_cathedral_counts_once_where_yog_sothoth_shares_opener_s_gate() -> None:
    """D44: a Cathedral still counts once; 6 + 2 + 1 for the Ancients, 6 + 2 + 2 + 1 for Opener."""
    game = evening("OW", "BG", books=("worship_services",), starts={"OW": "antarctica"})
    cathedrals(game, "antarctica")
    game.correct(OW_yog_sothoth=1)
    while game.state.phase == "action":
        game.answer("pass" if game.key.startswith("action/") else game.options()[0])
    game.take_first("book/")
    game.play(("worship_services/OW.yog_sothoth", ["antarctica"]), ("gather_power", True))
    assert (game["AN"].power, game["OW"].power) == (9, 11)


@pytest.mark.parametrize(
    ("reading", "where", "power"),
    [("printed", ["europe"], (9, 11)), ("printed", [], (8, 10)), ("other", None, (8, 10))],
)
def test_worship_services_at_yog_sothoth(reading: str, where: list[str] | None, power: tuple[int, int]) -> None:
    """D44: he counts where a text says Gate, or not. The Ancients 6 + 2, Opener 6 + 2 + 2, and 1 each."""
    game = evening("OW", "BG", books=("worship_services",), options={"D44": reading}, starts={"OW": "antarctica"})
    cathedrals(game, "europe")
    game.correct(OW_yog_sothoth=1)
    while game.state.phase == "action":
        game.answer("pass" if game.key.startswith("action/") else game.options()[0])
    game.take_first("book/")
    if where is not None:
        game.play(("worship_services/OW.yog_sothoth", where))
    game.play(("gather_power", True))
    assert (game["AN"].power, game["OW"].power) == power


# -- Unholy Ground -------------------------------------------------------------------------------------------------

UNHOLY = {"AN": ["unholy_ground"]}
USE = ("battle/kills_assigned/AN", "unholy_ground")


def unholy(foe: dict[str, int], areas: tuple[str, ...], code: str = "CC", **more: Any) -> Skirmish:
    """A Reanimated and a Cultist of the Ancients attack, and nobody hits."""
    more = {"books": UNHOLY, **more}
    battle = Skirmish({"AN": {"reanimated": 1, "acolyte": 1}, code: foe}, tokens={"AN": list(areas)}, **more)
    for side in (code, "AN"):
        if f"battle/pre_battle/{side}" in battle.open_keys:
            battle.play((f"battle/pre_battle/{side}", []))
    dice = {"AN": [1, 1], code: [1] * battle.dice(code)}
    return battle.roll(**{side: faces for side, faces in dice.items() if faces})


def test_unholy_ground_eliminates_a_great_old_one() -> None:
    """Unholy Ground: a Cathedral in the area of the battle, and one is removed from anywhere; the enemy's loss."""
    battle = unholy({"nyarlathotep": 1}, (AREA, "arabia")).play(USE, ("battle/unholy_ground/AN", "arabia"))
    assert battle.in_play("CC") == {}
    assert battle.state.factions["AN"].tokens == [AREA]
    battle.session.undo()
    assert (battle.in_play("CC"), battle.state.factions["AN"].tokens) == ({"nyarlathotep": 1}, [AREA, "arabia"])


def test_unholy_ground_takes_the_only_cathedral() -> None:
    """Unholy Ground: the one in the area of the battle itself will do; it may be built again."""
    battle = unholy({"nyarlathotep": 1}, (AREA,)).play(USE)
    assert (battle.in_play("CC"), battle.state.factions["AN"].tokens) == ({}, [])


def test_unholy_ground_is_repeated_for_each_great_old_one() -> None:
    """Unholy Ground: repeatable, one Cathedral and one Great Old One each, the enemy's choice."""
    battle = unholy({"hastur": 1, "king_in_yellow": 1}, (AREA, "arabia", "north_asia"), "YS")
    battle.play(USE, ("battle/unholy_ground/AN", "arabia"))
    prompt = battle.prompt("battle/unholy_ground/victim")
    assert prompt.who == "YS"
    battle.play(("battle/unholy_ground/victim", "YS.hastur.1"))
    assert battle.in_play("YS") == {"king_in_yellow": 1}
    battle.play(USE, ("battle/unholy_ground/AN", "north_asia"))
    assert (battle.in_play("YS"), battle.state.factions["AN"].tokens) == ({}, [AREA])
    assert "battle/kills_assigned/AN" not in battle.open_keys


def test_unholy_ground_ends_with_the_cathedral_of_the_area() -> None:
    """Battle reference 4.3: every use needs a Cathedral still standing in the battle area."""
    battle = unholy({"hastur": 1, "king_in_yellow": 1}, (AREA, "arabia"), "YS")
    battle.play(USE, ("battle/unholy_ground/AN", AREA), ("battle/unholy_ground/victim", "YS.hastur.1"))
    assert "battle/kills_assigned/AN" not in battle.open_keys
    assert battle.in_play("YS") == {"king_in_yellow": 1}


def test_unholy_ground_may_be_left() -> None:
    """Unholy Ground, declined."""
    battle = unholy({"nyarlathotep": 1}, (AREA,)).play(("battle/kills_assigned/AN", []))
    assert (battle.in_play("CC"), battle.state.factions["AN"].tokens) == ({"nyarlathotep": 1}, [AREA])


@pytest.mark.parametrize(
    ("foe", "areas", "books"),
    [
        ({"nyarlathotep": 1}, ("arabia",), UNHOLY),
        ({"hunting_horror": 1}, (AREA,), UNHOLY),
        ({"nyarlathotep": 1}, (AREA,), {}),
    ],
)
def test_unholy_ground_needs_a_cathedral_a_great_old_one_and_the_book(
    foe: dict[str, int], areas: tuple[str, ...], books: dict[str, list[str]]
) -> None:
    """Unholy Ground and D63: otherwise nothing is offered."""
    assert "battle/kills_assigned/AN" not in unholy(foe, areas, books=books).open_keys


def test_unholy_ground_where_places_are_left_to_the_table() -> None:
    """Battles are led through all the same: whether a Cathedral is there, and which one goes, the table sees."""
    game = Evening("GC", "AN", "CC", options={"places": "table"})
    with_books(game, "AN", "unholy_ground")
    game.correct(GC_cthulhu=1, AN_yothan=1)
    game.take_first("book")
    game.fight("GC", "africa", "AN", ["GC.cthulhu.1"], ["AN.yothan.1"])
    game.play(("battle/roll/GC", [1] * 6), ("battle/roll/AN", [1] * 7))
    game.play(("battle/kills_assigned/AN", "unholy_ground"))
    assert game["GC"].in_play["cthulhu"] == 0
    assert game.key == "battle/board"


def test_unholy_ground_does_not_work_in_battles_of_others() -> None:
    """Rulings, D23: only as attacker or defender."""
    battle = Skirmish(
        {"GC": {"deep_one": 1}, "CC": {"nyarlathotep": 1}}, others=["AN"], books=UNHOLY, tokens={"AN": [AREA]}
    )
    battle.roll(GC=[1])
    assert "battle/kills_assigned/AN" not in battle.open_keys


def test_unholy_ground_beats_the_emissary() -> None:
    """Battle reference 4.5, Unholy Ground - Emissary: Eliminated although his Kill would only Pain him."""
    battle = unholy({"nyarlathotep": 1}, (AREA, "arabia"), books={**UNHOLY, "CC": ["emissary"]})
    battle.play(USE, ("battle/unholy_ground/AN", "arabia"))
    assert battle.in_play("CC") == {}


def test_cannibalism_does_not_eat_what_unholy_ground_eliminates() -> None:
    """Battle reference 4.5, Cannibalism: not on losses that are Eliminations."""
    books = {**UNHOLY, "WW": ["cannibalism"]}
    battle = unholy({"nyarlathotep": 1}, (AREA, "arabia"), books=books, others=["WW"])
    battle.play(USE, ("battle/unholy_ground/AN", "arabia"))
    assert "battle/after_battle/WW" not in battle.open_keys


@pytest.mark.parametrize(("answer", "left"), [("avatar_thesis", "avatar_synthesis"), ([], "avatar_thesis")])
def test_unholy_ground_may_take_another_avatar(answer: Any, left: str) -> None:
    """Battle reference 4.5, Unholy Ground - Cosmic Ruler: another Avatar may be Eliminated instead."""
    battle = Skirmish(
        {"AN": {"reanimated": 1}, "DS": {"avatar_synthesis": 1}},
        books=UNHOLY,
        tokens={"AN": [AREA]},
        in_play={"DS": {"avatar_synthesis": 1, "avatar_thesis": 1}},
    )
    battle.play(("battle/azathoth", [1]))
    battle.roll(AN=[1, 1], DS=[1] * battle.dice("DS"))
    battle.play(USE, ("battle/cosmic_ruler/instead", answer))
    assert battle.in_play("DS") == {left: 1}


def test_demand_sacrifice_does_not_soften_unholy_ground() -> None:
    """Battle reference 4.5, Demand Sacrifice - Unholy Ground: Eliminations are not converted."""
    battle = Skirmish(
        {"SL": {"tsathoggua": 1}, "AN": {"reanimated": 1}},
        books={**UNHOLY, "SL": ["demand_sacrifice"]},
        tokens={"AN": [AREA]},
    )
    battle.play(("battle/pre_battle/SL", "demand_sacrifice"), ("battle/demand_sacrifice", "pains"))
    battle.roll(SL=[1] * battle.dice("SL"), AN=[6, 1]).play(USE)
    assert battle.in_play("SL") == {}


def test_berserkergang_takes_no_yothan() -> None:
    """Battle reference 4.5, Berserkergang - Yothan: a Terror is no Monster; the Acolyte goes."""
    battle = Skirmish(
        {"AN": {"yothan": 1, "acolyte": 1}, "WW": {"gnoph_keh": 1}}, books={"WW": ["berserkergang"]}, gates={}
    )
    battle.roll(AN=[6, 1, 1, 1, 1, 1, 1], WW=[1, 1, 1])
    battle.play(("battle/kills_assigned/WW", "berserkergang"))
    assert battle.in_play("AN") == {"yothan": 1}


def test_invisibility_unholy_ground_emissary_and_two_more_in_one_battle() -> None:
    """Battle reference 2 to 4, five abilities at once, worked out by hand.

    A Flying Polyp hides the Reanimated: 7 dice of the Yothan against 4 spellbooks (2 and 2) + 1 + 2 of Crawling Chaos.
    A Kill on each side: the Yothan takes one, Nyarlathotep the other. Unholy Ground Eliminates him for the Cathedral
    in Arabia. The Acolyte is pained. The Yothan leaves the game, and Windwalker feeds on it.
    """
    battle = Skirmish(
        {
            "AN": {"yothan": 1, "reanimated": 1, "acolyte": 1},
            "CC": {"nyarlathotep": 1, "flying_polyp": 1, "hunting_horror": 1},
        },
        books={"AN": ["unholy_ground", "extinction"], "CC": ["invisibility", "emissary"], "WW": ["cannibalism"]},
        others=["WW"],
        in_play={"WW": {}},
        tokens={"AN": [AREA, "arabia"]},
    )
    battle.play(("battle/pre_battle/CC", "invisibility"), ("battle/invisibility", "AN.reanimated.1"))
    assert (battle.dice("AN"), battle.dice("CC")) == (7, 7)
    battle.roll(AN=[6, 1, 1, 1, 1, 1, 1], CC=[6, 4, 1, 1, 1, 1, 1])
    battle.play(
        ("battle/kill/AN", {"AN.yothan.1": ["kill"]}),
        ("battle/kill/CC", {"CC.nyarlathotep.1": ["kill"]}),
        USE,
        ("battle/unholy_ground/AN", "arabia"),
        ("battle/near/CC", []),
        ("battle/retreat/AN", {"AN.acolyte.1": "scandinavia"}),
        ("battle/after_battle/WW", "cannibalism"),
        ("battle/cannibalism", "wendigo"),
    )
    assert battle.in_play("AN") == {"reanimated": 1, "acolyte": 1}
    assert (pool(battle.state, "AN", "yothan"), battle.state.factions["AN"].tokens) == (2, [AREA])
    assert battle.in_play("CC") == {"flying_polyp": 1, "hunting_horror": 1}
    assert battle.in_play("WW") == {"wendigo": 1}


def test_sleeper_may_borrow_dematerialization() -> None:
    """Section 6, SL, Ancient Sorcery: Ancients - Dematerialization, with Sleeper's own units."""
    assert [action.id for action in card("AN").unique.doom_phase] == ["dematerialization"]
    game = Evening("SL", "AN", "BG", starts={"AN": HOME}, first="SL")
    game.correct(SL_wizard=1)
    game.to_doom_phase()
    (action,) = card("AN").unique.doom_phase
    assert action.refused(game.state, "SL") == ""


def test_a_quick_battle_asks_for_the_cathedrals_where_they_count() -> None:
    """Unholy Ground looks at them; without the book nobody asks."""
    for books, asked in ((["unholy_ground"], True), ([], False)):
        given = {"attacker": "AN", "defender": "CC", "area": AREA, "books": {"AN": books, "CC": []}, "others": []}
        session = new_session(CTHULHU_WARS, {"quick_battle": given})
        session.answer(session.prompts[0].ticket, ["reanimated.1"])
        session.answer(session.prompts[0].ticket, ["acolyte.1"])
        assert (session.prompts[0].prompt.key == "quick/tokens/AN") is asked


# -- the free Monsters of requirements 5 and 6 ---------------------------------------------------------------------


def test_each_enemy_summons_its_cheapest_monster_for_free() -> None:
    """Requirement 5, cost 0: Nightgaunt (1) of Crawling Chaos, Ghoul (1) of Black Goat, at a Gate that they control."""
    game = evening()
    game.play(("action/AN", "cheapest"), ("book/AN", "brainless"))
    assert (game["CC"].in_play["nightgaunt"], game["BG"].in_play["ghoul"], game["AN"].power) == (1, 1, 8)
    assert [game[c].power for c in ("CC", "BG")] == [8, 8]
    assert game["AN"].met == ["cheapest"]
    game.pass_others("AN")
    assert "cheapest" not in [o.id for o in game.prompt.options]  # type: ignore[attr-defined]


def test_each_enemy_summons_its_dearest_monster_for_free() -> None:
    """Requirement 6: Hunting Horror (3) and Dark Young (3); what is not in the pool does not count."""
    game = evening()
    game.correct(CC_hunting_horror=2)
    game.play(("action/AN", "dearest"), ("book/AN", "brainless"))
    assert game["CC"].in_play == {"acolyte": 6, "hunting_horror": 2, "flying_polyp": 1}
    assert game["BG"].in_play["dark_young"] == 1


def test_the_enemy_picks_among_monsters_of_one_cost() -> None:
    """Requirement 5: with three Gnoph-Keh in play the last one costs 1, like a Wendigo; Windwalker picks."""
    game = evening("WW", "CC")
    game.correct(WW_gnoph_keh=3)
    game.play(("action/AN", "cheapest"))
    assert (game.key, game.prompt.who, game.options()) == ("free_monster/WW", "WW", ["wendigo", "gnoph_keh"])
    game.play(("free_monster/WW", "gnoph_keh"), ("book/AN", "brainless"))
    assert (game["WW"].in_play["gnoph_keh"], game["WW"].power, game["CC"].in_play["nightgaunt"]) == (4, 8, 1)


def test_neutral_monsters_are_an_enemys_monsters_too() -> None:
    """Requirements 5 and 6: the figures of a Loyalty Card are those of its owner (section 7). With no other Monster in
    the pool than a Ghast (2) and a Hunting Horror (3) one Summon brings all Ghasts. A Terror is no Monster."""
    game = evening("CC", "BG", neutral=["ghast", "dhole"])
    for thing in ("ghast", "dhole"):
        game.state.record(CardTaken("CC", thing, "CC", 0, 0))
    game.correct(CC_nightgaunt=3, CC_flying_polyp=3)
    game.play(("action/AN", "cheapest"), ("book/AN", "brainless"))
    assert (game["CC"].in_play["ghast"], game["CC"].power) == (4, 8)
    game.pass_others("AN")
    game.play(("action/AN", "dearest"), ("book/AN", "festival"))
    assert game["CC"].in_play["hunting_horror"] == 1
    assert not game["CC"].in_play.get("dhole")


def test_who_has_a_servitor_in_the_pool_summons_it_for_free() -> None:
    """Requirement 6: whoever has a Servitor (1) in the pool may not summon another Monster (section 7)."""
    game = evening("CC", "BG", neutral=["servitor"])
    game.state.record(CardTaken("CC", "servitor", "CC", 0, 0))
    game.play(("action/AN", "dearest"), ("book/AN", "brainless"))
    assert (game["CC"].in_play["servitor"], game["CC"].in_play.get("hunting_horror", 0)) == (1, 0)


def test_an_enemy_without_a_monster_in_the_pool_or_a_gate_summons_nothing() -> None:
    """Requirement 5: nothing for those; They Break Through lets Opener summon at Gates of others."""
    game = evening("OW", "BG", starts={"OW": "antarctica"})
    game.state.record(GateGone("antarctica"))
    game.correct(BG_ghoul=2, BG_fungi=4, BG_dark_young=3)
    game.play(("action/AN", "cheapest"), ("book/AN", "brainless"))
    assert game["OW"].in_play.get("mutant", 0) == 0
    assert game["BG"].in_play["ghoul"] == 2
    game = with_books(evening("OW", "BG", starts={"OW": "antarctica"}), "OW", "they_break_through")
    game.state.record(GateGone("antarctica"))
    game.play(("action/AN", "cheapest"), ("book/AN", "brainless"))
    assert game["OW"].in_play["mutant"] == 1


@pytest.mark.parametrize(("answer", "number"), [("yes", 1), ("no", 0)])
def test_a_table_may_let_enemies_decline(answer: str, number: int) -> None:
    """D61: an enemy may not decline, or may, by the table's ruling."""
    game = evening("CC", "BG", options={"D61": "other"})
    game.play(
        ("action/AN", "cheapest"),
        ("free_monster/CC", answer),
        ("free_monster/BG", "yes"),
        ("book/AN", "brainless"),
    )
    assert game["CC"].in_play.get("nightgaunt", 0) == number
    assert game["BG"].in_play["ghoul"] == 1


# -- two players ---------------------------------------------------------------------------------------------------


def test_what_their_units_are_worth_for_two_players() -> None:
    """Reference 3.8: the cost, averaged where there are two: 3 and 0, 4 and 1, 6 and 3; what is lost is rounded up."""
    assert [worth("AN", unit) for unit in ("acolyte", "un_man", "reanimated", "yothan")] == [1, 1.5, 2.5, 4.5]


def test_what_rests_on_one_source_is_marked() -> None:
    """Section 6, AN, rulings: the price of Cathedrals with Umr at-Tawil stands in one source only."""
    (player,) = (p for p in evening().session.view.players if p.id == "AN")
    assert any(line.startswith("Check your card:") and "Umr at-Tawil" in line for line in player.details)
    assert player.sigil == "ancients"
