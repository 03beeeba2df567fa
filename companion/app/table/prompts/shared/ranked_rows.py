"""Two ranked rows of dice, each die above the one it meets; a lost die is crossed out."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.graphics import Color, InstructionGroup, Line

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.marks import KEPT, Die
from companion.app.widgets.controls.dice import DiceParts
from companion.app.widgets.controls.player_bar import PlayerBar
from companion.app.widgets.rendering.sprites import RoundedRect
from companion.table.prompts import DiceRows
from companion.table.view import PlayerView
from layouts.theme import look

__all__ = ["RankedRows"]

_MOST = 60
"""Maximum size of a die, in units."""
_LEAST = 26
"""Minimum size of a die, in units."""
_GAP = 0.14
"""Gap between columns, as a share of a die's size."""


class RankedRows(CanvasWidget):
    """Draws the rows in as few lines as fit, with a text above and below.

    Args:
        rows: the dice.
        players: owners of the upper and the lower row.
    """

    def __init__(self, rows: DiceRows, players: Sequence[PlayerView]) -> None:
        super().__init__(size_hint_y=None, height=0)
        self.rows = rows
        self.text = f"{rows.upper} {rows.lower}"
        self._players, self._bands = players, (PlayerBar(self.canvas), PlayerBar(self.canvas))
        self._columns = [RoundedRect(self.canvas, light=0) for _ in rows.columns]
        self._dice = [(DiceParts(self.canvas), DiceParts(self.canvas)) for _ in rows.columns]
        self._strikes = InstructionGroup()
        self.canvas.after.add(self._strikes)
        self.bind(width=lambda *_: self.take_room())

    def take_room(self) -> None:
        size, row = self._fit()
        lines = -(-len(self.rows.columns) // row)
        self.height = lines * (2 * size + 10 * look.u) + 2 * 1.5 * look.body + 4 * look.u

    def _fit(self) -> tuple[float, int]:
        """Return the size of a die, and the number of columns on a line."""
        number, u = max(1, len(self.rows.columns)), look.u
        for lines in range(1, number + 1):
            row = -(-number // lines)
            size = min(_MOST * u, self.width / (row * (1 + _GAP)))
            if size >= _LEAST * u:
                break
        return size, row

    def draw(self) -> None:
        u, rows, (x, top) = look.u, self.rows, (self.x, self.top)
        size, row = self._fit()
        step, name = size * (1 + _GAP), 1.5 * look.body
        words = (rows.upper, top - name), (rows.lower, self.y)
        for band, player, (said, low) in zip(self._bands, self._players, words, strict=True):
            band.put(player, said, x, low, self.width, name)
        self._strikes.clear()
        self._strikes.add(Color(*look.kill))
        for place, (column, (upper, lower)) in enumerate(zip(rows.columns, self._dice, strict=True)):
            line, number = divmod(place, row)
            left = x + number * step
            high = top - name - 4 * u - line * (2 * size + 10 * u)
            self._columns[place].put(left, high - 2 * size - 6 * u, size, 2 * size + 6 * u, look.raised, 6 * u)
            for parts, value, lost, at in (
                (upper, column.upper, column.upper_lost, high - 2 * u),
                (lower, column.lower, column.lower_lost, high - size - 4 * u),
            ):
                # A die that is not lost is bright.
                parts.put((Die(value, "" if lost else KEPT),) if value else (), left + 2 * u, at, size, size - 4 * u)
                if lost:
                    ends = (left + 3 * u, at - size + 6 * u, left + size - 3 * u, at - 2 * u)
                    self._strikes.add(Line(points=ends, width=2.2 * u))
