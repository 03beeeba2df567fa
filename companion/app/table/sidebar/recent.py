"""Last events, and the keys that stand beside a question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from kivy.properties import ListProperty
from msgspec.structs import replace

from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.marks import player_mark, said
from companion.app.widgets.base.widgets import clipped
from companion.app.widgets.controls.tile_rows import Tile, Way, in_a_row
from companion.app.widgets.controls.tiles import TileGrid
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.prompts import Option
from companion.table.state import Fact
from companion.table.view import PlayerView
from companion.table.words import _, labelled
from layouts.colours import CLEAR, faded
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["AROUND", "REMEMBERED", "RecentEvents", "SuggestedKeys"]

REMEMBERED: Final = 8
"""Number of lines of events that are kept."""

_PAD: Final = 8
"""Margin at both sides of the text, in units."""

AROUND: Final = "around"
"""Id of the key that stands for all options of the question for which there is no room."""


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

    def _short(self, text: str) -> str:
        """Return the text with sigils for the names of players."""
        for name, mark in self._marks.items():
            if mark and name in text:
                text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)(\s?:)?", mark, text)
        return text

    def draw(self) -> None:
        u, width, height = look.u, self.width - 2 * _PAD * look.u, self.height - 2 * look.u
        self._back.cover(self, faded(look.ink, 0.2) if self.state == "down" else CLEAR, 10 * u)
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
    """A key for each option that stands beside the question, in its header or in that of the page.

    Args:
        use: called with the id of the key that was tapped.
    """

    def __init__(self, use: Callable[[str], None]) -> None:
        super().__init__(use, lambda *_: None)
        self.size_hint, self.pos_hint = (None, None), {"center_y": 0.5}
        self._offered: list[Tile] = []
        self._around: list[Tile] = []

    def offer(self, options: Sequence[Option], around: Sequence[Option] = ()) -> None:
        """Offer what is likely now.

        Args:
            options: what may be done at any moment; those that are `near` stand here.
            around: options of the question itself; where they have no room one key stands for all of them.
        """
        self._offered = _tiles(option for option in options if option.near)
        self._around = _tiles(around)

    def stand(self, room: float, high: float) -> float:
        """Lay the keys out in a row; what does not fit is left to the page of more actions.

        Args:
            room: maximum width, in pixels.
            high: minimum height, in pixels.

        Returns:
            The width of the row, in pixels.
        """
        around = self._around
        short = [replace(tile, heading="") if tile.symbol else tile for tile in around]
        if around and in_a_row(short, room)[0] != short:
            number, heading = sum(len(tile.ways) for tile in around), around[0].heading or _("More")
            said = heading if number == 1 else labelled(heading, str(number))
            around = [Tile(around[0].symbol, (Way(AROUND, said),))]
        # A drawing stands for the words of a group.
        drawn = [replace(tile, heading="") if tile.symbol else tile for tile in (*around, *self._offered)]
        shown, wide = in_a_row(drawn, room)
        high = max(high, self.row())
        self.show(shown)
        self.give_room(wide, high, 0)
        self.size = wide, high
        return wide


def _tiles(options: Iterable[Option]) -> list[Tile]:
    """Return a tile for each player or group of options that can be picked; a drawing stands for the player's name."""
    tiles: dict[str, Tile] = {}
    for option in options:
        if not option.refused:
            name = option.tile or option.id
            ways = tiles[name].ways if name in tiles else ()
            sign = option.symbol if option.symbol in SYMBOLS else ""
            way = Way(option.id, said(option))
            tiles[name] = Tile(sign, (*ways, way), option.heading)
    return list(tiles.values())
