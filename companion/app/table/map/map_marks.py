"""Positions of the marks on a drawn map: in their area, clear of names and other marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import Final, TypeAlias

from msgspec import Struct

from companion.app.table.map.polygons import Points, chords

__all__ = ["MarkBlock", "Rect", "overlap", "place_marks"]

Rect: TypeAlias = tuple[float, float, float, float]
"""Left, low, right and high edge, in pixels."""

_STEPS: Final = 11
"""Maximum number of steps that marks move aside."""
_STEP: Final = 0.2
"""Size of a step, as a share of the height of a mark."""
_OFFSETS: Final = sorted(
    ((a * _STEP, b * _STEP) for a in range(-_STEPS, _STEPS + 1) for b in range(-_STEPS, _STEPS + 1)),
    key=lambda step: step[0] ** 2 + step[1] ** 2,
)

_HEIGHTS: Final = (-0.45, -0.22, 0.0, 0.22, 0.45)
"""Heights in a row at which its room in the area is measured, from its middle, as shares of its height."""


class MarkBlock(Struct, frozen=True):
    """The marks of an area.

    Args:
        widths: of each mark, as a share of its height.
        anchor: where they belong, in pixels.
        own: returns whether a point is in the area.
        room: size of the area, in square pixels.
        shapes: outline of the area in which they lie whole if possible; none for marks that may reach out of it.
        margin: free space between them and the outline, in pixels.
    """

    widths: tuple[float, ...]
    anchor: tuple[float, float]
    own: Callable[[float, float], bool]
    room: float
    shapes: tuple[Points, ...] = ()
    margin: float = 0.0


def place_marks(
    blocks: Sequence[MarkBlock], sizes: Sequence[float], names: Sequence[Rect], field: Rect
) -> list[tuple[float, list[tuple[float, float]]]]:
    """Return positions of marks, each block in rows near its anchor, within its own area.

    Args:
        blocks: the marks of each area.
        sizes: heights of a mark in pixels, the best first; the next is tried for a block that has no room.
        names: rectangles of the names on the map.
        field: rectangle of the map.

    Returns:
        For each block its size, and for each of its marks the left edge and the height of the middle.
    """
    placed: dict[int, _PlacedBlock] = {}
    # Small areas choose first; in a second round those without room choose again.
    order = sorted(range(len(blocks)), key=lambda place: blocks[place].room)
    for place in (*order, *order):
        if place not in placed or placed[place].fault:
            others = [other.box for number, other in placed.items() if number != place]
            placed[place] = _best(blocks[place], sizes, [*names, *others], field)
    return [(placed[place].high, placed[place].spots()) for place in range(len(blocks))]


class _PlacedBlock(Struct, frozen=True):
    """Rows of marks around a middle, their height, and how much of them is on something else or out of the area."""

    x: float
    y: float
    rows: list[Sequence[float]]
    high: float
    fault: float
    box: Rect

    def spots(self) -> list[tuple[float, float]]:
        """Return the left edge and the height of the middle of each mark."""
        found = []
        for number, row in enumerate(self.rows):
            left = self.x - sum(row) / 2
            for wide in row:
                found.append((left, self.y + ((len(self.rows) - 1) / 2 - number) * self.high))
                left += wide
        return found


def _best(block: MarkBlock, sizes: Sequence[float], taken: Sequence[Rect], field: Rect) -> _PlacedBlock:
    """Return the block as large and in as few rows as it has room, or where the least of it has none."""
    best: _PlacedBlock | None = None
    for high in sizes:
        for number in range(1, len(block.widths) + 1):
            rows = _rows([high * wide for wide in block.widths], number)
            fault, x, y = _place(block, rows, high, taken, field)
            if best is None or fault < best.fault:
                best = _PlacedBlock(x, y, rows, high, fault, _around(x, y, rows, high))
            if not fault:
                return best
    assert best is not None
    return best


def overlap(one: Rect, other: Rect) -> float:
    """Return the common area of two rectangles, in square pixels."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def _rows(widths: Sequence[float], number: int) -> list[Sequence[float]]:
    """Split widths into this number of rows, in their order, as even as possible."""
    share, whole = sum(widths) / number, [0.0, *accumulate(widths)]
    cuts = [min(range(len(whole)), key=lambda n: abs(whole[n] - row * share)) for row in range(1, number)]
    bounds = [0, *cuts, len(widths)]
    return [widths[a:b] for a, b in pairwise(bounds) if a < b]


