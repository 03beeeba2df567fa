"""Page of an unexpected error: first of all, the game is safe."""

from __future__ import annotations

from pathlib import Path

from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.table.words import _


class UnexpectedErrorPage(Page):
    """Offers to reopen the game from its file, or to go home.

    Args:
        game: the file of the game that was open, or None.
    """

    def __init__(self, game: Path | None) -> None:
        super().__init__(_("The game is safe"), left=_("Home"))
        self._game = game
        pager = ScrollList()
        pager.add(WrapLabel(text=_("Something went wrong in the companion"), step="title"))
        pager.add(
            WrapLabel(
                text=_(
                    "Everything up to your last answer is saved. “Try again” reopens the game where it "
                    "was. Details for a report are in companion.log."
                ),
                step="option",
            )
        )
        self.content.add_widget(pager)
        self.add_extra(_("Save a report"), lambda: self.host.jobs.report_problem(game))
        self.primary.set_action(_("Try again"), True)

    def act(self) -> None:
        game = self._game
        if game is None:
            self.host.home()
        else:
            self.host.show_home()
            self.host.open_stored(game)

    def go_left(self) -> None:
        self.host.home()
