"""Where labels stand that may not lie on each other: in rows, each as near to its place as can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

_STRICTNESS: Final = (0.0, 100.0, 1e12)
"""How many square pixels of straying one pixel of height is worth: for near rows, for both, for low rows."""


class Box(Struct):
    """A rectangle by its centre, from the upper left; all in pixels."""

    x: float
    y: float
    width: float
    height: float


class _Row(Struct, frozen=True):
    """Boxes beside each other, where each comes to stand, and how far that is from where they would be."""

    boxes: tuple[Box, ...]
    across: tuple[float, ...]
    y: float
    height: float
    strayed: float


def arrange(boxes: Sequence[Box], width: float, height: float, gap: float) -> float:
    """Put boxes apart.

    Args:
        boxes: none wider than `width`; they are moved.
        width: of the field, in pixels.
        height: of the field, in pixels.
        gap: between boxes, in pixels.

    Returns:
        The height that they take: `height`, or more where that is too low for them.
    """
    possible = _possible_rows(sorted(boxes, key=lambda box: (box.y, box.x)), width, gap)
    ways = [rows for strictness in _STRICTNESS for rows in _ways(possible, len(boxes), strictness)]
    lowest = min(_need(rows, gap) for rows in ways)
    high = max(height, lowest)
    placed = [(rows, _lines(rows, high, gap)) for rows in ways if _need(rows, gap) <= high]
    rows, lines = min(placed, key=lambda way: _strayed(*way))
    for row, y in zip(rows, lines, strict=True):
        for box, x in zip(row.boxes, row.across, strict=True):
            box.x, box.y = x, y
    return high


def _need(rows: Sequence[_Row], gap: float) -> float:
    return sum(row.height for row in rows) + gap * (len(rows) - 1)


def _lines(rows: Sequence[_Row], height: float, gap: float) -> list[float]:
    return _apart([row.y for row in rows], [row.height for row in rows], height, gap)


def _strayed(rows: Sequence[_Row], lines: Sequence[float]) -> float:
    return sum(row.strayed + len(row.boxes) * (row.y - y) ** 2 for row, y in zip(rows, lines, strict=True))


def _possible_rows(order: Sequence[Box], width: float, gap: float) -> dict[tuple[int, int], _Row]:
    """Every run of boxes that fits beside each other, by where it begins and ends."""
    rows = {}
    for begin in range(len(order)):
        for end in range(begin + 1, len(order) + 1):
            boxes = sorted(order[begin:end], key=lambda box: box.x)
            if len(boxes) > 1 and sum(box.width for box in boxes) + gap * (len(boxes) - 1) > width:
                break
            across = _apart([box.x for box in boxes], [box.width for box in boxes], width, gap)
            y = sum(box.y for box in boxes) / len(boxes)
            strayed = sum((box.x - x) ** 2 + (box.y - y) ** 2 for box, x in zip(boxes, across, strict=True))
            rows[begin, end] = _Row(tuple(boxes), tuple(across), y, max(box.height for box in boxes), strayed)
    return rows


def _ways(possible: Mapping[tuple[int, int], _Row], count: int, strictness: float) -> list[tuple[_Row, ...]]:
    """For each number of rows that will do, the rows, top to bottom, that together cost least."""
    found = []
    best: dict[int, tuple[float, tuple[_Row, ...]]] = {0: (0.0, ())}
    for _ in range(count):
        further: dict[int, tuple[float, tuple[_Row, ...]]] = {}
        for (begin, end), row in possible.items():
            if begin in best:
                cost, rows = best[begin]
                cost += row.strayed + strictness * row.height
                if end not in further or cost < further[end][0]:
                    further[end] = cost, (*rows, row)
        best = further
        if count in best:
            found.append(best[count][1])
    return found


def _apart(wanted: Sequence[float], sizes: Sequence[float], room: float, gap: float) -> list[float]:
    """Centres of things in a line that keep their order and a gap, as near to the wanted ones as can be."""
    offsets, taken = [], 0.0
    for size in sizes:
        offsets.append(taken + size / 2)
        taken += size + gap
    # With their own lengths taken off, neighbours only must not change places; those that would share their middle.
    groups: list[tuple[float, int]] = []
    for want, offset in zip(wanted, offsets, strict=True):
        middle, number = want - offset, 1
        while groups and groups[-1][0] > middle:
            other, more = groups.pop()
            middle, number = (middle * number + other * more) / (number + more), number + more
        groups.append((middle, number))
    spare = max(0.0, room - (taken - gap))
    starts = [min(spare, max(0.0, middle)) for middle, number in groups for _ in range(number)]
    return [start + offset for start, offset in zip(starts, offsets, strict=True)]
