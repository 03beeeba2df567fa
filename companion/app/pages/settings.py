"""Settings page: grouped rows with their values; a change applies at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from kivy.uix.widget import Widget

from companion.app.hardware.sdl import BARE, video_driver
from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.controls.rows import Group, Groups, Row, StepRow
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.app.widgets.pages.services import PageId
from companion.installation.install import may_start_programs
from companion.installation.renew import can_be_renewed
from companion.setting_up.screens import is_there_for_games
from companion.storage.settings import DICE, DISPLAY, MACHINE, ROWS, TABLE, labels
from companion.table.words import _

_COLUMNS: Final = ((DISPLAY, DICE), (TABLE, MACHINE))
"""Headings of the groups, from the top."""


class SettingsPage(Page):
    """All settings, in groups."""

    def __init__(self) -> None:
        super().__init__(_("Settings"))
        bare = video_driver() == BARE
        self.values = {name: labels(name) for name, row in ROWS.items() if bare or not row.bare}
        self.rows: dict[str, Row | StepRow] = {
            name: self._row(name) for name, values in self.values.items() if len(values) > 1
        }
        below: dict[str, list[Widget]] = {group: [] for column in _COLUMNS for group in column}
        for name, row in self.rows.items():
            below[ROWS[name].group].append(row)
        links = (
            (PageId.HARDWARE, _("Tower and buttons"), True),
            (PageId.AUTOSTART, _("Start with the machine"), may_start_programs()),
            (PageId.UPDATE, _("Update"), can_be_renewed()),
            (PageId.SHUTDOWN, _("Shut down"), is_there_for_games()),
        )
        self.links = {page.name: self._link(page, label) for page, label, there in links if there}
        below[MACHINE] += self.links.values()
        self.pager = ScrollList()
        self.pager.add(Groups([[Group(_(group), below[group]) for group in column] for column in _COLUMNS]))
        self.content.add_widget(self.pager)
        self.primary.set_action(_("Done"), True)

    def opened(self) -> None:
        self._show()

    def _row(self, name: str) -> Row | StepRow:
        if ROWS[name].stepped:
            return StepRow(partial(self._step, name))
        return Row(partial(self._open, name), leads=len(self.values[name]) > 2)

    def _link(self, page: PageId, label: str) -> Row:
        return Row(lambda: self.host.show(page), label=label, leads=True)

    def _step(self, name: str, by: int) -> None:
        self._take(name, self.host.settings.next_of(name, by or 1))

    def _open(self, name: str) -> None:
        if len(self.values[name]) == 2:
            self._step(name, 1)
        else:
            now = getattr(self.host.settings, name)
            self.host.open(ValuePage(_(ROWS[name].title), self.labels_of(name), now, partial(self._take, name)))

    def _take(self, name: str, value: str) -> None:
        setattr(self.host.settings, name, value)
        self.host.apply_settings()
        self._show()

    def labels_of(self, name: str) -> dict[str, str]:
        """Return the label of each value of a setting; that of automatic motion says what it chooses now."""
        automatic = {"auto": self.host.automatic_motion} if name == "motion" else {}
        return {**self.values[name], **automatic}

    def _show(self) -> None:
        for name, row in self.rows.items():
            title, values, now = _(ROWS[name].title), [*self.values[name]], getattr(self.host.settings, name)
            said = self.labels_of(name).get(now, now)
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
