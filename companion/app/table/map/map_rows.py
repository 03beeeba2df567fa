"""Positions of labels without overlaps: in rows, each as near to its place as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Final

from msgspec import Struct

_STRICTNESS: Final = (0.0, 100.0, 1e12)
"""Square pixels of straying that one pixel of height costs: near rows, both, low rows."""


_STEPS_ASIDE: Final = 40


class LabelBox(Struct):
    """A rectangle by its centre, from the upper left, in pixels."""

    x: float
    y: float
    width: float
    height: float


class _LabelRow(Struct, frozen=True):
    """Boxes side by side with their positions, and how far those are from the wanted ones."""

    boxes: tuple[LabelBox, ...]
    across: tuple[float, ...]
    y: float
    height: float
    strayed: float


def arrange_rows(boxes: Sequence[LabelBox], width: float, height: float, gap: float) -> float:
    """Move boxes so that they do not overlap.

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
    needed = [sum([row.height for row in rows]) + gap * (len(rows) - 1) for rows in ways]
    high = max(height, min(needed))
    placed = [(rows, _lines(rows, high, gap)) for rows, need in zip(ways, needed, strict=True) if need <= high]
    rows, lines = min(placed, key=lambda way: _strayed(*way))
    for row, y in zip(rows, lines, strict=True):
        for box, x in zip(row.boxes, row.across, strict=True):
            box.x, box.y = x, y
    return high


def push_apart(
    blocks: Sequence[Sequence[LabelBox]], width: float, height: float, most: float
) -> list[tuple[float, float]]:
    """Return how far blocks of lines move so that no line overlaps one of another block.

    Args:
        blocks: the lines of each.
        width: of the field, in pixels.
        height: of the field, in pixels.
        most: maximum move in each direction, in pixels.

    Returns:
        For each block how far to the right and down.
    """
    free = [_free(lines, width, height, most) for lines in blocks]
    shifts = [[0.0, 0.0] for _ in blocks]
    middles = [(sum(b.x for b in lines) / len(lines), sum(b.y for b in lines) / len(lines)) for lines in blocks]
    pairs = [
        (one, other, a, b)
        for one in range(len(blocks))
        for other in range(one)
        for a in blocks[one]
        for b in blocks[other]
        if abs(a.x - b.x) < (a.width + b.width) / 2 + 2 * most and abs(a.y - b.y) < (a.height + b.height) / 2 + 2 * most
    ]
    for _ in range(_STEPS_ASIDE):
        still = True
        for one, other, a, b in pairs:
            across = a.x + shifts[one][0] - b.x - shifts[other][0]
            down = a.y + shifts[one][1] - b.y - shifts[other][1]
            room = (a.width + b.width) / 2, (a.height + b.height) / 2
            if abs(across) >= room[0] or abs(down) >= room[1]:
                continue
            still = False
            # All lines of a block move in the same direction, away from the other block.
            signs = [
                1 if middles[one][way] + shifts[one][way] > middles[other][way] + shifts[other][way] else -1
                for way in (0, 1)
            ]
            needed = room[0] - signs[0] * across, room[1] - signs[1] * down
            nearer = 0 if needed[0] < needed[1] else 1
            # If neither can move further in that direction, they move in the other one.
            for way in (nearer, 1 - nearer):
                before = shifts[one][way], shifts[other][way]
                step = (needed[way] / 2 + 0.1) * signs[way]
                for block, by in ((one, step), (other, -step)):
                    least, largest = free[block][way]
                    shifts[block][way] = min(largest, max(least, shifts[block][way] + by))
                if before != (shifts[one][way], shifts[other][way]):
                    break
        if still:
            break
    return [(across, down) for across, down in shifts]


def _free(
    lines: Sequence[LabelBox], width: float, height: float, most: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return how far lines may move to the left and right, and up and down, in a field."""
    left, right = min(b.x - b.width / 2 for b in lines), max(b.x + b.width / 2 for b in lines)
    # Letters do not fill the height of their lines.
    top, bottom = min(b.y - 0.85 * b.height for b in lines), max(b.y + 0.85 * b.height for b in lines)
    return (
        (-min(most, max(0.0, left)), min(most, max(0.0, width - right))),
        (-min(most, max(0.0, top)), min(most, max(0.0, height - bottom))),
    )


def _lines(rows: Sequence[_LabelRow], height: float, gap: float) -> list[float]:
    return _apart([row.y for row in rows], [row.height for row in rows], height, gap)


def _strayed(rows: Sequence[_LabelRow], lines: Sequence[float]) -> float:
    return sum([row.strayed + len(row.boxes) * (row.y - y) ** 2 for row, y in zip(rows, lines, strict=True)])


def _possible_rows(order: Sequence[LabelBox], width: float, gap: float) -> dict[tuple[int, int], _LabelRow]:
    """Return every run of boxes that fits side by side, by its begin and end."""
    rows = {}
    for begin in range(len(order)):
        for end in range(begin + 1, len(order) + 1):
            boxes = sorted(order[begin:end], key=attrgetter("x"))
            if len(boxes) > 1 and sum([box.width for box in boxes]) + gap * (len(boxes) - 1) > width:
                break
            across = _apart([box.x for box in boxes], [box.width for box in boxes], width, gap)
            y = sum([box.y for box in boxes]) / len(boxes)
            strayed = sum([(box.x - x) ** 2 + (box.y - y) ** 2 for box, x in zip(boxes, across, strict=True)])
            rows[begin, end] = _LabelRow(tuple(boxes), tuple(across), y, max([box.height for box in boxes]), strayed)
    return rows


def _ways(possible: Mapping[tuple[int, int], _LabelRow], count: int, strictness: float) -> list[tuple[_LabelRow, ...]]:
    """Return, for each possible number of rows, the rows that cost least, from the top."""
    found = []
    best: dict[int, tuple[float, tuple[_LabelRow, ...]]] = {0: (0.0, ())}
    for _ in range(count):
        further: dict[int, tuple[float, tuple[_LabelRow, ...]]] = {}
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
    """Return centres in order with a gap between them, as near to the wanted ones as possible."""
    offsets, taken = [], 0.0
    for size in sizes:
        offsets.append(taken + size / 2)
        taken += size + gap
    # Without their lengths only the order matters: neighbours in the wrong order share their middle.
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
