"""What else can be done at this moment: interjections, numbers that belong to nobody, settings, home."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.look.keys import OptionKey
from companion.app.look.page import Page
from companion.app.look.widgets import OptionGrid, Pager, Text
from companion.table.session import Session
from companion.table.view import Counter
from companion.table.words import N_, _


class MorePage(Page):
    """A drawer of keys.

    Args:
        session: the game.
        interject: starts something that may be done at any moment.
        correct: opens a counter, with the name of its owner, to be set by hand.
    """

    def __init__(
        self, session: Session[Any], interject: Callable[[str], None], correct: Callable[[Counter, str], None]
    ) -> None:
        super().__init__(_("At any moment"))
        self._session, self._interject, self._correct = session, interject, correct
        self.pager = Pager()
        self.content.add_widget(self.pager)
        self.verb.mean(_("Back to the game"), True)
        self.keys: dict[str, OptionKey] = {}

    def opened(self) -> None:
        self.pager.clear()
        interjections = self._session.interjections
        if interjections:
            grid = OptionGrid(cols=1)
            for option in interjections:
                key = OptionKey(label=option.label, detail=option.detail, refused=option.refused)
                key.bind(on_use=lambda _, name=option.id: self._interject(name))
                self.keys[option.id] = key
                grid.add_widget(key)
            self.pager.add(grid)
        counters = self._session.view.counters
        if counters:
            self.pager.add(Text(text=_("Numbers on the table")))
            grid = OptionGrid(cols=2)
            for counter in counters:
                key = OptionKey(label=f"{counter.label}: {counter.value}", mark="✎" if counter.key else "")
                key.bind(on_use=lambda _, c=counter: self._correct(c, ""))
                self.keys[counter.key or counter.label] = key
                grid.add_widget(key)
            self.pager.add(grid)
        self.pager.add(Text(text=_("The companion")))
        grid = OptionGrid(cols=2)
        for label, use in ((N_("Settings"), self.host.open_settings), (N_("Home"), self.host.home)):
            detail = _("The game is saved and waits there.") if label == "Home" else ""
            key = OptionKey(label=_(label), detail=detail, use=use)
            self.keys[label] = key
            grid.add_widget(key)
        self.pager.add(grid)
