"""Geometry of polygons: containment, distance, breadth and triangles."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from kivy.graphics import Mesh
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator

__all__ = [
    "Bounds",
    "Points",
    "bounds_of",
    "breadth",
    "chord",
    "chords",
    "distance_to_edge",
    "is_inside",
    "is_near",
    "mesh",
    "polygon_area",
]

Bounds: TypeAlias = tuple[float, float, float, float]
"""Left, low, right and high edge."""

Points: TypeAlias = tuple[tuple[float, float], ...]

_AT_ONCE: Final = 16
"""Maximum corners of a triangle fan; by default memory is taken for 65,535."""

_CLOSER: Final = 4
"""Number of rounds in which a point farther from the edge is looked for."""
_STEP: Final = 0.05
"""First step in such a round, as a share of width and height."""

_KNOWN: Final = 256
"""Number of shapes whose breadth and triangles are cached."""


def bounds_of(shape: Sequence[tuple[float, float]]) -> Bounds:
    """Return the bounding rectangle of a polygon."""
    return min(x for x, _ in shape), min(y for _, y in shape), max(x for x, _ in shape), max(y for _, y in shape)


def is_near(x: float, y: float, bounds: Bounds, reach: float) -> bool:
    """Return whether a point is within `reach` of a rectangle, along both axes."""
    return bounds[0] - reach <= x <= bounds[2] + reach and bounds[1] - reach <= y <= bounds[3] + reach


def is_inside(x: float, y: float, shape: Sequence[tuple[float, float]]) -> bool:
    """Return whether a point is in a polygon (even-odd rule)."""
    found = False
    for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def distance_to_edge(x: float, y: float, shape: Sequence[tuple[float, float]], enough: float = -1.0) -> float:
    """Return the distance of a point to the edge of a polygon; stop at one below `enough`."""
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
    """Return the ends of a polygon's part at this height that is about `x`, or nearest to it.

    Without such a part both ends are `x`.
    """
    return min(chords(shape, y), key=lambda part: max(part[0] - x, x - part[1]), default=(x, x))


def chords(shape: Sequence[tuple[float, float]], y: float) -> list[tuple[float, float]]:
    """Return the ends of all parts of a polygon at this height, from the left."""
    turns = zip(shape, (*shape[1:], shape[0]), strict=True)
    cuts = sorted((bx - ax) * (y - ay) / (by - ay) + ax for (ax, ay), (bx, by) in turns if (ay > y) != (by > y))
    return list(zip(cuts[::2], cuts[1::2], strict=True))


def polygon_area(shape: Sequence[tuple[float, float]]) -> float:
    """Return the size of a polygon, in square pixels."""
    turns = zip(shape, (*shape[1:], shape[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in turns)) / 2


@lru_cache(_KNOWN)
def breadth(shape: Points, inmost: tuple[float, float], enough: float) -> float:
    """Return the breadth of a polygon: twice the distance of its inmost point to its edge.

    Args:
        shape: its corners.
        inmost: about where that point is; it moves if a drawing is stretched.
        enough: at least this is not measured exactly.
    """
    left, low, right, high = bounds_of(shape)
    across, up = _STEP * (right - left), _STEP * (high - low)
    broadest, middle = 2 * distance_to_edge(*inmost, shape), inmost
    for _ in range(_CLOSER):
        if broadest >= enough:
            break
        x, y = middle
        for at in ((x + across, y), (x - across, y), (x, y + up), (x, y - up)):
            if is_inside(*at, shape):
                broadest, middle = max((broadest, middle), (2 * distance_to_edge(*at, shape, broadest / 2), at))
        closer = 1.5 if middle != (x, y) else 2.0
        across, up = across / closer, up / closer
    return broadest


def mesh(outline: Points, at: Callable[[tuple[float, float]], tuple[float, float]]) -> Mesh:
    """Return a polygon as a mesh of triangles.

    Args:
        outline: its corners as they are drawn.
        at: returns where a point of the drawing is on the window.
    """
    corners, indices = triangles(outline)
    vertices: list[float] = []
    for corner in corners:
        vertices += (*at(corner), 0.0, 0.0)
    return Mesh(vertices=vertices, indices=indices, mode="triangles")


@lru_cache(_KNOWN)
def triangles(outline: Points) -> tuple[list[tuple[float, float]], list[int]]:
    """Return the corners of a polygon's triangles, and their indices."""
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
