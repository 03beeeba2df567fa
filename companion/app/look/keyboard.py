"""Words typed by finger: names of cards, a note."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.look.keys import Key
from companion.app.look.page import Page
from companion.app.look.part import Part
from companion.app.look.widgets import load_layout
from companion.table.words import _

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ'-"
_FIGURES: Final = "0123456789.,:;!?+/()&\"'-"


class KeyboardBoard(BoxLayout):
    """The words so far, and the keys."""

    grid = Part(GridLayout)
    swap_key = Part(Key, "swap")
    space_key = Part(Key, "space")
    rubout_key = Part(Key, "rubout")
    page = ObjectProperty(None)


class KeyboardPage(Page):
    """An alphabet in its order, which everybody can find; words begin with a capital, as names of cards do.

    Args:
        heading: what is written.
        words: what stands there already.
        take: called with the words.
        most: characters at most.
    """

    words = StringProperty("")

    def __init__(self, heading: str, words: str, take: Callable[[str], None], most: int) -> None:
        super().__init__(heading, left=_("Cancel"))
        self._take, self._most = take, most
        self.words, self._figures = words, False
        self.keys: dict[str, Key] = {}
        self.board = KeyboardBoard(page=self)
        self.content.add_widget(self.board)
        self._build()
        self.verb.mean(_("Set"), True)

    def press(self, letter: str) -> None:
        """A key was used."""
        if len(self.words) < self._most and not (letter == " " and self.words[-1:] in ("", " ")):
            self.words += letter if self.words[-1:] in ("", " ") else letter.lower()

    def rub_out(self) -> None:
        """Take the last letter back."""
        self.words = self.words[:-1]

    def swap(self) -> None:
        """Change between letters and figures."""
        self._figures = not self._figures
        self._build()

    def touches(self, words: str) -> Iterator[Widget]:
        """Yield what a finger taps to write these words, as near as capitals and spaces of this keyboard come."""
        yield from [self.board.rubout_key] * len(self.words)
        for letter in words.upper():
            if letter != " " and letter not in self.keys:
                yield self.board.swap_key
            yield self.board.space_key if letter == " " else self.keys[letter]
        yield self.verb

    def act(self) -> None:
        self._take(self.words.strip())

    def _build(self) -> None:
        grid = self.board.grid
        grid.clear_widgets()
        self.keys = {}
        self.board.swap_key.text = "A B C" if self._figures else "1 2 3"
        for letter in _FIGURES if self._figures else _LETTERS:
            key = Key(text=letter, size_hint_y=1, step="sign")
            key.bind(on_use=lambda _, letter=letter: self.press(letter))
            self.keys[letter] = key
            grid.add_widget(key)


load_layout("keyboard")
