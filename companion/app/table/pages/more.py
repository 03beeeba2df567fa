"""Page of all that can be done at any moment, in three tabs: what happened, what to put right, and this screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.widgets.base.buttons import Key, OptionKey
from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.kv_child import load_layout
from companion.app.widgets.base.marks import player_mark, said_in_full
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.base.widgets import OptionGrid
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.app.widgets.pages.services import PageId, PageServices
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.lookup import SupportsReference
from companion.table.prompts import Option
from companion.table.session import Session
from companion.table.view import Counter, PlayerView
from companion.table.words import _, labelled
from layouts.colours import ink_on, tint_of
from layouts.corners import Corner
from layouts.glyphs import SYMBOLS
from layouts.theme import look

HAPPENED: Final = "happened"
RIGHT: Final = "right"
SCREEN: Final = "screen"
"""The tabs."""

_TAB: Final = 58
"""Height of a tab, in units."""
_ROW: Final = 120
"""Maximum height of a row, in units."""
_BLOCK: Final = 56
"""Width of a player's block, in units."""


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

    room = NumericProperty(0)
    """Height that its rows may share, in pixels."""

    def __init__(self, host: PageServices, open_rules: Callable[[], None], go_home: Callable[[], object]) -> None:
        super().__init__()
        self._host = host
        # What turns the screen is far from what is used most.
        uses = {
            "book-open": open_rules,
            "sun": lambda: self._next("brightness", -1),
            "speaker": self._mute,
            "clock": lambda: self._next("clock", 1),
            "lock": host.lock,
            "qr-code": partial(host.show, PageId.TELEVISION),
            "settings": host.open_settings,
            "home": go_home,
            "rotate": lambda: self._next("rotation", 1),
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


class PlayerBlock(CanvasWidget):
    """Colour and sigil of a player at the left end of their row."""

    def __init__(self) -> None:
        super().__init__(size_hint_x=None)
        self._back, self._sigil = RoundedRect(self.canvas, Corner.LEFT), TextSprite(self.canvas)
        self._player: PlayerView | None = None

    def show(self, player: PlayerView) -> None:
        """Draw a player."""
        if player != self._player:
            self._player = player
            self.later()

    def draw(self) -> None:
        player = self._player
        if player is None:
            return
        self._back.cover(self, tint_of(player.colour), 12 * look.u)
        size = min(38 * look.u, 0.7 * self.height)
        self._sigil.put(
            player_mark(player), "text", size, ink_on(player.colour), self.center_x, self.center_y, "middle"
        )


class PlayerRow(BoxLayout):
    """What a player may say at any moment: a key for each; where there is none the row stays, and is hollow.

    Args:
        use: called with the id of an option that was tapped.
    """

    def __init__(self, use: Callable[[str], None]) -> None:
        super().__init__(size_hint_y=None)
        self._use = use
        self._block, self.grid = PlayerBlock(), OptionGrid(pos_hint={"center_y": 0.5})
        self.grid.columns = 3
        self._none = OptionKey(dense=True, disabled=True)
        self.keys: dict[str, OptionKey] = {}
        self.add_widget(self._block)
        self.add_widget(self.grid)
        self.least = 0.0
        """Height that it takes however little it says, in pixels."""
        self.grid.bind(height=self.take_room)

    def take_room(self, *_: object) -> None:
        """Be as high as the keys, and as every other row."""
        self.height = max(self.least, self.grid.height)

    def show(self, player: PlayerView, options: Sequence[Option]) -> None:
        """Show a player and what they may say."""
        self.spacing, self._block.width = look.gap, _BLOCK * look.u
        self._block.show(player)
        before, self.keys = self.keys, {}
        for option in options:
            key = before.get(option.id) or OptionKey(dense=True, use=partial(self._use, option.id))
            key.label, key.refused = said_in_full(option) or option.short or option.label, option.refused
            self.keys[option.id] = key
        self._none.label, self._none.detail = player.called, _("Nothing to say now")
        self.grid.have([*self.keys.values()] or [self._none])


class MorePage(SelfArranged, Page):
    """A page of keys in three tabs. It is reused, and updated when it is opened.

    Args:
        session: of the game.
        interject: starts an interjection.
        correct: opens a counter, with the name of its owner, to be corrected.
        open_rules: opens the rules.
        open_numbers: opens the page that corrects the numbers of all players.
        go_home: leaves the game.
    """

    def __init__(
        self,
        session: Session[Any],
        interject: Callable[[str], None],
        correct: Callable[[Counter, str], None],
        open_rules: Callable[[], None],
        open_numbers: Callable[[], None],
        go_home: Callable[[], object],
    ) -> None:
        super().__init__(_("More: at any time"))
        self._session, self._interject, self._correct = session, interject, correct
        self._open_rules, self._go_home = open_rules, go_home
        self.quick: QuickKeys | None = None
        # The tabs say what the page is.
        self.remove_widget(self.header)
        self.column = BoxLayout(orientation="vertical")
        self._top = BoxLayout(size_hint_y=None)
        titles = {HAPPENED: _("It happened"), RIGHT: _("Put it right"), SCREEN: _("This screen")}
        self.tabs = {
            name: Key(text=title, face="bold", step="body", size_hint_y=1, use=partial(self.turn_to, name))
            for name, title in titles.items()
        }
        for tab in self.tabs.values():
            self._top.add_widget(tab)
        self.pager = ScrollList()
        self._below: Widget = self.pager
        for part in (self._top, self.pager):
            self.column.add_widget(part)
        self.content.add_widget(self.column)
        self.primary.set_action(_("Back to the game"), True)
        self.leave_by_primary()
        self._rows: list[PlayerRow] = []
        self._corrections, self._numbers = OptionGrid(), OptionGrid()
        self._listed: dict[str, OptionKey] = {}
        self._counters: dict[str, Counter] = {}
        self.several = OptionKey(use=open_numbers, dense=True)
        # The list is out of the page while another tab is shown.
        self.column.bind(size=self._lay)
        self.pager.bind(size=self._lay)

    @property
    def keys(self) -> dict[str, OptionKey]:
        """What is tapped, by interjection and counter; the tab of one is `tab_of`."""
        return {**{name: key for row in self._rows for name, key in row.keys.items()}, **self._listed}

    def tab_of(self, name: str) -> Key:
        """Return the tab on which an interjection or a counter stands."""
        return self.tabs[RIGHT if name in self._listed else HAPPENED]

    def opened(self) -> None:
        if self.quick is None:
            self.quick = QuickKeys(self.host, self._open_rules, self._go_home)
            self.quick.keys["book-open"].disabled = not isinstance(self._session.game, SupportsReference)
        self.quick.show()
        view, interjections = self._session.view, self._session.interjections
        asked = [player for player in view.players if player.id]
        said = {player.id: [o for o in interjections if o.who == player.id] for player in asked}
        # Where nobody ever has anything to say, as in a battle alone, nobody has a row.
        rows = asked if any(said.values()) else []
        self._rows += [PlayerRow(self._interject) for _row in rows[len(self._rows) :]]
        del self._rows[len(rows) :]
        for row, player in zip(self._rows, rows, strict=True):
            row.show(player, said[player.id])
        self._show_corrections([o for o in interjections if o.who not in said], view.counters)
        self.tabs[HAPPENED].disabled = not rows
        self.turn_to(HAPPENED if rows else RIGHT if self._listed else SCREEN)

    def _show_corrections(self, options: Sequence[Option], counters: Sequence[Counter]) -> None:
        """Make the keys of the second tab."""
        before, self._listed = self._listed, {}
        for option in options:
            key = before.get(option.id) or OptionKey(use=partial(self._interject, option.id))
            key.label, key.detail, key.refused = option.label, option.detail, option.refused
            self._listed[option.id] = key
        self._corrections.columns = self._numbers.columns = 2
        self._corrections.have([*self._listed.values()])
        said = self._session.view.says
        self._counters = {counter.key or counter.label: counter for counter in counters}
        several = [self.several] if has_settable_numbers(self._session.view.players) else []
        self.several.label, self.several.mark = _("Numbers of all players"), "✎"
        for name, counter in self._counters.items():
            key = before.get(name) or OptionKey(use=partial(self._correct_one, name), dense=True)
            key.label, key.mark = labelled(counter.label, said(counter.key, counter.value)), "✎" if counter.key else ""
            self._listed[name] = key
        self._numbers.have([*several, *(self._listed[name] for name in self._counters)])

    def turn_to(self, name: str) -> None:
        """Show a tab."""
        for tab, key in self.tabs.items():
            key.chosen = tab == name
        if name == HAPPENED:
            self.pager.have(self._rows)
        elif name == RIGHT:
            self.pager.have([grid for grid in (self._numbers, self._corrections) if grid.children])
        below: Widget = self.quick if name == SCREEN and self.quick is not None else self.pager
        if below is not self._below:
            self.column.remove_widget(self._below)
            self.column.add_widget(below)
            self._below = below
        if below is self.pager:
            self.pager.turn_to_top()
        self.host.focus_changed()
        self._lay()

    def arrange(self, *__: object) -> None:
        self.column.spacing = self._top.spacing = look.gap
        self._top.height = _TAB * look.u
        room = self.column.height - self._top.height - look.gap
        if self.quick is not None:
            self.quick.room = room
        number = len(self._rows)
        for row in self._rows:
            # All are equally high while they have room for that, so that no row moves when another changes.
            row.least = min(_ROW * look.u, (room - (number - 1) * look.gap) / number)
            row.grid.room = row.least
            row.take_room()

    def _correct_one(self, name: str) -> None:
        self._correct(self._counters[name], "")


load_layout("more")
