"""What lies below and above all pages: the colour of the ground, and the veil of a dimmed screen."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.window


def brightest(face: Any) -> int:
    """The highest value of red, green or blue in the picture."""
    from tests.instruments.outside.stage import grab

    data = grab(face).data
    return max(max(data[channel::4]) for channel in range(3))


def test_the_window_has_the_colour_of_the_theme_where_nothing_lies(face: Any) -> None:
    from layouts.theme import look
    from tests.instruments.outside.stage import grab

    seen = []
    for theme in ("light", "dark"):
        face.look(theme=theme)
        face.shell.remove_widget(face.shell.page)
        pixels = grab(face).data
        face.shell.add_widget(face.shell.page)
        red, green, blue = (round(255 * part) for part in look.ground[:3])
        assert pixels[:3] == bytes((blue, green, red))
        assert pixels == pixels[:4] * (len(pixels) // 4)
        seen.append(pixels)
    assert seen[0] != seen[1]


def test_a_screen_that_dims_is_dim_as_a_whole(face: Any) -> None:
    from tests.instruments.outside.stage import grab

    face.home()
    bright = grab(face).data
    for veil in (0.3, 0.6):
        face.shell.rest.veil = veil
        assert brightest(face) < 256 * (1 - veil)
        face.shell.show_message("Something is to be said.")
        face.settle()
        assert brightest(face) < 256 * (1 - veil), "a message lies below the veil, too"
        face.shell.show_message("")
        face.settle()
    face.shell.rest.veil = 0
    assert grab(face).data == bright


def test_what_lies_over_all_costs_nothing_while_the_screen_is_lit(face: Any) -> None:
    """A rectangle as large as the window takes as long as all else together, also where it is wholly clear."""
    from kivy.graphics import InstructionGroup

    def drawn() -> list[Any]:
        face.paint()
        over = face.shell.canvas.after.children
        return [i for i in over if not isinstance(i, InstructionGroup)] + [i for g in over for i in g.children]

    assert not drawn()
    face.shell.rest.veil = 0.3
    assert drawn()
    face.shell.rest.veil = 0
    assert not drawn()
