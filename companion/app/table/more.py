"""What else can be done at this moment: light, lock, settings, home; interjections; numbers that belong to nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.look.keys import Key, OptionKey
from companion.app.look.page import Host, Page
from companion.app.look.widgets import OptionGrid, Pager, Text, load_layout
from companion.shelf.settings import CHOICES
from companion.table.session import Session
from companion.table.view import Counter
from companion.table.words import _
from layouts.glyphs import SYMBOLS


class QuickKeys(GridLayout):
    """What the companion itself is asked for in a hurry: light, another side, a lock, settings, home.

    Args:
        host: what is around the page.
    """

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        uses = {
            "sun": lambda: self._next("brightness", -1),
            "rotate": lambda: self._next("rotation", 1),
            "lock": host.lock,
            "settings": host.open_settings,
            "home": host.home,
        }
        self.keys = {name: Key(sign=SYMBOLS[name], use=use) for name, use in uses.items()}
        for key in self.keys.values():
            self.add_widget(key)
        self.show()

    def show(self) -> None:
        """Say what the keys do."""
        self.keys["sun"].text = _("{n} %").format(n=self._host.settings.brightness)
        self.keys["rotate"].text = _("Turn")
        self.keys["lock"].text = _("Lock")
        self.keys["settings"].text = _("Settings")
        self.keys["home"].text = _("Home")

    def _next(self, setting: str, by: int) -> None:
        values = CHOICES[setting]
        now = values.index(getattr(self._host.settings, setting))
        setattr(self._host.settings, setting, values[(now + by) % len(values)])
        self._host.change_settings()
        self.show()


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
        self.quick: QuickKeys | None = None
        self.pager = Pager()
        self.column = BoxLayout(orientation="vertical")
        self.column.add_widget(self.pager)
        self.content.add_widget(self.column)
        self.verb.mean(_("Back to the game"), True)
        self.keys: dict[str, OptionKey] = {}

    def opened(self) -> None:
        if self.quick is None:
            self.quick = QuickKeys(self.host)
            self.column.add_widget(self.quick, len(self.column.children))
        self.quick.show()
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


load_layout("more")
