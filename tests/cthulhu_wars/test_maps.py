"""The boards: the data has ids, the code has the names that people read."""

from __future__ import annotations

from collections import deque
from itertools import combinations

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.maps import AREAS, BOARDS, LAYOUTS, LIBRARIES, area_name, board
from companion.table.prompts import Choose
from companion.table.session import new_session
from tests.cthulhu_wars.home_made import crowd
from tests.marked import marked


def test_every_area_and_layout_of_the_data_has_a_name_and_nothing_else_has() -> None:
    assert set(AREAS) == {area for layout in LAYOUTS for area in board(layout).areas}
    assert set(LAYOUTS) == {*BOARDS, *LIBRARIES}


@pytest.mark.parametrize("layout", BOARDS)
def test_names_on_a_map_are_asked_of_the_catalogue_each_time(layout: str) -> None:
    """Boards are read once; their names are those of the language in use."""
    assert board(layout).name == LAYOUTS[layout]
    area = board(layout).areas["arctic_ocean"]
    assert area.name == area_name("arctic_ocean") == "Arctic Ocean"
    with marked():
        assert board(layout).name == f"⟦{LAYOUTS[layout]}⟧"
        assert area.name == area_name("arctic_ocean") == "⟦Arctic Ocean⟧"


@pytest.mark.parametrize(
    ("layout", "areas", "oceans", "borders", "widest"),
    [
        ("earth33", 13, 6, 33, 3),
        ("earth35", 17, 6, 45, 4),
        ("earth53", 17, 6, 44, 4),
        ("earth55", 21, 6, 56, 4),
        ("earth66", 24, 8, 64, 4),
    ],
)
def test_each_map_is_as_the_reference_counts_it(
    layout: str, areas: int, oceans: int, borders: int, widest: int
) -> None:
    """Reference 1.2 and maps.json: areas, oceans, borders, and how far apart two areas are at most."""
    near = {area.id: set(area.adjacent) for area in board(layout).areas.values()}
    assert len(near) == areas
    assert len(board(layout).oceans()) == oceans
    assert all(one in near[other] for one in near for other in near[one])
    assert all(one not in near[one] for one in near)
    assert sum(map(len, near.values())) == 2 * borders
    assert max(max(_distances(near, area).values()) for area in near) == widest
    assert all(len(_distances(near, area)) == areas for area in near), "all can be reached"


def _distances(near: dict[str, set[str]], start: str) -> dict[str, int]:
    found = {start: 0}
    queue = deque([start])
    while queue:
        area = queue.popleft()
        for other in near[area] - set(found):
            found[other] = found[area] + 1
            queue.append(other)
    return found


@pytest.mark.parametrize("layout", BOARDS)
def test_what_stands_out_on_the_printed_boards(layout: str) -> None:
    """maps.json, shared rules: the edges join, New Zealand and Central America keep what is behind them from a sea."""
    laid = board(layout)
    assert laid.touch("north_atlantic", "north_pacific")
    assert laid.touch("south_atlantic", "south_pacific")
    assert laid.touch("indian_ocean", "south_pacific")
    if "new_zealand" in laid.areas:
        assert not laid.touch("australia", "south_pacific")
        assert not laid.touch("south_america_west", "north_atlantic")
    else:
        assert laid.touch("south_america", "north_atlantic")
        assert laid.touch("south_america", "north_pacific")
    if "asia" in laid.areas:
        assert laid.touch("asia", "north_atlantic")


@pytest.mark.parametrize("number", [5, 6])
def test_each_number_of_factions_has_its_map_and_track(number: int) -> None:
    """Reference 1.1 and 1.2; where our sources differ on which areas of the 6-player map touch, the table says it."""
    with crowd(number) as codes:
        session = new_session(CTHULHU_WARS, {"factions": codes, "signs": "app"})
        state = session.state
        assert len(state.board.areas) == {5: 21, 6: 24}[number]
        assert len(state.track) == {5: 10, 6: 12}[number]
        assert (session.prompts[0].prompt.key == "setup/borders") is (number == 6)


def test_disputed_borders_are_what_the_board_on_the_table_shows() -> None:
    """maps.json, disputed edges: asked, with what most sources say suggested; never guessed."""
    with crowd(6) as codes:
        session = new_session(CTHULHU_WARS, {"factions": codes, "signs": "app"})
        prompt = session.prompts[0].prompt
        assert isinstance(prompt, Choose)
        assert set(prompt.suggested) == {
            "arctic_ocean/bering_sea",
            "bering_sea/north_asia",
            "new_zealand/south_pacific",
        }
        assert {o.label for o in prompt.options} >= {"Bering Sea and North Asia", "Australia and South Pacific"}
        session.answer(session.prompts[0].ticket, ["australia/south_pacific", "arctic_ocean/bering_sea"])
        laid, printed = session.state.board, board("earth66")
        changed = {
            frozenset(pair)
            for pair in combinations(laid.areas, 2)
            if laid.touch(*pair) != printed.touch(*pair) or laid.touch(*pair) != laid.touch(*reversed(pair))
        }
        assert changed == {
            frozenset({"australia", "south_pacific"}),
            frozenset({"bering_sea", "north_asia"}),
            frozenset({"new_zealand", "south_pacific"}),
        }
        session.undo()
        assert session.state.board == printed
