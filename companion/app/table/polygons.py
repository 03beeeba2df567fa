"""What is to be known of a polygon: what lies in it, how broad it is, its triangles."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from kivy.graphics import Mesh
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator

__all__ = ["Bounds", "Points", "away", "bounds_of", "chord", "extent_of", "girth", "inside", "mesh", "near"]

Bounds: TypeAlias = tuple[float, float, float, float]
"""Left, low, right, high."""

Points: TypeAlias = tuple[tuple[float, float], ...]

_AT_ONCE: Final = 16
"""At most so many have the pieces of an area; memory is taken for all of them, by itself for 65,535."""

_STEPS: Final = 5
"""Points in a row in which the middle of a shape is looked for,"""
_INWARDS: Final = sorted(
    (((a + 0.5) / _STEPS, (b + 0.5) / _STEPS) for a in range(_STEPS) for b in range(_STEPS)),
    key=lambda point: math.hypot(point[0] - 0.5, point[1] - 0.5),
)
"""from its middle outwards; as shares of its width and height."""
_CLOSER: Final = 6
"""So often it is looked for around the best of them, closer by and by."""

_KNOWN: Final = 256
"""Shapes, of a few maps at a few sizes, whose breadth is remembered: each question has a map of its own."""


def bounds_of(shape: Sequence[tuple[float, float]]) -> Bounds:
    """The rectangle about a polygon."""
    return min(x for x, _ in shape), min(y for _, y in shape), max(x for x, _ in shape), max(y for _, y in shape)


def near(x: float, y: float, bounds: Bounds, reach: float) -> bool:
    """Whether a point is so near to a rectangle that it could be within reach of what lies in it."""
    return bounds[0] - reach <= x <= bounds[2] + reach and bounds[1] - reach <= y <= bounds[3] + reach


def inside(x: float, y: float, shape: Sequence[tuple[float, float]]) -> bool:
    """Whether a point lies in a polygon (even-odd rule)."""
    found = False
    for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def away(x: float, y: float, shape: Sequence[tuple[float, float]], enough: float = -1.0) -> float:
    """How far a point is from the edge of a polygon; what is not farther than enough is not measured to the end."""
    least = math.inf
    for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
        wide, high = bx - ax, by - ay
        along = ((x - ax) * wide + (y - ay) * high) / ((wide * wide + high * high) or 1.0)
        along = min(1.0, max(0.0, along))
        least = min(least, math.hypot(x - ax - along * wide, y - ay - along * high))
        if least <= enough:
            break
    return least


def chord(shape: Sequence[tuple[float, float]], x: float, y: float) -> tuple[float, float]:
    """Return from where to where a polygon reaches at this height: the part about `x`, or the one nearest to it; a
    point where it has none."""
    turns = zip(shape, (*shape[1:], shape[0]), strict=True)
    cuts = sorted((bx - ax) * (y - ay) / (by - ay) + ax for (ax, ay), (bx, by) in turns if (ay > y) != (by > y))
    parts = list(zip(cuts[::2], cuts[1::2], strict=True))
    return min(parts, key=lambda part: max(part[0] - x, x - part[1]), default=(x, x))


def extent_of(shape: Sequence[tuple[float, float]]) -> float:
    """How large a polygon is, in square pixels."""
    turns = zip(shape, (*shape[1:], shape[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in turns)) / 2


def girth(shape: Sequence[tuple[float, float]], enough: float = math.inf) -> float:
    """How broad a polygon is at its broadest: twice as much as its inmost point is away from its edge.

    Args:
        shape: its corners.
        enough: whatever is at least as broad as this need not be measured to the end.
    """
    return _girth(tuple(shape), enough)


@lru_cache(_KNOWN)
def _girth(shape: tuple[tuple[float, float], ...], enough: float) -> float:
    left, low, right, high = bounds_of(shape)
    broadest, middle = 0.0, (0.5, 0.5)

    def best_of(places: Sequence[tuple[float, float]]) -> None:
        nonlocal broadest, middle
        for a, b in places:
            x, y = left + a * (right - left), low + b * (high - low)
            if broadest < enough and inside(x, y, shape):
                broad = 2 * away(x, y, shape, broadest / 2)
                broadest, middle = max((broadest, middle), (broad, (a, b)))

    best_of(_INWARDS)
    step = 0.5 / _STEPS
    for _ in range(_CLOSER):
        a, b = middle
        best_of([(a + step, b), (a - step, b), (a, b + step), (a, b - step)])
        step /= 1.5 if middle != (a, b) else 2
    return broadest


def mesh(outline: Points, at: Callable[[tuple[float, float]], tuple[float, float]]) -> Mesh:
    """Return a polygon as triangles.

    Args:
        outline: its corners as they are drawn.
        at: where a point of the drawing lies on the window; what is flat stays flat.
    """
    corners, indices = triangles(outline)
    vertices: list[float] = []
    for corner in corners:
        vertices += (*at(corner), 0.0, 0.0)
    return Mesh(vertices=vertices, indices=indices, mode="triangles")


@lru_cache(_KNOWN)
def triangles(outline: Points) -> tuple[list[tuple[float, float]], list[int]]:
    """The corners of a polygon's triangles, and which of them each triangle has."""
    tesselator = Tesselator()
    tesselator.add_contour([coordinate for point in outline for coordinate in point])
    tesselator.tesselate(WINDING_ODD, TYPE_POLYGONS, _AT_ONCE)
    corners: list[tuple[float, float]] = []
    indices: list[int] = []
    for fan, _mode in tesselator.meshes:
        first, added = len(corners), [*zip(fan[::4], fan[1::4], strict=True)]
        corners += added
        for corner in range(1, len(added) - 1):
            indices += (first, first + corner, first + corner + 1)
    return corners, indices
