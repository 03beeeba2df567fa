"""Corrects the marker of a track by the spaces as they are printed."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.gridlayout import GridLayout

from companion.app.widgets.base.buttons import Key
from companion.app.widgets.pages.page import Page
from companion.table.view import Track
from companion.table.words import _
from layouts.glyphs import SYMBOLS
from layouts.theme import look

__all__ = ["SpacesPage"]

_IN_A_ROW = 4


class SpacesPage(Page):
    """A key for each space of a track; that of the marker is chosen.

    Args:
        track: as it is now.
        take: called with the index of the space that was picked.
    """

    def __init__(self, track: Track, take: Callable[[int], None]) -> None:
        super().__init__(_("{track}: where is the marker?").format(track=track.label), left=_("Cancel"))
        self._take, self._now, self.place = take, track.at, track.at
        grid = GridLayout(cols=min(_IN_A_ROW, len(track.cells)), spacing=look.gap)
        self.keys: list[Key] = []
        for place, cell in enumerate(track.cells):
            key = Key(text=SYMBOLS.get(cell[1:], "") if cell.startswith(":") else cell, step="title", size_hint_y=1)
            key.face = "text" if cell.startswith(":") else "bold"
            key.bind(on_use=lambda *_, place=place: self.pick(place))
            self.keys.append(key)
            grid.add_widget(key)
        self.content.add_widget(grid)
        self.pick(track.at)

    def pick(self, place: int) -> None:
        """Pick a space by its index."""
        self.place = place
        for at, key in enumerate(self.keys):
            key.chosen = at == place
        self.primary.set_action(_("OK"), place != self._now)

    def act(self) -> None:
        self._take(self.place)
