"""The few widgets that everything is built of; their look is in `layouts/widgets.kv`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.kv_child import load_layout
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from layouts.colours import Tint, ink_on, tint_of
from layouts.theme import look
from layouts.typeset import extent, fitted

# A wrapping text knows its height only after its width is settled, and so do all boxes around it: Kivy's default of
# ten rounds per frame leaves a crowded page half laid out for a frame.
Clock.max_iteration = 60

HIGHEST: Final = 96
"""Height to which options grow where there is room, in units."""

_FEW: Final = 3
"""Heights of its type: a text with less room than that is not laid out yet."""


def clipped(text: str, size: float, width: float, height: float) -> str:
    """Return the text, shortened with an ellipsis to the whole words that fit at that size."""
    if extent(text, "text", size, width)[1] <= height:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if extent(text[:middle].rstrip() + "…", "text", size, width)[1] <= height:
            low = middle
        else:
            high = middle - 1
    if text[low : low + 1].strip():
        # Only a word that is too long for a line is broken.
        low = max(0, text.rfind(" ", 0, low)) or low
    return text[:low].rstrip(" :,") + "…"


class TextWidget(CanvasWidget):
    """Base of what is nothing but a text."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._words = TextSprite(self.canvas)

    @property
    def texture_size(self) -> tuple[int, int]:
        """Size of its drawn words, in pixels."""
        return self._words.width, self._words.height


class WrapLabel(SelfArranged, TextWidget):
    """Running text: wraps at its width and is as high as it must be; without words it takes no room.

    `step` is its role of type: `least`, `small`, `body`, `option`, `title`, `moment`, and for faces of dice `sign` or
    `large`; `face` is its voice; `quiet` text is less important than the rest, `loud` text stands on the colour of
    alerts.
    """

    INDENT = 0
    """Free width before its lines, in units."""

    HEAD = 0
    """Free height above them, in units."""

    text = StringProperty("")
    step = StringProperty("body")
    face = OptionProperty("text", options=("text", "bold"))
    quiet = BooleanProperty(False)
    loud = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**({"size_hint_y": None} | values))
        self._wrap = 0
        for name in ("text", "step", "face"):
            self.fbind(name, self._lay)
        for name in ("text", "step", "face", "quiet", "loud"):
            self.fbind(name, self.later)
        self.fbind("width", lambda *_: self.take_room())
        self._lay()

    @property
    def font_size(self) -> float:
        """Height of its type, in pixels."""
        return float(getattr(look, self.step))

    def arrange(self, *_: object) -> None:
        self.take_room()

    def take_room(self) -> None:
        # Its words often come before its width.
        self._lay.cancel()
        self._wrap, self.height = self._measured(self.width)

    def height_at(self, width: float) -> float:
        """Return how high it is at this width, in pixels."""
        return self._measured(width)[1]

    def _measured(self, width: float) -> tuple[int, float]:
        """Return where its lines break, 0 for a text in one line, and how high it is."""
        if not self.text:
            return 0, 0.0
        size, head = self.font_size, self.HEAD * look.u
        room = max(1, round(width - self.INDENT * look.u))
        wide, high = extent(self.text, self.face, size)
        # A width of a few letters is what it has before anybody has given it one.
        if wide > room > _FEW * size:
            return room, extent(self.text, self.face, size, room)[1] + head
        return 0, high + head

    def colour(self) -> Tint:
        """Return the colour of its words."""
        return inks(quiet=self.quiet, loud=self.loud)

    def draw(self) -> None:
        left, middle = self.x + self.INDENT * look.u, self.y + (self.height - self.HEAD * look.u) / 2
        self._words.put(self.text, self.face, self.font_size, self.colour(), left, middle, wrap=self._wrap)


