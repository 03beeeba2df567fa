"""A layer above the pages in which pictures fly; it is empty at rest, and takes no touches."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from kivy.graphics import Canvas
from kivy.uix.widget import Widget

from companion.app.widgets.rendering.sprites import QUAD, AtlasRegion, Sprite, writing
from layouts.colours import Tint
from layouts.typeset import Face, whole

__all__ = ["FlyingSprite", "MotionLayer", "picture_of"]


def picture_of(text: str, size: float, face: Face = "text") -> AtlasRegion:
    """Return a text or a symbol as a picture, at a size in pixels."""
    return writing(text, face, whole(size, text))


class FlyingSprite(Sprite):
    """A picture about a point, stretched and turned."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._form = (0.0, 0.0, 0.0, 0.0, 0.0)

    def stand(self, picture: AtlasRegion, x: float, y: float, scale: float, colour: Tint, angle: float = 0.0) -> None:
        """Draw a picture about a point.

        Args:
            picture: to be drawn.
            x: of its middle, in pixels.
            y: of its middle, in pixels.
            scale: of its own size.
            colour: its tint.
            angle: in degrees, to the left.
        """
        form = (x, y, scale * picture.width, scale * picture.height, angle)
        if (form, picture, tuple(colour)) != (self._form, self._picture, self._tint):
            self._form, self._picture, self._tint, self._vertices = form, picture, tuple(colour), None
            self._batch.later()

    def vertices(self) -> bytes:
        picture = self._picture
        if picture is None:
            return b""
        if self._vertices is None:
            x, y, wide, high, angle = self._form
            key = (0.0, 0.0, float(picture.width), float(picture.height))
            west, south, east, north = picture.parts.get(key) or picture.within(*key)
            across, up = cos(radians(angle)), sin(radians(angle))
            found: list[float] = []
            for a, b, u, v in (
                (-wide / 2, -high / 2, west, south),
                (wide / 2, -high / 2, east, south),
                (wide / 2, high / 2, east, north),
                (-wide / 2, high / 2, west, north),
            ):
                found += x + a * across - b * up, y + a * up + b * across, u, v, *self._tint
            self._vertices = QUAD.pack(*found)
        return self._vertices


class MotionLayer(Widget):
    """Lends sprites to motions."""

    def __init__(self) -> None:
        super().__init__(size_hint=(1, 1))
        self.sprites = [FlyingSprite(self.canvas)]
        self._free = self.sprites[:]

    def lend(self, number: int) -> list[FlyingSprite]:
        """Return this many free sprites; give them back at the end of the motion."""
        while len(self._free) < number:
            self.sprites.append(FlyingSprite(self.canvas))
            self._free.append(self.sprites[-1])
        found, self._free = self._free[:number], self._free[number:]
        return found

    def give_back(self, sprites: Sequence[FlyingSprite]) -> None:
        """Hide sprites that are no longer needed."""
        for sprite in sprites:
            sprite.hide()
        self._free = [*sprites, *self._free]
