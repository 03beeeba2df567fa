"""Page of one player: all numbers, to be corrected, and details."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.table.pages.secrets import open_secrets_of
from companion.app.table.sidebar.seat_sides import FAR, SIDES, seat, side_of
from companion.app.widgets.base.buttons import Key, OptionKey
from companion.app.widgets.base.kv_child import load_layout
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.base.widgets import OptionGrid, WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.table.lookup import SupportsReference
from companion.table.session import Session
from companion.table.view import Counter
from companion.table.words import _, labelled, opening


class SeatRow(BoxLayout):
    """A key for each side of the table."""


class PlayerPage(Page):
    """All details of a player; opened from their card.

    Args:
        session: of the game.
        player: id.
        correct: opens a counter, with the name of its owner, to be corrected.
        open_rules: opens the rules at a player's chapter.
    """

    def __init__(
        self,
        session: Session[Any],
        player: str,
        correct: Callable[[Counter, str], None],
        open_rules: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._session, self._player, self._correct = session, player, correct
        if isinstance(session.game, SupportsReference):
            self.add_extra(_("Rules"), lambda: open_rules(player))
        self.pager = ScrollList()
        self.content.add_widget(self.pager)
        self.primary.set_action(_("Back to the game"), True)
        self.leave_by_primary()
        self.keys: dict[str, OptionKey] = {}
        self.sides: dict[int, Key] = {}

    def opened(self) -> None:
        view = self._session.view
        player = next(p for p in view.players if p.id == self._player)
        self.heading, self.whose = f"{player_mark(player)}  {player.called}", player.colour
        self.pager.clear()
        grid = OptionGrid(columns=2)
        for counter in (*player.big, *player.small):
            key = OptionKey(label=opening(labelled(counter.label, counter.value)), mark="✎" if counter.key else "")
            key.bind(on_use=lambda _, c=counter: self._correct(c, player.name))
            self.keys[counter.key or counter.label] = key
            grid.add_widget(key)
        self.pager.add(grid)
        if self._session.own(self._player):
            open_secrets = partial(open_secrets_of, self.host, self._session, self._player)
            self.secret_key = OptionKey(label=_("For one player's eyes only"), use=open_secrets)
            self.pager.add(self.secret_key)
        for line in (*filter(None, [player.handed_on]), *player.details):
            self.pager.add(WrapLabel(text=line))
        turn = self.host.settings.turn
        if turn != "off":
            self.pager.add(WrapLabel(text=_("Where they sit, so that questions face them")))
            row = SeatRow()
            sides = SIDES if turn == "sides" else (0, FAR)
            self.sides = {side: Key(text=_(SIDES[side])) for side in sides}
            for side, key in self.sides.items():
                key.bind(on_use=lambda _, side=side: self._sit(side))
                row.add_widget(key)
            self.pager.add(row)
            self._show_side()

    def _sit(self, side: int) -> None:
        seat(self.host.settings, self._player, side)
        self.host.apply_settings()
        self._show_side()

    def _show_side(self) -> None:
        for side, key in self.sides.items():
            key.chosen = side == side_of(self.host.settings, self._player)


load_layout("player")
