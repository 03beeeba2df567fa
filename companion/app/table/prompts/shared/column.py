"""Prompt widget with a scrolling column: texts, options, score table and reminders."""

from __future__ import annotations

from typing import Final

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.table.prompts.shared.base import PromptContext, PromptWidget, reminder_text
from companion.app.widgets.base.widgets import OptionGrid, WrapLabel
from companion.app.widgets.controls.score_table import ScoreTable
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.table.session import OpenPrompt
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["ColumnPrompt"]

SETTLED: Final = 0.1
"""Seconds after which a new question has its final height."""


class ColumnPrompt(PromptWidget):
    """Prompt widget with a column: texts above, then the options, then further information.

    `sheet_first` puts the score table above the options. `shows_reminder` shows what is often missed below them, where
    there is room for it without scrolling.
    """

    sheet_first = False
    shows_reminder = False

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.pager = ScrollList()
        self.add_widget(self.pager)
        self._text, self._effect, self._odds = WrapLabel(), WrapLabel(), WrapLabel(step="small", quiet=True)
        self._table = ScoreTable()
        self.reminder = WrapLabel(step="small", quiet=True)
        # After the options have their height.
        self._remind = Clock.create_trigger(self._show_reminder, SETTLED)
        self.pager.bind(size=lambda *_: self._remind() if self.reminder.text and self.shows_reminder else None)
        # Few options are as high as the page lets them be.
        self.options = OptionGrid()
        self.pager.scroll.bind(size=self._grow_options)
        self.pager.column.bind(height=self._grow_options)
        self._show_above()

    def use_half_page(self) -> None:
        super().use_half_page()
        self._text.step = "least"
        self._grow_options()

    def rebind(self, item: OpenPrompt, context: PromptContext) -> None:
        super().rebind(item, context)
        self._show_above()
        self._show_below()
        self.pager.turn_to_top()

    def finished(self) -> None:
        self._show_below()

    def _show_above(self) -> None:
        """Show what is above the options."""
        prompt, place = self.prompt, 0
        for line, said in ((self._text, prompt.text), (self._effect, prompt.effect)):
            line.text = said
            place += self._stand(line, bool(said), place)
        if self.sheet_first:
            self._show_sheet(place)

    def _show_below(self) -> None:
        """Show what is below the options."""
        for widget in (self._table, self._odds):
            if not (widget is self._table and self.sheet_first):
                self._stand(widget, False, None)
        if not self.sheet_first:
            self._show_sheet(None)
        charted = any(side.odds for side in self.context.view.sides)
        self._odds.text = "" if charted else self.context.odds(self.prompt)
        self._stand(self._odds, bool(self._odds.text), None)
        self._stand(self.reminder, False, None)
        self.reminder.text = "\n".join(map(reminder_text, self.context.reminders(self.prompt)))
        if self.reminder.text and self.shows_reminder:
            self._remind()
        self._grow_options()

    def _grow_options(self, *__: object) -> None:
        """Give the options the room that nothing else needs, nor a reminder that comes later."""
        pager, options, said = self.pager, self.options, self.reminder
        if options.parent is None or not self.is_alone:
            options.room = 0
            return
        gap = pager.column.spacing
        kept = said.height + gap if said.parent is not None else 0.0
        if said.text and self.shows_reminder:
            kept -= self._reminder_height("small") + gap + look.u
        options.room = pager.scroll.height - pager.all_but(options) + kept

    def _reminder_height(self, step: str) -> float:
        return 1.05 * extent(self.reminder.text, "text", getattr(look, step), round(self.pager.column.width))[1]

    def _show_reminder(self, __: float) -> None:
        """Show the reminder, if it fits without scrolling."""
        pager = self.pager
        stands = self.reminder.parent is not None
        taken = pager.column.height - (self.reminder.height + pager.column.spacing if stands else 0)
        room = pager.height - taken - pager.column.spacing
        for step in ("small", "least"):
            if self._reminder_height(step) <= room:
                self.reminder.step = step
                self._stand(self.reminder, True, None)
                return
        self._stand(self.reminder, False, None)

    def _show_sheet(self, place: int | None) -> None:
        sheet = self.prompt.sheet
        if sheet is not None:
            self._table.show(sheet, self.context.player)
        self._stand(self._table, sheet is not None, place)

    def _stand(self, widget: Widget, shown: bool, place: int | None) -> int:
        """Add a widget at this index of the column (None for its end), or remove it.

        Returns:
            1 if it is shown, else 0.
        """
        column = self.pager.column
        if shown and widget.parent is None:
            column.add_widget(widget, index=0 if place is None else len(column.children) - place)
        elif not shown and widget.parent is not None:
            column.remove_widget(widget)
        return int(shown)