def _place(
    block: MarkBlock, rows: Sequence[Sequence[float]], high: float, taken: Sequence[Rect], field: Rect
) -> tuple[float, float, float]:
    """Return how much has no room at the best place, in square pixels, and the middle of that place."""
    wide, tall = max(map(sum, rows)) / 2, len(rows) * high / 2
    x, y = block.anchor
    reach = _STEPS * _STEP * high
    left, low, right, top = x - wide - reach, y - tall - reach, x + wide + reach, y + tall + reach
    near = [other for other in taken if other[0] < right and other[2] > left and other[1] < top and other[3] > low]
    outside = _outside(block, rows, high)
    lowest, highest, leftmost, rightmost = field[1] + tall, field[3] - tall, field[0] + wide, field[2] - wide
    lying_at: list[tuple[float, int, float, float]] = []
    for number, (across, up) in enumerate(_OFFSETS):
        at_x = min(max(x + across * high, leftmost), rightmost)
        at_y = min(max(y + up * high, lowest), highest)
        left, low, right, top = at_x - wide, at_y - tall, at_x + wide, at_y + tall
        overlap_size = 0.0
        for a, b, c, d in near:
            # Inlined, since five hundred places are tried: most rectangles are elsewhere.
            if a < right and left < c and b < top and low < d:
                overlap_size += (min(c, right) - max(a, left)) * (min(d, top) - max(b, low))
        fault = overlap_size + (outside(at_x, at_y) if block.shapes else 0.0)
        if fault:
            lying_at.append((fault, number, at_x, at_y))
        elif block.own(at_x, at_y):
            return 0.0, at_x, at_y
    # The test of the area is slowest, so it is made for the best places first.
    for fault, __, at_x, at_y in sorted(lying_at):
        if block.own(at_x, at_y):
            return fault, at_x, at_y
    # No place in the area is far enough from the edge of the map.
    at_x, at_y = min(max(x, field[0] + wide), field[2] - wide), min(max(y, field[1] + tall), field[3] - tall)
    return sum(overlap(_around(at_x, at_y, rows, high), other) for other in near) + high, at_x, at_y


def _outside(block: MarkBlock, rows: Sequence[Sequence[float]], high: float) -> Callable[[float, float], float]:
    """Return a function that tells how much of rows around a middle is out of their area, in square pixels."""
    wides = [sum(row) / 2 + block.margin for row in rows]
    middles = [((len(rows) - 1) / 2 - number) * high for number in range(len(rows))]

    # The places that are tried share few heights.
    @cache
    def parts(y: float) -> list[list[tuple[float, float]]]:
        heights = (y + share * high for share in _HEIGHTS)
        return [[part for shape in block.shapes for part in chords(shape, height)] for height in heights]

    def outside(x: float, y: float) -> float:
        out = 0.0
        for wide, up in zip(wides, middles, strict=True):
            left, right = x - wide, x + wide
            for line in parts(y + up):
                within = 0.0
                for start, end in line:
                    within = max(within, min(right, end) - max(left, start))
                out += right - left - within
        # Less than a thousandth of a pixel comes from rounding.
        return out * high / len(_HEIGHTS) if out > 1e-3 else 0.0

    return outside


def _around(x: float, y: float, rows: Sequence[Sequence[float]], high: float) -> Rect:
    wide, tall = max(map(sum, rows)) / 2, len(rows) * high / 2
    return x - wide, y - tall, x + wide, y + tall
