"""The buttons: which there are, on which pins, and whether a press arrives."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.hardware.device_hub import DeviceHub
from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.base.kv_child import KvChild
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.table.words import _, and_list, n_
from firmware_bridge.buttons import ButtonEvent, ButtonMoved, ButtonPressed, KnobTurned
from firmware_bridge.wiring import PLAYER


class ButtonsTab(BoxLayout):
    """Each button lights up while it is down; holding `undo` leads back. `close` it when it is no longer shown."""

    pager = KvChild(ScrollList)
    sentence = StringProperty("")
    knob = NumericProperty(0)

    def __init__(self, hub: DeviceHub) -> None:
        super().__init__()
        self._hub = hub
        self.keys: dict[str, OptionKey] = {}
        self._counts: dict[str, int] = {}
        self.sentence = hub.buttons_state.sentence
        if "undo" in hub.wiring.buttons:
            self.sentence += " " + _("Hold undo to go back.")
        for job, pin in hub.wiring.buttons.items():
            lamp = hub.wiring.lights.get(job)
            detail = _("pin {pin}") if lamp is None else _("pin {pin}, lamp on pin {lamp}")
            player = job.removeprefix(PLAYER)
            label = job if player == job else _("player {player}").format(player=player)
            key = OptionKey(label=label, detail=detail.format(pin=pin, lamp=lamp))
            self.keys[job] = key
            self.pager.add(key)
        self._knob_text: WrapLabel | None = None
        if hub.wiring.knob:
            self._knob_text = WrapLabel(text="", step="option")
            self.pager.add(self._knob_text)
            self._show_knob()
        hub.bind(on_button=self._moved)

    def close(self) -> None:
        """Stop listening."""
        self._hub.unbind(on_button=self._moved)

    def _moved(self, __: Any, event: ButtonEvent) -> None:
        match event:
            case ButtonMoved(job, down) if job in self.keys:
                self.keys[job].chosen = down
                if down:
                    self._counts[job] = self._counts.get(job, 0) + 1
                    self.keys[job].mark = f"{self._counts[job]}"
            case ButtonPressed(job, held) if held and job in self.keys:
                self.keys[job].mark = _("{n} held").format(n=self._counts.get(job, 0))
            case KnobTurned(clicks):
                self.knob += clicks
                self._show_knob()

    def _show_knob(self) -> None:
        if self._knob_text is not None:
            pins = and_list([str(pin) for pin in self._hub.wiring.knob or ()])
            clicks = int(self.knob)
            said = n_("Knob on pins {pins}: {n} clicks", "Knob on pins {pins}: {n} clicks", abs(clicks))
            self._knob_text.text = said.format(pins=pins, n=f"{clicks:+}")
