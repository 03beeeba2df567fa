"""On-screen keyboard for names and short notes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.app.widgets.base.widgets import FitLabel
from companion.app.widgets.pages.page import Page
from companion.table.words import _

KEY_SETS: Final = {
    "A B C": "ABCDEFGHIJKLMNOPQRSTUVWXYZ'-",
    "Ä É Ł": "ÁÀÂÄĄÇĆÉÈÊËĘÍÎÏŁÑŃÓÔÖŒŚÚÙÛÜŹŻß",
    "1 2 3": "0123456789.,:;!?+/()&\"'-",
}
"""Key sets that one key cycles through.

The alphabet, the other letters of German, French, Spanish and Polish names, and figures with punctuation.
"""

_ONCE: Final = list(KEY_SETS).index("Ä É Ł")
"""The set that returns to the alphabet after one key: names seldom have two in a row."""


class KeyboardBoard(BoxLayout):
    """The text typed so far, and the keys."""

    grid = KvChild(GridLayout)
    swap_key = KvChild(Key, "swap")
    space_key = KvChild(Key, "space")
    rubout_key = KvChild(Key, "rubout")
    page = ObjectProperty(None)


class KeyboardPage(Page):
    """Keyboard in alphabetical order; each word begins with a capital, as card names do.

    Args:
        heading: what is written.
        words: the initial text.
        take: called with the text.
        most: maximum number of characters.
    """

    words = StringProperty("")

    def __init__(self, heading: str, words: str, take: Callable[[str], None], most: int) -> None:
        super().__init__(heading, left=_("Cancel"))
        self._take, self._most = take, most
        self.words, self._set = words, 0
        self.keys: dict[str, Key] = {}
        self.board = KeyboardBoard(page=self)
        self.content.add_widget(self.board)
        self._build()
        self.primary.set_action(_("OK"), True)

    def press(self, letter: str) -> None:
        """Type a letter; a letter that does not begin a word is lower case."""
        if len(self.words) < self._most and not (letter == " " and self.words[-1:] in ("", " ")):
            self.words += letter if self.words[-1:] in ("", " ") else letter.lower()
        if self._set == _ONCE:
            self._set = 0
            self._build()

    def delete_last(self) -> None:
        """Delete the last letter."""
        self.words = self.words[:-1]

    def swap(self) -> None:
        """Show the next set of keys."""
        self._set = (self._set + 1) % len(KEY_SETS)
        self._build()

    def act(self) -> None:
        self._take(self.words.strip())

    def _build(self) -> None:
        grid = self.board.grid
        grid.clear_widgets()
        self.keys = {}
        names = list(KEY_SETS)
        self.board.swap_key.text = names[(self._set + 1) % len(names)]
        for letter in KEY_SETS[names[self._set]]:
            key = Key(text=letter, size_hint_y=1, step="sign")
            key.bind(on_use=lambda _, letter=letter: self.press(letter))
            self.keys[letter] = key
            grid.add_widget(key)


load_layout("keyboard", FitLabel)
