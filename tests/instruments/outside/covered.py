"""What lies over words: whatever is drawn later, whoever draws it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, cast

from kivy.graphics import Canvas

from companion.app.widgets.rendering.sprites import Batch, RoundedRect, TextSprite
from tests.instruments.outside.sight import Box, Seen, on_window

AROUND: Final = 0.3
"""So much of its size a line has above its letters, and below them."""
SYMBOLS: Final = "\ue000"
"""From here on characters are symbols, on which others may lie: a badge on a token."""
CLEAR: Final = 0.5
"""What lets more than this shine through hides no letters."""
TOUCHING: Final = 1.5
"""Pixels of letters that may lie under something: their edges are soft."""


class Ink(NamedTuple):
    """A part of a picture.

    Args:
        box: where its letters stand, or the whole of a field.
        round: of its corners, in pixels.
        part: itself.
        thing: the widget that draws it.
    """

    box: Box
    round: float
    part: TextSprite | RoundedRect
    thing: Seen


def parts_of(widget: Any) -> Iterator[TextSprite | RoundedRect]:
    """The parts that a widget draws itself, from the back to the front; what stands in it may be hidden, and is looked
    at alone."""
    inner = {child.canvas for child in widget.children}
    for drawn in widget.canvas.children:
        if drawn in inner:
            continue
        for batch in drawn.children if isinstance(drawn, Canvas) else [drawn]:
            if isinstance(batch, Batch):
                yield from (p for p in batch.parts if isinstance(p, TextSprite | RoundedRect) and p.spot is not None)


def covered(seen: list[Seen], size: tuple[int, int]) -> Iterator[tuple[Ink, Ink, Box]]:
    """Yield words whose letters are hidden, what lies over them, and what they have in common.

    Args:
        seen: the widgets, from the back to the front.
        size: of the window, in pixels.
    """
    front: list[Ink] = []
    for ink in reversed([ink for thing in seen if thing.sight for ink in _inks(thing, size)]):
        if isinstance(ink.part, TextSprite) and str(ink.part.said[0]) < SYMBOLS:
            left, top, right, bottom = ink.box.left, ink.box.top, ink.box.right, ink.box.bottom
            for over in front:
                box = over.box
                if box.left < right and left < box.right and box.top < bottom and top < box.bottom:
                    common = ink.box.cut(box)
                    if common and min(common.width, common.height) > TOUCHING and _reaches(over, common):
                        yield ink, over, common
        front.append(ink)


def _inks(thing: Seen, size: tuple[int, int]) -> Iterator[Ink]:
    around = thing.viewport or Box(0, 0, *size)
    for part in parts_of(thing.widget):
        left, low, wide, high = part.rect
        if wide <= 0 or high <= 0 or part._tint[3] < CLEAR:
            continue
        rim, corners = 0.0, 0.0
        if isinstance(part, TextSprite):
            rim = AROUND * cast(float, part.said[2])
        elif part._ring or part._shape is None:
            continue
        else:
            corners = part._shape[0]
        west, bottom = on_window(thing.widget, left, low + rim, size[1])
        east, top = on_window(thing.widget, left + wide, low + high - rim, size[1])
        box = Box(min(west, east), min(top, bottom), max(west, east), max(top, bottom)).cut(around)
        if box is not None:
            yield Ink(box, corners, part, thing)


def _reaches(over: Ink, common: Box) -> bool:
    """Whether what has round corners reaches further into the box than with its edge."""
    near = TOUCHING
    box, r = over.box, over.round
    # What the corners are round about, and how far from there the common box begins.
    x = min(max(common.middle[0], box.left + r), box.right - r)
    y = min(max(common.middle[1], box.top + r), box.bottom - r)
    across = max(common.left - x, x - common.right, 0.0)
    along = max(common.top - y, y - common.bottom, 0.0)
    return (across + near) ** 2 + (along + near) ** 2 < r * r if across or along else True
