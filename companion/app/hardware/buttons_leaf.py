"""The buttons: which there are, on which pins, and whether a press arrives."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.hardware.station import Station
from companion.app.look.part import Part
from companion.app.look.widgets import OptionKey, Pager, Text
from firmware_bridge.buttons import ButtonEvent, ButtonMoved, ButtonPressed, KnobTurned


class ButtonsLeaf(BoxLayout):
    """Each button lights up while it is down. `close` it when it is no longer shown."""

    pager = Part(Pager)
    sentence = StringProperty("")
    knob = NumericProperty(0)

    def __init__(self, station: Station) -> None:
        super().__init__()
        self._station = station
        self.keys: dict[str, OptionKey] = {}
        self._counts: dict[str, int] = {}
        self.sentence = station.buttons_state.sentence
        for job, pin in station.wiring.buttons.items():
            lamp = station.wiring.lights.get(job)
            detail = f"pin {pin}" + (f", lamp on pin {lamp}" if lamp is not None else "")
            key = OptionKey(label=job.replace("faction:", "player "), detail=detail)
            self.keys[job] = key
            self.pager.add(key)
        self._knob_text: Text | None = None
        if station.wiring.knob:
            self._knob_text = Text(text="", step="option")
            self.pager.add(self._knob_text)
            self._show_knob()
        station.bind(on_button=self._moved)

    def close(self) -> None:
        """Stop listening."""
        self._station.unbind(on_button=self._moved)

    def _moved(self, _: Any, event: ButtonEvent) -> None:
        match event:
            case ButtonMoved(job, down) if job in self.keys:
                self.keys[job].chosen = down
                if down:
                    self._counts[job] = self._counts.get(job, 0) + 1
                    self.keys[job].mark = f"{self._counts[job]}"
            case ButtonPressed(job, held) if held and job in self.keys:
                self.keys[job].mark = f"{self._counts.get(job, 0)} held"
            case KnobTurned(clicks):
                self.knob += clicks
                self._show_knob()

    def _show_knob(self) -> None:
        if self._knob_text is not None:
            pins = " and ".join(str(pin) for pin in self._station.wiring.knob or ())
            self._knob_text.text = f"Knob on pins {pins}: {int(self.knob):+} clicks"
