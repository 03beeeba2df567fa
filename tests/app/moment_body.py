"""The widget that asks for a moment: the screen's half of a new kind of question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from kivy.uix.widget import Widget

from companion.app.demo.touches import touches
from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.registry import widget_for
from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.base.widgets import OptionGrid
from companion.table.prompts import Answer
from companion.table.session import OpenPrompt
from tests.app.moment import QUARTERS, Moment


@widget_for(Moment)
class MomentPrompt(ColumnPrompt):
    """A key for each hour, and one for each quarter."""

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        prompt = cast(Moment, item.prompt)
        self.picked: dict[str, str] = {}
        self.keys: dict[str, dict[str, OptionKey]] = {"hour": {}, "quarter": {}}
        for part, texts in (("hour", [str(h) for h in range(prompt.first, prompt.last + 1)]), ("quarter", QUARTERS)):
            grid = OptionGrid(cols=4)
            for text in texts:
                key = OptionKey(label=text)
                key.bind(on_use=lambda _, part=part, text=text: self.pick(part, text))
                self.keys[part][text] = key
                grid.add_widget(key)
            self.pager.add(grid)
        self.set_action("Pick an hour and a quarter", False)

    def pick(self, part: str, text: str) -> None:
        self.picked[part] = text
        if len(self.picked) == 2:
            self.set_action(f"Meet at {self.picked['hour']}:{self.picked['quarter']}", True)

    def act(self) -> None:
        self.answer(f"{self.picked['hour']}:{self.picked['quarter']}")


@touches.register
def _(shown: MomentPrompt, answer: Answer | None) -> Iterator[Widget]:
    hour, _, quarter = str(answer).partition(":")
    yield shown.keys["hour"][hour]
    yield shown.keys["quarter"][quarter]
