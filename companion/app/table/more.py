"""What else can be done at this moment: interjections, numbers that belong to nobody, settings, home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.look.page import Page
from companion.app.look.widgets import OptionGrid, OptionKey, Pager, Text
from companion.app.pages.settings import SettingsPage

if TYPE_CHECKING:
    from companion.app.table.page import TablePage


class MorePage(Page):
    """A drawer of keys."""

    def __init__(self, table: TablePage) -> None:
        super().__init__("At any moment")
        self._table = table
        self.pager = Pager()
        self.content.add_widget(self.pager)
        self.verb.mean("Back to the game", True)
        self.keys: dict[str, OptionKey] = {}

    def opened(self) -> None:
        self.pager.clear()
        session = self._table.session
        interjections = session.interjections
        if interjections:
            grid = OptionGrid(cols=1)
            for option in interjections:
                key = OptionKey(label=option.label, detail=option.detail, refused=option.refused)
                key.bind(on_use=lambda _, name=option.id: self._table.interject(name))
                self.keys[option.id] = key
                grid.add_widget(key)
            self.pager.add(grid)
        counters = session.view.counters
        if counters:
            self.pager.add(Text(text="Numbers on the table"))
            grid = OptionGrid(cols=2)
            for counter in counters:
                key = OptionKey(label=f"{counter.label}: {counter.value}", mark="✎" if counter.key else "")
                key.bind(on_use=lambda _, c=counter: self._table.open_counter(c, ""))
                self.keys[counter.key or counter.label] = key
                grid.add_widget(key)
            self.pager.add(grid)
        self.pager.add(Text(text="The companion"))
        grid = OptionGrid(cols=2)
        for label, use in (("Settings", self._settings), ("Home", self.shell.home)):
            detail = "The game is saved and waits there." if label == "Home" else ""
            key = OptionKey(label=label, detail=detail, use=use)
            self.keys[label] = key
            grid.add_widget(key)
        self.pager.add(grid)

    def _settings(self) -> None:
        self.shell.open(SettingsPage())
