"""A short text: a line that shows it, and the keyboard behind it."""

from __future__ import annotations

from typing import cast

from kivy.properties import StringProperty

from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.registry import widget_for
from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.pages.keyboard import KeyboardPage
from companion.table.prompts import Answer, Write
from companion.table.session import OpenPrompt
from companion.table.words import _


@widget_for(Write)
class WritePrompt(ColumnPrompt):
    """Asks for a short text, which may be empty."""

    written = StringProperty("")
    pooled = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.ask = cast(Write, item.prompt)
        self.line = OptionKey(label="", detail=_("Tap to write"), use=self.open_keyboard)
        self.pager.add(self.line)
        self.bind(written=lambda *_: self._update_action())
        self.written = self.ask.suggested
        self._update_action()

    def rebind(self, item: OpenPrompt, context: PromptContext) -> None:
        super().rebind(item, context)
        self.ask = cast(Write, item.prompt)
        self.written = self.ask.suggested
        self._update_action()

    def open_keyboard(self) -> None:
        """Open the keyboard."""
        self.keyboard = KeyboardPage(self.prompt.title, self.written, self._typed, self.ask.most)
        self.context.open_page(self.keyboard)

    @property
    def half(self) -> Answer | None:
        return self.written or None

    def show_half(self, half: Answer) -> None:
        self.written = half

    def act(self) -> None:
        self.answer(self.written)

    def _typed(self, words: str) -> None:
        self.context.close_page()
        self.written = words

    def _update_action(self) -> None:
        self.line.label = self.written or "…"
        self.set_action(_("Use “{words}”").format(words=self.written) if self.written else self.ask.decline, True)
