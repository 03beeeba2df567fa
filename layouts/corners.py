"""The pixels of rounded fields and their outlines, and how these are stretched."""

from __future__ import annotations

from enum import IntFlag
from functools import lru_cache
from math import hypot
from typing import TypeAlias

Quad: TypeAlias = tuple[float, float, float, float, float, float, float, float]
"""Left, low, right and top of a place in pixels, and the same of what it shows of a picture."""


class Corner(IntFlag):
    """Corners of a field."""

    NONE = 0
    UPPER = 0b0011
    LOWER = 0b1100
    LEFT = 0b0101
    RIGHT = 0b1010
    ALL = 0b1111


def patch(radius: int, corners: Corner, ring: int, height: int = 0) -> tuple[int, int, bytes]:
    """Return a rounded rectangle that can be stretched from its middle.

    The result is its width and height in pixels and, for each pixel in rows from its lower edge, how opaque it is.

    Args:
        radius: of the corners, in pixels; also how much of each side is not stretched.
        corners: those that are round.
        ring: width of the line in pixels if only the outline is wanted; 0 for the whole.
        height: in pixels if it is to be stretched across only; 0 for the least.
    """
    wide, high = 2 * radius + 2, height or 2 * radius + 2
    upper, lower = (_edges(radius, corners & half, ring) for half in (Corner.UPPER, Corner.LOWER))
    below = (high + 1) // 2
    return wide, high, _inwards(lower, below) + _inwards(upper, high - below, down=True)


def _inwards(edge: list[bytes], rows: int, *, down: bool = False) -> bytes:
    """Return `rows` rows from an edge to the middle, or from there to the edge; behind the corners all are alike."""
    found = [*edge[:rows], *edge[-1:] * (rows - len(edge))]
    return b"".join(reversed(found) if down else found)


@lru_cache(maxsize=1024)
def quads(rect: tuple[int, int, int, int], radius: int, ring: int, height: int) -> tuple[Quad, ...]:
    """Return how a patch lies over a place.

    Args:
        rect: the place: left, low, width and height in pixels.
        radius: that of the patch.
        ring: that of the patch: what is clear within it is left out, as it costs as much as what is not.
        height: that of the patch, in pixels; it is stretched upwards if the place is another one.
    """
    x, y, wide, high = rect
    side, rest = min(radius, wide // 2), 2 * radius + 2
    # Where each begins and how much it takes, of the place and of the patch.
    columns = ((x, side, 0, side), (x + side, wide - 2 * side, radius, 2), (x + wide - side, side, rest - side, side))
    rows = ((y, high, 0, height),) if high == height else _in_three(y, high, height, radius)
    found: list[Quad] = []
    for number, (left, across, u, wide_of) in enumerate(columns):
        for low, up, v, high_of in _in_three(y, high, height, ring)[::2] if ring and number == 1 else rows:
            if across > 0 and up > 0:
                found.append((left, low, left + across, low + up, u, v, u + wide_of, v + high_of))
    return tuple(found)


def _in_three(low: int, high: int, height: int, end: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the rows of a patch, of which only the middle one is stretched; each end is `end` pixels high."""
    upper = low + high - end, end, height - end, end
    return (low, end, 0, end), (low + end, high - 2 * end, end, height - 2 * end), upper


@lru_cache(maxsize=200)
def _edges(radius: int, corners: Corner, ring: int) -> list[bytes]:
    """Return how opaque the rows of a field are from its edge to where all are alike; arguments as for `patch`."""
    sharp, round_ = (_corner(radius, r, ring) for r in (0, radius))
    left, right = (round_ if corners & half else sharp for half in (Corner.LEFT, Corner.RIGHT))
    return [one + other[::-1] for one, other in zip(left, right, strict=True)]


@lru_cache(maxsize=100)
def _corner(side: int, radius: int, ring: int) -> list[bytes]:
    """Return how opaque the pixels of a corner of a field are, rows from its edge inwards.

    Args:
        side: pixels of the corner that are not alike, each way; there is one more.
        radius: 0 for a sharp corner.
        ring: as for `patch`.
    """
    if not radius:
        edge, clear = b"\xff" * (side + 1), max(0, side + 1 - ring) if ring else 0
        return [edge if row < ring else edge[clear:] + bytes(clear) for row in range(side + 1)]
    whole = _covered(side, radius, 0)
    if not ring:
        return [_in_bytes(row) for row in whole]
    hole = _covered(side, radius, ring)
    return [
        bytes(round(255 * a * (1 - b)) for a, b in zip(*rows, strict=True)) for rows in zip(whole, hole, strict=True)
    ]


def _in_bytes(row: list[float]) -> bytes:
    """Return a row that is clear, then more and more opaque, then wholly so."""
    clear, opaque = row.count(0.0), row.count(1.0)
    return bytes(clear) + bytes(round(255 * a) for a in row[clear : len(row) - opaque]) + b"\xff" * opaque


def _covered(side: int, radius: int, shrunk: int) -> list[list[float]]:
    """Return how much of each pixel lies in a corner whose edges are moved inwards by `shrunk` pixels."""
    r = max(0, radius - shrunk)

    def share(row: int, column: int) -> float:
        dx, dy = shrunk + r - column - 0.5, shrunk + r - row - 0.5
        # Negative within.
        distance = (hypot(dx, dy) if dx > 0 and dy > 0 else max(dx, dy)) - r
        return min(1.0, max(0.0, 0.5 - distance))

    found: list[list[float]] = []
    first = side + 1
    for row in range(side + 1):
        # Each row begins where the one before did, or further out; what lies behind its edge is covered wholly.
        while first and share(row, first - 1) > 0:
            first -= 1
        line, column = [0.0] * first, first
        while column <= side and (covered := share(row, column)) < 1:
            line.append(covered)
            column += 1
        found.append(line + [1.0] * (side + 1 - column))
    return found
