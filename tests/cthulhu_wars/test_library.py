"""Library at Celaeno (reference 3.11, maps.json): lay-outs, Silence tokens, Custodian and Librarian, four Tomes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.cthulhu_wars.boards.library import cannot_turn, tome
from companion.games.cthulhu_wars.facts import CounterSet, GateGone, GateSet
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.maps import GLYPHS, IN_LIBRARY, LIBRARIES, TOMES, board
from companion.table.errors import BadSetupError
from companion.table.prompts import Choose, Count
from companion.table.session import new_session
from tests.chance import step
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_random_games import check_invariants

YR, LARVAE, BARRIER, GUARDIAN = TOMES


def library(*codes: str, **setup: Any) -> Evening:
    """A game of three in the smallest lay-out, or of others."""
    return Evening(*(codes or ("GC", "CC", "BG")), **{"map": "library33", **setup})


def has(game: Evening, code: str, area: str, value: int = 1, **numbers: int) -> None:
    """Give somebody a Tome, and set numbers right, by which the open question is asked anew."""
    game.state.record(CounterSet(code, tome(area), value))
    game.correct(**{"GC_power": 7, **numbers})
    game.correct(**{"GC_power": 8, **numbers})


def gate(game: Evening, area: str, owner: str | None) -> None:
    """Set who controls a Gate."""
    game.state.record(GateSet(area, owner, built=area not in game.state.gates))
    game.correct(GC_power=7)
    game.correct(GC_power=8)


def token(game: Evening, code: str) -> None:
    """Give somebody a Silence token."""
    game.correct(**{f"{code}_silence": 1})


# -- the board -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "areas", "borders"),
    [("library33", 15, 27), ("library35", 19, 32), ("library53", 19, 34), ("library55", 23, 39)],
)
def test_each_layout_is_as_the_reference_counts_it(layout: str, areas: int, borders: int) -> None:
    """maps.json: areas and borders; neighbours are named at both; seven archways; four Tomes upstairs."""
    near = {area.id: set(area.adjacent) for area in board(layout).areas.values()}
    assert (len(near), sum(map(len, near.values()))) == (areas, 2 * borders)
    assert all(one in near[other] and one != other for one in near for other in near[one])
    assert len(board(layout).archways) == 7
    assert set(board(layout).archways) | set(TOMES) <= set(near)


@pytest.mark.parametrize("layout", LIBRARIES)
def test_what_the_rulebook_says_of_its_neighbours_holds(layout: str) -> None:
    """RB p. 151, POD 21: stair D is at the Barrier; The Oubliette is a sea; with the small upper side the starts of
    Black Goat, Yellow Sign and Windwalker touch Tome areas, with the large one Black Goat's does."""
    areas = board(layout).areas
    small_lower, small_upper = layout[7] == "3", layout[8] == "3"
    assert ("chamber_of_apkallu" if small_lower else "scorched_chamber") in areas[BARRIER].adjacent
    assert areas["oubliette"].ocean
    starts = {"fountain": True, "floating_tower": small_upper}
    assert {start: bool({*TOMES} & {*areas[start].adjacent}) for start in starts} == starts


def test_four_players_have_two_layouts_and_the_more_even_one_is_first() -> None:
    """POD 21: lower side for 3 and upper side for 5."""
    assert IN_LIBRARY[4] == ("library35", "library53")


def test_everybody_starts_at_their_glyph() -> None:
    """maps.json: Great Cthulhu in the Hyperquarium, and so on; Windwalker has two glyphs."""
    game = library("GC", "CC", "BG", "WW", "SL", map="library55", starts={"WW": "oubliette"})
    starts = {code: game[code].start for code in ("GC", "CC", "BG", "SL")}
    assert starts == {"GC": "hyperquarium", "CC": "blue_hall", "BG": "fountain", "SL": "chamber_of_sngac"}
    assert game["WW"].start in ("lake_of_hali_overlook", "oubliette")


def test_opener_and_the_ancients_do_not_start_in_a_tome_area() -> None:
    """maps.json, and reference 6: no special area, and The Ancients no faction glyph either."""
    for code, barred in (("OW", set(TOMES)), ("AN", {*TOMES, *GLYPHS["library33"]})):
        session = new_session(CTHULHU_WARS, {"factions": ["GC", "CC", code], "map": "library33", "signs": "app"})
        while session.prompts[0].prompt.key != f"setup/start/{code}":
            assert isinstance(session.prompts[0].prompt, Choose)
            session.answer(session.prompts[0].ticket, session.prompts[0].prompt.options[0].id)
        asked = session.prompts[0].prompt
        assert isinstance(asked, Choose)
        assert not barred & {option.id for option in asked.open_options()}
        assert {"gloomloft"} <= {option.id for option in asked.open_options()}


