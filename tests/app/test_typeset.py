"""Texts are drawn as Kivy would draw them, in all languages, and fitted into their room."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any, Final

import pytest

from companion.table.words import FOLDER
from tests.instruments.catalogues import forms, load

pytestmark = pytest.mark.window

WIDTHS: Final = (0, 90, 198, 333, 562)
SIZES: Final = (20, 26, 38)


def said(number: int) -> list[str]:
    """Some of what is said on the screen, in every language."""
    words = [
        part
        for path in sorted(FOLDER.glob("*/LC_MESSAGES/*.po"))
        for message in load(path)
        if message.id
        for part in forms(message.string)
    ]
    return Random(6).sample(words, number)


@pytest.mark.parametrize("face", ["text", "bold", "strong", "title"])
def test_what_is_drawn_is_what_kivy_draws(window: Any, face: Any) -> None:  # noqa: ARG001 - fonts need it
    """To the pixel, though its pixels come without a texture."""
    from kivy.core.text import Label

    from layouts.typeset import FONT, pixels

    names = {"text": FONT, "bold": FONT, "strong": "Strong", "title": "Title"}
    chance = Random(face)
    for text in said(300):
        size, width, align = chance.choice(SIZES), chance.choice(WIDTHS), chance.choice(("left", "center", "right"))
        label = Label(
            text=text,
            font_name=names[face],
            bold=face == "bold",
            font_size=size,
            text_size=(width or None, None),
            halign=align,
            padding=0,
        )
        label.refresh()
        wide, high, drawn = pixels(text, face, size, width, align)
        assert (wide, high) == label.texture.size, (text, size, width)
        assert drawn == label.texture.pixels[3::4], (text, size, width)


def test_a_text_that_has_no_room_yet_is_not_broken_into_its_letters(window: Any) -> None:  # noqa: ARG001
    """Each was asked for how wide it is, and all of it for nothing."""
    from companion.app.widgets.base.widgets import WrapLabel

    text = WrapLabel(text="It stays until the next First Player is determined.", width=20)
    text.take_room()
    line = text.height
    text.width = 200
    assert text.height > line
    text.width = 2000
    assert text.height == line


def test_texts_are_fitted_in_few_sizes(window: Any) -> None:  # noqa: ARG001 - fonts need it
    """Every pixel between the smallest and the largest type had a font of its own, 70 KiB and a fifth of a millisecond
    each: 59 of them in an evening."""
    from layouts.typeset import fitted, largest

    chance, least = Random(2), 20.0
    sizes = set()
    for text in said(300):
        most, room = chance.choice((23.0, 26.0, 29.0)), chance.uniform(40, 500)
        size, _wrap = fitted(text, "bold", most, least, room, chance.uniform(0, 90))
        assert least <= size <= most
        sizes.add(size)
    assert sizes <= {20, 21, 23, 26, 29}
    for room in range(60, 400, 7):
        found = largest(66, least, partial(has_room, room))
        assert has_room(room, found) or found == least
        assert not has_room(room, 1.16 * found) or found == 66


def has_room(room: float, size: float) -> bool:
    """Whether a long name is no wider than that at this size."""
    from layouts.typeset import extent

    return extent("Yog-Sothoth", "strong", size)[0] <= room


def test_a_symbol_alone_has_few_sizes_and_never_more_than_its_room(window: Any) -> None:  # noqa: ARG001
    """Two dozen sizes of one font for the symbols alone."""
    from layouts.glyphs import SYMBOLS
    from layouts.typeset import extent, pixels, whole

    gate = SYMBOLS["gate"]
    found = {size: whole(size, gate) for size in range(6, 140)}
    assert all(0.86 * size <= pixels <= size for size, pixels in found.items())
    assert len({pixels for size, pixels in found.items() if 12 <= size <= 45}) <= 13
    assert all(whole(size, "7") == size for size in found)
    for size in (13.4, 24, 38):
        assert pixels(gate, "text", size, 0, "left")[:2] == extent(gate, "text", size)
