"""What the tower is doing with a roll, and what people can decide about a drop that is no result."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.hardware.table_tower import TableTower
from companion.app.hardware.tower_roll import TowerRoll
from companion.app.look.marks import face
from companion.app.look.part import Part
from companion.app.look.widgets import load_layout
from companion.table.words import N_, _

__all__ = ["TowerPanel"]

_AWAY = N_("The tower is not connected. It goes on when it is back.")
_SHOWN = ("message", "bays", "held", "failed")


class TowerPanel(BoxLayout):
    """One roll of the tower. `release` it when it is no longer shown.

    Args:
        tower: the tower.
        roll: the roll.
    """

    decide = Part(BoxLayout)
    message = StringProperty("")
    bays = StringProperty("")
    held = BooleanProperty(False)

    def __init__(self, tower: TableTower, roll: TowerRoll) -> None:
        super().__init__()
        self._tower, self.roll = tower, roll
        for name in _SHOWN:
            roll.bind(**{name: self._show})
        tower.bind(connected=self._show)
        self._show()

    def release(self) -> None:
        """Stop watching the roll."""
        for name in _SHOWN:
            self.roll.unbind(**{name: self._show})
        self._tower.unbind(connected=self._show)

    def reread(self) -> None:
        """Read the held dice again."""
        self._tower.reread(self.roll)

    def again(self) -> None:
        """Throw again."""
        self._tower.again(self.roll)

    def _show(self, *__: Any) -> None:
        roll = self.roll
        self.message = roll.message if self._tower.connected or roll.failed else _(_AWAY)
        self.bays = " ".join(face(int(b)) if b.isdigit() else {"-": "–"}.get(b, b) for b in roll.bays)
        self.held = roll.held and self._tower.connected
        shown = self.decide.parent is not None
        if self.held != shown:
            if shown:
                self.remove_widget(self.decide)
            else:
                self.add_widget(self.decide)


load_layout("tower_panel")
