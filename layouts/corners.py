"""The pixels of rounded fields and their outlines, and how these are stretched."""

from __future__ import annotations

from enum import IntFlag
from math import hypot
from typing import Final

_LIGHT_ROWS: Final = 48
"""Pixels of height in which a field goes from light to dark, before it is stretched."""


class Corner(IntFlag):
    """Corners of a field."""

    NONE = 0
    UPPER = 0b0011
    LOWER = 0b1100
    LEFT = 0b0101
    RIGHT = 0b1010
    ALL = 0b1111


def stretchable(radius: int, corners: Corner, ring: int, light: float) -> tuple[int, int, bytes]:
    """Return a white rounded rectangle that can be stretched from its middle.

    Args:
        radius: of the corners, in pixels; also how much of each side is not stretched.
        corners: those that are round.
        ring: width of the line in pixels if only the outline is wanted; 0 for the whole.
        light: by how much the lower edge is darker than the upper one, 0 to 1.
    """
    wide, high = 2 * radius + 2, max(2 * radius + 2, _LIGHT_ROWS if light else 0)
    sharp, round_ = (_corner(radius, r, ring) for r in (0, radius))
    pixels = bytearray(4 * wide * high)
    for row in range(high):
        upper = row >= high / 2
        # From here to the middle all rows are alike.
        near = min(row, high - 1 - row, radius)
        side = corners & (Corner.UPPER if upper else Corner.LOWER)
        left, right = ((round_ if side & half else sharp)[near] for half in (Corner.LEFT, Corner.RIGHT))
        start, end = 4 * wide * row, 4 * wide * (row + 1)
        shade = bytes((round(255 * (1 - light * (1 - row / (high - 1)))),)) * wide
        for channel in range(3):
            pixels[start + channel : end : 4] = shade
        pixels[start + 3 : end : 4] = left + right[::-1]
    return wide, high, bytes(pixels)


RING: Final = [
    corner
    for row in range(3)
    for column in range(3)
    if (row, column) != (1, 1)
    for at in [4 * row + column]
    for corner in (at, at + 1, at + 5, at, at + 5, at + 4)
]
"""The triangles of a field in nine, but for its middle: what is clear costs as much as what is not."""


def around(rect: tuple[int, int, int, int], radius: int) -> list[float]:
    """Return the corners of a field in nine, each with its place in the texture of that radius."""
    x, y, wide, high = rect
    edge = radius / (2 * radius + 2)
    across = ((x, 0.0), (x + radius, edge), (x + wide - radius, 1 - edge), (x + wide, 1.0))
    up = ((y, 0.0), (y + radius, edge), (y + high - radius, 1 - edge), (y + high, 1.0))
    return [value for low, v in up for left, u in across for value in (left, low, u, v)]


def _corner(side: int, radius: int, ring: int) -> list[bytes]:
    """Return how opaque the pixels of a corner of a field are, rows from its edge inwards.

    Args:
        side: pixels of the corner that are not alike, each way; there is one more.
        radius: 0 for a sharp corner.
        ring: as for `stretchable`.
    """
    whole = _covered(side, radius, 0)
    hole = _covered(side, radius, ring) if ring else [[0.0] * (side + 1)] * (side + 1)
    return [
        bytes(round(255 * a * (1 - b)) for a, b in zip(*rows, strict=True)) for rows in zip(whole, hole, strict=True)
    ]


def _covered(side: int, radius: int, shrunk: int) -> list[list[float]]:
    """Return how much of each pixel lies in a corner whose edges have moved inwards by so many pixels."""
    r = max(0, radius - shrunk)
    found = [[0.0] * (side + 1) for _ in range(side + 1)]
    for row in range(side + 1):
        dy = shrunk + r - row - 0.5
        for column in range(row + 1):
            dx = shrunk + r - column - 0.5
            # Negative within.
            distance = (hypot(dx, dy) if dy > 0 else dx) - r if dx > 0 else max(dx, dy) - r
            found[row][column] = found[column][row] = min(1.0, max(0.0, 0.5 - distance))
    return found
