"""Shows something to know, or to do on the board, as lines or with a map."""

from __future__ import annotations

from typing import Final, cast

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.table.map.area_map import AreaMap
from companion.app.table.map.map_drawing import drawing_for
from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.ranked_rows import RankedRows
from companion.app.table.prompts.shared.registry import widget_for
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.base.widgets import Bullet
from companion.table.prompts import BoardLine, BoardPicture, Tell
from companion.table.session import OpenPrompt
from layouts.theme import look
from layouts.typeset import extent, widest

LINES: Final = range(30, 46)
"""Percentages of the room that lines beside or below a map may take, as many as they need."""


@widget_for(Tell)
class TellPrompt(ColumnPrompt):
    """A list; the primary button confirms it, and a key below may refuse it."""

    sheet_first = True
    shows_reminder = True
    pooled = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self._lines: list[Widget] = []
        self._bullets: list[Bullet] = []
        self.refusal = Key(quiet=True, use=lambda: self.answer(False))
        self.orientation = "vertical"
        self._drawn = False
        self.map: AreaMap | None = None
        self._share = Clock.create_trigger(self._share_room, -1)
        self.pager.column.bind(height=self._share)
        self.bind(size=self._share)
        look.tell(self._share_room)
        self._begin()

    @property
    def wide(self) -> bool:
        prompt = cast(Tell, self.prompt)
        return prompt.wide or prompt.rows is not None

    def _begin(self) -> None:
        for line in self._lines:
            self.pager.column.remove_widget(line)
        prompt = cast(Tell, self.prompt)
        self._lines = []
        if prompt.rows is not None:
            self._lines.append(RankedRows(prompt.rows, [self.context.player(side) for side in prompt.rows.whose]))
        picture = prompt.board if self._drawn else None
        self._show_map(picture)
        lines = tuple(map(BoardLine, prompt.lines)) if picture is None else picture.lines
        self._bullets += [Bullet() for _ in range(len(self._bullets), len(lines))]
        players = {player.id: player for player in self.context.view.players}
        for bullet, line in zip(self._bullets, lines, strict=False):
            bullet.text, bullet.step = line.text, "option" if picture is None else "least"
            owner = players.get(line.who)
            bullet.mark(*((player_mark(owner), owner.colour) if owner is not None else ("", "")))
            self._lines.append(bullet)
        if prompt.refusal:
            self.refusal.text = prompt.refusal
            self._lines.append(self.refusal)
        for line in self._lines:
            self.pager.add(line)
        self.set_action(prompt.verb, True)

    def _room_for(self, picture: BoardPicture) -> int:
        """Return the width of lines beside a map, or their height below it, in whole pixels; 0 without a map.

        It is the least that holds all lines, or all that the map can spare.
        """
        found = 0
        for share in LINES:
            room = int(share * (self.height if look.portrait else self.width) / 100)
            across, down = (0, room + self.spacing) if look.portrait else (room + self.spacing, 0)
            if drawing_for(self.context.view, self.width - across, self.height - down) is None:
                break
            found = room
            if self._hold(picture, self.width if look.portrait else room, room if look.portrait else self.height):
                break
        return found

    def _hold(self, picture: BoardPicture, width: float, height: float) -> bool:
        """Return whether all lines fit, without a broken word."""
        rooms = [
            (line.text, int(width - (Bullet.MARKED if line.who else Bullet.INDENT) * look.u)) for line in picture.lines
        ]
        if any(widest(text, "text", look.least) > room for text, room in rooms):
            return False
        high: float = sum(extent(text, "text", look.least, room)[1] + look.gap for text, room in rooms) - look.gap
        return high <= height

    def _show_map(self, picture: BoardPicture | None) -> None:
        """Show the map above the lines, or none."""
        if self.map is not None:
            self.remove_widget(self.map)
            self.map = None
        if picture is not None:
            self.map = AreaMap(self.context.view, {})
            self.map.lay_pieces(picture.pieces)
            self.add_widget(self.map, index=1)
        self._share()

    def _share_room(self, *_: object) -> None:
        """Have the lines beside a map, or below it on an upright screen, where they take what they need."""
        picture = cast(Tell, self.prompt).board
        room = self._room_for(picture) if picture is not None else 0
        if bool(room) is not self._drawn and min(self.size) > look.target:
            self._drawn = bool(room)
            self._begin()
            self._show_below()
        elif self.map is None:
            self.pager.size_hint, self.pager.keys_below = (1, 1), False
        elif look.portrait:
            self.orientation, self.map.size_hint_x, self.pager.size_hint = "vertical", 1, (1, None)
            self.pager.keys_below, self.pager.height = False, min(self.pager.column.height, room)
        else:
            self.orientation, self.map.size_hint_x, self.pager.size_hint = "horizontal", 1, (None, 1)
            self.pager.keys_below, self.pager.width = True, room

    def act(self) -> None:
        self.answer(True)
