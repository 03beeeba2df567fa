"""Page of all that can be done at any moment: say what happened, put it right, and keys for this screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.table.prompts.shared.tiling import in_full, tiles_of
from companion.app.widgets.base.buttons import Key, OptionKey
from companion.app.widgets.base.canvas_widget import Tappable
from companion.app.widgets.base.kv_child import load_layout
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.base.widgets import OptionGrid, WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.controls.tiles import TileGrid
from companion.app.widgets.pages.page import Page
from companion.app.widgets.pages.services import PageId, PageServices
from companion.table.lookup import SupportsReference
from companion.table.prompts import Option
from companion.table.session import Session
from companion.table.view import Counter, PlayerView
from companion.table.words import _, labelled
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import widest

_MANY: Final = 6
"""Maximum interjections with their full texts; more are shown as tiles, by player."""


def has_settable_numbers(players: Sequence[PlayerView]) -> bool:
    """Return whether several big numbers of the players can be corrected."""
    return sum(bool(counter.key) for player in players for counter in player.big) > 1


class QuickKeys(GridLayout):
    """Keys of the companion itself: brightness, rotation, television, lock, settings, home.

    Args:
        host: services of the shell.
        open_rules: opens the rules.
        go_home: leaves the game.
    """

    def __init__(self, host: PageServices, open_rules: Callable[[], None], go_home: Callable[[], object]) -> None:
        super().__init__()
        self._host = host
        uses = {
            "book-open": open_rules,
            "sun": lambda: self._next("brightness", -1),
            "rotate": lambda: self._next("rotation", 1),
            "clock": lambda: self._next("clock", 1),
            "speaker": self._mute,
            "qr-code": partial(host.show, PageId.TELEVISION),
            "lock": host.lock,
            "settings": host.open_settings,
            "home": go_home,
        }
        self.keys = {name: Key(sign=SYMBOLS[name], use=use, size_hint_y=1) for name, use in uses.items()}
        for key in self.keys.values():
            self.add_widget(key)
        self.show()

    @property
    def least_width(self) -> float:
        """Return the minimum width at which no word is broken, in pixels."""
        widths = (key.width - key.room()[0] + widest(key.text, "text", look.least) for key in self.keys.values())
        return float(self.cols * (max(widths) + look.gap))

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
        self.keys["qr-code"].text = _("Television")
        self.keys["lock"].text = _("Lock")
        self.keys["settings"].text = _("Settings")
        self.keys["home"].text = _("Home")

    def _mute(self) -> None:
        self._next("sound", 1)
        self._host.play_sound("turn")

    def _next(self, setting: str, by: int) -> None:
        setattr(self._host.settings, setting, self._host.settings.next_of(setting, by))
        self._host.apply_settings()
        self.show()


class KeyGroup:
    """A heading, and keys below it: with their full texts where there is room for these, else as tiles.

    Args:
        heading: its words.
        use: called with the id of an option that was tapped.
        refuse: called with the words and the reason of one that cannot be picked.
    """

    def __init__(self, heading: str, use: Callable[[str], None], refuse: Callable[[str, str], None]) -> None:
        self.heading = WrapLabel(text=heading, quiet=True, step="small")
        self.tiles, self._listed, self._use = TileGrid(use, refuse), OptionGrid(cols=1), use
        self.tiles.size_hint_y = None
        self.tiles.bind(natural=self.tiles.setter("height"))
        self._keys: dict[str, OptionKey] = {}

    @property
    def keys(self) -> dict[str, Tappable]:
        """What is tapped, by option."""
        return {**self.tiles.chips, **self._keys}

    def show(self, options: Sequence[Option], *, tiled: bool) -> list[Widget]:
        """Show these options; return the widgets for them."""
        before, self._keys = self._keys, {}
        for option in () if tiled else options:
            key = before.get(option.id) or OptionKey(use=partial(self._use, option.id))
            key.label, key.detail, key.refused = option.label, option.detail, option.refused
            self._keys[option.id] = key
        self._listed.have([*self._keys.values()])
        self.tiles.show([*map(in_full, tiles_of(tuple(options)))] if tiled else ())
        return [self.tiles if tiled else self._listed] if options else []


class MorePage(SelfArranged, Page):
    """A page of keys. It is reused, and updated when it is opened.

    Args:
        session: of the game.
        interject: starts an interjection.
        correct: opens a counter, with the name of its owner, to be corrected.
        open_rules: opens the rules.
        open_numbers: opens the page that corrects the numbers of all players.
        refuse: shows why something cannot be done.
        go_home: leaves the game.
    """

    def __init__(
        self,
        session: Session[Any],
        interject: Callable[[str], None],
        correct: Callable[[Counter, str], None],
        open_rules: Callable[[], None],
        open_numbers: Callable[[], None],
        refuse: Callable[[str, str], None],
        go_home: Callable[[], object],
    ) -> None:
        super().__init__(_("More: at any time"))
        self._session, self._interject, self._correct = session, interject, correct
        self._open_rules, self._go_home = open_rules, go_home
        self.quick: QuickKeys | None = None
        self.pager = ScrollList()
        self.column = BoxLayout(orientation="vertical")
        self.column.add_widget(self.pager)
        self.side = BoxLayout(orientation="vertical")
        self.column.add_widget(self.side)
        self.content.add_widget(self.column)
        self.primary.set_action(_("Back to the game"), True)
        self.leave_by_primary()
        self.keys: dict[str, Tappable] = {}
        self._listed: dict[str, OptionKey] = {}
        self._numbers = OptionGrid()
        self.happened = KeyGroup(_("Say what happened"), interject, refuse)
        self.corrections = KeyGroup(_("Put it right"), interject, refuse)
        self.pager.bind(size=self._lay)
        self.pager.column.bind(height=self._lay)
        self._counters: dict[str, Counter] = {}
        self._screen = WrapLabel(text=_("This screen"), quiet=True, step="small")
        self.several = OptionKey(use=open_numbers, dense=True)

    def opened(self) -> None:
        if self.quick is None:
            self.quick = QuickKeys(self.host, self._open_rules, self._go_home)
            self.quick.keys["book-open"].disabled = not isinstance(self._session.game, SupportsReference)
            # How much its sign leaves for the words of a key depends on its height.
            self.quick.keys["settings"].bind(height=self._lay)
            self.side.add_widget(self._screen)
            self.side.add_widget(self.quick)
            self.side.add_widget(Widget())
        self.quick.show()
        before, self._listed = self._listed, {}
        interjections, counters = self._session.interjections, self._session.view.counters
        tiled = len(interjections) > _MANY
        players = {player.id for player in self._session.view.players}
        happened = self.happened.show([o for o in interjections if o.who in players], tiled=tiled)
        right = self.corrections.show([o for o in interjections if o.who not in players], tiled=tiled)
        said = self._session.view.says
        self._counters = {counter.key or counter.label: counter for counter in counters}
        for name, counter in self._counters.items():
            key = before.get(name) or OptionKey(use=partial(self._correct_one, name), dense=True)
            key.label, key.mark = labelled(counter.label, said(counter.key, counter.value)), "✎" if counter.key else ""
            self._listed[name] = key
        self.keys = {**self.happened.keys, **self.corrections.keys, **self._listed}
        several = [self.several] if has_settable_numbers(self._session.view.players) else []
        self.several.label, self.several.mark = _("Numbers of all players"), "✎"
        numbers = [*several, *(self._listed[name] for name in self._counters)]
        self._numbers.columns = 2
        self._numbers.have(numbers)
        right += [self._numbers] if numbers else []
        self.pager.have([*_headed(self.happened, happened), *_headed(self.corrections, right)])
        self._lay()

    def arrange(self, *__: object) -> None:
        self._place_side()
        # Each group is as large as fits into its part of the page; what is more is scrolled to.
        number = {group: len(group.tiles.chips) for group in (self.happened, self.corrections)}
        for group, ways in number.items():
            share = self.pager.height * ways / max(1, sum(number.values()))
            group.tiles.give_room(self.pager.width, share, share)

    def _place_side(self) -> None:
        """Have the keys for this screen below the others, or beside them where the screen is broad."""
        self.column.orientation = "vertical" if look.portrait else "horizontal"
        self.column.spacing = 0 if look.portrait else 2 * look.gap
        high = self._screen.height + self.quick.minimum_height if self.quick is not None else 0
        self.side.size_hint = (1, None) if look.portrait else (0.48, 1)
        self.side.height = high if look.portrait else self.column.height
        self.side.size_hint_min_x = None if look.portrait or self.quick is None else self.quick.least_width

    def _correct_one(self, name: str) -> None:
        self._correct(self._counters[name], "")


def _headed(group: KeyGroup, widgets: list[Widget]) -> list[Widget]:
    return [group.heading, *widgets] if widgets else []


load_layout("more")
