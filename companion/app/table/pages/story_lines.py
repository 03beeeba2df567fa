"""The story of an evening on its last page: a few lines, each with a drawing."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.storage.story import StoryLine
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent

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
        side = 1.3 * look.body
        left, room = self.x + 20 * u + side, round(self.width - 32 * u - side)
        size = look.body
        while size > look.least and sum(self._heights(size, room)) > self.height - 12 * u:
            size = max(look.least, size - 1)
        highs = self._heights(size, room)
        # What is left over stands between the lines; where they need more, the last ones have no place.
        gap = max(0.0, min(30 * u, (self.height - 12 * u - sum(highs)) / max(1, len(highs))))
        top = self.top - 6 * u
        for place, (sign, words) in enumerate(self._rows):
            if place >= len(highs) or top - highs[place] < self.y:
                sign.hide()
                words.hide()
                continue
            line, middle = self._lines[place], top - (gap + highs[place]) / 2
            mark = SYMBOLS.get(line.symbol, "")
            sign.put(mark, "text", min(side, highs[place]), look.accent, self.x + 10 * u + side / 2, middle, "middle")
            words.put(line.words, "text", size, look.ink, left, middle, wrap=room)
            top -= gap + highs[place]

    def _heights(self, size: float, room: int) -> list[float]:
        """Return the height of each line at a size, in pixels."""
        return [max(extent(line.words, "text", size, room)[1], 1.2 * size) for line in self._lines]
