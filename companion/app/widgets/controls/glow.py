"""A field that is lit in a player's colour from one end, as the two halves of a battle are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from kivy.graphics import Canvas

from companion.app.widgets.rendering.sprites import QUAD, AtlasRegion, RoundedRect
from layouts.colours import CLEAR, Tint, mixed
from layouts.corners import Quad
from layouts.theme import look

__all__ = ["Glow"]

_STRIPS: Final = 6
"""Number of strips in which the light fades, evenly in each: nobody sees where they meet."""
_STRENGTH: Final = 0.42
"""Share of the colour at the lit end."""


class Glow(RoundedRect):
    """A rounded field with a light of some colour at one end.

    The colours are mixed at the corners: to paint a light above the field would cost as much once more.

    Args:
        canvas: where it is drawn.
        right: whether the light is at its right end.
    """

    def __init__(self, canvas: Canvas, right: bool = False) -> None:
        super().__init__(canvas)
        self._right = right
        self._colour: tuple[float, ...] = CLEAR

    def shine(self, x: float, y: float, width: float, height: float, colour: Tint) -> None:
        """Draw it there, in pixels; the colour is that of its light."""
        if tuple(colour) != self._colour:
            self._colour, self._vertices = tuple(colour), None
            self._batch.later()
        self.put(x, y, width, height, look.surface, 12 * look.u)

    def lay(self, picture: AtlasRegion, quads: Sequence[Quad]) -> None:
        """Show it there, between its ends in strips as high as it is."""
        side = min((quad[4] for quad in quads if quad[4]), default=0)
        between = [quad for quad in quads if quad[4] == side]
        if between:
            left, _, right, _, u, v, w, h = between[len(between) // 2]
            low, top = min(quad[1] for quad in between), max(quad[3] for quad in between)
            wide = (right - left) / _STRIPS
            ends = [quad for quad in quads if quad[4] != side]
            quads = [*ends, *((n * wide + left, low, (n + 1) * wide + left, top, u, v, w, h) for n in range(_STRIPS))]
        super().lay(picture, quads)

    def vertices(self) -> bytes:
        """Return the corners of its quads, each with its share of the light."""
        picture = self._picture
        if self._vertices is None and picture is not None:
            lights = {x: self._share(x) for quad in self._quads for x in (quad[0], quad[2])}
            grounds = {y: self._tint_at(y) for quad in self._quads for y in (quad[1], quad[3])}
            ends = {(x, y) for quad in self._quads for x in (quad[0], quad[2]) for y in (quad[1], quad[3])}
            tints = {(x, y): mixed(grounds[y], self._colour, lights[x]) for x, y in ends}
            found: list[bytes] = []
            for left, low, right, top, u, v, w, h in self._quads:
                west, south, east, north = picture.parts.get((u, v, w, h)) or picture.within(u, v, w, h)
                lower = left, low, west, south, *tints[left, low], right, low, east, south, *tints[right, low]
                upper = right, top, east, north, *tints[right, top], left, top, west, north, *tints[left, top]
                found.append(QUAD.pack(*lower, *upper))
            self._vertices = b"".join(found)
        return self._vertices or b""

    def _share(self, x: float) -> float:
        """Return the share of the light at a place in pixels."""
        left, _, wide, _ = self.rect
        end = 12 * look.u
        away: float = (left + wide - x if self._right else x - left) - end
        dark: float = min(1.0, max(0.0, away / max(1.0, wide - end)))
        return _STRENGTH * math.pow(1 - dark, 1.3)
