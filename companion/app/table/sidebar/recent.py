"""Last events, suggested keys, and the sidebar that holds them and the ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from kivy.properties import ListProperty
from kivy.uix.widget import Widget

from companion.app.table.sidebar.ledger import Ledger
from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.marks import said
from companion.app.widgets.base.widgets import clipped
from companion.app.widgets.controls.tile_rows import Tile, Way, in_a_row
from companion.app.widgets.controls.tiles import TileGrid
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.prompts import Option
from companion.table.state import Fact
from layouts.colours import CLEAR, faded
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["REMEMBERED", "RecentEvents", "Sidebar", "SuggestedKeys"]

REMEMBERED: Final = 8
"""Number of lines of events that are kept."""

_LEAST: Final = 0.25
"""Minimum share of the row that shows last events beside keys; the log has them, too."""


class RecentEvents(Tappable, CanvasWidget):
    """The last events; a tap opens the log."""

    lines = ListProperty()

    def __init__(self) -> None:
        super().__init__()
        self._back, self._words, self._ring = (
            RoundedRect(self.canvas),
            TextSprite(self.canvas),
            RoundedRect(self.canvas, ring=3),
        )
        self.bind(lines=self.later, state=self.later, focused=self.later)

    def note(self, facts: Iterable[Fact]) -> None:
        """Add new events."""
        self.lines = [*self.lines, *_told(facts)][-REMEMBERED:]

    def recall(self, facts: Iterable[Fact]) -> None:
        """Add earlier events in front."""
        self.lines = [*_told(facts), *self.lines][-REMEMBERED:]

    def draw(self) -> None:
        u, width, height = look.u, self.width - 20 * look.u, self.height - 2 * look.u
        back = faded(look.ink, 0.2) if self.state == "down" else faded(look.surface, 0.8)
        self._back.cover(self, back if self.lines else CLEAR, 10 * u)
        self.text = self._shown(width, height)
        self._words.put(self.text, "text", look.least, look.dim, self.x + 10 * u, self.center_y, wrap=width)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 10 * u)

    def _shown(self, width: float, height: float) -> str:
        """Return as many of the last lines as fit whole; the very last may be shortened."""
        if not self.lines:
            return ""
        shown = clipped(self.lines[-1], look.least, width, height)
        for line in reversed(self.lines[:-1]):
            longer = f"{line}\n{shown}"
            if extent(longer, "text", look.least, width)[1] > height:
                break
            shown = longer
        return shown


def _told(facts: Iterable[Fact]) -> Iterator[str]:
    """Yield the texts of events, with what is to be done on the board."""
    for fact in facts:
        if said := fact.text():
            yield said
        if board := fact.on_board():
            yield f"{SYMBOLS['hand']} {board}"


class SuggestedKeys(TileGrid):
    """A key for each suggested interjection, in the sidebar or the header.

    Args:
        use: called with the id of the key that was tapped.
    """

    def __init__(self, use: Callable[[str], None]) -> None:
        super().__init__(use, lambda *_: None)
        self.size_hint, self.pos_hint = (None, None), {"center_y": 0.5}
        self._offered: list[Tile] = []

    def offer(self, options: Sequence[Option]) -> None:
        """Offer the options that are `near`, which means that they are likely now."""
        tiles: dict[str, Tile] = {}
        for option in options:
            if option.near and not option.refused:
                name = option.tile or option.id
                ways = tiles[name].ways if name in tiles else ()
                sign = option.symbol if option.symbol in SYMBOLS else ""
                tiles[name] = Tile(sign, (*ways, Way(option.id, said(option))), option.heading)
        self._offered = list(tiles.values())

    def stand(self, room: float, high: float) -> float:
        """Lay the keys out in a row; what does not fit is left to the page of more actions.

        Args:
            room: maximum width, in pixels.
            high: minimum height, in pixels.

        Returns:
            The width of the row, in pixels.
        """
        shown, wide = in_a_row(self._offered, room)
        high = max(high, self.row())
        self.show(shown)
        self.give_room(wide, high, 0)
        self.size = wide, high
        return wide


class Sidebar(Widget):
    """The ledger, and below it the last events beside the suggested keys.

    Args:
        ledger: at the top.
        recent: the last events.
        near: the suggested keys.
    """

    def __init__(self, ledger: Ledger, recent: RecentEvents, near: SuggestedKeys) -> None:
        super().__init__()
        self._ledger, self._recent, self._near = ledger, recent, near
        self.add_widget(ledger)
        self.add_widget(recent)
        self.bind(pos=self.lay, size=self.lay, parent=self.lay)
        look.tell(self.lay)

    def lay(self, *_: Any) -> None:
        """Position all parts; the keys only unless they are in the header."""
        low = 2.65 * look.least
        gap = 5 * look.u
        near, recent, wide = self._near, self._recent, 0.0
        if self.parent is not None and near.parent in (None, self):
            wide = near.stand(self.width, low)
        if wide and near.parent is None:
            self.add_widget(near)
        elif not wide and near.parent is self:
            self.remove_widget(near)
        if wide:
            near.pos = self.right - wide, self.y
            wide += gap
        beside = self.width - wide >= _LEAST * self.width
        if beside and recent.parent is None:
            self.add_widget(recent)
        elif not beside and recent.parent is self:
            self.remove_widget(recent)
        # Without a height it is not drawn.
        recent.pos, recent.size = self.pos, (self.width - wide, low if self.parent is not None else 0)
        self._ledger.pos = self.x, self.y + low + gap
        self._ledger.size = self.width, self.height - low - gap