class Bullet(WrapLabel):
    """One of several lines of a list, with a dot before it; its further lines stand below the first one's words.

    Instead of the dot there may be the mark of a player on a disc of their `colour`.
    """

    INDENT = 22
    MARKED = 32
    """Indent of a line with a mark, in units."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**({"step": "option"} | values))
        self._dot, self._sign = RoundedRect(self.canvas, light=0), TextSprite(self.canvas)
        self._mark = self._whose = ""

    def mark(self, mark: str, colour: str) -> None:
        """Set the mark before it and its colour, `#rrggbb`; without a mark it has a dot."""
        self._mark, self._whose = mark, colour
        self.INDENT = self.MARKED if mark else type(self).INDENT
        self._lay()
        self.later()

    def draw(self) -> None:
        super().draw()
        side, middle = (26 if self._mark else 8) * look.u, self.top - 0.64 * self.font_size
        left = self.x + (0 if self._mark else 6 * look.u)
        tint = tint_of(self._whose) if self._mark else self.colour()
        self._dot.put(left, middle - side / 2, side, side, tint, side / 2)
        ink = ink_on(self._whose) if self._mark else tint
        self._sign.put(self._mark, "text", 0.66 * side, ink, left + side / 2, middle, "middle")


class FitLabel(TextWidget):
    """A text in a given space: as large as fits, between `least` and `most` pixels.

    On the colour of a player its ink is the one for that colour, `#rrggbb`.
    """

    text = StringProperty("")
    most = NumericProperty(40)
    least = NumericProperty(20)
    face = OptionProperty("text", options=("text", "bold", "strong"))
    align = OptionProperty("middle", options=("left", "middle"))
    quiet = BooleanProperty(False)
    loud = BooleanProperty(False)
    whose = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.font_size = 0.0
        for name in ("text", "most", "least", "face", "align", "quiet", "loud", "whose"):
            self.fbind(name, self.later)

    def draw(self) -> None:
        size, wrap = fitted(self.text, self.face, self.most, min(self.most, self.least), *self.size)
        self.font_size = size
        left = self.x if self.align == "left" else self.center_x
        ink = ink_on(self.whose) if self.whose else inks(quiet=self.quiet, loud=self.loud)
        self._words.put(self.text, self.face, size, ink, left, self.center_y, self.align, wrap)


def inks(*, quiet: bool, loud: bool) -> Tint:
    """Return the colour of words that are less important than the rest, or stand on the colour of alerts."""
    ink: Tint = look.alert_ink if loud else (look.dim if quiet else look.ink)
    return ink


class OptionGrid(SelfArranged, GridLayout):
    """Options in columns; those beside each other are equally high.

    Where `columns` is given, there are as many columns as that, or fewer where a word would be broken. With `room`, a
    height in pixels, its rows share what they do not need, up to a point.
    """

    columns = NumericProperty(0)
    room = NumericProperty(0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.bind(width=self._lay, room=self._lay)

    def on_columns(self, *_: Any) -> None:
        """Take the number of columns that is wanted, until the widths of all words are known."""
        self.cols = self.columns
        self._lay()

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        super().add_widget(widget, *args, **kwargs)
        widget.bind(minimum_height=self._lay, least_width=self._lay)
        self._lay()

    def remove_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        super().remove_widget(widget, *args, **kwargs)
        widget.unbind(minimum_height=self._lay, least_width=self._lay)

    def have(self, widgets: Sequence[Widget]) -> None:
        """Have these options; nothing is touched if they are the ones that stand here."""
        if self.children[::-1] != [*widgets]:
            self.clear_widgets()
            for widget in widgets:
                self.add_widget(widget)

    def arrange(self, *_: object) -> None:
        keys = list(reversed(self.children))
        if self.columns and keys:
            widest, gap = max(key.least_width for key in keys), self.spacing[0]
            self.cols = max(1, min(self.columns, int((self.width + gap) / (widest + gap))))
        rows = [keys[start : start + self.cols] for start in range(0, len(keys), self.cols or 1)]
        usual = [max(key.usual_height for key in row) for row in rows]
        spare = self.room - sum(usual) - self.spacing[1] * (len(rows) - 1)
        more = max(0.0, spare / max(1, len(rows)))
        for row, high in zip(rows, usual, strict=True):
            for key in row:
                key.floor = max(high, min(high + more, HIGHEST * look.u)) if more or self.cols > 1 else 0


load_layout("widgets")
