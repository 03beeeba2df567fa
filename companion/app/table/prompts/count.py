"""A number: a stepper, and the numpad behind it."""

from __future__ import annotations

from typing import Final, cast

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.registry import widget_for
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import KvChild
from companion.app.widgets.pages.numpad import NumpadPage
from companion.table.prompts import Answer, Count
from companion.table.session import OpenPrompt
from companion.table.words import _
from layouts.theme import look


class Stepper(BoxLayout):
    """Minus, number and plus; a tap on the number opens the numpad."""

    fewer = KvChild(Key)
    number = KvChild(Key)
    more = KvChild(Key)
    body = ObjectProperty(None)
    room = NumericProperty(0)
    """Height that it may take, in pixels."""
    side = NumericProperty(0)
    """Width of minus and plus, in pixels."""


SPUN: Final = 0.5
"""Maximum seconds between two clicks of a knob that is being spun."""


@widget_for(Count)
class CountPrompt(ColumnPrompt):
    """Asks for a number from `least` to `most`."""

    value = NumericProperty(0)
    range = ObjectProperty(None)
    numeric = True
    pooled = True
    silhouette = 0.48
    shows_reminder = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self._begin()
        self._turned = 0.0
        self.stepper = Stepper(body=self)
        self.pager.add(self.stepper)
        self.pager.bind(height=lambda _, height: setattr(self.stepper, "room", 0.66 * height))
        self.bind(value=lambda *_: self._update_action())

    @property
    def wide(self) -> bool:
        # Below the halves of a battle only the number or the text fits.
        return bool(self.context.view.sides) and not look.portrait and bool(self.prompt.text)

    def _begin(self) -> None:
        self.range = cast(Count, self.prompt)
        self._filled_in = self.range.least if self.range.suggested is None else self.range.suggested
        self.value = self._filled_in
        self._update_action()

    def step(self, by: int) -> None:
        """Change the number, within the range."""
        self.value = min(self.range.most, max(self.range.least, self.value + by))

    def turn(self, clicks: int, around: bool) -> bool:
        least, most, before = self.range.least, self.range.most, self.value
        if around:
            self.value = least + (int(self.value) - least + clicks) % (most - least + 1)
            return True
        self.step(clicks)
        spun, self._turned = Clock.time() - self._turned < SPUN, Clock.time()
        # Beyond the end the knob moves the focus, unless it is being spun to reach that end.
        return spun or bool(self.value != before)

    def open_numpad(self) -> None:
        """Open the numpad."""
        least, most = self.range.least, self.range.most
        self.numpad = NumpadPage(self.prompt.title, int(self.value), self._typed, least=least, most=most)
        self.context.open_page(self.numpad)

    @property
    def half(self) -> Answer | None:
        return None if self.value == self._filled_in else int(self.value)

    def show_half(self, half: Answer) -> None:
        self.value = half

    def act(self) -> None:
        self.answer(int(self.value))

    def _typed(self, value: int) -> None:
        self.context.close_page()
        self.value = value

    def _update_action(self) -> None:
        self.set_action(_("OK: {n}").format(n=int(self.value)), True)
