"""What the tower is doing with a roll, and what people can decide about a drop that is no result."""

from __future__ import annotations

from typing import Any, Final

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.hardware.tower_adapter import TowerAdapter, TowerRoll
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.app.widgets.base.marks import Die, face
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.dice import DiceRow
from companion.app.widgets.rendering.motion import motion
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.words import N_, _
from layouts.glyphs import SYMBOLS
from layouts.theme import look

__all__ = ["TowerPanel"]

_AWAY = N_("The tower is not connected. Plug it back in to go on.")
_SIGNS: Final = {
    "cocked": "dice",
    "few": "minus",
    "many": "plus",
    "jam": "lock",
    "timeout": "clock",
    "cut": "power",
}
"""The drawing of what is wrong with a drop, by how it came out."""
_SHOWN = ("message", "bays", "held", "failed")


class TowerStateIcon(CanvasWidget):
    """What the tower is at, as a drawing; on the colour of alerts where people have to do something."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._name, self._loud = "tower", False
        self._back, self._sign = RoundedRect(self.canvas, light=0), TextSprite(self.canvas)

    def show(self, name: str, loud: bool) -> None:
        """Draw another one."""
        self._name, self._loud = name, loud
        self.later()

    def draw(self) -> None:
        size = min(self.width, self.height)
        ground, ink = (look.alert, look.alert_ink) if self._loud else (look.raised, look.ink)
        x, y = self.center
        self._back.put(x - size / 2, y - size / 2, size, size, ground, size / 2)
        self._sign.put(SYMBOLS[self._name], "text", 0.62 * size, ink, x, y, "middle")


class TowerPanel(BoxLayout):
    """One roll of the tower. `release` it when it is no longer shown.

    Args:
        tower: the tower.
        roll: the roll.
    """

    decide = KvChild(BoxLayout)
    sign = KvChild(TowerStateIcon)
    dice = KvChild(DiceRow)
    message = StringProperty("")
    bays = StringProperty("")
    held = BooleanProperty(False)

    def __init__(self, tower: TowerAdapter, roll: TowerRoll) -> None:
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
        with motion.step(calm=False):
            # Dice land as the tower reads them.
            self.dice.show(tuple(Die(int(b)) if b.isdigit() else Die(0, b) for b in roll.bays), self.bays)
        away = not self._tower.connected and not roll.failed
        wrong = "usb" if away else _SIGNS.get(roll.outcome, "warning") if self.held or roll.failed else ""
        self.sign.show(wrong or "tower", bool(wrong))
        shown = self.decide.parent is not None
        if self.held != shown:
            if shown:
                self.remove_widget(self.decide)
            else:
                self.add_widget(self.decide)


load_layout("tower_panel", Key, WrapLabel)
