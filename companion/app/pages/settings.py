"""Settings page: grouped rows with their values; a change applies at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from companion.app.hardware.sdl import BARE, video_driver
from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.controls.rows import Group, Groups, Row, StepRow
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.app.widgets.pages.services import PageId
from companion.installation.install import may_start_programs
from companion.installation.renew import can_be_renewed
from companion.setting_up.screens import is_there_for_games
from companion.storage.settings import CHOICES
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
    "audit": (N_("Check numbers each turn"), {"off": N_("Off"), "on": N_("On")}),
    "hints": (N_("Show often-missed rules"), {"off": N_("Off"), "on": N_("On")}),
    "clock": (N_("Player clocks"), {"off": N_("Off"), "on": N_("On")}),
    "turn_limit": (N_("Turn limit"), {"off": N_("Off"), **{minutes: N_("{n} min") for minutes in ("2", "3", "5")}}),
    "sound": (N_("Sounds"), {"off": N_("Off"), "on": N_("On")}),
    "motion": (
        N_("Motion"),
        {"auto": N_("Automatic"), "full": N_("Full"), "less": N_("Less"), "off": N_("Off")},
    ),
    "turn": (N_("Face players"), {"off": N_("Off"), "180": N_("180°"), "sides": N_("4 sides")}),
    "rotation": (N_("Rotate screen"), {turn: N_("{n}°") for turn in ("0", "90", "180", "270")}),
    "brightness": (N_("Brightness"), {share: N_("{n} %") for share in ("25", "50", "75", "100")}),
    "dim": (
        N_("Dim the screen after"),
        {"never": N_("Never"), **{minutes: N_("{n} min") for minutes in ("1", "2", "5", "10")}},
    ),
    "dark": (N_("Dark screen"), {"black": N_("Shows black"), "off": N_("Is switched off")}),
    "screen": (
        N_("Screen (after restart)"),
        {"auto": N_("Automatic"), "full": N_("Full"), "window": N_("Window")},
    ),
    "tower": (N_("Dice tower"), {"on": N_("Auto-detect"), "off": N_("Off")}),
    "tower_mode": (N_("Tower dice"), {"g": N_("Electronic dice"), "r": N_("Reads real dice")}),
}

_STEPPED: Final = ("text", "brightness", "dim", "rotation")
"""Settings that are changed by plus and minus."""

_GROUPS: Final = (
    (
        (N_("Display"), ("language", "theme", "text", "brightness", "dim", "dark", "rotation")),
        (N_("Dice"), ("dice", "odds", "tower", "tower_mode")),
    ),
    ((N_("At the table"), ("turn", "audit", "hints", "clock", "turn_limit", "sound", "motion")),),
)
"""Columns of groups: headings, and the settings of each."""

_BARE: Final = ("dark",)
"""Settings that say something only without a desktop."""


class SettingsPage(Page):
    """All settings, in groups."""

    def __init__(self) -> None:
        super().__init__(_("Settings"))
        self.titles: dict[str, str] = {}
        self.values: dict[str, dict[str, str]] = {}
        languages = {code: words.name_of(code) for code in words.languages()}
        if len(languages) > 1:
            # It is first, for people who cannot read the other rows.
            self.titles["language"], self.values["language"] = _("Language"), languages
        bare = video_driver() == BARE
        for name, (title, labels) in _WORDS.items():
            if name in _BARE and not bare:
                continue
            self.titles[name] = _(title)
            self.values[name] = {value: _(labels[value]).format(n=value) for value in CHOICES[name]}
        self.rows: dict[str, Row | StepRow] = {name: self._row(name) for name in self.titles}
        *first, last = ([self._group(*group) for group in column] for column in _GROUPS)
        last.append(Group(_("This machine"), [self.rows["screen"], *self._machine()]))
        self.pager = ScrollList()
        self.pager.add(Groups([*first, last]))
        self.content.add_widget(self.pager)
        self.primary.set_action(_("Done"), True)

    def opened(self) -> None:
        self._show()

    def _group(self, heading: str, names: tuple[str, ...]) -> Group:
        return Group(_(heading), [self.rows[name] for name in names if name in self.rows])

    def _row(self, name: str) -> Row | StepRow:
        if name in _STEPPED:
            return StepRow(partial(self._step, name))
        return Row(partial(self._open, name), leads=len(self.values[name]) > 2)

    def _machine(self) -> Iterator[Row]:
        """Yield the rows about the machine."""
        self.hardware = Row(lambda: self.host.show(PageId.HARDWARE), label=_("Tower and buttons"), leads=True)
        yield self.hardware
        if may_start_programs():
            self.autostart = Row(
                lambda: self.host.show(PageId.AUTOSTART), label=_("Start with the machine"), leads=True
            )
            yield self.autostart
        if can_be_renewed():
            self.renewal = Row(lambda: self.host.show(PageId.UPDATE), label=_("Update"), leads=True)
            yield self.renewal
        if is_there_for_games():
            self.off = Row(lambda: self.host.show(PageId.SHUTDOWN), label=_("Shut down"), leads=True)
            yield self.off

    def _step(self, name: str, by: int) -> None:
        values = list(self.values[name])
        now = values.index(getattr(self.host.settings, name))
        self._take(name, values[(now + (by or 1)) % len(values)])

    def _open(self, name: str) -> None:
        values = self.values[name]
        now = getattr(self.host.settings, name)
        if len(values) == 2:
            self._take(name, next(value for value in values if value != now))
        else:
            self.host.open(ValuePage(self.titles[name], values, now, partial(self._take, name)))

    def _take(self, name: str, value: str) -> None:
        setattr(self.host.settings, name, value)
        self.host.apply_settings()
        self._show()

    def _show(self) -> None:
        for name, row in self.rows.items():
            title, values = self.titles[name], list(self.values[name])
            now = getattr(self.host.settings, name)
            said = self.values[name].get(now, now)
            if isinstance(row, StepRow):
                row.show(title, said, least=now == values[0], most=now == values[-1])
            else:
                row.label, row.value = title, said


class ValuePage(Page):
    """The values of one setting; a tap picks one and goes back.

    Args:
        title: of the setting.
        values: the label of each value.
        now: the present value.
        take: called with the value that was picked.
    """

    def __init__(self, title: str, values: Mapping[str, str], now: str, take: Callable[[str], None]) -> None:
        super().__init__(title)
        self.pager = ScrollList()
        self.content.add_widget(self.pager)
        self.keys = {value: OptionKey(label=said, use=partial(self._pick, value)) for value, said in values.items()}
        for value, key in self.keys.items():
            key.chosen = value == now
            self.pager.add(key)
        self._give = take
        self.primary.set_action(_("Keep as is"), True, declines=True)

    def _pick(self, value: str) -> None:
        # A new value may remake all pages, so go back first.
        self.host.back()
        self._give(value)
