"""Page of all that can be done at any moment: quick keys, interjections, counters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.table.prompts.shared.tiling import tiles_of
from companion.app.widgets.base.buttons import Key, OptionKey
from companion.app.widgets.base.canvas_widget import Tappable
from companion.app.widgets.base.kv_child import load_layout
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.base.widgets import OptionGrid, WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.controls.tiles import TileGrid
from companion.app.widgets.pages.page import Page
from companion.app.widgets.pages.services import PageServices
from companion.storage.settings import CHOICES
from companion.table.lookup import SupportsReference
from companion.table.session import Session
from companion.table.view import Counter, PlayerView
from companion.table.words import _, labelled
from layouts.glyphs import SYMBOLS
from layouts.theme import look

_MANY: Final = 6
"""Maximum interjections with their full texts; more are shown as tiles, by player."""


def has_settable_numbers(players: Sequence[PlayerView]) -> bool:
    """Return whether several big numbers of the players can be corrected."""
    return sum(bool(counter.key) for player in players for counter in player.big) > 1


class QuickKeys(GridLayout):
    """Keys of the companion itself: brightness, rotation, lock, settings, home.

    Args:
        host: services of the shell.
        open_rules: opens the rules.
    """

    def __init__(self, host: PageServices, open_rules: Callable[[], None]) -> None:
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
        """Update the labels of the keys."""
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
        self._host.play_sound("turn")

    def _next(self, setting: str, by: int) -> None:
        values = CHOICES[setting]
        now = values.index(getattr(self._host.settings, setting))
        setattr(self._host.settings, setting, values[(now + by) % len(values)])
        self._host.apply_settings()
        self.show()


class MorePage(SelfArranged, Page):
    """A page of keys. It is reused, and updated when it is opened.

    Args:
        session: of the game.
        interject: starts an interjection.
        correct: opens a counter, with the name of its owner, to be corrected.
        open_rules: opens the rules.
        open_numbers: opens the page that corrects the numbers of all players.
        refuse: shows why something cannot be done.
    """

    def __init__(
        self,
        session: Session[Any],
        interject: Callable[[str], None],
        correct: Callable[[Counter, str], None],
        open_rules: Callable[[], None],
        open_numbers: Callable[[], None],
        refuse: Callable[[str, str], None],
    ) -> None:
        super().__init__(_("More: at any time"))
        self._session, self._interject, self._correct = session, interject, correct
        self._open_rules = open_rules
        self.quick: QuickKeys | None = None
        self.pager = ScrollList()
        self.column = BoxLayout(orientation="vertical")
        self.column.add_widget(self.pager)
        self.content.add_widget(self.column)
        self.primary.set_action(_("Back to the game"), True)
        self.keys: dict[str, Tappable] = {}
        self._listed: dict[str, OptionKey] = {}
        self._anytime, self._numbers = OptionGrid(cols=1), OptionGrid()
        self._tiles = TileGrid(interject, refuse)
        self._tiles.size_hint_y = None
        self._tiles.bind(natural=self._tiles.setter("height"))
        self.pager.bind(size=self._lay)
        self.pager.column.bind(height=self._lay)
        self._counters: dict[str, Counter] = {}
        self._heading = WrapLabel(text=_("Numbers on the table"))
        self.several = OptionKey(use=open_numbers, dense=True)

    def opened(self) -> None:
        if self.quick is None:
            self.quick = QuickKeys(self.host, self._open_rules)
            self.quick.keys["book-open"].disabled = not isinstance(self._session.game, SupportsReference)
            self.column.add_widget(self.quick, len(self.column.children))
        self.quick.show()
        before, self._listed = self._listed, {}
        interjections, counters = self._session.interjections, self._session.view.counters
        tiled = len(interjections) > _MANY
        for option in () if tiled else interjections:
            key = before.get(option.id) or OptionKey(use=partial(self._interject, option.id))
            key.label, key.detail, key.refused = option.label, option.detail, option.refused
            self._listed[option.id] = key
        self._anytime.have([*self._listed.values()])
        self._tiles.show(tiles_of(interjections) if tiled else ())
        said = self._session.view.says
        self._counters = {counter.key or counter.label: counter for counter in counters}
        for name, counter in self._counters.items():
            key = before.get(name) or OptionKey(use=partial(self._correct_one, name), dense=True)
            key.label, key.mark = labelled(counter.label, said(counter.key, counter.value)), "✎" if counter.key else ""
            self._listed[name] = key
        self.keys = {**self._tiles.chips, **self._listed}
        several = [self.several] if has_settable_numbers(self._session.view.players) else []
        self.several.label, self.several.mark = _("Numbers of all players"), "✎"
        numbers = [*several, *(self._listed[name] for name in self._counters)]
        self._numbers.columns = 2 if look.portrait else 3
        self._numbers.have(numbers)
        some = [self._tiles if tiled else self._anytime] if interjections else []
        self.pager.have([*some, self._heading, self._numbers] if numbers else some)
        self._lay()

    def arrange(self, *__: object) -> None:
        self._tiles.give_room(self.pager.width, self.pager.height, self.pager.all_but(self._tiles))

    def _correct_one(self, name: str) -> None:
        self._correct(self._counters[name], "")


load_layout("more")