def test_an_archway_is_no_way_of_retreat() -> None:
    """RB p. 151, POD 21; battle reference: archways do not serve retreats, stairs do."""
    game = library()
    assert {"floating_tower", "blue_hall"} <= set(game.state.board.archways)
    assert "blue_hall" not in game.state.ways("BG", "floating_tower")
    # Stair: The Oubliette below, the Fountain above.
    assert "fountain" in game.state.ways("BG", "oubliette")


def test_archways_and_confidence_are_said() -> None:
    session = new_session(CTHULHU_WARS, {"seating": "table", "board": "ask", "signs": "app"})
    asked = session.prompts[0].prompt
    assert isinstance(asked, Choose)
    assert asked.key == "setup/which_board"
    (offered,) = [option for option in asked.options if option.id == "library"]
    assert "look at your board" in offered.detail
    marks = {area.id: area.marks for area in library().session.view.areas}
    assert "Archway" in marks["blue_hall"]
    assert "Archway" not in marks["gloomloft"]


def test_six_do_not_play_there() -> None:
    """Reference 1.2: lay-outs for 3 to 5 players."""
    with pytest.raises(BadSetupError, match="2 to 5 factions can play"):
        new_session(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS", "SL", "WW"], "board": "library"})


def test_the_board_is_asked_for_and_said() -> None:
    session = new_session(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"], "board": "ask", "signs": "app"})
    session.answer(session.prompts[0].ticket, "library")
    while session.prompts[0].prompt.key != "setup/map":
        session.answer(session.prompts[0].ticket, "no")
    asked = session.prompts[0].prompt
    assert isinstance(asked, Choose)
    assert [option.id for option in asked.options] == ["library35", "library53"]
    session.answer(session.prompts[0].ticket, "library53")
    assert session.state.boards == ["library"]
    assert any("Library at Celaeno" in fact.text() for fact in session.state.facts)
    again = CTHULHU_WARS.again(session.state)
    assert again["map"] == "library53"


# -- Silence tokens --------------------------------------------------------------------------------------------------


def test_each_player_has_one_silence_token_from_the_doom_phase_on() -> None:
    """3.11: at most one, Bubastis two; taken at the start of the Doom Phase."""
    game = library("GC", "BB", "CC")
    assert [game[code].marks.get("silence", 0) for code in ("GC", "BB", "CC")] == [0, 0, 0]
    game.to_doom_phase()
    assert [game[code].marks["silence"] for code in ("GC", "BB", "CC")] == [1, 2, 1]


def test_silence_tokens_are_discarded_in_gather_power() -> None:
    """3.11: at the start of Gather Power."""
    game = library()
    token(game, "CC")
    game.pass_all()
    assert game.key == "gather_power"
    assert game["CC"].marks["silence"] == 0


# -- Custodian and Librarian -----------------------------------------------------------------------------------------


def test_the_custodian_takes_units_to_the_oubliette() -> None:
    """3.11: an Action of cost 0 with a token; as many units there as the Agony die shows, split by the user, picked by
    their owners."""
    game = library()
    assert game.refusal("custodian") == "You have no Silence token."
    token(game, "GC")
    power = game["GC"].power
    game.play(("action/GC", "custodian"), ("custodian/area", "blue_hall"))
    assert isinstance(game.prompt, Count)
    assert (game.prompt.least, game.prompt.most) == (1, 3)
    game.play(("custodian/agony", 2), ("custodian/number", 2), ("custodian/split/GC", 0), ("custodian/split/CC", 2))
    game.play(("custodian/CC", ["acolyte.1", "acolyte.2"]), ("custodian/CC/gate", "blue_hall"))
    assert game["GC"].power == power
    assert game["GC"].marks["silence"] == 0
    assert game.state.gates["blue_hall"] is None
    assert game["CC"].seen["oubliette"] == {"acolyte": 2}


def test_the_custodian_that_stays_is_stronger_by_one() -> None:
    """3.11: +1 if it stayed."""
    game = library()
    for agony, most in ((1, 1), (2, 3)):
        token(game, "GC")
        game.play(("action/GC", "custodian"), ("custodian/area", "blue_hall"), ("custodian/agony", agony))
        assert isinstance(game.prompt, Count)
        assert game.prompt.most == most
        game.play(("custodian/number", 0))
        game.pass_others("GC")


def test_nobody_takes_an_abandoned_gate_where_one_of_them_is() -> None:
    """3.11: no abandoned Gate in their area may be taken."""
    game = library()
    gate(game, "gloomloft", None)
    assert game.refusal("control") == "All your Cultists are on Gates already." or "control" in game.options()
    token(game, "GC")
    game.play(("action/GC", "custodian"), ("custodian/area", "gloomloft"), ("custodian/agony", 1))
    game.play(("custodian/number", 0))
    game.pass_others("GC")
    assert game.refusal("control") == "There is no abandoned Gate."


def test_the_librarian_goes_to_whoever_has_an_overdue_tome() -> None:
    """3.11: its Agony is paid by units there, Doom or returned Tomes."""
    game = library()
    token(game, "GC")
    assert game.refusal("librarian") == "No enemy has an overdue Tome."
    has(game, "CC", LARVAE, CC_doom=3)
    game.play(("action/GC", "librarian"), ("librarian/area", "blue_hall"), ("librarian/agony", 3))
    game.play(("librarian/3", "doom"), ("librarian/2", LARVAE), ("librarian/1", "unit"))
    game.play(("librarian/unit/0", ["acolyte.1"]), ("librarian/unit/0/gate", []))
    assert game["CC"].doom == 2
    assert not game["CC"].marks[tome(LARVAE)]
    assert game["CC"].seen["oubliette"] == {"acolyte": 1}


def test_who_has_no_doom_cannot_pay_the_librarian_with_it() -> None:
    game = library()
    token(game, "GC")
    has(game, "CC", LARVAE)
    game.play(("action/GC", "librarian"), ("librarian/area", "blue_hall"), ("librarian/agony", 1))
    assert game.refusal("doom") == "You have no Doom."
    game.play(("librarian/1", "done"))


# -- Tomes -----------------------------------------------------------------------------------------------------------


def test_the_first_doom_phase_brings_a_gate_to_each_tome_area_without_one() -> None:
    """3.11: at its start."""
    game = library()
    gate(game, YR, "GC")
    assert not {*TOMES} - {YR} & {*game.state.gates}
    game.to_doom_phase()
    assert {area: game.state.gates[area] for area in TOMES} == {YR: "GC", LARVAE: None, BARRIER: None, GUARDIAN: None}
    game.until("action/", "book/")
    game.take_first("book/")
    game.until("action/")
    for area in TOMES[1:]:
        game.state.record(GateGone(area))
    game.to_doom_phase()
    assert not {*TOMES[1:]} & {*game.state.gates}


def test_whoever_controls_the_gate_has_the_tome_and_keeps_it_overdue() -> None:
    """3.11: a book beside the card, no spellbook; losing the Gate makes it overdue, it still works."""
    game = library()
    gate(game, LARVAE, "GC")
    game.answer("pass")
    assert game["GC"].marks[tome(LARVAE)] == 1
    assert game["GC"].books == []
    column = next(player for player in game.session.view.players if player.id == "GC")
    assert any("Larvae" in line and "overdue" not in line for line in column.details)
    game.state.record(GateSet(LARVAE, None))
    column = next(player for player in game.session.view.players if player.id == "GC")
    assert any("Larvae" in line and "overdue" in line for line in column.details)


@pytest.mark.parametrize(("said", "owner"), [("yes", "CC"), ("no", "GC")])
def test_who_has_the_tome_of_a_gate_that_changes_hands_is_asked_once(said: str, owner: str) -> None:
    """No source says whether the new controller takes an overdue Tome at once."""
    game = library()
    has(game, "GC", LARVAE)
    gate(game, LARVAE, "CC")
    game.play(("action/GC", "pass"), (f"tome/{LARVAE}", said))
    assert [code for code in game.state.seats if game[code].marks.get(tome(LARVAE))] == [owner]
    game.play(("action/CC", "pass"))
    assert game.key == "action/BG"


def test_yr_and_the_nhhngr_brings_a_monster_or_power() -> None:
    """3.11: action 1; somebody has more Doom: one Monster free at your Gate, or 2 Power. It is turned face down."""
    game = library()
    assert game.refusal(tome(YR)) == "You do not have this Tome."
    has(game, "GC", YR)
    assert game.refusal(tome(YR)) == "Nobody has more Doom than you."
    game.correct(CC_doom=1)
    game.play(("action/GC", tome(YR)), ("yr", "monster"), ("yr/unit", "starspawn"))
    game.take_first("yr/area")
    assert game.state.in_play("GC", "starspawn") == 1
    assert game["GC"].seen["hyperquarium"]["starspawn"] == 1
    assert (game["GC"].power, game["GC"].marks[tome(YR)]) == (7, 2)
    game = library()
    has(game, "GC", YR)
    game.correct(CC_doom=1)
    game.play(("action/GC", tome(YR)), ("yr", "power"))
    assert game["GC"].power == 9


@pytest.mark.parametrize(
    "numbers",
    [
        {"GC_deep_one": 4, "GC_shoggoth": 2, "GC_starspawn": 2},  # No Monster is in your Pool.
        {"GC_acolyte": 0},  # You control no Gate.
    ],
)
def test_yr_and_the_nhhngr_gives_power_where_no_monster_can_come(numbers: dict[str, int]) -> None:
    game = library()
    if "GC_acolyte" in numbers:
        gate(game, "hyperquarium", None)
    has(game, "GC", YR, CC_doom=1, **numbers)
    game.play(("action/GC", tome(YR)))
    assert game["GC"].power == 9
    assert not game.state.in_play("GC", "starspawn") or "GC_starspawn" in numbers


def test_larvae_of_the_outer_gods_gives_an_elder_sign() -> None:
    """3.11: action 1; 1 Elder Sign, if an active faction has more Power."""
    game = library()
    has(game, "GC", LARVAE)
    assert game.refusal(tome(LARVAE)) == "No faction that can still act has more Power than you."
    game.correct(CC_power=9)
    game.play(("action/GC", tome(LARVAE)))
    assert (len(game["GC"].signs), game["GC"].power, game["GC"].marks[tome(LARVAE)]) == (1, 7, 2)


def test_whoever_attacks_the_barrier_gives_something() -> None:
    """3.11: a captured Cultist of anybody, an Elder Sign or its Silence token; it is never turned face down."""
    game = library()
    has(game, "CC", BARRIER)
    game.correct(GC_starspawn=1)
    token(game, "GC")
    game.play(("action/GC", "battle/CC"), ("battle/area", "blue_hall"))
    game.play(("battle/pieces/GC", ["GC.starspawn.1"]), ("battle/pieces/CC", ["CC.acolyte.1"]))
    assert game["GC"].marks["silence"] == 0
    assert game["CC"].marks[tome(BARRIER)] == 1


def test_the_barrier_lets_a_captive_go_home() -> None:
    game = library()
    has(game, "CC", BARRIER)
    game.correct(GC_starspawn=1, BG_acolyte=5)
    game.session.correct({"GC.captives.BG": 1})
    token(game, "GC")
    game.play(("action/GC", "battle/CC"), ("battle/area", "blue_hall"))
    game.play(("battle/pieces/GC", ["GC.starspawn.1"]), ("battle/pieces/CC", ["CC.acolyte.1"]))
    game.play(("barrier", "BG/acolyte"))
    assert (game["GC"].captives["BG"]["acolyte"], game["GC"].marks["silence"]) == (0, 1)


def test_guardian_under_the_lake_moves_all_units_between_archways() -> None:
    """3.11: action 1; all units of a faction from one archway area to another."""
    game = library()
    has(game, "GC", GUARDIAN)
    game.play(("action/GC", tome(GUARDIAN)), ("guardian/whose", "CC"), ("guardian/from", "blue_hall"))
    assert "blue_hall" not in game.options()
    game.play(("guardian/to", "oubliette"))
    assert (game["GC"].power, game["GC"].marks[tome(GUARDIAN)]) == (7, 2)
    assert game.state.gates["blue_hall"] is None


def test_a_tome_is_turned_up_for_a_price_at_any_time_or_in_the_doom_phase() -> None:
    """3.11, POD 21: in the Doom Phase, or for a captured Cultist, an Elder Sign or a Silence token at any time."""
    game = library()
    has(game, "CC", YR, 2)
    offered = [option.id for option in game.session.interjections]
    assert "tome_up/CC" not in offered
    token(game, "CC")
    game.session.interject("tome_up/CC")
    assert (game["CC"].marks[tome(YR)], game["CC"].marks["silence"]) == (1, 0)
    has(game, "CC", YR, 2)
    game.answer("pass")
    assert game.refusal(tome(YR)) == "It is face down."
    game.to_doom_phase()
    assert game["CC"].marks[tome(YR)] == 1


def test_why_no_tome_can_be_turned_up() -> None:
    game = library()
    assert cannot_turn(game.state, "GC") == "None of your Tomes is face down."
    has(game, "GC", YR, 2)
    assert cannot_turn(game.state, "GC") == "You have nothing to give for it."


def test_tomes_can_be_set_right() -> None:
    game = library()
    has(game, "CC", YR)
    game.session.interject("tomes/GC")
    game.play(("tome/held", [YR, LARVAE]))
    held = {code: sorted(area for area in TOMES if game[code].marks.get(tome(area))) for code in ("GC", "CC")}
    assert held == {"GC": sorted([YR, LARVAE]), "CC": []}


# -- whole evenings --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["referee", "clerk", "scribe"])
@pytest.mark.parametrize(("layout", "codes"), [("library33", "GC CC TT"), ("library53", "WW BB AN OW")])
def test_an_evening_in_the_library_comes_to_its_end(layout: str, codes: str, level: str) -> None:
    for seed in range(2):
        setup = {"factions": codes.split(), "map": layout, "signs": "app", "options": {"help": level}}
        session, chance = new_session(CTHULHU_WARS, setup), Random(seed)
        while session.prompts:
            step(session, chance)
            if level == "referee":
                check_invariants(session.state)
            assert len(session.timeline.entries) < 8000
        assert session.view.finished
