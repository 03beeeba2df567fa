"""Shows something to know, or to do on the board."""

from __future__ import annotations

from typing import cast

from kivy.uix.widget import Widget

from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.ranked_rows import RankedRows
from companion.app.table.prompts.shared.registry import widget_for
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.widgets import Bullet
from companion.table.prompts import Tell
from companion.table.session import OpenPrompt


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
        self._begin()

    def _begin(self) -> None:
        for line in self._lines:
            self.pager.column.remove_widget(line)
        prompt = cast(Tell, self.prompt)
        self.wide = prompt.wide or prompt.rows is not None
        self._lines = []
        if prompt.rows is not None:
            self._lines.append(RankedRows(prompt.rows, [self.context.player(side) for side in prompt.rows.whose]))
        self._bullets += [Bullet() for _ in range(len(self._bullets), len(prompt.lines))]
        for bullet, line in zip(self._bullets, prompt.lines, strict=False):
            bullet.text = line
            self._lines.append(bullet)
        if prompt.refusal:
            self.refusal.text = prompt.refusal
            self._lines.append(self.refusal)
        for line in self._lines:
            self.pager.add(line)
        self.set_action(prompt.verb, True)

    def act(self) -> None:
        self.answer(True)
