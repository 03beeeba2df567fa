"""Something to know or to do on the board."""

from __future__ import annotations

from typing import cast

from companion.app.prompts.base import ColumnBody, Desk
from companion.app.widgets import Text
from companion.table.prompts import Tell
from companion.table.session import OpenPrompt


class TellLine(Text):
    """One line of the list."""


class TellBody(ColumnBody):
    """The list; the verb button acknowledges it."""

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__(item, desk)
        prompt = cast(Tell, item.prompt)
        for line in prompt.lines:
            self.pager.add(TellLine(text=f"▸ {line}"))
        self.say(prompt.verb, True)

    def act(self) -> None:
        self.answer(True)
