"""Page that updates the companion, or returns to the version before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.clock import Clock

from companion import __version__
from companion.app.pages.long_task import TaskPage
from companion.app.widgets.base.buttons import OptionKey
from companion.installation import renew
from companion.installation.updater import Say
from companion.table.words import _


class UpdatePage(TaskPage):
    """Looks for a newer version, installs it, or goes back, after a confirmation."""

    def __init__(self) -> None:
        super().__init__(_("Update"))
        self._line = ""
        self._hear = Clock.create_trigger(lambda _: self.tell([self._line]))

    def opened(self) -> None:
        lines = [_("You have version {version}.").format(version=__version__)]
        if told := renew.gave_way():
            lines.append(told)
        waiting = self.host.attempt(renew.waiting)
        if waiting:
            self.tell([*lines, _("“{version}” is set up and runs from the next start on.").format(version=waiting)])
        else:
            hint = _("The games are copied first. This takes a few minutes and needs a network connection.")
            self.tell([*lines, hint])
        version = self.host.attempt(renew.earlier)
        if version:
            self.pager.add(
                OptionKey(label=_("Back to previous version"), detail=version, use=lambda: self._ask_back(version))
            )
        if waiting:
            self.set_action(_("Restart now"), self.host.restart)
        else:
            self.set_action(_("Look for a newer version"), self._look)

    def _look(self) -> None:
        found: list[str] = []

        def ask() -> None:
            found.extend(renew.news())

        def show() -> None:
            if found:
                self.tell([_("What is new:"), *found])
                self.set_action(_("Copy all games and update"), self._take)
            else:
                newest = _("You have the newest version, {version}.").format(version=__version__)
                self.tell([renew.gave_way() or newest])
                self.set_action(_("Look for a newer version"), self._look)

        self.begin(ask, show)

    def _ask_back(self, version: str) -> None:
        self.tell([_("Back to: {version}").format(version=version), _(renew.OLDER_MAY_NOT_OPEN)])
        self.set_action(_("Copy all games and go back"), self._go_back)

    def _take(self) -> None:
        self._carry_out(renew.take)

    def _go_back(self) -> None:
        self._carry_out(renew.go_back)

    def _carry_out(self, change: Callable[[Path, Say], list[str]]) -> None:
        data = self.host.library.folder.parent
        unread: list[str] = []
        self.begin(lambda: unread.extend(change(data, self._say)), lambda: self._ready(unread))

    def _ready(self, unread: list[str]) -> None:
        self.tell([_("Done. This takes effect after a restart."), *unread])
        self.set_action(_("Restart now"), self.host.restart)

    def _say(self, line: str) -> None:
        self._line = line
        self._hear()
