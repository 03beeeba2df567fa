"""A newer version of the companion, fetched and set up from the screen; and back to the one before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Thread

from kivy.clock import Clock

from companion import __version__
from companion.app.look.keys import OptionKey
from companion.app.look.page import Page
from companion.app.look.pager import Pager
from companion.app.look.widgets import Text
from companion.installation import renew
from companion.installation.steps import InstallationError
from companion.table.words import _


class RenewalPage(Page):
    """Looks for a newer version, takes it, or goes back; nothing is done before it is confirmed."""

    def __init__(self) -> None:
        super().__init__(_("Update"))
        self._pager = Pager()
        self.content.add_widget(self._pager)
        self._busy = False
        self._act: Callable[[], None] = self._look
        self._then: Callable[[], None] = lambda: None
        # Work goes on in a thread of its own; a trigger is the one thing of Kivy that may be used from there.
        self._line = ""
        self._hear = Clock.create_trigger(lambda _: self._tell([self._line]))
        self._finished = Clock.create_trigger(lambda _: self._finish())

    def opened(self) -> None:
        self._tell(
            [
                _("This is version {version}.").format(version=__version__),
                _("The games are copied first. It takes some minutes and needs the network."),
            ]
        )
        version = self.host.attempt(renew.earlier)
        if version:
            self._pager.add(
                OptionKey(label=_("Back to the version before"), detail=version, use=lambda: self._ask_back(version))
            )
        self._mean(_("Look for a newer version"), self._look)

    def act(self) -> None:
        self._act()

    def go_left(self) -> None:
        if self._busy:
            self.host.say(_("Please wait until this is done; half of it would not start."))
        else:
            super().go_left()

    def stays_lit(self) -> bool:
        return self._busy

    def _look(self) -> None:
        found: list[str] = []

        def ask() -> None:
            found.extend(renew.news())

        def show() -> None:
            if found:
                self._tell([_("What is new:"), *found])
                self._mean(_("Copy all games and take it"), self._take)
            else:
                self._tell([_("This is the newest version, {version}.").format(version=__version__)])
                self._mean(_("Look for a newer version"), self._look)

        self._begin(ask, show)

    def _ask_back(self, version: str) -> None:
        self._tell([_("Back to: {version}").format(version=version), _(renew.OLDER_MAY_NOT_OPEN)])
        self._mean(_("Copy all games and go back"), self._go_back)

    def _take(self) -> None:
        self._carry_out(renew.take)

    def _go_back(self) -> None:
        self._carry_out(renew.go_back)

    def _carry_out(self, change: Callable[[Path, renew.Say], None]) -> None:
        data = self.host.library.folder.parent
        self._begin(lambda: change(data, self._say), self._ready)

    def _ready(self) -> None:
        self._tell([_("Done. It counts from the next start.")])
        self._mean(_("Start again now"), self.host.start_again)

    def _begin(self, work: Callable[[], None], then: Callable[[], None]) -> None:
        """Do something that takes its time, and then something on the page."""
        self.host.say("")
        self._busy, self._then = True, then
        self.verb.mean(_("Please wait …"), False)

        def run() -> None:
            try:
                work()
            except (InstallationError, OSError) as error:
                why = str(error)
                self._then = lambda: self._failed(why)
            self._finished()

        Thread(target=run, name="renewal", daemon=True).start()

    def _finish(self) -> None:
        self._busy = False
        self._then()

    def _failed(self, why: str) -> None:
        self.opened()
        self.host.say(why)

    def _say(self, line: str) -> None:
        self._line = line
        self._hear()

    def _tell(self, lines: list[str]) -> None:
        self._pager.clear()
        for line in lines:
            self._pager.add(Text(text=line, step="option"))

    def _mean(self, text: str, act: Callable[[], None]) -> None:
        self._act = act
        self.verb.mean(text, True)
