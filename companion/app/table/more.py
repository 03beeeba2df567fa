"""What else can be done at this moment: light, clocks, lock, settings, home; interjections; numbers of nobody."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.look.keys import Key, OptionKey
from companion.app.look.page import Host, Page
from companion.app.look.widgets import OptionGrid, Pager, Text, load_layout
from companion.app.table.numbers import can_be_set
from companion.shelf.settings import CHOICES
from companion.table.lookup import Explains
from companion.table.session import Session
from companion.table.view import Counter
from companion.table.words import _
from layouts.glyphs import SYMBOLS
from layouts.theme import look

_MANY: Final = 6


class QuickKeys(GridLayout):
    """What the companion itself is asked for in a hurry: light, another side, a lock, settings, home.

    Args:
        host: what is around the page.
        open_rules: shows what can be looked up.
    """

    def __init__(self, host: Host, open_rules: Callable[[], None]) -> None:
        super().__init__()
        self._host = host
        uses = {
            "book-open": open_rules,
            "sun": lambda: self._next("brightness", -1),
            "rotate": lambda: self._next("rotation", 1),
            "clock": lambda: self._next("clock", 1),
            "speaker": self._mute,
            "lock": host.lock,
            "settings": host.open_settings,
            "home": host.home,
        }
        self.keys = {name: Key(sign=SYMBOLS[name], use=use, size_hint_y=1) for name, use in uses.items()}
        for key in self.keys.values():
            self.add_widget(key)
        self.show()

    def show(self) -> None:
        """Say what the keys do."""
        self.keys["book-open"].text = _("Rules")
        self.keys["sun"].text = _("{n} %").format(n=self._host.settings.brightness)
        self.keys["rotate"].text = _("Rotate")
        self.keys["clock"].text = _("Clock")
        self.keys["clock"].chosen = self._host.settings.clock == "on"
        heard = self._host.settings.sound == "on"
        self.keys["speaker"].text, self.keys["speaker"].chosen = _("Sounds"), heard
        self.keys["speaker"].sign = SYMBOLS["speaker" if heard else "mute"]
        self.keys["lock"].text = _("Lock")
        self.keys["settings"].text = _("Settings")
        self.keys["home"].text = _("Home")

    def _mute(self) -> None:
        self._next("sound", 1)
        self._host.sound("turn")

    def _next(self, setting: str, by: int) -> None:
        values = CHOICES[setting]
        now = values.index(getattr(self._host.settings, setting))
        setattr(self._host.settings, setting, values[(now + by) % len(values)])
        self._host.change_settings()
        self.show()


class MorePage(Page):
    """A drawer of keys. It is kept, and is given what can be done now when it is opened.

    Args:
        session: the game.
        interject: starts something that may be done at any moment.
        correct: opens a counter, with the name of its owner, to be set by hand.
        open_rules: shows what can be looked up.
        open_numbers: shows the numbers of all players, to be set right together.
    """

    def __init__(
        self,
        session: Session[Any],
        interject: Callable[[str], None],
        correct: Callable[[Counter, str], None],
        open_rules: Callable[[], None],
        open_numbers: Callable[[], None],
    ) -> None:
        super().__init__(_("At any moment"))
        self._session, self._interject, self._correct = session, interject, correct
        self._open_rules = open_rules
        self.quick: QuickKeys | None = None
        self.pager = Pager()
        self.column = BoxLayout(orientation="vertical")
        self.column.add_widget(self.pager)
        self.content.add_widget(self.column)
        self.verb.mean(_("Back to the game"), True)
        self.keys: dict[str, OptionKey] = {}
        self._anytime, self._numbers = OptionGrid(cols=1), OptionGrid(cols=2)
        self._counters: dict[str, Counter] = {}
        self._heading = Text(text=_("Numbers on the table"))
        self.several = OptionKey(use=open_numbers)

    def opened(self) -> None:
        if self.quick is None:
            self.quick = QuickKeys(self.host, self._open_rules)
            self.quick.keys["book-open"].disabled = not isinstance(self._session.game, Explains)
            self.column.add_widget(self.quick, len(self.column.children))
        self.quick.show()
        before, self.keys = self.keys, {}
        interjections, counters = self._session.interjections, self._session.view.counters
        for option in interjections:
            key = before.get(option.id) or OptionKey(use=partial(self._interject, option.id))
            key.label, key.detail, key.refused = option.label, option.detail, option.refused
            self.keys[option.id] = key
        self._counters = {counter.key or counter.label: counter for counter in counters}
        for name, counter in self._counters.items():
            key = before.get(name) or OptionKey(use=partial(self._correct_one, name))
            key.label, key.mark = f"{counter.label}: {counter.value}", "✎" if counter.key else ""
            self.keys[name] = key
        # Many of them would be more than a flick away in one column; two are no nearer where they are narrow.
        self._anytime.cols = 2 if len(interjections) > _MANY and not look.portrait else 1
        self._anytime.have([self.keys[option.id] for option in interjections])
        several = [self.several] if can_be_set(self._session.view.players) else []
        self.several.label, self.several.mark = _("Numbers of all players"), "✎"
        self._numbers.have([*several, *(self.keys[name] for name in self._counters)])
        some = [self._anytime] if interjections else []
        self.pager.have([*some, self._heading, self._numbers] if counters or several else some)

    def _correct_one(self, name: str) -> None:
        self._correct(self._counters[name], "")


load_layout("more")
