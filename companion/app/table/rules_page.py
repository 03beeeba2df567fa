"""Rules, cards and pieces to be looked up, a chapter at a time."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.look.keys import Key
from companion.app.look.page import Page
from companion.app.look.widgets import Pager, Text, load_layout
from companion.table.lookup import Chapter
from companion.table.words import _
from layouts.glyphs import SYMBOLS

__all__ = ["RulesPage"]


class ChapterKeys(GridLayout):
    """A key for each chapter."""


class RulesPage(Page):
    """A chapter, and the keys to the others.

    Args:
        chapters: what can be looked up.
        first: id of the one that is shown first; the first of all if there is none.
    """

    def __init__(self, chapters: Sequence[Chapter], first: str = "") -> None:
        super().__init__()
        self._chapters = tuple(chapters)
        self.pager = Pager()
        column = BoxLayout(orientation="vertical")
        self.keys = [Key(text=SYMBOLS[chapter.symbol], step="sign") for chapter in self._chapters]
        if len(self.keys) > 1:
            row = ChapterKeys()
            for place, key in enumerate(self.keys):
                key.bind(on_use=lambda _, place=place: self.show(place))
                row.add_widget(key)
            column.add_widget(row)
        column.add_widget(self.pager)
        self.content.add_widget(column)
        self.verb.mean(_("Back to the game"), True)
        self.show(next((n for n, chapter in enumerate(self._chapters) if first and chapter.id == first), 0))

    def show(self, place: int) -> None:
        """Turn to a chapter."""
        chapter = self._chapters[place]
        self.heading = chapter.title
        for number, key in enumerate(self.keys):
            key.chosen = number == place
        self.pager.clear()
        for entry in chapter.entries:
            if entry.text:
                self.pager.add(Text(text=entry.title, bold=True, step="option"))
                self.pager.add(Text(text=entry.text))
            else:
                self.pager.add(Text(text=entry.title, quiet=True, step="title"))


load_layout("rules_page")
