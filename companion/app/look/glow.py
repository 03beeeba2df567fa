"""A field that is lit in a player's colour from one end, as the two halves of a battle are."""

from __future__ import annotations

from functools import lru_cache

from kivy.graphics import Canvas

from companion.app.look.drawing import Field, Part, Spot, spot
from layouts.colours import Tint, faded
from layouts.corners import Corner
from layouts.theme import look

__all__ = ["Glow"]

_STEPS = 256
_STRENGTH = 0.42
"""How much of the colour there is at the lit end."""


@lru_cache(maxsize=2)
def _fade(right: bool) -> Spot:
    """Return a strip that fades out away from its lit end."""
    shares = [(1 - place / (_STEPS - 1)) ** 1.3 for place in range(_STEPS)]
    return spot(_STEPS, 1, bytes(round(255 * share) for share in (shares[::-1] if right else shares)))


class _Light(Part):
    """The light of a `Glow`; `right` as there."""

    def __init__(self, canvas: Canvas, right: bool) -> None:
        super().__init__(canvas)
        self._right = right

    def put(self, x: float, y: float, width: float, height: float, colour: Tint) -> None:
        """Draw it there, in pixels."""
        self.tint(colour)
        where = ((x, y, x + width, y + height, 0, 0, _STEPS, 1),)
        if where != self._quads:
            self.lay(_fade(self._right), where)


class Glow:
    """A rounded field with a light of some colour at one end.

    Args:
        canvas: where it is drawn.
        right: whether the light is at its right end.
    """

    def __init__(self, canvas: Canvas, right: bool = False) -> None:
        self._right = right
        self._back = Field(canvas)
        self._end = Field(canvas, Corner.RIGHT if right else Corner.LEFT, light=0)
        self._light = _Light(canvas, right)

    def hide(self) -> None:
        """Draw nothing."""
        for part in (self._back, self._end, self._light):
            part.hide()

    def put(self, x: float, y: float, width: float, height: float, colour: Tint) -> None:
        """Draw it there, in pixels; the colour is that of its light."""
        radius = 12 * look.u
        light = faded(colour, _STRENGTH)
        end = round(radius)
        self._back.put(x, y, width, height, look.surface, radius)
        self._end.put(x + width - end if self._right else x, y, end, height, light, radius)
        wide, high = max(0, round(x + width) - round(x) - end), round(y + height) - round(y)
        self._light.put(round(x) if self._right else round(x) + end, round(y), wide, high, light)
