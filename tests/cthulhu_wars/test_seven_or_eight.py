"""Seven and eight factions on the 6-player map: a ruling of the table's own, off by default.

The printed reverse sides of the 6-8 player map, their adjacency and their track are not established (reference 3.9).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.rulings import COMMON
from companion.table.errors import BadSetupError
from companion.table.prompts import Choose, Form, Seats, Write
from companion.table.session import Session, new_session
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.home_made import LAMPLIGHTERS

SEVEN = ["GC", "CC", "BG", "YS", "SL", "WW", "OW"]
EIGHT = [*SEVEN, "TT"]
TRACK_OF_6 = (5, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10)
SUGGESTED = {
    7: (5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10),
    8: (5, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 10),
}
RULED: dict[str, Any] = {"options": {"eight": "other"}, "signs": "app"}


def answer(session: Session[Any], key: str, value: Any) -> None:
    assert session.prompts[0].prompt.key == key
    session.answer(session.prompts[0].ticket, value, source="hand")


def log(session: Session[Any]) -> list[str]:
    return [line for fact in session.state.facts if (line := fact.text())]


@pytest.mark.parametrize("codes", [SEVEN, EIGHT])
def test_they_are_refused_without_the_ruling(codes: list[str]) -> None:
    """Reference 3.9: an own map stays the default."""
    with pytest.raises(BadSetupError, match="2 to 6 factions can play"):
        new_session(CTHULHU_WARS, {"factions": codes})
    with pytest.raises(BadSetupError, match="2 to 8 factions can play"):
        new_session(CTHULHU_WARS, {"factions": [*EIGHT, "AN"], **RULED})


def test_the_ruling_says_that_it_is_no_printed_rule() -> None:
    point = COMMON["eight"]
    assert point.text.startswith("Not in the rulebook")
    assert next(iter(point.readings.values())) == "only on a map of your own"


@pytest.mark.parametrize("codes", [SEVEN, EIGHT])
def test_they_play_on_the_6_player_map_with_a_suggested_track(codes: list[str]) -> None:
    """Reference 1.1: one source (TH) has tracks for 7 and 8; they are filled in, and the table may change them."""
    track = SUGGESTED[len(codes)]
    game = Evening(*codes, **RULED)
    game.take_first("book/")  # So many Gates meet requirements of some at once.
    assert game.key == "action/GC"
    assert (game.state.map_id, game.state.track) == ("earth66", track)
    assert f"Ritual track: {' '.join(map(str, track))}" in log(game.session)
    assert len({faction.start for faction in game.state.factions.values()}) == len(codes)
    assert game.session.view.tracks[0].cells[:-1] == tuple(map(str, track))
    assert CTHULHU_WARS.again(game.state)["track"] == list(track)


def test_their_track_is_asked_for_and_can_be_edited() -> None:
    """Reference 1.1: fill in the numbers of the one source, and let the table change them."""
    session = new_session(CTHULHU_WARS, {"factions": SEVEN, **RULED})
    asked = session.prompts[0].prompt
    assert isinstance(asked, Write)
    assert (asked.key, asked.suggested) == ("setup/track/1", "5 6 6 6 7 7 7 8 8 8 9 9 9 10")
    assert "one source" in asked.text
    answer(session, "setup/track/1", "5 6 7 10")
    assert session.state.track == (5, 6, 7, 10)


def test_a_track_that_is_given_is_not_asked_for() -> None:
    session = new_session(CTHULHU_WARS, {"factions": SEVEN, "track": [5, 7, 9], **RULED})
    assert session.state.track == (5, 7, 9)
    with pytest.raises(BadSetupError, match="“track” is ask, or a list"):
        new_session(CTHULHU_WARS, {"factions": SEVEN, "track": [0], **RULED})


def test_a_game_of_old_keeps_the_track_of_six() -> None:
    """It was begun before its track was asked for, so its set-up says nothing of it."""
    state = CTHULHU_WARS.begin({"factions": SEVEN, **RULED})
    steps = CTHULHU_WARS.script(state)
    next(steps)
    steps.close()
    assert state.track == TRACK_OF_6


def test_no_other_map_is_allowed_for_them() -> None:
    with pytest.raises(BadSetupError, match="7 players use earth66"):
        new_session(CTHULHU_WARS, {"factions": SEVEN, "map": "earth55", **RULED})


def test_six_factions_play_as_ever_with_the_ruling() -> None:
    game = Evening(*SEVEN[:6], **RULED)
    assert (game.state.track, game.state.own_track) == (TRACK_OF_6, ())


def test_a_table_may_seat_eight_and_no_more_without_the_ruling() -> None:
    for setup, most in (({"seating": "table"}, 6), ({"seating": "table", **RULED}, 8)):
        seats = new_session(CTHULHU_WARS, setup).prompts[0].prompt
        assert isinstance(seats, Seats)
        assert seats.most == most
    picking = new_session(CTHULHU_WARS, RULED).prompts[0].prompt
    assert isinstance(picking, Choose)
    assert picking.most == 8
    assert picking.text.startswith("Pick 2 to 8 factions.")


def test_the_ruling_may_be_chosen_before_the_seats() -> None:
    session = new_session(CTHULHU_WARS, {"seating": "table", "rulings": "ask", "signs": "app"})
    while session.prompts[0].prompt.key.startswith("setup/ruling/"):
        picked = "other" if session.prompts[0].prompt.key == "setup/ruling/eight" else "printed"
        session.answer(session.prompts[0].ticket, picked)
    answer(session, "setup/seats", [{"id": code} for code in EIGHT])
    answer(session, "setup/track/1", "")
    assert session.state.track == TRACK_OF_6
    assert session.state.map_id == "earth66"
    assert "7 or 8 factions: also on the 6-player map." in log(session)


def test_three_people_may_share_seven_but_nobody_plays_four() -> None:
    """At most three factions a person (S4)."""
    options = {"eight": "other", "several": "other"}
    session = new_session(CTHULHU_WARS, {"seating": "table", "signs": "app", "options": options})
    answer(session, "setup/seats", [{"id": "GC"}, {"id": "CC"}, {"id": "BG"}])
    form = session.prompts[0].prompt
    assert isinstance(form, Form)
    assert {blank.most for blank in form.blanks} == {3}
    answer(session, "setup/hands/1", {"GC": 3, "CC": 2, "BG": 2})
    answer(session, "setup/more/GC", ["YS", "SL"])
    answer(session, "setup/more/CC", "WW")
    answer(session, "setup/more/BG", "OW")
    answer(session, "setup/track/1", "")
    assert session.state.players == [["GC", "YS", "SL"], ["CC", "WW"], ["BG", "OW"]]


def test_of_eight_tcho_tcho_starts_where_windwalker_may() -> None:
    """Reference 3.9 and Tcho-Tcho's rulings (RB): an 8-player game forces it into a glyph area of Windwalker's."""
    eight = [code for code in EIGHT if code != "SL"] + ["DS"]
    game = new_session(CTHULHU_WARS, {"factions": eight, **RULED})
    while game.prompts[0].prompt.key != "setup/start/TT":
        prompt = game.prompts[0].prompt
        if isinstance(prompt, Write):
            game.answer(game.prompts[0].ticket, prompt.suggested)
            continue
        assert isinstance(prompt, Choose)
        game.answer(game.prompts[0].ticket, [] if prompt.least == 0 else prompt.open_options()[0].id)
    prompt = game.prompts[0].prompt
    assert isinstance(prompt, Choose)
    assert [o.id for o in prompt.open_options()] == ["arctic_ocean", "mountains_of_madness"]
    fewer = new_session(CTHULHU_WARS, {"factions": ["GC", "TT", "DS", "BG", "YS", "CC", "OW"], **RULED})
    while fewer.prompts[0].prompt.key != "setup/start/TT":
        fewer.answer(fewer.prompts[0].ticket, "" if isinstance(fewer.prompts[0].prompt, Write) else [])
    prompt = fewer.prompts[0].prompt
    assert isinstance(prompt, Choose)
    assert "north_america_west" in [o.id for o in prompt.open_options()], "of seven it may take any free glyph"


@pytest.fixture
def unplaced() -> Iterator[None]:
    """A faction of which nobody knows where it starts on the 6-player map is in the game."""
    starts = {layout: areas for layout, areas in LAMPLIGHTERS.start.items() if layout != "earth66"}
    FACTIONS["LL"] = replace(LAMPLIGHTERS, start=starts, place=None, start_of_eight={}, rulings={}, help={})
    yield
    del FACTIONS["LL"]


@pytest.mark.usefixtures("unplaced")
def test_a_start_area_that_is_not_known_is_asked_once() -> None:
    """Where a faction has none on this map the table says it; the same table again only confirms it."""
    codes = [*SEVEN[:6], "LL"]
    session = new_session(CTHULHU_WARS, {"factions": codes, **RULED})
    answer(session, "setup/track/1", "")
    answer(session, "setup/borders", [])
    prompt = session.prompts[0].prompt
    assert prompt.key == "setup/start/LL"
    assert isinstance(prompt, Choose)
    assert "australia" in [o.id for o in prompt.open_options()]
    assert "europe" not in [o.id for o in prompt.open_options()], "Yellow Sign is there"
    answer(session, "setup/start/LL", "australia")
    if session.prompts[0].prompt.key == "setup/start/WW":
        answer(session, "setup/start/WW", "arctic_ocean")
    again = new_session(CTHULHU_WARS, CTHULHU_WARS.again(session.state))
    answer(again, "setup/borders", [])
    assert "Lamplighters: start in Australia" in again.prompts[0].prompt.as_json()["lines"]
    answer(again, "setup/starts", True)
    assert again.state.factions["LL"].start == "australia"


def test_the_same_table_again_plays_by_the_ruling() -> None:
    game = Evening(*EIGHT, **RULED)
    again = CTHULHU_WARS.again(game.state)
    session = new_session(CTHULHU_WARS, again)
    assert session.state.rulings == {"eight": "other"}
    assert len(session.state.seats) == 8


def test_an_own_map_needs_no_ruling() -> None:
    """Reference 3.9: the default for seven and eight."""
    picking = new_session(CTHULHU_WARS, {"map": "own"}).prompts[0].prompt
    assert isinstance(picking, Choose)
    assert picking.most == 8
