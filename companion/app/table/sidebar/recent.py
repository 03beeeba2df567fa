"""Last events, suggested keys, and the sidebar that holds them and the ledger."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any, Final

from kivy.properties import ListProperty
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.app.table.sidebar.ledger import Ledger
from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.marks import player_mark, said, said_in_full
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.base.widgets import clipped
from companion.app.widgets.controls.tile_rows import Tile, Way, in_a_row
from companion.app.widgets.controls.tiles import TileGrid
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.prompts import Option
from companion.table.state import Fact
from companion.table.view import PlayerView
from layouts.colours import CLEAR, faded
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, widest

__all__ = ["REMEMBERED", "RecentEvents", "Sidebar", "SuggestedKeys"]

REMEMBERED: Final = 8
"""Number of lines of events that are kept."""

_PAD: Final = 8
"""Margin at both sides of the text, in units."""

_EVENTS: Final = 6.5
"""Maximum height of the last events, in heights of the smallest type."""

_EVENT: Final = 0.28
"""Share of the row for last events where keys are as small as they can be."""
_LEAST: Final = 0.25
"""Minimum share of the row that shows last events beside keys; the log has them, too."""


class RecentEvents(Tappable, CanvasWidget):
    """The last events; a tap opens the log where the row is high enough for a finger.

    Those of the last step are whole wherever there is room: players' sigils stand for their names where they are too
    long. Where there is less room, what is to be done on the board goes first.
    """

    lines = ListProperty()

    def __init__(self) -> None:
        super().__init__()
        self._back, self._words, self._ring = (
            RoundedRect(self.canvas),
            TextSprite(self.canvas),
            RoundedRect(self.canvas, ring=3),
        )
        self._marks: dict[str, str] = {}
        self._step = 1
        self.bind(lines=self.later, state=self.later, focused=self.later, height=self._allow_taps)

    def _allow_taps(self, *_: object) -> None:
        """Take taps only where a finger hits it; the log has a key of its own."""
        self.disabled = self.height < look.finger - 1

    def note(self, facts: Iterable[Fact]) -> None:
        """Add the events of a step."""
        new = [*_told(facts)]
        self._step = len(new) or self._step
        self.lines = [*self.lines, *new][-REMEMBERED:]

    def recall(self, facts: Iterable[Fact]) -> None:
        """Add earlier events in front."""
        self.lines = [*_told(facts), *self.lines][-REMEMBERED:]

    def name(self, players: Iterable[PlayerView]) -> None:
        """Use the sigils of these players where an event is too long."""
        marks = {player.name: player_mark(player) for player in players}
        if marks != self._marks:
            self._marks = marks
            self.later()

    def lowest(self, width: float) -> float:
        """Return the minimum height for the whole last event, in pixels; infinite if a word of it would be broken.

        Args:
            width: of the widget, in pixels.
        """
        if not self.lines:
            return 0.0
        room, last = width - 2 * _PAD * look.u, self.lines[-1]
        whole = [text for text in (last, self._short(last)) if widest(text, "text", look.least) <= room]
        return float(min((extent(text, "text", look.least, room)[1] for text in whole), default=inf) + 2 * look.u)

    def _short(self, text: str) -> str:
        """Return the text with sigils for the names of players."""
        for name, mark in self._marks.items():
            if mark and name in text:
                text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)(\s?:)?", mark, text)
        return text

    def draw(self) -> None:
        u, width, height = look.u, self.width - 2 * _PAD * look.u, self.height - 2 * look.u
        back = faded(look.ink, 0.2) if self.state == "down" else faded(look.surface, 0.8)
        self._back.cover(self, back if self.lines else CLEAR, 10 * u)
        self.text = self._shown(width, height)
        self._words.put(self.text, "text", look.least, look.dim, self.x + _PAD * u, self.center_y, wrap=width)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 10 * u)

    def _shown(self, width: float, height: float) -> str:
        """Return as many of the last lines as fit whole; the very last may be shortened."""
        if not self.lines:
            return ""

        def fitting(lines: Sequence[str]) -> str:
            """Return the lines as they fit, with names or with sigils; empty if they do not."""
            texts = "\n".join(lines), "\n".join(map(self._short, lines))
            return next((text for text in texts if extent(text, "text", look.least, width)[1] <= height), "")

        count = min(self._step, len(self.lines))
        earlier, step = self.lines[:-count], self.lines[-count:]
        tasks = [line for line in step if line.startswith(SYMBOLS["hand"])]
        # Of several tasks the first is the larger one: a piece before its spellbook.
        ways = (step, *(tasks[:number] for number in range(len(tasks), 0, -1)), step[-1:])
        shown: list[str] = next((lines for lines in ways if fitting(lines)), [])
        if not shown:
            return clipped(self._short(tasks[0] if tasks else step[-1]), look.least, width, height)
        for line in reversed(earlier):
            if not line.startswith(SYMBOLS["hand"]) and (tasks or shown is not step):
                # Tasks of the step before matter more than its other events.
                continue
            if fitting([line, *shown]):
                shown = [line, *shown]
            elif not tasks:
                break
        return fitting(shown)


def _told(facts: Iterable[Fact]) -> Iterator[str]:
    """Yield what is to be done on the board for each event, or else its text."""
    for fact in facts:
        if board := fact.on_board():
            yield f"{SYMBOLS['hand']} {board}"
        elif said := fact.text():
            yield said


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
                way = Way(option.id, said(option), whole=said_in_full(option))
                tiles[name] = Tile(sign, (*ways, way), option.heading)
        self._offered = list(tiles.values())

    def stand(self, room: float, high: float, *, brief: bool = False) -> float:
        """Lay the keys out in a row; what does not fit is left to the page of more actions.

        Args:
            room: maximum width, in pixels.
            high: minimum height, in pixels.
            brief: whether they say as little as they can; they do, too, where all of it does not fit.

        Returns:
            The width of the row, in pixels.
        """
        full = [replace(t, ways=tuple(replace(w, text=w.whole or w.text) for w in t.ways)) for t in self._offered]
        shown, wide = in_a_row(full, room)
        if brief:
            # Smaller ones leave the last event some room, if all of them are there.
            shown, wide = in_a_row(self._offered, (1 - _EVENT) * room)
        if shown != (self._offered if brief else full):
            shown, wide = in_a_row(self._offered, room)
        high = max(high, self.row())
        self.show(shown)
        self.give_room(wide, high, 0)
        self.size = wide, high
        return wide


class Sidebar(SelfArranged, Widget):
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
        recent.bind(lines=self._lay)
        self.bind(pos=self._lay, size=self._lay, parent=self._lay)
        look.tell(self.schedule_arrange)

    def arrange(self, *_: Any) -> None:
        """Position all parts; the keys only unless they are in the header."""
        if self.parent is None:
            # Without a height it is not drawn.
            self._recent.height = 0
            return
        low, gap = 2.65 * look.least, 5 * look.u
        free = max(low, min(_EVENTS * look.least, self.height - gap - self._ledger.comfortable()))
        near, recent, wide = self._near, self._recent, 0.0
        if near.parent in (None, self):
            wide = near.stand(self.width, low)
        if wide and near.parent is None:
            self.add_widget(near)
        elif not wide and near.parent is self:
            self.remove_widget(near)
        if wide:
            wide += gap
        beside = self.width - wide >= _LEAST * self.width
        high, stacked = self._height_below(wide, low, free, gap)
        brief = bool(wide) and not stacked and not beside
        if brief:
            # The last event has no room beside all of their words.
            wide = near.stand(self.width, low, brief=True) + gap
            high, stacked = self._height_below(wide, low, free, gap)
            beside = self.width - wide >= _LEAST * self.width
        if wide:
            near.stand(self.width, low if stacked else min(high, 1.5 * low), brief=brief)
            near.pos = self.right - near.width, self.y
        if (beside or stacked) and recent.parent is None:
            self.add_widget(recent)
        elif not (beside or stacked) and recent.parent is self:
            self.remove_widget(recent)
        if stacked:
            recent.pos, recent.size = (self.x, self.y + low + gap), (self.width, high - low - gap)
        else:
            recent.pos, recent.size = self.pos, (self.width - wide, high)
        self._ledger.pos = self.x, self.y + high + gap
        self._ledger.size = self.width, self.height - high - gap

    def _height_below(self, wide: float, low: float, free: float, gap: float) -> tuple[float, bool]:
        """Return the height below the ledger, and whether the last event is above the keys.

        Args:
            wide: width of the keys and their gap, in pixels; 0 without keys.
            low: minimum height, in pixels.
            free: height that the ledger does not need, in pixels.
            gap: between two rows, in pixels.
        """
        narrow = self.width - wide < _LEAST * self.width
        beside = inf if narrow else self._recent.lowest(self.width - wide)
        above = low + gap + self._recent.lowest(self.width) if wide else inf
        most = self.height - gap - self._ledger.lowest()
        if min(beside, above) <= free:
            return free, above <= free
        if (high := min(beside, above)) > most:
            # Above the keys it may be shortened, but not beside them.
            two_lines = low + gap + 2.7 * look.least
            return (most, True) if wide and most >= two_lines else (free, False)
        return high, above < beside
