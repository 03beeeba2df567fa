"""Something to know or to do on the board."""

from __future__ import annotations

from typing import cast

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from companion.app.look.marks import face
from companion.app.look.part import Part
from companion.app.look.widgets import Text, load_layout
from companion.app.table.prompts.base import ColumnBody, Desk
from companion.app.table.prompts.registry import asks
from companion.table.prompts import DiceRows, Tell
from companion.table.session import OpenPrompt


class TellLine(Text):
    """One line of the list."""


class RankedColumn(BoxLayout):
    """Two dice against each other; a lost one is struck through."""

    upper = StringProperty("")
    lower = StringProperty("")
    upper_lost = BooleanProperty(False)
    lower_lost = BooleanProperty(False)


class RankedRows(BoxLayout):
    """Two ranked rows of dice, folded to as many lines as they need."""

    columns = Part(StackLayout)
    upper = StringProperty("")
    lower = StringProperty("")

    def __init__(self, rows: DiceRows) -> None:
        super().__init__(upper=rows.upper, lower=rows.lower)
        for column in rows.columns:
            self.columns.add_widget(
                RankedColumn(
                    upper=face(column.upper) if column.upper else "",
                    lower=face(column.lower) if column.lower else "",
                    upper_lost=column.upper_lost,
                    lower_lost=column.lower_lost,
                )
            )


@asks(Tell)
class TellBody(ColumnBody):
    """The list; the verb button acknowledges it."""

    reckoned_first = True
    kept = True

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__(item, desk)
        self._lines: list[Widget] = []
        self._fill()

    def renew(self, item: OpenPrompt, desk: Desk) -> None:
        for line in self._lines:
            self.pager.column.remove_widget(line)
        super().renew(item, desk)
        self._fill()
        self._tell_last()

    def _fill(self) -> None:
        prompt = cast(Tell, self.prompt)
        self.wide = prompt.wide or prompt.rows is not None
        self._lines = [] if prompt.rows is None else [RankedRows(prompt.rows)]
        self._lines += [TellLine(text=f"• {line}") for line in prompt.lines]
        for line in self._lines:
            self.pager.add(line)
        self.say(prompt.verb, True)

    def act(self) -> None:
        self.answer(True)


load_layout("ranked_rows")
