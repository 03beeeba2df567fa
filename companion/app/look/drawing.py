"""What screens are drawn with: textures that are made once, and parts of which only what differs is changed.

A part belongs to a canvas for good. `put` says where and how it is drawn; what is the same as before costs nothing.
Colours are tints of white textures, so that one texture serves all of them.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property, lru_cache
from math import ceil, floor
from typing import Any, Final, Literal, TypeAlias

from kivy.core.image import ImageData
from kivy.core.text import Label as CoreLabel
from kivy.core.text import LabelBase
from kivy.graphics import BorderImage, Canvas, Color, InstructionGroup, Mesh, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from layouts import FONTS
from layouts.colours import CLEAR, Tint
from layouts.corners import RING, Corner, around, stretchable

__all__ = [
    "FONT",
    "Face",
    "Field",
    "Part",
    "Words",
    "extent",
    "fitted",
    "hyphened",
    "largest",
    "measure",
    "parted",
    "stands",
    "writing",
]

Face: TypeAlias = Literal["text", "bold", "strong", "title"]
"""`text` and `bold` for what is read, `strong` for what is read across the table, `title` for titles of a moment."""

FONT: Final = "Companion"
_FONTS: Final[dict[Face, tuple[str, bool]]] = {
    "text": (FONT, False),
    "bold": (FONT, True),
    "strong": ("Strong", False),
    "title": ("Title", False),
}
_WHITE: Final = "luminance_alpha"
_BREAKS: Final = re.compile(r"[ \n]+")
_MOST_WRITTEN: Final = 1_000_000
"""Pixels of texts that are kept: as many as the largest screen has."""

LabelBase.register(FONT, str(FONTS / "text.ttf"), fn_bold=str(FONTS / "text-bold.ttf"))
LabelBase.register("Strong", str(FONTS / "strong.ttf"))
LabelBase.register("Title", str(FONTS / "title.ttf"))


class _Writings(OrderedDict[tuple[object, ...], Texture]):
    """The texts that were drawn last."""

    pixels = 0

    def keep(self, key: tuple[object, ...], texture: Texture) -> None:
        """Keep one more, and let go of those that were not used for longest if all of them are too many."""
        self[key] = texture
        self.pixels += texture.width * texture.height
        while self.pixels > _MOST_WRITTEN and len(self) > 1:
            _, old = self.popitem(last=False)
            self.pixels -= old.width * old.height


_writings = _Writings()


def writing(text: str, face: Face, size: float, width: float = 0, align: str = "left") -> Texture:
    """Return the text as a white texture, drawn once and remembered.

    Args:
        text: not empty.
        face: which voice of type.
        size: in pixels.
        width: where lines are broken, in pixels; 0 for one line.
        align: of the lines, where there are several.
    """
    key = text, face, size, width, align
    found = _writings.get(key)
    if found is not None:
        _writings.move_to_end(key)
        return found
    font, bold = _FONTS[face]
    label = _Writer(font, size, bold, text=text, halign=align, text_size=(width or None, None))
    texture = _plain(label.drawn())
    _writings.keep(key, texture)
    return texture


def _plain(texture: Texture) -> Texture:
    # All stands on whole pixels, and what is stretched has no pattern: to look at four points for each pixel would only
    # cost twice as much without a graphics processor.
    texture.min_filter = texture.mag_filter = "nearest"
    return texture


class _Writer(CoreLabel):
    """Lays out texts of one face and size, by how large their words are, each of which is asked for only once."""

    def __init__(self, face: str, size: float, bold: bool, **options: Any) -> None:
        super().__init__(font_name=face, font_size=size, bold=bold, padding=0, **options)
        self.resolve_font_name()
        self._kind, self._font = (face, size, bold), str(super()._get_font_id())

    def _get_font_id(self) -> str:
        return self._font

    def get_extents(self, text: str) -> tuple[int, int]:
        return _extent_of(*self._kind, text)

    def get_cached_extents(self) -> Callable[[str], tuple[int, int]]:
        return self.get_extents

    def drawn(self) -> Texture:
        """Return the text as a texture. It is white: kept is how opaque it is, which takes half of the memory."""
        self._size = self.render()
        if min(self._size) <= 1:
            return self.texture_1px
        self.texture = Texture.create(size=self._size, colorfmt=_WHITE)
        self.texture.flip_vertical()
        self.render(real=True)
        return self.texture

    def _render_end(self) -> ImageData:
        data = super()._render_end()
        wide, high, pixels, *rest = data.mipmaps[0]
        white = bytearray(b"\xff") * (2 * wide * high)
        white[1::2] = pixels[3::4]
        data.fmt, data.mipmaps[0] = _WHITE, (wide, high, bytes(white), *rest)
        return data

    def ask(self, text: str) -> tuple[int, int]:
        """Return how large one line of text is."""
        wide, high = super().get_extents(text)
        return wide, high


_writer = lru_cache(maxsize=128)(_Writer)
"""One for each face and size, to measure with."""


@lru_cache(maxsize=4096)
def _extent_of(face: str, size: float, bold: bool, text: str) -> tuple[int, int]:
    return _writer(face, size, bold).ask(text)


@lru_cache(maxsize=8192)
def measure(text: str, size: float, bold: bool, width: float | None, face: str = FONT) -> tuple[float, float]:
    """Return the size of a text in pixels, wrapped at `width` if given, without drawing it."""
    writer = _writer(face, size, bold)
    writer.text, writer.text_size = text, (width, None)
    wide, high = writer.render()
    return float(wide), float(high)


def parted(text: str) -> list[str]:
    """Return the words of a text between which a line may break: never at a no-break space."""
    return [word for word in _BREAKS.split(text) if word]


def extent(text: str, face: Face, size: float, width: float = 0) -> tuple[float, float]:
    """Return how large a text would be in pixels, without drawing it; the arguments are those of `writing`."""
    font, bold = _FONTS[face]
    # What is drawn has a size in halves of pixels; measured otherwise, a line could break that should not.
    return measure(text, round(size * 2) / 2, bold, width or None, font)


def largest(most: float, least: float, fits: Callable[[float], bool]) -> float:
    """Return the largest size that fits: `most`, or found by halves a whole number of pixels, or else `least`."""
    if fits(most):
        return most
    low, high, best = ceil(least), floor(most), least
    while low <= high:
        size = (low + high) // 2
        if fits(size):
            best, low = float(size), size + 1
        else:
            high = size - 1
    return best


@lru_cache(maxsize=2048)
def fitted(text: str, face: Face, most: float, least: float, width: float, height: float = 0) -> tuple[float, float]:
    """Return the largest size at which a text stands in its room, and the width at which its lines break.

    Words are never broken.

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
    return size, width if height and extent(text, face, size)[0] > width else 0.0


