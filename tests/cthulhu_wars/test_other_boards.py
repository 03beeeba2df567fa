"""Boards that the table describes, and the Colour Out of Space (reference 3.11)."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from companion.games.cthulhu_wars.boards import shaggai
from companion.games.cthulhu_wars.boards.registry import RULES
from companion.games.cthulhu_wars.facts import GateSet, PlacesSet
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.maps import COLOUR, DESCRIBED, OTHER_BOARDS
from companion.games.cthulhu_wars.rules.pool import gates
from companion.table.prompts import Choose, Tell
from companion.table.session import new_session
from tests.chance import step
from tests.cthulhu_wars.evening import Evening, go_on, onwards
from tests.cthulhu_wars.test_random_games import check_invariants

NAMES: Final = [f"Place {letter}" for letter in "ABCDEFGHIJKL"]
AREAS: Final = [
    {"name": name, "ocean": n % 4 == 0, "touches": [NAMES[(n + 1) % 12], NAMES[(n + 5) % 12]]}
    for n, name in enumerate(NAMES)
]
PLACES: Final[dict[str, dict[str, list[str]]]] = {
    "dreamlands": {"surface_citadel": NAMES[:4], "underworld_citadel": NAMES[4:8], "vale": [NAMES[11]]},
    "primeval": {"glacier_glyph": NAMES[4:9]},
    "shaggai": {"first_worm": [NAMES[2]]},
    "yuggoth": {"laboratory": [NAMES[0]], "overlook": [NAMES[1]], "green_pyramid": [NAMES[2]]},
}
STARTS: Final = dict(zip(("GC", "CC", "BG", "TT", "OW"), NAMES, strict=False))


def described(board: str, *codes: str, **setup: Any) -> Evening:
    """A game on a board that is described in the set-up, with starts from the first area on."""
    drawn = {"name": "Ours", "areas": AREAS, "board": board, "places": PLACES[board], "starts": STARTS}
    return Evening(*(codes or ("GC", "CC", "BG")), map=drawn, direction=1, **setup)


def places(game: Evening, kind: str, *areas: str) -> None:
    """Put pieces of a board into areas."""
    game.state.record(PlacesSet(kind, areas, words=""))
    game.correct(GC_power=7)
    game.correct(GC_power=8)


def to_the_end_of_the_doom_phase(game: Evening, key: str) -> None:
    """Come to a question at its end."""
    game.to_doom_phase()
    onwards(game, key)


def test_every_board_says_what_it_adds_and_how_sure_we_are() -> None:
    assert set(RULES) == {*OTHER_BOARDS, COLOUR}
    assert all(rules.text and rules.detail for rules in RULES.values())
    assert all("no source tells its neighbours" in RULES[board].detail for board in DESCRIBED)


@pytest.mark.parametrize("board", DESCRIBED)
def test_its_special_areas_are_asked_once_and_kept(board: str) -> None:
    """3.11: no source tells the neighbours; the table describes the board once."""
    drawn = {"name": "Ours", "areas": AREAS, "board": board}
    session = new_session(CTHULHU_WARS, {"factions": ["GC", "CC", "BG"], "map": drawn, "signs": "app"})
    for kind, areas in PLACES[board].items():
        assert session.prompts[0].prompt.key == f"setup/own_map/{kind}"
        session.answer(session.prompts[0].ticket, areas)
    assert {kind: session.state.places[kind] for kind in PLACES[board]} == PLACES[board]
    (kept,) = [fact for fact in session.state.facts if type(fact).__name__ == "SavedItem"]
    assert (kept.data["board"], kept.data["places"]) == (board, PLACES[board])


@pytest.mark.parametrize("level", ["referee", "clerk"])
@pytest.mark.parametrize("board", [*DESCRIBED, COLOUR])
def test_an_evening_on_it_comes_to_its_end(board: str, level: str) -> None:
    for seed in range(2):
        setup: dict[str, Any] = {"factions": ["GC", "BB", "OW", "TT"] if seed else ["YS", "DS", "AN", "WW"]}
        setup |= {"signs": "app", "direction": 1, "options": {"help": level}, "colour": board == COLOUR}
        if board == COLOUR:
            setup["map"] = "library35" if seed else "earth35"
        else:
            setup["map"] = {"name": "Ours", "areas": AREAS, "board": board, "places": PLACES[board]}
        session, chance = new_session(CTHULHU_WARS, setup), Random(seed)
        while session.prompts:
            step(session, chance)
            if level == "referee":
                check_invariants(session.state)
            assert len(session.timeline.entries) < 8000
        assert session.view.finished


# -- Dreamlands ------------------------------------------------------------------------------------------------------


def test_four_citadels_of_one_board_win_at_once() -> None:
    """3.11: whatever the books and Doom."""
    game = described("dreamlands")
    for area in NAMES[:4]:
        game.state.record(GateSet(area, "CC", built=area not in game.state.gates))
    game.correct(GC_power=8)
    game.answer("pass")
    onwards(game, "end")
    assert isinstance(game.prompt, Tell)
    assert game.prompt.title == "Victory: Crawling Chaos."


def test_four_citadels_of_two_boards_do_not_win() -> None:
    game = described("dreamlands")
    for area in NAMES[2:6]:
        game.state.record(GateSet(area, "CC", built=area not in game.state.gates))
    game.correct(GC_power=8)
    game.answer("pass")
    assert game.key.startswith(("action/", "book/"))


def test_the_table_says_that_yog_sothoth_holds_a_citadel() -> None:
    """3.11: Yog-Sothoth counts for his Citadel; where he stands only the table sees."""
    game = described("dreamlands")
    game.session.interject("citadels/BG")
    game.play(("dreamlands/won/BG", "yes"), ("action/GC", "pass"))
    onwards(game, "end")
    assert isinstance(game.prompt, Tell)
    assert game.prompt.title == "Victory: Black Goat."


def test_the_bhole_destroys_the_gate_of_its_area_and_stays() -> None:
    """3.11: with its keeper, at the end of the Doom Phase."""
    game = described("dreamlands")
    places(game, "bhole", NAMES[1])
    to_the_end_of_the_doom_phase(game, "dreamlands/zoog/1")
    assert NAMES[1] not in game.state.gates
    assert game["CC"].in_play["acolyte"] == 5
    assert game.state.places["bhole"] == [NAMES[1]]


def test_the_bhole_goes_to_a_citadel_that_is_rolled() -> None:
    """3.11: with no Gate in its area; there it does the same."""
    game = described("dreamlands")
    places(game, "bhole", NAMES[10])
    game.state.record(GateSet(NAMES[4], None, built=True))
    to_the_end_of_the_doom_phase(game, "dreamlands/to")
    assert game.options() == NAMES[4:8]
    game.answer(NAMES[4])
    assert NAMES[4] not in game.state.gates


def test_a_killed_bhole_comes_back_in_the_vale() -> None:
    """3.11: at the end of the next Doom Phase, without a roll."""
    game = described("dreamlands")
    places(game, "bhole", NAMES[10])
    game.play(("action/GC", "fight_bhole"), ("dreamlands/fight", "killed"))
    assert game.state.places["bhole"] == []
    game.pass_others("GC")
    assert game.refusal("fight_bhole") == "It is not on the map."
    to_the_end_of_the_doom_phase(game, "dreamlands/zoog/1")
    assert game.state.places["bhole"] == [NAMES[11]]


def test_a_pain_sends_the_bhole_to_the_vale() -> None:
    game = described("dreamlands")
    places(game, "bhole", NAMES[10])
    game.play(("action/GC", "fight_bhole"), ("dreamlands/fight", "vale"))
    assert game.state.places["bhole"] == [NAMES[11]]


def test_six_zoogs_come_and_nobody_controls_a_gate_with_one() -> None:
    """3.11: a die for each that is not on the map; no Gate with a Zoog can be controlled."""
    game = described("dreamlands")
    assert game.refusal("fight_zoogs") == "None is on the map."
    places(game, "bhole", NAMES[10])
    to_the_end_of_the_doom_phase(game, "dreamlands/to")
    game.answer(NAMES[5])
    for n in range(1, 7):
        game.play((f"dreamlands/zoog/{n}", NAMES[0]))
    assert game.state.places["zoog"] == [NAMES[0]] * 6
    assert game.state.gates[NAMES[0]] is None
    onwards(game, "action/GC")
    game.play(("action/GC", "fight_zoogs"), ("dreamlands/removed", "2"))
    assert game.state.places["zoog"] == [NAMES[0]] * 4


# -- Primeval --------------------------------------------------------------------------------------------------------


def test_the_first_glaciers_come_to_all_start_areas() -> None:
    """3.11: at the end of the first Doom Phase; the Gates there are abandoned for good."""
    game = described("primeval", "GC", "BB", "CC")
    game.to_doom_phase()
    onwards(game, "action/GC")
    starts = {game[code].start for code in ("GC", "CC")}
    assert set(game.state.places["glacier"]) == starts
    assert all(game.state.gates[area] is None for area in starts)
    assert game.refusal("control") == "There is no abandoned Gate."


def test_later_the_first_player_puts_two_glaciers() -> None:
    """3.11: in areas with the glyph; a Gate built there is covered at once."""
    game = described("primeval")
    game.to_doom_phase()
    onwards(game, "action/GC")
    to_the_end_of_the_doom_phase(game, "primeval/glaciers")
    assert isinstance(game.prompt, Choose)
    assert (game.prompt.least, game.prompt.most, game.options()) == (2, 2, NAMES[4:9])
    game.answer([NAMES[4], NAMES[5]])
    assert {NAMES[4], NAMES[5]} <= set(game.state.places["glacier"])
    onwards(game, "action/GC")
    game.state.record(GateSet(NAMES[4], "GC", built=True))
    game.answer("pass")
    assert game.state.gates[NAMES[4]] is None


def test_tcho_tcho_removes_any_gate_there() -> None:
    """Reference 6, Tcho-Tcho: on the Primeval and Shaggai maps any Gate that it controls."""
    game = described("primeval", "TT", "CC", "BG")
    game.state.record(GateSet(NAMES[8], "TT", built=True))
    game.correct(TT_power=7)
    game.play(("action/TT", "remove_gate"), ("remove_gate", NAMES[8]))
    assert NAMES[8] not in game.state.gates


# -- Shaggai ---------------------------------------------------------------------------------------------------------


def test_a_worm_that_is_rolled_is_replaced_by_eradication() -> None:
    """3.11: Gate and markers leave, units are Eliminated: 1 Power each, an Elder Sign for a controlled Gate."""
    game = described("shaggai")
    assert game.state.places["worm"] == [NAMES[2]]
    to_the_end_of_the_doom_phase(game, "shaggai/rolled")
    power, signs = game["BG"].power, len(game["BG"].signs)
    game.answer([NAMES[2]])
    while game.key != "shaggai/units/BG":
        game.answer([])
    game.answer(["acolyte.1", "acolyte.2"])
    while game.key.startswith("shaggai/units"):
        game.answer([])
    assert (game["BG"].power, len(game["BG"].signs)) == (power + 2, signs + 1)
    assert NAMES[2] not in game.state.board.areas
    assert NAMES[2] not in game.state.gates
    # Next to what is Eradicated: its four neighbours.
    assert set(game.options()) == {NAMES[1], NAMES[3], NAMES[7], NAMES[9]}


def test_each_player_adds_a_worm_next_to_the_first_area() -> None:
    """3.11: in order."""
    game = described("shaggai")
    to_the_end_of_the_doom_phase(game, "shaggai/rolled")
    game.answer([])
    for __ in range(3):
        game.answer(game.options()[0])
    assert len(game.state.places["worm"]) == 4


def test_a_gate_with_a_worm_gives_a_spellbook_for_power() -> None:
    """3.11: an Action for 6 Power takes any book without its requirement."""
    game = described("shaggai")
    assert game.refusal("worm_book") == "You have no Gate with a Worm."
    places(game, "worm", NAMES[0])
    game.play(("action/GC", "worm_book"))
    game.answer(game.options()[0])
    game.take_first("book/GC")
    assert (game["GC"].power, len(game["GC"].books)) == (2, 1)
    game["GC"].books[:] = ["x"] * 6
    assert shaggai.no_book(game.state, "GC") == "You have all spellbooks."


def test_the_game_ends_with_fewer_than_two_areas_a_player() -> None:
    """3.11: fewer than two areas left per player."""
    game = described("shaggai")
    assert not shaggai.over(game.state)
    for area in NAMES[:7]:
        game.state.laid = game.state.board.without_area(area)
    assert shaggai.over(game.state)


# -- Yuggoth ---------------------------------------------------------------------------------------------------------


def test_the_green_pyramid_gives_3_power() -> None:
    """3.11: a controlled Gate there; the third comes besides the two."""
    game = described("yuggoth")
    game.pass_all()
    assert game.key == "gather_power"
    before = game["BG"].power
    game.answer(True)
    assert game["BG"].power - before == 6 + 2 * gates(game.state, "BG") + 1


def test_surgery_makes_brain_cylinders_at_the_laboratory() -> None:
    """3.11: action 1, up to four own Cultists, at most four."""
    game = described("yuggoth")
    game.play(("action/GC", "surgery"), ("yuggoth/surgery", 4))
    assert (game["GC"].power, game["GC"].marks["cylinders"], game["GC"].in_play["acolyte"]) == (7, 4, 6)
    assert game.refusal("surgery") == "You do not control the Gate of the Laboratory."
    game.answer("pass")
    game.answer("pass")
    assert game.refusal("surgery") == "You have all your Brain Cylinders."


def test_the_first_slime_mold_is_free_at_the_overlook() -> None:
    """3.11: an Action, 0 for the first in play, else 1."""
    game = described("yuggoth")
    assert game.refusal("slime_mold") == "You do not control the Gate of the Overlook."
    game.answer("pass")
    for power in (8, 7):
        game.play(("action/CC", "slime_mold"))
        assert game["CC"].power == power
        game.pass_others("CC")
    assert game.state.board_marks["slime"] == 2


def test_the_watcher_wakes_moves_and_sleeps() -> None:
    """3.11: when somebody first reaches 12 Doom; awake it loses a die before a Doom Phase; each Kill lowers it."""
    game = described("yuggoth")
    game.correct(GC_doom=12)
    game.answer("pass")
    assert game.state.board_marks["watcher"] == 12
    game.to_doom_phase()
    assert game.state.board_marks["watcher"] == 11
    onwards(game, "yuggoth/watcher/GC")
    game.play(("yuggoth/watcher/GC", [NAMES[3]]), ("yuggoth/kills/GC", 11))
    assert game.state.board_marks["watcher"] == 0
    assert game.key.startswith("action/")


def test_the_watcher_wakes_by_a_die() -> None:
    """3.11: a die at the end of the Doom Phase shows the number of a pyramid area with a controlled Gate."""
    game = described("yuggoth")
    to_the_end_of_the_doom_phase(game, "yuggoth/wakes")
    game.answer("yes")
    assert game.state.board_marks["watcher"] == 12


# -- Colour Out of Space ---------------------------------------------------------------------------------------------


def coloured(die: int, owner: str = "GC") -> Evening:
    """The Doom Phase with a Colour Gate in Great Cthulhu's start area, after the die."""
    game = Evening("GC", "CC", "BG", colour=True)
    game.session.interject(f"colour_gate/{owner}")
    game.take_first("colour/say")
    game.play(("colour/built", "1"))
    game.pass_all()
    onwards(game, "colour/die")
    game.answer(die)
    return game


