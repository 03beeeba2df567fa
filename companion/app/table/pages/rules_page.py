"""Page to look up rules, cards and pieces, by chapter or by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.widgets.base.buttons import Key, OptionKey
from companion.app.widgets.base.kv_child import load_layout
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.table.lookup import Chapter, names
from companion.table.words import _
from layouts.glyphs import SYMBOLS

__all__ = ["RulesPage"]

ALL: Final = "A – Z"


class ChapterKeys(GridLayout):
    """A key for each chapter."""


class LetterKeys(GridLayout):
    """A key for each initial letter of a name."""


class RulesPage(Page):
    """A chapter with keys to the others; or all names by letter, also in English.

    Args:
        chapters: what can be looked up.
        first: id of the chapter to show first; by default the first one.
        to_game: goes back to the game, if this page was opened from another one than that.
    """

    def __init__(self, chapters: Sequence[Chapter], first: str = "", to_game: Callable[[], None] | None = None) -> None:
        super().__init__()
        self._to_game = to_game or self.go_left
        self._chapters = tuple(chapters)
        self.pager = ScrollList()
        column = BoxLayout(orientation="vertical")
        self.keys = [Key(text=SYMBOLS.get(chapter.symbol, chapter.glyph), step="sign") for chapter in self._chapters]
        self.search = self.add_extra(SYMBOLS["search"], self.show_letters)
        self.letters: dict[str, Key] = {}
        self.found: list[OptionKey] = []
        if len(self.keys) > 1:
            row = ChapterKeys()
            for place, key in enumerate(self.keys):
                key.bind(on_use=lambda _, place=place: self.show(place))
                row.add_widget(key)
            column.add_widget(row)
        column.add_widget(self.pager)
        self.content.add_widget(column)
        self.primary.set_action(_("Back to the game"), True)
        if to_game is None:
            self.leave_by_primary()
        self.show(next((n for n, chapter in enumerate(self._chapters) if first and chapter.id == first), 0))

    def act(self) -> None:
        self._to_game()

    def show(self, place: int, entry: int = -1) -> None:
        """Show a chapter by its index; scroll to one of its entries, if given."""
        chapter = self._chapters[place]
        self._turn(chapter.title, self.keys[place])
        for number, item in enumerate(chapter.entries):
            if item.text:
                self.pager.add(WrapLabel(text=item.title, face="bold", step="option"))
                text = WrapLabel(text=item.text)
                self.pager.add(text)
                if number == entry:
                    # Its position is known after the texts above it have been laid out.
                    Clock.schedule_once(lambda _, text=text: self.pager.show(text))
            else:
                self.pager.add(WrapLabel(text=item.title, quiet=True, step="title"))

    def show_letters(self) -> None:
        """Show a key for each initial letter."""
        self._turn(ALL)
        grid = LetterKeys()
        self.letters = {letter: Key(text=letter) for letter in dict.fromkeys(n.letter for n in names(self._chapters))}
        for letter, key in self.letters.items():
            key.bind(on_use=lambda _, letter=letter: self.show_names(letter))
            grid.add_widget(key)
        self.pager.add(grid)

    def show_names(self, letter: str) -> None:
        """List the names with an initial letter; each leads to its entry."""
        self._turn(letter)
        self.found = []
        for name in names(self._chapters):
            if name.letter == letter:
                # A faction is a chapter of its own.
                where = (self._chapters[name.chapter].title,) if name.entry >= 0 else ()
                detail = " · ".join(filter(None, (name.also, *where)))
                self.found.append(
                    OptionKey(label=name.said, detail=detail, use=partial(self.show, name.chapter, name.entry))
                )
        self.pager.have(self.found)

    def _turn(self, heading: str, chosen: Key | None = None) -> None:
        self.heading = heading
        for key in self.keys:
            key.chosen = key is chosen
        self.pager.clear()


load_layout("rules_page")
