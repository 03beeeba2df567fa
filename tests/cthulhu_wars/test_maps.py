"""The boards: the data has ids, the code has the names that people read."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.maps import AREAS, BOARDS, LAYOUTS, area_name, board
from tests.marked import marked


def test_every_area_and_layout_of_the_data_has_a_name_and_nothing_else_has() -> None:
    assert set(AREAS) == {area for layout in BOARDS for area in board(layout).areas}
    assert set(LAYOUTS) == set(BOARDS)


@pytest.mark.parametrize("layout", BOARDS)
def test_names_on_a_map_are_asked_of_the_catalogue_each_time(layout: str) -> None:
    """Boards are read once; their names are those of the language in use."""
    assert board(layout).name == LAYOUTS[layout]
    area = board(layout).areas["arctic_ocean"]
    assert area.name == area_name("arctic_ocean") == "Arctic Ocean"
    with marked():
        assert board(layout).name == f"⟦{LAYOUTS[layout]}⟧"
        assert area.name == area_name("arctic_ocean") == "⟦Arctic Ocean⟧"
