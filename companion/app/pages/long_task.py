"""Base class of pages that run a long task in a thread and stay open until it is done."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Thread

from kivy.clock import Clock

from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.table.errors import CompanionError
from companion.table.words import _

_log = logging.getLogger(__name__)


class TaskPage(Page):
    """Shows lines of text and runs a task.

    Args:
        title: of the page.
    """

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.pager = ScrollList()
        self.content.add_widget(self.pager)
        self._busy = False
        self._act: Callable[[], None] = lambda: None
        self._then: Callable[[], None] = lambda: None
        # Triggers are the only part of Kivy that is safe to use from a thread.
        self._finished = Clock.create_trigger(lambda _: self._finish())

    def act(self) -> None:
        self._act()

    def go_left(self) -> None:
        if self._busy:
            self.host.show_message(
                _("Please wait until this is done. If it is interrupted, the companion may not start.")
            )
        else:
            super().go_left()

    def stays_lit(self) -> bool:
        return self._busy

    def begin(self, work: Callable[[], None], then: Callable[[], None]) -> None:
        """Run `work` in a thread, then `then` in the main thread."""
        self.host.show_message("")
        self._busy, self._then = True, then
        self.primary.set_action(_("Please wait…"), False)

        def run() -> None:
            try:
                work()
            except (CompanionError, OSError) as error:
                why = str(error)
                self._then = lambda: self._failed(why)
            except Exception as error:  # noqa: BLE001 - the error is shown; people must not wait for ever
                _log.exception("a background job failed")
                why = _("A fault of the companion stopped it ({why}). Games are untouched.").format(why=error)
                self._then = lambda: self._failed(why)
            self._finished()

        Thread(target=run, name="task", daemon=True).start()

    def _finish(self) -> None:
        self._busy = False
        self._then()

    def _failed(self, why: str) -> None:
        self.opened()
        self.host.show_message(why)

    def tell(self, lines: list[str]) -> None:
        """Show these lines instead of the present ones."""
        self.pager.clear()
        for line in lines:
            self.pager.add(WrapLabel(text=line, step="option"))

    def set_action(self, text: str, act: Callable[[], None]) -> None:
        """Set the primary button's label and what it does."""
        self._act = act
        self.primary.set_action(text, True)
