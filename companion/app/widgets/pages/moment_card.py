"""A card over the whole screen that shows a great moment for a second."""

from __future__ import annotations

from typing import Any, Final

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.rendering.ground import Beast, FieldPlace, Poster
from companion.app.widgets.rendering.motion import CARD, eased, motion, part_of
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from layouts.colours import faded, ink_on, tint_of
from layouts.glyphs import SYMBOLS, UNITS
from layouts.modes import EVERYBODY
from layouts.theme import look
from layouts.typeset import Face, extent, fitted

__all__ = ["MomentCard"]

_GONE: Final = 0.84
"""Share of the card's time after which it fades out."""
_RISE: Final = 24
"""Units by which symbol and words rise into their places."""
_LEAST: Final = 0.4
"""Share of its wished size down to which a title shrinks before it is cut."""


class MomentCard(CanvasWidget):
    """The card, which covers all pages while it is shown: a touch on it ends it and does nothing else.

    It covers them from its first picture on, so that the next page is not seen before it.

    Attributes:
        title: what it shows now; empty if it is not shown.
    """

    def __init__(self, **values: Any) -> None:
        self.title = self._line = self._symbol = ""
        self._colour = EVERYBODY
        self._share = 1.0
        super().__init__(**values)
        self._ground, self._poster = RoundedRect(self.canvas, light=0), Poster(self.canvas)
        self._texts = [TextSprite(self.canvas) for _ in range(3)]

    def show(self, title: str, line: str, symbol: str, colour: str) -> None:
        """Show a moment, and leave the screen after it. It needs a parent, and that motions are allowed.

        Args:
            title: two or three words.
            line: one sentence below, or nothing.
            symbol: name of a drawing, or nothing.
            colour: `#rrggbb` of the player; empty for the look's own.
        """
        self.title, self._line, self._symbol = title, line, symbol
        self._colour = colour or EVERYBODY
        motion.play(self, CARD, self._move_to, self._leave, fade=True)

    def _move_to(self, share: float) -> None:
        self._share = share
        self.later()

    def _leave(self) -> None:
        self.title = ""
        if self.parent is not None:
            self.parent.remove_widget(self)

    def draw(self) -> None:
        seen = 1 - part_of(self._share, _GONE, 1)
        if look.fielded:
            self._draw_poster(seen)
            return
        self._ground.cover(self, faded(tint_of(self._colour), seen), 0)
        ink = ink_on(self._colour)
        wide, gap = 0.9 * self.width, 0.04 * self.height
        sign: Face = "units" if self._symbol in UNITS else "text"
        rows: tuple[tuple[str, Face, float, float], ...] = (
            (SYMBOLS.get(self._symbol, ""), sign, 0.4 * min(self.height, self.width), 0.04),
            (self.title, "title", look.giant, 0.1),
            (self._line, "bold", look.title, 0.22),
        )
        sizes = [fitted(text, face, most, _LEAST * look.title, wide)[0] for text, face, most, _ in rows]
        top = self.center_y + sum(sizes) / 2 + gap
        for sprite, (text, face, _, begin), high in zip(self._texts, rows, sizes, strict=True):
            come = eased(part_of(self._share, begin, begin + 0.2))
            lift = 0.0 if motion.level == "less" else (1 - come) * _RISE * look.u
            sprite.put(text, face, high, faded(ink, seen * come), self.center_x, top - high / 2 - lift, "middle")
            top -= high + gap

    def _come(self, begin: float) -> tuple[float, float]:
        """Return how much of something has come that begins at a share of the time, and how far it is below its place.

        The second is in units.
        """
        come = eased(part_of(self._share, begin, begin + 0.2))
        return come, 0.0 if motion.level == "less" else (1 - come) * _RISE

    def _draw_poster(self, seen: float) -> None:
        """Draw the whole glass as a field, with a dark shape that rises and words at the lower left."""
        u, upright = look.u, look.portrait
        wide, high = self.width / u, self.height / u
        size = 1.25 * wide if upright else 1.33 * high
        above = -0.06 * high if upright else (size - high) / 2
        beast = Beast(SYMBOLS.get(self._symbol, ""), size, 0.17 * size, above - 2 * self._come(0.04)[1])
        self._poster.loom(FieldPlace((self.x, self.y, self.right, self.top), self._colour, beast), seen)
        left, room = self.x + 28 * u, (0.9 if upright else 0.56) * self.width
        _, title, line = self._texts
        come, lift = self._come(0.1)
        size, wrap = fitted(self.title, "title", look.giant, _LEAST * look.title, room, 0.55 * self.height)
        tall = extent(self.title, "title", size, wrap)[1]
        ink = faded(look.ink, seen * come)
        title.put(self.title, "title", size, ink, left, self.y + (28 - lift) * u + tall / 2, wrap=wrap)
        come, lift = self._come(0.22)
        size, wrap = fitted(self._line, "bold", look.title, look.least, room, 0.3 * self.height)
        tall = extent(self._line, "bold", size, wrap)[1]
        ink = faded(look.ink, seen * come)
        line.put(self._line, "bold", size, ink, left, self.top - (28 + lift) * u - tall / 2, wrap=wrap)
