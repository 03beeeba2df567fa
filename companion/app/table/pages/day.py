"""Asks on which day a game was played, where the clock of the machine cannot tell."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from kivy.properties import StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.app.widgets.rendering.sprites import TextSprite
from companion.storage.wall_clock import MONTHS
from companion.table.words import _
from layouts.theme import look
from layouts.typeset import fitted

__all__ = ["DayPage"]

FIRST_YEAR = 2000
LAST_YEAR = 2099


class DayPart(CanvasWidget):
    """The day, the month or the year, between the keys that change it."""

    text = StringProperty("")

    def __init__(self) -> None:
        super().__init__()
        self._words = TextSprite(self.canvas)
        self.fbind("text", self.later)

    def draw(self) -> None:
        size, __ = fitted(self.text, "strong", look.title, look.least, self.width, self.height)
        self._words.put(self.text, "strong", size, look.ink, self.center_x, self.center_y, "middle")


class DayPage(Page):
    """Keys that go back and forth by a day, a month and a year, first today as the clock has it.

    Args:
        now: what the clock says, in seconds.
        take: called with noon of the day that was picked, in seconds.
    """

    def __init__(self, now: float, take: Callable[[float], None]) -> None:
        super().__init__(_("Which day was it?"), left=_("Cancel"))
        today = time.localtime(now)
        self.year = min(max(FIRST_YEAR, today.tm_year), LAST_YEAR)
        self.month, self.day = today.tm_mon, today.tm_mday
        self._give = take
        pager = ScrollList()
        self.content.add_widget(pager)
        words = _("This machine cannot tell: nobody has set its clock since it was switched on.")
        pager.add(WrapLabel(text=words, step="option"))
        self.keys: dict[str, Key] = {}
        self.parts: dict[str, DayPart] = {}
        self.rows = {name: self._row(name) for name in ("day", "month", "year")}
        for row in self.rows.values():
            pager.add(row)
        look.tell(self._fit)
        self._fit()
        self._show()

    def act(self) -> None:
        self.host.back()
        self._give(time.mktime((self.year, self.month, self.day, 12, 0, 0, 0, 0, -1)))

    def _row(self, name: str) -> GridLayout:
        row = GridLayout(cols=3, size_hint_y=None)
        for key, sign, by in (("less", "−", -1), ("more", "+", 1)):
            self.keys[f"{name}-{key}"] = Key(
                text=sign, size_hint_y=1, face="bold", step="title", repeats=True, use=partial(self._move, name, by)
            )
        self.parts[name] = DayPart()
        for part in (self.keys[f"{name}-less"], self.parts[name], self.keys[f"{name}-more"]):
            row.add_widget(part)
        return row

    def _fit(self, *__: object) -> None:
        for row in self.rows.values():
            row.height, row.spacing, row.padding = 1.2 * look.finger + look.gap, look.gap, (0, look.gap / 2)

    def _move(self, name: str, by: int) -> None:
        # Loaded here: no other page needs a calendar.
        from calendar import monthrange

        if name == "year":
            self.year = min(max(FIRST_YEAR, self.year + by), LAST_YEAR)
        elif name == "month":
            self.month = (self.month - 1 + by) % 12 + 1
        else:
            __, days = monthrange(self.year, self.month)
            self.day = (self.day - 1 + by) % days + 1
        self.day = min(self.day, monthrange(self.year, self.month)[1])
        self._show()

    def _show(self) -> None:
        self.parts["day"].text, self.parts["year"].text = str(self.day), str(self.year)
        self.parts["month"].text = _(MONTHS[self.month - 1])
        self.primary.set_action(_("That day"), True)
