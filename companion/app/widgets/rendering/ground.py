"""What lies behind a page: broad fields of colour, and a silhouette on each.

All of it is sprites: a field is four corners with a tint each, a silhouette one white picture that every colour tints,
cut at the field's edges by its place in the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from kivy.graphics import Canvas

from companion.app.widgets.rendering.sprites import QUAD, AtlasRegion, Sprite, spot
from layouts.colours import CLEAR, Tint, faded, mixed, tint_of
from layouts.theme import look
from layouts.typeset import pixels

__all__ = ["Beast", "FieldPlace", "Ground", "Poster"]

_MOST: Final = 3
"""The most fields of a page: those of the two sides of a battle, and that of who is asked."""
_ACROSS, _DOWN = 0.72, 0.28
"""Shares of the way from the bright end of a field to its dark one that lie across it, and down."""
_LEAN: Final = 34
"""Units by which the edge between two fields beside each other leans to either side, and"""
_RISE: Final = 8
"""that between two above each other."""
_EDGE, _BETWEEN = 7, 4
"""Units of full colour in which each of two fields ends, and of ground between them."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]


class Beast(NamedTuple):
    """A silhouette on a field.

    Args:
        drawing: its character; nothing is drawn if it is empty.
        size: in units.
        beyond: units of it beyond the field's right edge.
        above: units of it above the field's upper edge.
        strength: how opaque it is in the dark theme.
        crossed: whether small words cross it.
    """

    drawing: str = ""
    size: float = 470
    beyond: float = 96
    above: float = 2
    strength: float = 0.18
    crossed: bool = True


class FieldPlace(NamedTuple):
    """A field.

    Args:
        box: left, low, right and top in pixels.
        colour: of the player, `#rrggbb`.
        beast: the silhouette on it.
        meets: whether it meets the one before it, below it or at its right, on a slant.
    """

    box: Box
    colour: str
    beast: Beast = Beast()
    meets: bool = False


@cache
def _white() -> AtlasRegion:
    """Return a picture that is opaque everywhere."""
    return spot(4, 4, b"\xff" * 16)


@lru_cache(maxsize=4)
def _silhouette(drawing: str, size: int) -> AtlasRegion:
    """Return a silhouette as a picture; the last few are kept, as the same players' turns come again and again."""
    return spot(*pixels(drawing, "text", size, 0, "left"), turned=True)


class Shade(Sprite):
    """Quads of colour whose corners each have a tint."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._shape: tuple[tuple[Point, Tint], ...] = ()

    def put(self, *corners: tuple[Point, Tint]) -> None:
        """Draw quads, each of four corners: lower left, lower right, upper right, upper left."""
        self.tint((1, 1, 1, 1 if corners else 0))
        if corners != self._shape:
            self._shape = corners
            self.lay(_white(), ())

    def vertices(self) -> bytes:
        if self._vertices is None and self._picture is not None:
            across, up, _, _ = self._picture.within(2, 2, 3, 3)
            flat = [((x, y, across, up, *tint)) for (x, y), tint in self._shape]
            quads = (flat[first : first + 4] for first in range(0, len(flat), 4))
            self._vertices = b"".join(QUAD.pack(*(part for corner in quad for part in corner)) for quad in quads)
        return self._vertices or b""


class Silhouette(Sprite):
    """A silhouette, cut at the edges of a box."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._said: tuple[object, ...] = ()

    def put(self, place: FieldPlace, within: Box, tint: Tint | None = None) -> None:
        """Draw the one of a field, within these edges; by default in the field's own colour."""
        beast, (_, _, right, top) = place.beast, place.box
        left, low, east, upper = map(round, within)
        if tint is None:
            tint = faded(tint_of(place.colour), look.strength(place.colour, beast.strength, crossed=beast.crossed))
        self.tint(tint if beast.drawing else CLEAR)
        size = round(beast.size * look.u)
        said = beast, size, right, top, within
        if self._tint[3] <= 0 or said == self._said:
            return
        self._said, picture = said, _silhouette(beast.drawing, size)
        x, y = round(right + beast.beyond * look.u) - picture.width, round(top + beast.above * look.u) - picture.height
        west, south = max(left, x), max(low, y)
        east, north = min(east, x + picture.width), min(upper, y + picture.height)
        seen = (west, south, east, north, west - x, south - y, east - x, north - y)
        self.lay(picture, (seen,) if east > west and north > south else ())


