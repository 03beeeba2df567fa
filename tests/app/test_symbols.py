"""Every symbol, drawn in the real window by the faces as the app has them."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.window

SIDE = 64


@pytest.mark.parametrize("bold", [False, True])
def test_every_symbol_is_drawn(window: Any, fingers: Any, resize: Any, bold: bool) -> None:
    """Something stands there, it is not the box of a missing character, and no two look alike."""
    from kivy.uix.gridlayout import GridLayout
    from kivy.uix.label import Label

    from layouts.glyphs import SYMBOLS, UNITS
    from layouts.typeset import FONT

    resize(1280, 1024)
    grid = GridLayout(cols=16)
    names = (*SYMBOLS, "missing", "nothing")
    for character in (*SYMBOLS.values(), "\U0010fffd", " "):
        face = "Units" if character in UNITS.values() else FONT
        grid.add_widget(
            Label(text=character, font_name=face, bold=bold, font_size=40, size_hint=(None, None), size=(SIDE, SIDE))
        )
    window.add_widget(grid)
    fingers.skip(0.2)
    # The picture of a widget stands upside down: its first row is the upper one.
    shown = grid.export_as_image().texture
    window.remove_widget(grid)
    cells: dict[str, bytes] = {}
    for place, name in enumerate(names):
        x, y = place % 16 * SIDE, place // 16 * SIDE
        cells[name] = shown.get_region(x, y, SIDE, SIDE).pixels
    nothing = cells.pop("nothing")
    assert [name for name, cell in cells.items() if cell == nothing] == []
    assert len(set(cells.values())) == len(cells), "two symbols look the same, or as a missing character"


@pytest.mark.usefixtures("window")
def test_the_words_of_results_go_with_their_number() -> None:
    """“5 Kills”, “1 Kill”: in the columns of a battle, in the log, and where they are spread."""
    from companion.app.table.battle.side_words import result_lines
    from companion.app.widgets.base.marks import symbol_mark, words
    from companion.table.view import SideView

    assert [words("Kill", 5), words("kill", 1), words("pain", 0)] == ["Kills", "Kill", "Pains"]
    assert result_lines(SideView("red", "Red", results=(("Kill", 5), ("Pain", 1)))) == [
        f"{symbol_mark('kill')} 5 Kills",
        f"{symbol_mark('pain')} 1 Pain",
    ]
