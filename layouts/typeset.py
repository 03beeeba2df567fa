"""Measures texts, breaks their lines, and draws their pixels."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import lru_cache
from math import floor
from typing import Final, Literal, TypeAlias

from kivy.core.image import ImageData
from kivy.core.text import Label as CoreLabel
from kivy.core.text import LabelBase

from layouts import FONTS
from layouts.glyphs import SYMBOLS, UNITS

__all__ = [
    "FONT",
    "Face",
    "extent",
    "fitted",
    "hyphened",
    "largest",
    "parted",
    "pixels",
    "stands",
    "whole",
    "widest",
]

Face: TypeAlias = Literal["text", "bold", "strong", "title", "units"]
"""`text` and `bold` for what is read, `strong` for what is read across the table, `title` for titles of a moment."""

FONT: Final = "Companion"
_FONTS: Final[dict[Face, tuple[str, bool]]] = {
    "text": (FONT, False),
    "bold": (FONT, True),
    "strong": ("Strong", False),
    "title": ("Title", False),
    "units": ("Units", False),
}
_LADDER: Final = (12, 14, 16, 18, 20, 21, 23, 26, 29, 32, 36, 40, 44, 49, 54, 60, 66, 73, 80, 88, 96)
"""The sizes of type: those of the roles, and few between them, since each size loads a font of its own, which takes
time and memory. They are units for a text that is fitted into its room, and pixels for a symbol that stands alone."""
_LEAST: Final = 20
"""The least of them for text."""
_SIGNS: Final = frozenset(SYMBOLS.values())
_UNITS: Final = frozenset(UNITS.values())
_BREAKS: Final = re.compile(r"[ \n]+")

LabelBase.register(FONT, str(FONTS / "text.ttf"), fn_bold=str(FONTS / "text-bold.ttf"))
LabelBase.register("Strong", str(FONTS / "strong.ttf"))
LabelBase.register("Title", str(FONTS / "title.ttf"))
LabelBase.register("Units", str(FONTS / "units.ttf"))


class _Pixels:
    """Takes the pixels of a text from Kivy in place of a texture, which would hand them to the graphics processor."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height, self.shown = width, height, b""

    def ask_update(self, draw: Callable[[_Pixels], None]) -> None:
        """Have the text drawn now."""
        draw(self)

    def blit_data(self, drawn: ImageData) -> None:
        """Keep how opaque each pixel is: all of them are white."""
        self.shown = drawn.data[3::4]


def _label(text: str, face: Face, size: int, align: str = "left") -> CoreLabel:
    """Return what measures and draws a text at a size in whole pixels; a silhouette has its own face."""
    return _label_of("units" if text in _UNITS else face, size, align)


@lru_cache(maxsize=128)
def _label_of(face: Face, size: int, align: str) -> CoreLabel:
    """Return what measures and draws texts of a face at a size in whole pixels."""
    font, bold = _FONTS[face]
    label = CoreLabel(font_name=font, font_size=size, bold=bold, halign=align, padding=0)
    label.resolve_font_name()
    # Kivy measures each word again for each width.
    label.get_extents = lru_cache(maxsize=1024)(label.get_extents)
    return label


def pixels(text: str, face: Face, size: float, width: float, align: str) -> tuple[int, int, bytes]:
    """Return a text's width, height, and how opaque each of its pixels is, from the upper left.

    Args:
        text: not empty.
        face: which voice of type.
        size: in pixels.
        width: where lines are broken, in pixels; 0 for one line.
        align: of the lines, where there are several.
    """
    wide, high = map(int, extent(text, face, size, width))
    if min(wide, high) <= 1:
        return 1, 1, bytes(1)
    label, drawn = _label(text, face, whole(size, text), align), _Pixels(wide, high)
    label.text, label.text_size, label.texture = text, (width or None, None), drawn
    label.refresh()
    return wide, high, drawn.shown


def parted(text: str) -> list[str]:
    """Return the words of a text between which a line may break: never at a no-break space."""
    return [word for word in _BREAKS.split(text) if word]


@lru_cache(maxsize=8192)
def extent(text: str, face: Face, size: float, width: float = 0) -> tuple[float, float]:
    """Return width and height of a text in pixels, without drawing it; the arguments are those of `pixels`."""
    # Measured at another size than it is drawn, a line could break that should not.
    label = _label(text, face, whole(size, text))
    label.text, label.text_size = text, (width or None, None)
    wide, high = label.render()
    return float(wide), float(high)


def whole(size: float, text: str) -> int:
    """Return the size in whole pixels at which a text of some size is drawn.

    SDL knows no half pixels, and each size takes a font of its own in memory.
    """
    found = floor(size + 0.25)
    if text in _SIGNS and _LADDER[0] <= found <= _LADDER[-1]:
        return _LADDER[bisect_right(_LADDER, found) - 1]
    return found


def largest(most: float, least: float, fits: Callable[[float], bool]) -> float:
    """Return the largest size that fits, in pixels.

    That is `most`, one of a few below it, or else `least`, the least size of text.
    """
    if fits(most):
        return most
    between = [size for units in _LADDER if least < (size := units * least / _LEAST) < most]
    fitting = bisect_left(between, True, key=lambda size: not fits(size))
    return between[fitting - 1] if fitting else least


@lru_cache(maxsize=2048)
def fitted(text: str, face: Face, most: float, least: float, width: float, height: float = 0) -> tuple[float, float]:
    """Return the largest size at which a text fits into its room, and the width at which its lines break.

    Words are never broken: one that is too wide at the least size is wider than the room.

    Args:
        text: what is to be said.
        face: which voice of type.
        most: the largest size, in pixels.
        least: the smallest one, taken even where it does not fit.
        width: of the room, in pixels.
        height: of the room; 0 for a single line.

    Returns:
        Size, and where lines break: 0 for a text that stands in one line.
    """
    if not text:
        return most, 0.0
    size = largest(most, least, lambda size: stands(text, face, size, width, height))
    if not height or extent(text, face, size)[0] <= width:
        return size, 0.0
    return size, max(width, widest(text, face, size) + 1)


def stands(text: str, face: Face, size: float, width: float, height: float = 0) -> bool:
    """Return whether a text fits into its room without breaking a word; the arguments are those of `fitted`."""
    wide, high = extent(text, face, size)
    if wide <= width:
        return not height or high <= height
    words = height and widest(text, face, size) <= width
    return bool(words and extent(text, face, size, width)[1] <= height)


def widest(text: str, face: Face, size: float) -> float:
    """Return how wide the widest word of a text is, in pixels; the arguments are those of `writing`."""
    words = parted(text)
    # Of two words nearly as long either may be the wider one; all of a long text would take other measures' place.
    long = max(map(len, words), default=0) - 2
    return max([extent(word, face, size)[0] for word in words if len(word) >= long], default=0.0)


def hyphened(text: str, face: Face, size: float, width: float) -> str:
    """Return a text in which every word that has no room on a line is broken where it has a hyphen."""
    words = text.split(" ")
    return " ".join(re.sub(r"-(?!\n)", "-\n", word) if extent(word, face, size)[0] > width else word for word in words)
