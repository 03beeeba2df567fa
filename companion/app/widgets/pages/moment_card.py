"""A card over the whole screen that shows a great moment for a second."""

from __future__ import annotations

from typing import Any, Final

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.rendering.motion import CARD, eased, motion, part_of
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from layouts.colours import Tint, faded, ink_over, tint_of
from layouts.glyphs import SYMBOLS, UNITS
from layouts.theme import look
from layouts.typeset import Face, fitted

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
        self._colour: Tint = (0, 0, 0, 1)
        self._share = 1.0
        super().__init__(**values)
        self._ground = RoundedRect(self.canvas, light=0)
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
        self._colour = tint_of(colour) if colour else look.raised
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
        ink = ink_over(self._colour)
        self._ground.cover(self, faded(self._colour, seen), 0)
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
