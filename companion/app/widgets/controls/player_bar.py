"""A bar in a player's colour, with their sigil and some words."""

from __future__ import annotations

from kivy.graphics import Canvas

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.view import PlayerView
from layouts.colours import ink_on, tint_of
from layouts.theme import look
from layouts.typeset import fitted

__all__ = ["HasPlayerBar", "PlayerBar"]


class PlayerBar:
    """A bar on a canvas."""

    def __init__(self, canvas: Canvas) -> None:
        self._back, self._sigil, self._words = RoundedRect(canvas, light=0.1), TextSprite(canvas), TextSprite(canvas)
        self.size = 0.0

    def put(self, player: PlayerView, text: str, x: float, y: float, width: float, height: float) -> None:
        """Draw it, with its words as large as fits."""
        ink, left, middle = ink_on(player.colour), x + 1.15 * height, y + height / 2
        self._back.put(x, y, width, height, tint_of(player.colour), 8 * look.u)
        self._sigil.put(player_mark(player), "text", 0.76 * height, ink, x + 0.58 * height, middle, "middle")
        self.size, wrap = fitted(text, "bold", look.body, look.least, x + width - left - 6 * look.u, height)
        self._words.put(text, "bold", self.size, ink, left, middle, wrap=wrap)

    @property
    def written(self) -> tuple[int, int]:
        """Size of its drawn words, in pixels."""
        return self._words.width, self._words.height


class HasPlayerBar(CanvasWidget):
    """A bar as a widget.

    Args:
        player: whose.
        text: what it says.
    """

    def __init__(self, player: PlayerView, text: str) -> None:
        super().__init__()
        self.text, self._player, self._band = text, player, PlayerBar(self.canvas)

    face = "bold"

    @property
    def font_size(self) -> float:
        """Height of its type, in pixels."""
        return self._band.size or float(look.least)

    @property
    def texture_size(self) -> tuple[int, int]:
        """Size of its drawn words, in pixels."""
        return self._band.written

    def draw(self) -> None:
        self._band.put(self._player, self.text, *self.pos, *self.size)
