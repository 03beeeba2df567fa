"""The story of an evening on its last page: a few lines, each with a drawing."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.storage.story import StoryLine
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import fitted

__all__ = ["StoryLines"]


class StoryLines(CanvasWidget):
    """Draws the lines one below the other, all in one size."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._lines: Sequence[StoryLine] = ()
        self._back = RoundedRect(self.canvas, light=0.1)
        self._rows: list[tuple[TextSprite, TextSprite]] = []

    def show(self, lines: Sequence[StoryLine]) -> None:
        """Show other lines."""
        self._lines = lines
        self.text = " ".join(line.words for line in lines)
        self.later()

    def draw(self) -> None:
        u = look.u
        self._back.cover(self, look.surface, 12 * u)
        while len(self._rows) < len(self._lines):
            self._rows.append((TextSprite(self.canvas), TextSprite(self.canvas)))
        high = min((self.height - 12 * u) / max(1, len(self._lines)), 110 * u)
        side = 1.3 * look.body
        left, room = self.x + 20 * u + side, self.width - 32 * u - side
        sizes = [fitted(line.words, "text", look.body, look.least, room, high - 4 * u)[0] for line in self._lines]
        size = min(sizes, default=look.body)
        for place, (sign, words) in enumerate(self._rows):
            if place >= len(self._lines):
                sign.hide()
                words.hide()
                continue
            line, middle = self._lines[place], self.top - 6 * u - (place + 0.5) * high
            sign.put(
                SYMBOLS.get(line.symbol, ""), "text", side, look.accent, self.x + 10 * u + side / 2, middle, "middle"
            )
            words.put(line.words, "text", size, look.ink, left, middle, wrap=round(room))
