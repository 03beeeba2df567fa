"""Page to type in real dice: by face, or by symbol where only symbols count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.table.prompts.shared.base import DiceEntry
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.app.widgets.base.marks import dice_row, face, symbol_mark, words
from companion.app.widgets.base.widgets import FitLabel
from companion.app.widgets.pages.page import Page
from companion.table.prompts import Roll, dice_words
from companion.table.words import _


class SymbolRow(BoxLayout):
    """A symbol with minus, its number and plus."""

    less = KvChild(Key)
    more = KvChild(Key)
    symbol = StringProperty("")
    text = StringProperty("")
    number = NumericProperty(0)
    room = NumericProperty(0)
    page = ObjectProperty(None)


class DicePage(Page):
    """Takes exactly as many dice as were rolled.

    Args:
        prompt: the roll.
        take: called with the faces, or with the number of each symbol.
        entry: how dice were typed in last; it follows what is chosen here.
    """

    summary = StringProperty("")
    by_symbol = BooleanProperty(False)

    def __init__(self, prompt: Roll, take: Callable[[Any], None], entry: DiceEntry | None = None) -> None:
        super().__init__(prompt.title, left=_("Cancel"))
        self.prompt, self._take, self._entry = prompt, take, entry or DiceEntry()
        self.faces: list[int] = []
        self.symbols: dict[str, int] = dict.fromkeys(prompt.symbols, 0)
        self.by_symbol = bool(prompt.symbols) and self._entry.by_symbol
        self.face_keys: dict[int, Key] = {}
        self.symbol_rows: dict[str, SymbolRow] = {}
        self.board = DiceBoard(page=self)
        self.content.add_widget(self.board)
        self.swap_key = self.add_extra("", self.swap) if prompt.symbols else None
        self._build()

    def swap(self) -> None:
        """Switch between faces and symbols."""
        self.by_symbol = self._entry.by_symbol = not self.by_symbol
        self._build()

    def add(self, value: int) -> None:
        """Add a die with this face."""
        if len(self.faces) < self.prompt.dice:
            self.faces.append(value)
        self._show()

    def remove(self) -> None:
        """Remove the last die."""
        if self.faces:
            self.faces.pop()
        self._show()

    def step(self, symbol: str, by: int) -> None:
        """Change the number of a symbol, as far as there are dice."""
        number = self.symbols[symbol] + by
        if number >= 0 and sum(self.symbols.values()) + by <= self.prompt.dice:
            self.symbols[symbol] = number
        self._show()

    def act(self) -> None:
        self._take(dict(self.symbols) if self.by_symbol else list(self.faces))

    def _build(self) -> None:
        grid = self.board.grid
        grid.clear_widgets()
        self.face_keys, self.symbol_rows = {}, {}
        if self.swap_key is not None:
            self.swap_key.text = _("Enter faces") if self.by_symbol else _("Count symbols")
        if self.by_symbol:
            grid.cols = 1
            for place, symbol in enumerate(self.prompt.symbols):
                row = SymbolRow(symbol=symbol, text=f"{symbol_mark(symbol, place)} {words(symbol)}", page=self)
                self.symbol_rows[symbol] = row
                grid.add_widget(row)
        else:
            grid.cols = 3 if self.prompt.sides <= 6 else 4 if self.prompt.sides <= 12 else 8
            for value in range(1, self.prompt.sides + 1):
                key = Key(text=face(value, self.prompt.sides), size_hint_y=1, step="giant")
                key.bind(on_use=lambda _, value=value: self.add(value))
                self.face_keys[value] = key
                grid.add_widget(key)
        self._show()

    def _show(self) -> None:
        dice = self.prompt.dice
        if self.by_symbol:
            left = dice - sum(self.symbols.values())
            for symbol, row in self.symbol_rows.items():
                row.number, row.room = self.symbols[symbol], left
            self.summary = _("{dice} rolled, {left} blank").format(dice=dice, left=left)
            self.primary.set_action(_("Use these"), True)
            return
        missing = dice - len(self.faces)
        self.summary = dice_row(self.faces, self.prompt.sides) or _("Tap each die's face.")
        if missing:
            self.primary.set_action(_("{dice} missing").format(dice=dice_words(missing)), False, "faces")
        else:
            self.primary.set_action(_("Use these"), True, "faces")


class DiceBoard(BoxLayout):
    """The dice entered so far, and the keys to enter more."""

    grid = KvChild(GridLayout)
    page = ObjectProperty(None)


load_layout("dice", FitLabel)
