"""Settings: every choice in sight, taken at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.hardware.page import HardwarePage
from companion.app.hardware.station import Station
from companion.app.look.keys import Key, OptionKey
from companion.app.look.page import Page
from companion.app.look.part import Part
from companion.app.look.widgets import Pager, load_layout
from companion.app.pages.renewal import RenewalPage
from companion.app.pages.switch_off import SwitchOffPage
from companion.installation.renew import came_with_git
from companion.setting_up.screens import is_there_for_games
from companion.shelf.settings import CHOICES
from companion.table import words
from companion.table.words import N_, _

_WORDS: Final = {
    "theme": (
        N_("Theme"),
        {"dark": N_("Dark"), "light": N_("Light"), "contrast": N_("High contrast"), "candle": N_("Candle")},
    ),
    "text": (N_("Text size"), {"S": N_("S"), "M": N_("M"), "L": N_("L"), "XL": N_("XL")}),
    "dice": (
        N_("Dice"),
        {"ask": N_("Ask each time"), "tower": N_("Tower"), "here": N_("Roll here"), "type": N_("Type in")},
    ),
    "odds": (N_("Show chances"), {"off": N_("Off"), "on": N_("On")}),
    "turn": (N_("Turn prompts"), {"off": N_("Off"), "180": N_("180°"), "sides": N_("4 sides")}),
    "rotation": (N_("Turn the picture"), {turn: N_("{n}°") for turn in ("0", "90", "180", "270")}),
    "brightness": (N_("Brightness"), {share: N_("{n} %") for share in ("25", "50", "75", "100")}),
    "dim": (
        N_("Dim the screen after"),
        {"never": N_("Never"), **{minutes: N_("{n} min") for minutes in ("1", "2", "5", "10")}},
    ),
    "screen": (
        N_("Screen (from the next start)"),
        {"auto": N_("By itself"), "full": N_("Fill it"), "window": N_("A window")},
    ),
    "tower": (N_("Dice tower"), {"on": N_("Look for it"), "off": N_("Off")}),
    "tower_mode": (N_("The tower's dice"), {"g": N_("It makes the faces"), "r": N_("It reads real dice")}),
}


_ROWS: Final = (
    ("theme",),
    ("text",),
    ("dice",),
    ("odds", "turn"),
    ("brightness",),
    ("dim",),
    ("rotation",),
    ("tower",),
    ("tower_mode",),
    ("screen",),
)


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
        super().__init__(_("Settings"))
        self._station = station
        self.keys: dict[tuple[str, str], Key] = {}
        self.pager = Pager()
        self.content.add_widget(self.pager)
        languages = {code: words.name_of(code) for code in words.languages()}
        if len(languages) > 1:
            # Whoever cannot read the others finds it at the top.
            self.pager.add(self._row("language", _("Language"), languages))
        for names in _ROWS:
            line = SettingLine()
            for name in names:
                title, labels = _WORDS[name]
                said = {value: _(labels[value]).format(n=value) for value in CHOICES[name]}
                line.add_widget(self._row(name, _(title), said))
            self.pager.add(line)
        self.hardware = OptionKey(
            label=_("Tower and buttons"), detail=_("Is all well? Try them out."), use=self._hardware
        )
        self.pager.add(self.hardware)
        if came_with_git():
            self.renewal = OptionKey(
                label=_("Update"),
                detail=_("Look for a newer version, or go back to the one before."),
                use=lambda: self.host.open(RenewalPage()),
            )
            self.pager.add(self.renewal)
        if is_there_for_games():
            self.off = OptionKey(
                label=_("Shut down"),
                detail=_("Then the plug may be pulled."),
                use=lambda: self.host.open(SwitchOffPage()),
            )
            self.pager.add(self.off)
        self.verb.mean(_("Done"), True)

    def opened(self) -> None:
        self._show()

    def _row(self, name: str, title: str, values: Mapping[str, str]) -> SettingRow:
        row = SettingRow(label=title)
        for value, said in values.items():
            key = Key(text=said)
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
