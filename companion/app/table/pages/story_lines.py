"""The story of an evening on its last page: a few lines, each with a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.rendering.sprites import TextSprite
from companion.storage.story import StoryLine
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["StoryLines"]


class StoryLines(ScrollList):
    """Shows the lines one below the other; in pages if there is not enough room for all of them."""

    def __init__(self) -> None:
        super().__init__()
        self.told = _ToldLines()
        self.add(self.told)
        self.scroll.bind(height=self._fit)
        self.told.bind(width=self._fit)
        look.tell(self._fit)

    @property
    def text(self) -> str:
        """All lines, one after the other."""
        return " ".join(line.words for line in self.told.lines)

    def show(self, lines: Sequence[StoryLine]) -> None:
        """Show other lines."""
        self.told.lines = lines
        self.told.later()
        self._fit()
        self.turn_to_top()

    def _fit(self, *_: Any) -> None:
        room, high = self.scroll.height, self.told.least_high()
        # Where they are in pages there is room between them.
        self.told.height = room if high <= room else high + len(self.told.lines) * 2 * look.gap


class _ToldLines(CanvasWidget):
    """Draws the lines, all in one size."""

    def __init__(self) -> None:
        super().__init__(size_hint_y=None)
        self.lines: Sequence[StoryLine] = ()
        self.rows: list[tuple[TextSprite, TextSprite]] = []

    def least_high(self) -> float:
        """Return how high the lines are in the smallest type, in pixels."""
        return float(sum(self._heights(look.least, self._room)) + 12 * look.u)

    @property
    def _room(self) -> int:
        """Width of a line, in pixels."""
        return round(float(self.width - 32 * look.u - 1.3 * look.body))

    def draw(self) -> None:
        u = look.u
        while len(self.rows) < len(self.lines):
            self.rows.append((TextSprite(self.canvas), TextSprite(self.canvas)))
        side = 1.3 * look.body
        left, room = self.x + 20 * u + side, self._room
        size = look.body
        while size > look.least and sum(self._heights(size, room)) > self.height - 12 * u:
            size = max(look.least, size - 1)
        highs = self._heights(size, room)
        # What is left over stands between the lines.
        gap = max(0.0, min(30 * u, (self.height - 12 * u - sum(highs)) / max(1, len(highs))))
        top = self.top - 6 * u
        for place, (sign, words) in enumerate(self.rows):
            if place >= len(highs):
                sign.hide()
                words.hide()
                continue
            line, middle = self.lines[place], top - (gap + highs[place]) / 2
            mark = SYMBOLS.get(line.symbol, "")
            sign.put(mark, "text", min(side, highs[place]), look.accent, self.x + 10 * u + side / 2, middle, "middle")
            words.put(line.words, "text", size, look.ink, left, middle, wrap=room)
            top -= gap + highs[place]

    def _heights(self, size: float, room: int) -> list[float]:
        """Return the height of each line at a size, in pixels."""
        return [max(extent(line.words, "text", size, room)[1], 1.2 * size) for line in self.lines]
