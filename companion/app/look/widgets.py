"""The few widgets that everything is built of; their look is in `layouts/widgets.kv`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from companion.app.look.drawing import FONT, largest, measure, parted
from companion.app.look.part import load_layout

# A wrapping text knows its height only after its width is settled, and so do all boxes around it: Kivy's default of
# ten rounds per frame leaves a crowded page half laid out for a frame.
Clock.max_iteration = 60


def fitting_size(
    text: str, most: float, least: float, width: float, height: float, bold: bool, face: str = FONT
) -> float:
    """Return the largest font size up to `most` at which the text fits without breaking a word, or `least`."""
    longest = max(parted(text), key=len, default="")
    # Measuring and drawing may differ by a pixel per line, and a line that breaks late breaks the fit.
    room = width * 0.985

    def fits(size: float) -> bool:
        word, whole = measure(longest, size, bold, None, face), measure(text, size, bold, room, face)
        return word[0] <= room and whole[1] <= height

    return largest(most, least, fits)


def clipped(text: str, size: float, width: float, height: float) -> str:
    """Return the text, shortened with an ellipsis to what fits at that size."""
    if measure(text, size, False, width)[1] <= height:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle].rstrip() + "…", size, False, width)[1] <= height:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def lay_out(widget: Widget) -> None:
    """Give all that waits for its place below a widget its place at once, from the top down.

    By itself each layout waits for the one around it, and what is in it follows every step of the way.
    """
    if isinstance(widget, Layout) and widget._trigger_layout.is_triggered:
        widget._trigger_layout.cancel()
        widget.do_layout()
    for child in widget.children:
        lay_out(child)


class Text(Label):
    """Running text: wraps at its width and is as high as it must be; without words it takes no room.

    `step` is its role of type: `least`, `small`, `body`, `option`, `title`, `moment`, and for faces of dice `sign` or
    `large`; `quiet` text is less important than the rest, `loud` text stands on the colour of alerts. A size or colour
    given as such is overruled by the look at its next change.
    """

    step = StringProperty("body")
    quiet = BooleanProperty(False)
    loud = BooleanProperty(False)


class Bullet(Text):
    """One of several lines of a list, with a dot before it; its further lines stand below the first one's words."""


class Fit(Label):
    """A text in a given space: as large as fits, between `least` and `most` pixels."""

    most = NumericProperty(40)
    least = NumericProperty(20)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        fit = Clock.create_trigger(self._fit, -1)
        self.fbind("size", fit)
        self.fbind("text", fit)
        self.fbind("most", fit)
        self.fbind("padding", fit)
        fit()

    def _fit(self, *_: Any) -> None:
        left, top, right, bottom = self.padding
        width, height = self.width - left - right, self.height - top - bottom
        if self.text and width > 0 and height > 0:
            self.font_size = fitting_size(self.text, self.most, self.least, width, height, self.bold, self.font_name)


class OptionGrid(GridLayout):
    """Options in one or two columns; those beside each other are equally high."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._level = Clock.create_trigger(self._level_rows, -1)

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        super().add_widget(widget, *args, **kwargs)
        widget.bind(minimum_height=self._level)
        self._level()

    def remove_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        super().remove_widget(widget, *args, **kwargs)
        widget.unbind(minimum_height=self._level)

    def have(self, widgets: Sequence[Widget]) -> None:
        """Have these options; nothing is touched if they are the ones that stand here."""
        if self.children[::-1] != [*widgets]:
            self.clear_widgets()
            for widget in widgets:
                self.add_widget(widget)

    def _level_rows(self, _: float) -> None:
        keys = list(reversed(self.children))
        if self.cols == 1:
            for key in keys:
                key.floor = 0
            return
        for start in range(0, len(keys), self.cols):
            row = keys[start : start + self.cols]
            highest = max(key.minimum_height for key in row)
            for key in row:
                key.floor = highest


load_layout("widgets")