class Poster:
    """A field with a silhouette, as part of a widget.

    Args:
        canvas: where it is drawn.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._field, self._silhouette = Shade(canvas), Silhouette(canvas)

    def put(self, place: FieldPlace) -> None:
        """Draw it there."""
        self._field.put(*_shaded(place, _corners(place.box)))
        self._silhouette.put(place, place.box)

    def hide(self) -> None:
        """Draw nothing."""
        self._field.hide()
        self._silhouette.hide()

    def loom(self, place: FieldPlace, seen: float) -> None:
        """Draw it there with the silhouette as a dark shape; `seen` is how opaque all of it is."""
        shaded = [(corner, faded(tint, seen)) for corner, tint in _shaded(place, _corners(place.box))]
        self._field.put(*shaded)
        self._silhouette.put(place, place.box, faded(look.field(place.colour).ground, seen))


class Ground:
    """Fields on a page, and the ground beside them.

    Two fields that meet end on a slant in their full colours, the second one over the first. A spine is the full colour
    of the last field at its left, into which the row of who acts opens.

    Args:
        canvas: where it is drawn.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._beside = Shade(canvas)
        self._fields: list[tuple[Shade, Shade, Silhouette]] = [
            (Shade(canvas), Shade(canvas), Silhouette(canvas)) for _ in range(_MOST)
        ]
        self._spine = Shade(canvas)

    def put(self, page: Box, fields: Sequence[FieldPlace], spine: float = 0) -> None:
        """Draw fields on a page, whose left, low, right and top are given in pixels; so is the width of a spine."""
        if not look.fielded:
            fields = ()
        for parts in self._fields[len(fields) :]:
            self._hide(*parts)
        if not fields:
            self._hide(self._beside, self._spine)
            return
        self._put_beside(page, fields)
        around = zip((None, *fields), fields, (*fields[1:], None), strict=False)
        for (edges, field, silhouette), (before, place, after) in zip(self._fields, around, strict=False):
            if place.meets and before is not None:
                _join(edges, field, before, place)
                silhouette.put(place, _inside(place, before))
                continue
            within = _below(place, after) if after is not None and after.meets else place.box
            edges.put()
            field.put(*_shaded(place, _corners(within)))
            silhouette.put(place, within)
        left, low, _, top = fields[-1].box
        full = tint_of(fields[-1].colour)
        self._spine.put(*_even(_corners((left - spine, low, left, top)), full) if spine else ())

    @staticmethod
    def _hide(*parts: Sprite) -> None:
        for part in parts:
            part.hide()

    def _put_beside(self, page: Box, fields: Sequence[FieldPlace]) -> None:
        """Draw the ground below all fields and at their left, and above them."""
        (x, y, right, top), ground = page, look.field(fields[0].colour).ground
        west, south, north = (
            min(place.box[0] for place in fields),
            min(place.box[1] for place in fields),
            max(place.box[3] for place in fields),
        )
        boxes = ((x, y, right, south), (x, south, west, north), (x, north, right, top))
        drawn = [_even(_corners(box), ground) for box in boxes if box[2] > box[0] and box[3] > box[1]]
        self._beside.put(*(corner for quad in drawn for corner in quad))


def _stacked(first: FieldPlace, other: FieldPlace) -> bool:
    """Return whether the second of two fields is below the first, and not at its right."""
    return first.box[3] > other.box[3]


def _below(place: FieldPlace, over: FieldPlace) -> Box:
    """Return the edges of a field that goes on below the slanted edge of the next one."""
    left, low, right, top = place.box
    if _stacked(place, over):
        return left, low - _RISE * look.u, right, top
    return left, low, right + _LEAN * look.u, top


def _inside(place: FieldPlace, first: FieldPlace) -> Box:
    """Return edges that lie within a field which meets another one on a slant."""
    left, low, right, top = place.box
    if _stacked(first, place):
        return left, low, right, top - (_RISE + _EDGE) * look.u
    return left + (_LEAN + _EDGE) * look.u, low, right, top


def _join(edges: Shade, field: Shade, first: FieldPlace, place: FieldPlace) -> None:
    """Draw a field over the one before it, with the slanted edge on which they meet."""
    u, (left, low, right, top) = look.u, place.box
    stacked = _stacked(first, place)

    def edge(begin: float, end: float) -> tuple[Point, Point, Point, Point]:
        """Return the corners of a strip along the edge, from so many units before it to so many behind it."""
        begin, end = begin * u, end * u
        if stacked:
            west, east = top - _RISE * u, top + _RISE * u
            return (left, west - end), (right, east - end), (right, east - begin), (left, west - begin)
        foot, head = left - _LEAN * u, left + _LEAN * u
        return (foot + begin, low), (foot + end, low), (head + end, top), (head + begin, top)

    half = _BETWEEN / 2
    before = _even(edge(-half - _EDGE, -half), tint_of(first.colour))
    between = _even(edge(-half, half), look.field(first.colour).ground)
    behind = _even(edge(half, half + _EDGE), tint_of(place.colour))
    edges.put(*before, *between, *behind)
    ends = edge(half + _EDGE, half + _EDGE)
    upper = ends[2:] if stacked else ((right, top), ends[3])
    lower = ((left, low), (right, low)) if stacked else (ends[0], (right, low))
    field.put(*_shaded(place, (*lower, *upper)))


def _corners(box: Box) -> tuple[Point, Point, Point, Point]:
    left, low, right, top = box
    return (left, low), (right, low), (right, top), (left, top)


def _even(corners: Sequence[Point], tint: Tint) -> list[tuple[Point, Tint]]:
    return [(corner, tint) for corner in corners]


def _shaded(place: FieldPlace, corners: Sequence[Point]) -> list[tuple[Point, Tint]]:
    """Return each corner with the tint that a field has there."""
    (left, low, right, top), field = place.box, look.field(place.colour)
    wide, high = max(1.0, right - left), max(1.0, top - low)
    return [
        ((x, y), mixed(field.bright, field.dark, _ACROSS * (x - left) / wide + _DOWN * (top - y) / high))
        for x, y in corners
    ]