def test_a_1_swaps_a_normal_gate_of_the_first_without_a_colour() -> None:
    """3.11: the first player in order without a Colour Gate."""
    game = coloured(1)
    assert game.key == "colour/which"
    game.answer("2")
    assert game.state.places["colour_gate"] == ["south_pacific", "asia"]


@pytest.mark.parametrize(
    ("column", "power", "doom"), [("power", 1, 0), ("less_power", -1, 0), ("doom", 0, 1), ("nothing", 0, 0)]
)
def test_a_column_is_asked_once_and_done(column: str, power: int, doom: int) -> None:
    """3.11: each colour does what its column says for its controller; no source tells what that is."""
    game = coloured(3)
    before = game["GC"].power, game["GC"].doom
    assert game.key == "colour/column"
    game.answer(column)
    # One Doom for the Gate comes besides.
    assert (game["GC"].power, game["GC"].doom) == (before[0] + power, before[1] + doom + 1)
    assert game.state.board_marks["column/1/3"] > 0


def test_a_column_may_forbid_a_ritual_or_give_a_sign_more() -> None:
    """3.11: no Ritual in this phase, or an Elder Sign more."""
    game = coloured(2)
    game.answer("ritual")
    while game.key != "doom_phase/CC":
        go_on(game)
    assert "Great Cthulhu: Not in this phase: Colour Out of Space." in game.log()
    game = coloured(2)
    game.answer("sign")
    while game.key != "doom_phase/GC":
        go_on(game)
    signs = len(game["GC"].signs)
    game.answer("ritual")
    assert len(game["GC"].signs) == signs + 1


def test_a_6_makes_one_normal_and_rolls_again() -> None:
    """3.11: the lowest Doom turns one into a normal Gate, then once more a die."""
    game = coloured(6)
    assert game.state.places["colour_gate"] == []
    assert game.key == "colour/again"
