"""Rows of a page of values: what it is on the left, what it stands at on the right, and keys to step it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from layouts.colours import CLEAR, mixed
from layouts.theme import look
from layouts.typeset import fitted

__all__ = ["Group", "Groups", "Row", "StepRow"]


class Row(Tappable, CanvasWidget):
    """A row to tap. `label` says what it is, `value` what it stands at; `leads` marks one that opens another page."""

    label = StringProperty("")
    value = StringProperty("")
    leads = BooleanProperty(False)

    def __init__(self, use: Callable[[], None], **values: Any) -> None:
        super().__init__(**({"size_hint_y": None} | values))
        self._back, self._label, self._value = (
            RoundedRect(self.canvas, light=0),
            TextSprite(self.canvas),
            TextSprite(self.canvas),
        )
        self._lead, self._ring = TextSprite(self.canvas), RoundedRect(self.canvas, ring=3)
        self._said = (look.body, look.body)
        self.bind(on_use=lambda _: use())
        for name in ("label", "value", "state", "focused"):
            self.fbind(name, self.later)
        self.take_room()

    def take_room(self) -> None:
        self.height = max(54 * look.u, 2.5 * look.least)

    @property
    def font_size(self) -> float:
        """Height of its smallest type, in pixels."""
        return float(min(self._said))

    @property
    def texture_size(self) -> tuple[int, int]:
        """Size of its drawn words, in pixels."""
        return self._label.width + self._value.width + self._lead.width, max(self._label.height, self._value.height)

    def draw(self) -> None:
        u, (x, y), (w, h) = look.u, self.pos, self.size
        self.text = ", ".join(filter(None, (self.label, self.value)))
        back = mixed(look.raised, look.ink, 0.3) if self.state == "down" else look.raised
        self._back.put(x, y, w, h, back, 10 * u)
        right = self.right - 14 * u
        self._lead.put("›" if self.leads else "", "text", look.option, look.dim, right, y + h / 2, "right")
        right -= self._lead.width + (8 * u if self.leads else 0)
        room = right - x - 14 * u
        # The value is what people look for: the label gives way first, in two lines if it must.
        most = room * (0.55 if self.label else 1.0)
        size, wrap = fitted(self.value, "bold", look.body, look.least, most, h - 6 * u)
        self._value.put(self.value, "bold", size, look.ink, right, y + h / 2, "right", wrap)
        taken = self._value.width + 12 * u if self.value else 0.0
        said, wrap = fitted(self.label, "text", look.body, look.least, room - taken, h - 6 * u)
        self._label.put(self.label, "text", said, mixed(look.surface, look.ink, 0.88), x + 14 * u, y + h / 2, wrap=wrap)
        self._said = (size, said)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 10 * u)


class StepRow(BoxLayout):
    """A row of something that goes up and down, with a key for each; a tap on the row itself goes up, and round.

    Args:
        step: called with -1 or 1, or 0 for a tap on the row.
    """

    def __init__(self, step: Callable[[int], None]) -> None:
        super().__init__(size_hint_y=None)
        self.row = Row(lambda: step(0))
        self.less = Key(text="−", step="option", size_hint_x=None, size_hint_y=1, use=lambda: step(-1))
        self.more = Key(text="+", step="option", size_hint_x=None, size_hint_y=1, use=lambda: step(1))
        for widget in (self.row, self.less, self.more):
            self.add_widget(widget)
        self.row.bind(height=self.setter("height"))
        look.tell(self._look_changed)
        self._look_changed()

    def _look_changed(self) -> None:
        self.spacing, self.height = 4 * look.u, self.row.height
        self.less.width = self.more.width = 52 * look.u

    def show(self, label: str, value: str, *, least: bool, most: bool) -> None:
        """Say what it stands at, and whether it goes no farther."""
        self.row.label, self.row.value = label, value
        self.less.disabled, self.more.disabled = least, most


class Group(BoxLayout):
    """Rows that belong together, under a quiet heading.

    Args:
        heading: a word or two.
        rows: from the top.
    """

    def __init__(self, heading: str, rows: Sequence[Widget]) -> None:
        super().__init__(orientation="vertical", size_hint_y=None)
        self.bind(minimum_height=self.setter("height"))
        self.add_widget(WrapLabel(text=heading, step="small", quiet=True, face="bold"))
        for row in rows:
            self.add_widget(row)
        look.tell(self._look_changed)
        self._look_changed()

    def _look_changed(self) -> None:
        self.spacing = 4 * look.u


class Groups(BoxLayout):
    """Groups in two columns; in one on an upright screen.

    Args:
        columns: the groups of each.
    """

    def __init__(self, columns: Sequence[Sequence[Group]]) -> None:
        super().__init__(size_hint_y=None)
        self.bind(minimum_height=self.setter("height"))
        self._columns = []
        for groups in columns:
            column = BoxLayout(orientation="vertical", size_hint_y=None, pos_hint={"top": 1})
            column.bind(minimum_height=column.setter("height"))
            for group in groups:
                column.add_widget(group)
            self._columns.append(column)
            self.add_widget(column)
        look.tell(self._look_changed)
        self._look_changed()

    def _look_changed(self) -> None:
        self.orientation = "vertical" if look.portrait else "horizontal"
        self.spacing = (10 if look.portrait else 14) * look.u
        for column in self._columns:
            column.spacing = 10 * look.u
