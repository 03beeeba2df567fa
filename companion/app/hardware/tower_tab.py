"""The tower: does it answer, what is it, and a roll to try it."""

from __future__ import annotations

import os
from typing import Any, Final

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.hardware.device_hub import DeviceHub
from companion.app.hardware.tower_adapter import TowerRoll
from companion.app.hardware.tower_panel import TowerPanel
from companion.app.widgets.base.kv_child import KvChild
from companion.app.widgets.base.marks import dice_row
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.table.prompts import dice_words
from companion.table.words import _, n_

_MOST: Final = 12


class TowerReadings(BoxLayout):
    """What there is to read, and the keys of the test roll."""

    tries = KvChild(BoxLayout)
    leaf = ObjectProperty(None)


class TowerTab(BoxLayout):
    """State of the link, and a test roll. `close` it when it is no longer shown."""

    sentence = StringProperty("")
    about = StringProperty("")
    trouble = StringProperty("")
    dice = NumericProperty(5)
    verb = StringProperty("")
    rolled = StringProperty("")

    def __init__(self, hub: DeviceHub) -> None:
        super().__init__()
        self.tower = hub.tower
        self.roll: TowerRoll | None = None
        self._panel: TowerPanel | None = None
        self.pager = ScrollList()
        self.signs = TowerReadings(leaf=self)
        self.pager.add(self.signs)
        self.add_widget(self.pager)
        for name in ("sentence", "info", "trouble"):
            self.tower.bind(**{name: self._show})
        self.tower.bind(on_status=self._status)
        self._counters: dict[str, str] = {}
        self.tower.ask_status()
        self._show()

    def step(self, by: int) -> None:
        """More or fewer dice for the test roll."""
        self.dice = min(_MOST, max(1, self.dice + by))
        self._show()

    def try_it(self) -> None:
        """Roll, for nobody."""
        self._end_roll()
        self.rolled = ""
        self.roll = self.tower.roll(os.urandom(4).hex(), int(self.dice))
        self.roll.bind(faces=self._fell)
        self._panel = TowerPanel(self.tower, self.roll)
        self.pager.add(self._panel)

    def close(self) -> None:
        """Stop watching the tower; a test roll is given up."""
        self._end_roll()
        for name in ("sentence", "info", "trouble"):
            self.tower.unbind(**{name: self._show})
        self.tower.unbind(on_status=self._status)

    def _end_roll(self) -> None:
        if self._panel is not None:
            self._panel.release()
            self.pager.column.remove_widget(self._panel)
            self._panel = None
        if self.roll is not None:
            self.roll.unbind(faces=self._fell)
            self.tower.forget(self.roll)
            self.tower.rolls.pop(self.roll.base, None)
            self.roll = None

    def _fell(self, roll: TowerRoll, faces: list[int] | None) -> None:
        if faces is not None:
            self.rolled = _("{dice}   sum {sum}   ({tower})").format(
                dice=dice_row(faces), sum=sum(faces), tower=roll.tower
            )
            self._end_roll()

    def _status(self, __: Any, values: dict[str, str]) -> None:
        self._counters = values
        self._show()

    def _show(self, *__: Any) -> None:
        tower = self.tower
        self.verb = _("Test roll: {dice}").format(dice=dice_words(int(self.dice)))
        self.sentence, self.trouble = tower.sentence, tower.trouble
        self.signs.tries.disabled = not tower.connected
        info = tower.info
        if info is None:
            self.about = ""
            return
        reads = n_(
            "It reads {n} die at a time and rolls at most {most}.",
            "It reads {n} dice at a time and rolls at most {most}.",
            info.bays,
        )
        makes = _("It cannot read real dice; it rolls at most {most} at once.")
        words = [
            _("Firmware {firmware} on {hardware}, start no. {boot}.").format(
                firmware=info.firmware, hardware=info.hardware, boot=info.boot
            ),
            (reads if "read" in info.capabilities else makes).format(n=info.bays, most=info.max_dice),
        ]
        if self._counters:
            rolls, damaged = self._counters.get("rolls", "?"), self._counters.get("crc", "?")
            words.append(
                _("Rolls so far: {rolls}. Garbled messages received since it started: {damaged}.").format(
                    rolls=rolls, damaged=damaged
                )
            )
        if self._counters.get("entropy", "ok") != "ok":
            words.append(_("Its random source failed its self-test, so it cannot roll by itself."))
        self.about = " ".join(words)
