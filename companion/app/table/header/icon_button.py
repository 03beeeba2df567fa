"""A symbol to tap, without a background."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from layouts.colours import CLEAR, faded
from layouts.theme import look

__all__ = ["IconButton"]


class IconButton(Tappable, CanvasWidget):
    """A symbol to tap; `marked` adds a dot, for more information than usual."""

    marked = BooleanProperty(False)
    ink = ObjectProperty((1.0, 1.0, 1.0, 1.0))

    def __init__(self, symbol: str) -> None:
        super().__init__()
        self.symbol = symbol
        self._press, self._sign = RoundedRect(self.canvas, light=0), TextSprite(self.canvas)
        self._ring, self._dot = RoundedRect(self.canvas, ring=3), RoundedRect(self.canvas, light=0)
        self.bind(state=self.later, focused=self.later, marked=self.later, ink=self.later)

    def draw(self) -> None:
        down = self.state == "down" and not self.disabled
        self._press.cover(self, faded(self.ink, 0.25) if down else CLEAR, 10 * look.u)
        self._sign.put(self.symbol, "text", look.sign, self.ink, self.center_x, self.center_y, "middle")
        dot = 9 * look.u
        at = self.center_x + 0.3 * look.sign, self.center_y + 0.2 * look.sign
        self._dot.put(*at, dot, dot, self.ink if self.marked else CLEAR, dot / 2)
        self._ring.cover(self, self.ink if self.focused else CLEAR, 10 * look.u)
