"""Positions of the marks on a drawn map: in their area, clear of names and other marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Final, TypeAlias

from msgspec import Struct

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


class MarkBlock(Struct, frozen=True):
    """The marks of an area.

    Args:
        widths: of each mark, as a share of its height.
        anchor: where they belong, in pixels.
        own: returns whether a point is in the area.
        room: size of the area, in square pixels.
    """

    widths: tuple[float, ...]
    anchor: tuple[float, float]
    own: Callable[[float, float], bool]
    room: float


def place_marks(
    blocks: Sequence[MarkBlock], sizes: Sequence[float], names: Sequence[Rect], field: Rect
) -> tuple[float, list[list[tuple[float, float]]]]:
    """Return positions of marks, each block in rows near its anchor, within its own area.

    Args:
        blocks: the marks of each area.
        sizes: heights of a mark in pixels, the best first; the next is tried where something overlaps.
        names: rectangles of the names on the map.
        field: rectangle of the map.

    Returns:
        The size, and for each mark of each block its left edge and the height of its middle.
    """
    found: tuple[float, float, list[list[tuple[float, float]]]] | None = None
    for size in sizes:
        placed = _place_all(blocks, size, names, field)
        overlap_size = sum(one.overlap_size for one in placed)
        if found is None or overlap_size < found[0]:
            found = overlap_size, size, [one.spots(size) for one in placed]
        if not overlap_size:
            break
    assert found is not None
    return found[1:]


def _place_all(blocks: Sequence[MarkBlock], size: float, names: Sequence[Rect], field: Rect) -> list[_PlacedBlock]:
    placed: dict[int, _PlacedBlock] = {}
    # Small areas choose first; in a second round those with overlaps choose again.
    order = sorted(range(len(blocks)), key=lambda place: blocks[place].room)
    for place in (*order, *order):
        if place not in placed or placed[place].overlap_size:
            others = [other.box for number, other in placed.items() if number != place]
            placed[place] = _best(blocks[place], size, [*names, *others], field)
    return [placed[place] for place in range(len(blocks))]


class _PlacedBlock(Struct, frozen=True):
    """Rows of marks around a middle, and how much of them overlaps something else."""

    x: float
    y: float
    rows: list[Sequence[float]]
    overlap_size: float
    box: Rect

    def spots(self, high: float) -> list[tuple[float, float]]:
        """Return the left edge and the height of the middle of each mark."""
        found = []
        for number, row in enumerate(self.rows):
            left = self.x - sum(row) / 2
            for wide in row:
                found.append((left, self.y + ((len(self.rows) - 1) / 2 - number) * high))
                left += wide
        return found


def _best(block: MarkBlock, high: float, taken: Sequence[Rect], field: Rect) -> _PlacedBlock:
    """Return the block in the smallest number of rows that has no overlap, or the least."""
    best: _PlacedBlock | None = None
    for number in range(1, len(block.widths) + 1):
        rows = _rows([high * wide for wide in block.widths], number)
        overlap_size, x, y = _place(block, rows, high, taken, field)
        if best is None or overlap_size < best.overlap_size:
            best = _PlacedBlock(x, y, rows, overlap_size, _around(x, y, rows, high))
        if not overlap_size:
            break
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
    """Return the overlap at the best place, and the middle of that place."""
    wide, tall = max(map(sum, rows)) / 2, len(rows) * high / 2
    x, y = block.anchor
    reach = _STEPS * _STEP * high
    left, low, right, top = x - wide - reach, y - tall - reach, x + wide + reach, y + tall + reach
    near = [other for other in taken if other[0] < right and other[2] > left and other[1] < top and other[3] > low]
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
        if overlap_size:
            lying_at.append((overlap_size, number, at_x, at_y))
        elif block.own(at_x, at_y):
            return 0.0, at_x, at_y
    # The test of the area is slowest, so it is made for the best places first.
    for overlap_size, __, at_x, at_y in sorted(lying_at):
        if block.own(at_x, at_y):
            return overlap_size, at_x, at_y
    # No place in the area is far enough from the edge of the map.
    at_x, at_y = min(max(x, field[0] + wide), field[2] - wide), min(max(y, field[1] + tall), field[3] - tall)
    return sum(overlap(_around(at_x, at_y, rows, high), other) for other in near) + high, at_x, at_y


def _around(x: float, y: float, rows: Sequence[Sequence[float]], high: float) -> Rect:
    wide, tall = max(map(sum, rows)) / 2, len(rows) * high / 2
    return x - wide, y - tall, x + wide, y + tall