def stands(text: str, face: Face, size: float, width: float, height: float = 0) -> bool:
    """Whether a text stands in its room without a word that is broken; the arguments are those of `fitted`."""
    wide, high = extent(text, face, size)
    if wide <= width:
        return not height or high <= height
    longest = max(parted(text), key=len, default="")
    words = height and extent(longest, face, size)[0] <= width
    return bool(words and extent(text, face, size, width)[1] <= height)


def hyphened(text: str, face: Face, size: float, width: float) -> str:
    """Return a text in which every word that has no room on a line is broken where it has a hyphen."""
    words = text.split(" ")
    return " ".join(word.replace("-", "-\n") if extent(word, face, size)[0] > width else word for word in words)


@lru_cache(maxsize=200)
def _patch(radius: int, corners: Corner, ring: int, light: float) -> Texture:
    """Return a field that can be stretched, as a texture; the arguments are those of `stretchable`."""
    wide, high, pixels = stretchable(radius, corners, ring, light)
    texture = Texture.create(size=(wide, high), colorfmt="rgba")
    texture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    texture.wrap = "clamp_to_edge"
    return _plain(texture)


class Part:
    """A tinted texture on a canvas. What is hidden or wholly clear costs nothing when the canvas is drawn.

    Most parts of most widgets are never shown: what they would be drawn with is made when one is.

    Args:
        canvas: where it is drawn.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._tint: tuple[float, ...] = CLEAR
        self._group = InstructionGroup()
        self._shown = False
        canvas.add(self._group)

    def tint(self, colour: Tint) -> None:
        """Give it another colour."""
        wanted = tuple(colour)
        if wanted != self._tint:
            self._tint = wanted
            shown = wanted[3] > 0
            if shown:
                self._colour.rgba = wanted
            self._show(shown)

    def hide(self) -> None:
        """Draw nothing until it is put somewhere again."""
        self.tint(CLEAR)

    def make(self) -> Rectangle | BorderImage | Mesh:
        """Return what is drawn."""
        raise NotImplementedError

    @cached_property
    def _colour(self) -> Color:
        return Color(*CLEAR)

    @cached_property
    def _shape(self) -> Rectangle | BorderImage | Mesh:
        return self.make()

    def _show(self, shown: bool) -> None:
        if shown and not self._shown:
            self._group.add(self._colour)
            self._group.add(self._shape)
        elif self._shown and not shown:
            self._group.clear()
        self._shown = shown


class Field(Part):
    """A rounded field of colour, with soft light from above.

    Args:
        canvas: where it is drawn.
        corners: those that are round.
        ring: units of width of the line, where it is an outline only.
        light: by how much the lower edge is darker, 0 to 1.
    """

    def __init__(self, canvas: Canvas, corners: Corner = Corner.ALL, ring: float = 0, light: float = 0.16) -> None:
        super().__init__(canvas)
        self._corners, self._ring, self._light = corners, ring, 0.0 if ring else light
        self._radius = -1
        self._rect: tuple[int, int, int, int] = (0, 0, 0, 0)

    def make(self) -> BorderImage | Mesh:
        return Mesh(indices=RING, mode="triangles") if self._ring else BorderImage(size=(0, 0))

    def put(self, x: float, y: float, width: float, height: float, colour: Tint, radius: float) -> None:
        """Draw it there; all in pixels from the lower left."""
        self.tint(colour)
        if not self._shown:
            return
        rect = round(x), round(y), round(x + width) - round(x), round(y + height) - round(y)
        radius = max(1, round(min(radius, rect[2] / 2 - 1, rect[3] / 2 - 1)))
        if radius != self._radius:
            self._radius = radius
            # A ring is counted in units of a small display, of which its corner is about ten.
            line = max(1, round(self._ring * radius / 10)) if self._ring else 0
            self._shape.texture = _patch(radius, self._corners, line, self._light)
            if self._ring:
                self._rect = (0, 0, 0, 0)
            else:
                self._shape.border = (radius,) * 4
        if rect != self._rect:
            self._rect = rect
            if self._ring:
                self._shape.vertices = around(rect, radius)
            else:
                self._shape.pos, self._shape.size = rect[:2], rect[2:]

    def cover(self, widget: Widget, colour: Tint, radius: float) -> None:
        """Draw it where a widget is; the radius in pixels."""
        self.put(widget.x, widget.y, widget.width, widget.height, colour, radius)


class Words(Part):
    """A text, or a symbol as one character of it."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._said: tuple[object, ...] = ()
        self._place: tuple[int, int] = (0, 0)
        self.width = self.height = 0

    def make(self) -> Rectangle:
        return Rectangle(size=(0, 0))

    def put(
        self,
        text: str,
        face: Face,
        size: float,
        colour: Tint,
        x: float,
        y: float,
        anchor: Literal["left", "middle", "right"] = "left",
        wrap: float = 0,
    ) -> None:
        """Draw it there.

        Args:
            text: nothing is drawn if it is empty.
            face: which voice of type.
            size: of the type, in pixels.
            colour: its tint.
            x: of its left end, its middle or its right end, as `anchor` says; pixels.
            y: of the middle of its height, in pixels.
            anchor: which of its points `x` is; lines of several are aligned so, too.
            wrap: where lines are broken, in pixels; 0 for one line.
        """
        if not text:
            self.width = self.height = 0
            self._said = ()
            self.hide()
            return
        said = text, face, round(size * 2) / 2, round(wrap), anchor
        if said != self._said:
            self._said = said
            align = "center" if anchor == "middle" else anchor
            texture = writing(text, face, round(size * 2) / 2, round(wrap), align)
            self._shape.texture = texture
            self.width, self.height = texture.size
            self._shape.size = texture.size
        left = x - {"left": 0.0, "middle": 0.5, "right": 1.0}[anchor] * self.width
        place = round(left), round(y - self.height / 2)
        if place != self._place:
            self._place = place
            self._shape.pos = place
        self.tint(colour)
