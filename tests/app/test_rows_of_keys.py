"""Rows of keys: each begins at the left, and the last one has keys as wide as those above."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.app.sizes import sized

pytestmark = pytest.mark.window

SIZES = sized((800, 480), (720, 1280), (1280, 720))


def grid_of(window: Any, words: list[str], width: float) -> Any:
    """Return a grid of tiles of one way each, laid out at this width."""
    from companion.app.widgets.controls.tile_rows import Tile, Way
    from companion.app.widgets.controls.tiles import TileGrid

    grid = TileGrid(lambda _: None, lambda *_: None)
    grid.size_hint = (None, None)
    window.add_widget(grid)
    grid.show([Tile("acolyte", (Way(said, said),)) for said in words])
    grid.give_room(width, 300, 0)
    grid.size = width, 300
    return grid


def by_row(chips: Any) -> list[list[Any]]:
    """Return the keys that are drawn, row by row from the top, each from the left."""
    rows: dict[int, list[Any]] = {}
    for chip in chips:
        if chip.width:
            rows.setdefault(-round(chip.y), []).append(chip)
    return [sorted(row, key=lambda chip: chip.x) for _, row in sorted(rows.items())]


@pytest.mark.usefixtures("resize")
@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (["Clockwise", "Counter-clockwise"], [1, 1]),
        (["Proto-Shoggoth", "Ghast", "High Priest", "Acolyte"], [2, 2]),
        (["Proto-Shoggoth", "Ghast", "Ghoul", "High Priest", "Acolyte", "Yig", "Gnorri"], [2, 2, 2, 1]),
        (["Ghast", "Yig"], [2]),
    ],
)
def test_keys_of_one_kind_stand_in_columns(window: Any, fingers: Any, words: list[str], rows: list[int]) -> None:
    """*Counter-clockwise* was narrower than *Clockwise* and pushed to the right, and so was the last of four pieces."""
    grid = grid_of(window, words, 380 if len(words) == 2 and rows != [2] else 600)
    try:
        fingers.frames(3)
        found = by_row(grid.chips.values())
        assert [len(row) for row in found] == rows
        assert [chip.text for row in found for chip in row] == words, "in their order"
        for above, row in pairwise(found):
            assert [chip.x for chip in row] == pytest.approx([chip.x for chip in above[: len(row)]])
            assert [chip.width for chip in row] == pytest.approx([above[0].width] * len(row))
    finally:
        window.remove_widget(grid)


@SIZES
@pytest.mark.parametrize("factions", [["GC", "CC", "BG", "WW"], ["GC", "CC", "BG", "YS", "OW", "SL", "WW", "AN"]])
def test_keys_of_one_player_follow_each_other(face: Any, size: tuple[int, int], factions: list[str]) -> None:
    """One faction stood in two rows, and the last key alone at the right."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.autoplay import play
    from tests.app.test_matrix_finds import EIGHT
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, size)
    face.begin(CTHULHU_WARS, EIGHT | {"factions": factions} if len(factions) > 4 else {"factions": factions})
    play(face.session, Random(2), 60, interject=0)
    face.redraw()
    face.page.open_more()
    face.settle()
    rows = face.page.pager.column.children[::-1]
    assert len(rows) == len(factions), "each has one row"
    lefts = {round(key.to_window(*key.pos)[0]) for row in rows for key in [row.grid.children[-1]]}
    assert len(lefts) == 1, "the first keys stand below each other"
    for row in rows:
        for key in row.grid.children:
            assert row.y - 1 <= key.y
            assert key.top <= row.top + 1
