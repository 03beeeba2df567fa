"""Settings: every choice in sight, taken at once."""

from __future__ import annotations

from typing import Final

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.hardware.page import HardwarePage
from companion.app.hardware.station import Station
from companion.app.look.page import Page
from companion.app.look.part import Part
from companion.app.look.widgets import Key, OptionKey, Pager, load_layout
from companion.shelf.settings import CHOICES

_WORDS: Final = {
    "theme": ("Theme", {"dark": "Dark", "light": "Light", "contrast": "High contrast", "candle": "Candle"}),
    "text": ("Text size", {}),
    "dice": ("Dice", {"ask": "Ask each time", "tower": "Tower", "here": "Roll here", "type": "Type in"}),
    "odds": ("Show chances", {"off": "Off", "on": "On"}),
    "turn": ("Turn prompts", {"off": "Off", "180": "180°"}),
    "screen": ("Screen (from the next start)", {"auto": "By itself", "full": "Fill it", "window": "A window"}),
    "tower": ("Dice tower", {"on": "Look for it", "off": "Off"}),
    "tower_mode": ("The tower's dice", {"g": "It makes the faces", "r": "It reads real dice"}),
}


_ROWS: Final = (("theme",), ("text",), ("dice",), ("odds", "turn"), ("tower",), ("tower_mode",), ("screen",))


class SettingRow(BoxLayout):
    """One setting and its values."""

    choices = Part(BoxLayout, "row")
    label = StringProperty("")


class SettingLine(BoxLayout):
    """One row, or two short ones side by side."""


class SettingsPage(Page):
    """All settings.

    Args:
        station: what is plugged in.
    """

    def __init__(self, station: Station) -> None:
        super().__init__("Settings")
        self._station = station
        self.keys: dict[tuple[str, str], Key] = {}
        self.pager = Pager()
        self.content.add_widget(self.pager)
        for names in _ROWS:
            line = SettingLine()
            for name in names:
                line.add_widget(self._row(name))
            self.pager.add(line)
        self.hardware = OptionKey(label="Tower and buttons", detail="Is all well? Try them out.", use=self._hardware)
        self.pager.add(self.hardware)
        self.verb.mean("Done", True)

    def opened(self) -> None:
        self._show()

    def _row(self, name: str) -> SettingRow:
        title, labels = _WORDS[name]
        row = SettingRow(label=title)
        for value in CHOICES[name]:
            key = Key(text=labels.get(value, value))
            key.bind(on_use=lambda _, name=name, value=value: self._take(name, value))
            self.keys[name, value] = key
            row.choices.add_widget(key)
        return row

    def _hardware(self) -> None:
        self.host.open(HardwarePage(self._station))

    def _take(self, name: str, value: str) -> None:
        setattr(self.host.settings, name, value)
        self.host.change_settings()
        self._show()

    def _show(self) -> None:
        for (name, value), key in self.keys.items():
            key.chosen = getattr(self.host.settings, name) == value


load_layout("settings")
