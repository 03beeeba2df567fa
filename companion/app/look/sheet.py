"""A reckoning of all players as a table: a row each with their sigil, a column for each thing that counts."""

from __future__ import annotations

from collections.abc import Callable

from kivy.utils import get_color_from_hex

from companion.app.look.drawing import Field, Words
from companion.app.look.drawn import Drawn
from companion.app.look.marks import ink_on, player_mark
from companion.table.prompts import Sheet
from companion.table.view import PlayerView
from layouts.glyphs import SYMBOLS
from layouts.theme import look

__all__ = ["SheetTable"]


class SheetTable(Drawn):
    """Draws a sheet. It is as high as its rows.

    Args:
        sheet: what is drawn.
        player: who stands behind the id of a row.
    """

    def __init__(self, sheet: Sheet, player: Callable[[str], PlayerView]) -> None:
        super().__init__()
        self.sheet = sheet
        self.text = "; ".join(
            f"{player(row.player).name}: "
            + ", ".join(f"{h.label} {c}" for h, c in zip(sheet.headings, row.cells, strict=False) if c)
            for row in sheet.rows
        )
        self._players = [player(row.player) for row in sheet.rows]
        self._heads = [Words(self.canvas) for _ in sheet.headings]
        self._rows = [
            (Field(self.canvas), Field(self.canvas, "tl bl", light=0.12), Words(self.canvas)) for _ in sheet.rows
        ]
        self._cells = [[Words(self.canvas) for _ in sheet.headings] for _ in sheet.rows]
        self.size_hint_y = None
        look.bind(stamp=self._measure)
        self._measure()

    def _measure(self, *_: object) -> None:
        self._high = 1.28 * look.body
        self._head = 1.18 * look.body
        self.height = self._head + len(self.sheet.rows) * (self._high + 2 * look.u)

    def draw(self) -> None:
        u, (x, w) = look.u, (self.x, self.width)
        flag = 48 * u
        column = (w - flag) / max(1, len(self.sheet.headings))
        middles = [x + flag + (place + 0.5) * column for place in range(len(self._heads))]
        for heading, head, middle in zip(self.sheet.headings, self._heads, middles, strict=True):
            sign = SYMBOLS.get(heading.symbol, "")
            size = 1.05 * look.body if sign else look.least
            head.put(sign or heading.label, "text", size, look.dim, middle, self.top - self._head / 2, "middle")
        rows = zip(self._players, self._rows, self.sheet.rows, self._cells, strict=True)
        for place, (player, (back, side, sigil), row, cells) in enumerate(rows):
            low = self.top - self._head - (place + 1) * (self._high + 2 * u) + 2 * u
            middle = low + self._high / 2
            back.put(x, low, w, self._high, look.surface, 8 * u)
            side.put(x, low, flag, self._high, get_color_from_hex(player.colour), 8 * u)
            size = 0.82 * self._high
            sigil.put(player_mark(player), "text", size, ink_on(player.colour), x + flag / 2, middle, "middle")
            for number, (cell, said, at) in enumerate(zip(cells, row.cells, middles, strict=False)):
                last = number == len(cells) - 1
                ink = look.power if last else look.ink
                cell.put(said, "strong" if last else "text", look.body, ink, at, middle, "middle")
