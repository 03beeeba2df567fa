"""A reckoning of all players as a table: a row each with their sigil, a column for each thing that counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.prompts import Sheet
from companion.table.view import PlayerView
from companion.table.words import opening
from layouts.colours import ink_on, tint_of
from layouts.corners import Corner
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import Face, extent

__all__ = ["ScoreTable"]

PLAIN: Final[Face] = "text"
STRONG: Final[Face] = "strong"


class ScoreTable(CanvasWidget):
    """Draws a sheet. It is as high as its rows."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.sheet: Sheet | None = None
        self._players: list[PlayerView] = []
        self._heads: list[TextSprite] = []
        self._rows: list[tuple[RoundedRect, RoundedRect, TextSprite, list[TextSprite]]] = []
        self.size_hint_y = None
        self.take_room()

    def show(self, sheet: Sheet, player: Callable[[str], PlayerView]) -> None:
        """Draw another one.

        Args:
            sheet: what is drawn.
            player: who stands behind the id of a row.
        """
        players = [player(row.player) for row in sheet.rows]
        if (sheet, players) == (self.sheet, self._players):
            return
        self.sheet, self._players = sheet, players
        self.text = "; ".join(
            f"{who.name}: " + ", ".join(f"{h.label} {c}" for h, c in zip(sheet.headings, row.cells, strict=False) if c)
            for who, row in zip(players, sheet.rows, strict=True)
        )
        while len(self._heads) < len(sheet.headings):
            self._heads.append(TextSprite(self.canvas))
        while len(self._rows) < len(sheet.rows):
            self._rows.append(
                (
                    RoundedRect(self.canvas),
                    RoundedRect(self.canvas, Corner.LEFT, light=0.12),
                    TextSprite(self.canvas),
                    [],
                )
            )
        for *_, cells in self._rows:
            while len(cells) < len(sheet.headings):
                cells.append(TextSprite(self.canvas))
        self.take_room()
        self.later()

    def take_room(self) -> None:
        self._high, self._head = 1.28 * look.body, 1.18 * look.body
        rows = len(self.sheet.rows) if self.sheet else 0
        self.height = self._head + rows * (self._high + 2 * look.u)

    def draw(self) -> None:
        sheet, u, x = self.sheet, look.u, self.x
        if sheet is None:
            return
        flag = 48 * u
        column = (self.width - flag) / max(1, len(sheet.headings))
        middles = [x + flag + (place + 0.5) * column for place in range(len(sheet.headings))]
        said = [" ".join(filter(None, (SYMBOLS.get(h.symbol, ""), opening(h.label)))) for h in sheet.headings]
        # All in words or none: symbols alone keep every column readable where there are many.
        size = next((s for s in (look.small, look.least) if all(extent(w, "text", s)[0] <= column for w in said)), 0)
        for place, head in enumerate(self._heads):
            if place >= len(sheet.headings):
                head.hide()
                continue
            heading = sheet.headings[place]
            sign = SYMBOLS.get(heading.symbol, "")
            words, high = (
                (said[place], size) if size else (sign or heading.label, 1.05 * look.body if sign else look.least)
            )
            head.put(words, "text", high, look.dim, middles[place], self.top - self._head / 2, "middle")
        for place, (back, side, sigil, cells) in enumerate(self._rows):
            if place >= len(sheet.rows):
                for part in (back, side, sigil, *cells):
                    part.hide()
                continue
            player, row = self._players[place], sheet.rows[place]
            low = self.top - self._head - (place + 1) * (self._high + 2 * u) + 2 * u
            middle = low + self._high / 2
            back.put(x, low, self.width, self._high, look.raised, 8 * u)
            side.put(x, low, flag, self._high, tint_of(player.colour), 8 * u)
            size, on = 0.82 * self._high, ink_on(player.colour)
            sigil.put(player_mark(player), "text", size, on, x + flag / 2, middle, "middle")
            for number, cell in enumerate(cells):
                value = row.cells[number] if number < len(row.cells) else ""
                last = number == len(sheet.headings) - 1
                at = middles[number] if number < len(middles) else x
                ink, face = (look.power, STRONG) if last else (look.ink, PLAIN)
                cell.put(value, face, look.body, ink, at, middle, "middle")
