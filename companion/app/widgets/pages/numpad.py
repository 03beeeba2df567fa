"""On-screen number pad, for a count or to correct a counter."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.app.widgets.base.widgets import FitLabel
from companion.app.widgets.pages.page import Page
from companion.table.words import _

_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "±", "0", "⌫")


class NumpadBoard(BoxLayout):
    """The number in large type, and the keys."""

    pad = KvChild(GridLayout)
    page = ObjectProperty(None)


class NumpadPage(Page):
    """Number pad that shows the old and the new number.

    Args:
        heading: what is counted.
        value: the number now.
        take: called with the new number.
        least: smallest number allowed, None for no limit.
        most: largest number allowed, None for no limit.
    """

    shown = StringProperty("")
    change = StringProperty("")

    def __init__(
        self,
        heading: str,
        value: int,
        take: Callable[[int], None],
        least: int | None = None,
        most: int | None = None,
    ) -> None:
        super().__init__(heading, left=_("Cancel"))
        self._value, self._take, self._least, self._most = value, take, least, most
        self._typed = ""
        self.keys: dict[str, Key] = {}
        board = NumpadBoard(page=self)
        self.content.add_widget(board)
        for text in _KEYS:
            below_zero = least is None or least < 0
            key = Key(disabled=text == "±" and not below_zero, text=text, size_hint_y=1, face="bold", step="title")
            key.bind(on_use=lambda _, text=text: self.press(text))
            self.keys[text] = key
            board.pad.add_widget(key)
        self._show()

    @property
    def number(self) -> int:
        """The number as typed so far."""
        return self._value if self._typed in ("", "-") else int(self._typed)

    def press(self, text: str) -> None:
        """Handle a key of the pad."""
        if text == "⌫":
            self._typed = self._typed[:-1]
        elif text == "±":
            self._typed = self._typed[1:] if self._typed.startswith("-") else "-" + self._typed
        elif len(self._typed) < 4:
            self._typed += text
        self._show()

    def act(self) -> None:
        self._take(self.number)

    def _show(self) -> None:
        number = self.number
        self.shown = self._typed or str(number)
        self.change = f"{self._value} → {number}" if number != self._value else _("now {n}").format(n=self._value)
        if self._least is not None and number < self._least:
            self.primary.set_action(_("At least {n}").format(n=self._least), False)
        elif self._most is not None and number > self._most:
            self.primary.set_action(_("At most {n}").format(n=self._most), False)
        else:
            # The label follows every digit, but the action stays the same, so touches are not ignored.
            self.primary.set_action(_("OK"), True)
            self.primary.text = _("Set {n}").format(n=number)


load_layout("numpad", FitLabel)
