"""Ways of the lines between neighbours on a map without a drawing: around all other areas."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final, TypeAlias

__all__ = ["Box", "crosses", "route"]

Box: TypeAlias = tuple[float, float, float, float]
"""Left, low, right and high edge."""

_Point: TypeAlias = tuple[float, float]

_ROUNDS: Final = 12
"""Maximum number of times that further areas in the way are taken into account."""


def crosses(one: _Point, other: _Point, box: Box) -> bool:
    """Return whether a straight line runs through the inside of a box."""
    begin, end = 0.0, 1.0
    for at, to, low, high in ((one[0], other[0], box[0], box[2]), (one[1], other[1], box[1], box[3])):
        way = to - at
        if not way:
            if not low < at < high:
                return False
            continue
        first, last = sorted(((low - at) / way, (high - at) / way))
        begin, end = max(begin, first), min(end, last)
    return begin < end


def route(one: _Point, other: _Point, others: Collection[Box], field: tuple[float, float], gap: float) -> list[_Point]:
    """Return the corners of the shortest line between two points that runs through no other area.

    Args:
        one: middle of an area, in pixels.
        other: middle of its neighbour.
        others: all areas but these two; the line may touch none of them.
        field: width and height of the map; the line stays on it.
        gap: distance from areas at which it bends, in pixels.

    Returns:
        The points from `one` to `other`; just these two if nothing is in the way, or no way leads around.
    """
    boxes = [_grown(box, gap / 2) for box in others]
    points, found = [one, other], [one, other]
    near: list[Box] = []
    for _ in range(_ROUNDS):
        hit = [b for b in boxes if b not in near and any(crosses(*leg, b) for leg in pairwise(found))]
        if not hit:
            return found
        near += hit
        # Where areas stand close together, all four corners may lie in others: those are left out.
        corners = [corner for box in hit for corner in _corners(_grown(box, gap / 2))]
        points += [p for p in corners if _on(p, field) and not any(_inside(p, box) for box in boxes)]
        shortest = _shortest(points, near)
        if not shortest:
            break
        found = shortest
    return [one, other]


def _shortest(points: Sequence[_Point], boxes: Sequence[Box]) -> list[_Point]:
    """Return the shortest way from the first point to the second along free lines; empty if there is none."""
    best = {0: 0.0}
    before: dict[int, int] = {}
    waiting = [(0.0, 0)]
    while waiting:
        length, here = heappop(waiting)
        if here == 1:
            way = [1]
            while way[-1]:
                way.append(before[way[-1]])
            return [points[n] for n in reversed(way)]
        if length > best[here]:
            continue
        for there, point in enumerate(points):
            further = length + math.dist(points[here], point)
            if further < best.get(there, math.inf) and not any(crosses(points[here], point, box) for box in boxes):
                best[there], before[there] = further, here
                heappush(waiting, (further, there))
    return []


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _corners(box: Box) -> tuple[_Point, ...]:
    left, low, right, high = box
    return (left, low), (left, high), (right, low), (right, high)


def _inside(point: _Point, box: Box) -> bool:
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def _on(point: _Point, field: tuple[float, float]) -> bool:
    return 0 <= point[0] <= field[0] and 0 <= point[1] <= field[1]
