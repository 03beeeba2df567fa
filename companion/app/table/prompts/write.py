"""A few words: a line to look at, and the keyboard behind it."""

from __future__ import annotations

from typing import cast

from kivy.properties import StringProperty

from companion.app.table.prompts.shared.base import Desk
from companion.app.table.prompts.shared.column import ColumnBody
from companion.app.table.prompts.shared.registry import asks
from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.pages.keyboard import KeyboardPage
from companion.table.prompts import Write
from companion.table.session import OpenPrompt
from companion.table.words import _


@asks(Write)
class WriteBody(ColumnBody):
    """Asks for words, or for none."""

    written = StringProperty("")
    kept = True

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__(item, desk)
        self.ask = cast(Write, item.prompt)
        self.line = OptionKey(label="", detail=_("Tap to write"), use=self.open_keyboard)
        self.pager.add(self.line)
        self.bind(written=lambda *_: self._say())
        self._say()

    def renew(self, item: OpenPrompt, desk: Desk) -> None:
        super().renew(item, desk)
        self.ask = cast(Write, item.prompt)
        self.written = ""
        self._say()

    def open_keyboard(self) -> None:
        """Write the words."""
        self.keyboard = KeyboardPage(self.prompt.title, self.written, self._typed, self.ask.most)
        self.desk.open_page(self.keyboard)

    def act(self) -> None:
        self.answer(self.written)

    def _typed(self, words: str) -> None:
        self.desk.close_page()
        self.written = words

    def _say(self) -> None:
        self.line.label = self.written or "…"
        self.say(_("Take “{words}”").format(words=self.written) if self.written else self.ask.decline, True)
