"""Shows something to know, or to do on the board, as lines or with a map."""

from __future__ import annotations

from collections.abc import Sequence
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
from companion.app.widgets.base.widgets import Bullet
from companion.app.widgets.controls.scroll_list import PageKeys, ScrollList
from companion.table.prompts import BoardPicture, Tell
from companion.table.session import OpenPrompt
from layouts.theme import look
from layouts.typeset import extent, widest

LINES: Final = 0.3
"""Share of the room that lines beside or below a map may take; the smallest screen has no more for them."""


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

    def _begin(self) -> None:
        for line in self._lines:
            self.pager.column.remove_widget(line)
        prompt = cast(Tell, self.prompt)
        self.wide = prompt.wide or prompt.rows is not None
        self._lines = []
        if prompt.rows is not None:
            self._lines.append(RankedRows(prompt.rows, [self.context.player(side) for side in prompt.rows.whose]))
        picture = prompt.board if self._drawn else None
        self._show_map(picture)
        lines = prompt.lines if picture is None else picture.lines
        self._bullets += [Bullet() for _ in range(len(self._bullets), len(lines))]
        for bullet, line in zip(self._bullets, lines, strict=False):
            bullet.text, bullet.step = line, "option" if picture is None else "least"
            self._lines.append(bullet)
        if prompt.refusal:
            self.refusal.text = prompt.refusal
            self._lines.append(self.refusal)
        for line in self._lines:
            self.pager.add(line)
        self.set_action(prompt.verb, True)

    def _map_fits(self, picture: BoardPicture) -> bool:
        """Whether the map can be drawn in its share of the room, with each word of the lines whole."""
        share = 1 - LINES
        wide, high = (1, share) if look.portrait else (share, 1)
        if drawing_for(self.context.view, wide * self.width, high * self.height) is None:
            return False
        return look.portrait or self._words_fit(picture.lines, self._beside)

    @property
    def _beside(self) -> int:
        """Width of the lines beside a map, in whole pixels as lines break at them."""
        return int(LINES * (self.width - self.spacing))

    def _words_fit(self, lines: Sequence[str], width: int) -> bool:
        """Whether no word of the lines is broken in a column of this width, in pixels."""
        room = width - Bullet.INDENT * look.u
        high = sum(extent(line, "text", look.least, room)[1] + look.gap for line in lines) - look.gap
        if high > self.height:
            room -= PageKeys.wide() + look.gap + ScrollList.MARGIN * look.u
        return all(widest(line, "text", look.least) <= room for line in lines)

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
        drawn = picture is not None and self._map_fits(picture)
        if drawn is not self._drawn and min(self.size) > look.target:
            self._drawn = drawn
            self._begin()
            self._show_below()
        elif self.map is None:
            self.pager.size_hint = 1, 1
        elif look.portrait:
            self.orientation, self.map.size_hint_x, self.pager.size_hint = "vertical", 1, (1, None)
            self.pager.height = min(self.pager.column.height, LINES * self.height)
        else:
            self.orientation, self.map.size_hint_x, self.pager.size_hint = "horizontal", 1, (None, 1)
            self.pager.width = self._beside

    def act(self) -> None:
        self.answer(True)
