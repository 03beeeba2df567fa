"""Page of an error that prevents the start: what it is, what is safe, what to do."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.table.words import _


class StartupErrorPage(Page):
    """Error page that needs nothing that could not be started.

    Args:
        words: what is wrong and what to do.
        again: tries to start once more.
        close: ends the companion.
    """

    def __init__(self, words: str, again: Callable[[], None], close: Callable[[], None]) -> None:
        super().__init__(_("The companion cannot start"), left=_("Close"))
        self._again, self._close = again, close
        pager = ScrollList()
        pager.add(WrapLabel(text=words, step="title"))
        pager.add(
            WrapLabel(
                text=_(
                    "No game was changed. Fix the problem and try again. Details are in the terminal and "
                    "in companion.log, next to the games folder."
                ),
                step="option",
            )
        )
        self.content.add_widget(pager)
        self.primary.set_action(_("Try again"), True)

    def act(self) -> None:
        self._again()

    def go_left(self) -> None:
        self._close()
