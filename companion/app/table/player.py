"""All that is known of one player, and every number of theirs to correct."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout

from companion.app.look.marks import player_mark
from companion.app.look.page import Page
from companion.app.look.widgets import Key, OptionKey, Pager, Text, load_layout

if TYPE_CHECKING:
    from companion.app.table.page import TablePage


class CounterGrid(BoxLayout):
    """Counters as keys, two in a row."""


class PlayerPage(Page):
    """Opened from the player's card."""

    def __init__(self, table: TablePage, player: str) -> None:
        super().__init__()
        self._table, self._player = table, player
        self.pager = Pager()
        self.content.add_widget(self.pager)
        self.verb.mean("Back to the game", True)
        self.keys: dict[str, OptionKey] = {}
        self._far: Key | None = None

    def opened(self) -> None:
        view = self._table.session.view
        player = next(p for p in view.players if p.id == self._player)
        self.heading = f"{player_mark(player)}  {player.name}"
        self.pager.clear()
        grid = CounterGrid()
        for counter in (*player.big, *player.small):
            key = OptionKey(label=f"{counter.label}: {counter.value}", mark="✎" if counter.key else "")
            key.bind(on_use=lambda _, c=counter: self._table.open_counter(c, player.name))
            self.keys[counter.key or counter.label] = key
            grid.ids.grid.add_widget(key)
        self.pager.add(grid)
        for line in player.details:
            self.pager.add(Text(text=line))
        if self.shell.settings.turn == "180":
            self._far = Key(text="", use=self._swap_side)
            self._name_side()
            self.pager.add(self._far)

    def _swap_side(self) -> None:
        far = self.shell.settings.far_side
        if self._player in far:
            far.remove(self._player)
        else:
            far.append(self._player)
        self.shell.change_settings()
        self._name_side()

    def _name_side(self) -> None:
        if self._far is not None:
            far = self._player in self.shell.settings.far_side
            self._far.text = "Sits on the far side: prompts turn" if far else "Sits on this side"
            self._far.chosen = far


load_layout("player")
