"""The pixels of a picture: what colours stand where, and how well they can be told apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Final, TypeAlias

from tests.x11.screen import Picture

Colour: TypeAlias = tuple[int, int, int]

INK_SHARE: Final = 0.004
"""Of the pixels of a text at least so many must be as far from its ground as its ink is said to be."""
PART_SHARE: Final = 0.03
"""Of a rectangle's pixels; a part of what is drawn in it has as many."""
PLACES: Final = 12
"""Rows and columns of places at which two things are held against each other."""
RING: Final = 5
"""Pixels from the edge in which an outline is looked for."""

_NEAR: Final = [(r, g, b) for r in (-1, 0, 1) for g in (-1, 0, 1) for b in (-1, 0, 1)]


@lru_cache(maxsize=65536)
def light(pixel: int) -> float:
    """Relative luminance of a pixel (WCAG)."""
    red, green, blue = (channel / 255 for channel in unpacked(pixel))
    parts = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue))
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def unpacked(pixel: int) -> Colour:
    """Red, green and blue of a pixel as it stands in the data."""
    return (pixel >> 16) & 255, (pixel >> 8) & 255, pixel & 255


def contrast(one: int, other: int) -> float:
    """Contrast of two pixels (WCAG)."""
    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


class Pixels:
    """A picture by its pixels; places are counted from the upper left.

    Args:
        width: in pixels.
        height: in pixels.
        rgba: rows from the bottom, as OpenGL gives them.
    """

    def __init__(self, width: int, height: int, rgba: bytes) -> None:
        self.width, self.height = width, height
        stride = 4 * width
        turned = bytearray(b"".join(rgba[row * stride : (row + 1) * stride] for row in range(height - 1, -1, -1)))
        turned[0::4], turned[2::4] = turned[2::4], turned[0::4]
        turned[3::4] = bytes(width * height)
        self.data = bytes(turned)
        self._words = memoryview(self.data).cast("I")

    def count(self, left: int, top: int, right: int, bottom: int, step: int = 1) -> Counter[int]:
        """How often each colour stands in a rectangle, in every `step`th row and column."""
        left, right = max(0, left), min(self.width, right)
        rows = range(max(0, top), min(self.height, bottom), step)
        pixels = (self._words[row * self.width + left : row * self.width + right : step] for row in rows)
        return Counter(chain.from_iterable(row.tolist() for row in pixels))

    def ground(self, left: int, top: int, right: int, bottom: int) -> Colour:
        """The colour that most of a rectangle has; soft light makes many of one."""
        shades: dict[Colour, list[tuple[int, int]]] = defaultdict(list)
        for pixel, number in self.count(left, top, right, bottom, 4).items():
            red, green, blue = unpacked(pixel)
            shades[red // 24, green // 24, blue // 24].append((pixel, number))
        totals = {shade: sum(number for _, number in found) for shade, found in shades.items()}

        def around(shade: Colour) -> list[Colour]:
            # A light that falls on it goes through several of them.
            red, green, blue = shade
            return [(red + r, green + g, blue + b) for r, g, b in _NEAR if (red + r, green + g, blue + b) in totals]

        most = max(shades, key=lambda shade: sum(totals[near] for near in around(shade)), default=None)
        if most is None:
            return 0, 0, 0
        found = [pair for near in around(most) for pair in shades[near]]
        return unpacked(max(found, key=lambda pair: pair[1])[0])

    def across(self, left: int, top: int, right: int, bottom: int) -> list[Colour]:
        """The colours of places that are spread over a rectangle, always in the same order."""
        down, over = (bottom - top) / PLACES, (right - left) / PLACES
        rows = [min(self.height - 1, max(0, int(top + (n + 0.5) * down))) for n in range(PLACES)]
        columns = [min(self.width - 1, max(0, int(left + (n + 0.5) * over))) for n in range(PLACES)]
        return [unpacked(self._words[y * self.width + x]) for y in rows for x in columns]

    def ink_contrast(self, left: int, top: int, right: int, bottom: int) -> float:
        """Contrast of the letters in a rectangle against what they stand on."""
        found = self.count(left, top, right, bottom)
        if not found:
            return 1.0
        (ground, _), *_rest = found.most_common(1)
        wanted = max(3.0, INK_SHARE * found.total())
        seen = 0
        for ratio, number in sorted(((contrast(p, ground), n) for p, n in found.items()), reverse=True):
            seen += number
            if seen >= wanted:
                return ratio
        return 1.0

    def outline(self, left: int, top: int, right: int, bottom: int) -> int:
        """Along how much of a rectangle's upper and lower edge there is a line that differs from what lies further in,
        in tenths. Soft light changes little on the way."""
        corner = (bottom - top) // 4
        across = range(max(0, left + corner), min(self.width, right - corner))
        top, bottom = max(0, top), min(self.height, bottom)
        if not across or bottom - top < 2 * RING + 8:
            return 0
        edges = 0
        for rows, further in (
            (range(top + 1, top + RING), top + RING + 3),
            (range(bottom - RING, bottom - 1), bottom - RING - 4),
        ):
            for x in across:
                inner = unpacked(self._words[further * self.width + x])
                ring = (unpacked(self._words[row * self.width + x]) for row in rows)
                edges += any(max(abs(a - b) for a, b in zip(pixel, inner, strict=True)) > 28 for pixel in ring)
        return round(10 * edges / (2 * len(across)))

    def parts(self, left: int, top: int, right: int, bottom: int) -> int:
        """How many colours have a share in a rectangle that is more than the edges of letters: a line through it is one
        more."""
        found: Counter[Colour] = Counter()
        for pixel, number in self.count(left, top, right, bottom, 2).items():
            red, green, blue = unpacked(pixel)
            found[red // 24, green // 24, blue // 24] += number
        return sum(number > PART_SHARE * found.total() for number in found.values())

    def differs(self, other: Pixels) -> tuple[int, int, int, int]:
        """The smallest rectangle with all pixels in which two pictures of one size differ."""
        width = self.width
        places = [n for n, (a, b) in enumerate(zip(self._words, other._words, strict=True)) if a != b]
        across = [n % width for n in places]
        return min(across), places[0] // width, max(across) + 1, places[-1] // width + 1

    def framed(self, boxes: list[tuple[int, int, int, int]]) -> Picture:
        """Return the picture with a frame round each of these places."""
        data = bytearray(self.data)
        for left, top, right, bottom in boxes:
            for margin in (2, 3, 4):
                x0, y0 = max(0, left - margin), max(0, top - margin)
                x1, y1 = min(self.width - 1, right + margin), min(self.height - 1, bottom + margin)
                for y in (y0, y1):
                    at = 4 * (y * self.width + x0)
                    data[at : at + 4 * (x1 - x0 + 1)] = b"\xff\x00\xff\x00" * (x1 - x0 + 1)
                for y in range(y0, y1 + 1):
                    for x in (x0, x1):
                        at = 4 * (y * self.width + x)
                        data[at : at + 4] = b"\xff\x00\xff\x00"
        return Picture(self.width, self.height, bytes(data))

    def save(self, path: Path) -> Path:
        """Write it as PNG."""
        return self.framed([]).save(path)
