"""A page of text to read: help, or a list of things to do on the board."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.widgets.base.widgets import Bullet, WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.table.lookup import ReferenceEntry
from companion.table.words import _


class TextPage(Page):
    """Lines of text, then entries with a title each, and a primary button to go on."""

    def __init__(
        self, heading: str, lines: Sequence[str], action: str = "", entries: Sequence[ReferenceEntry] = ()
    ) -> None:
        super().__init__(heading)
        self.pager = ScrollList()
        for line in lines:
            self.pager.add(Bullet(text=line) if len(lines) > 1 else WrapLabel(text=line, step="option"))
        for entry in entries:
            self.pager.add(WrapLabel(text=entry.title, face="bold", step="option"))
            self.pager.add(WrapLabel(text=entry.text))
        self.content.add_widget(self.pager)
        self.primary.set_action(action or _("Back to the game"), True)
        self.leave_by_primary()
