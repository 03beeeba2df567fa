"""Widgets that draw themselves: made once, given new values, and redrawn where they differ."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.look.drawing import Face, extent, largest, parted
from companion.table.words import in_parts
from layouts.theme import look

__all__ = ["Drawn", "Tapped", "fitted", "hyphened", "in_lines", "lift_fingers", "stands"]

_LIFTED: Final = "lifted"
"""What a touch remembers after `lift_fingers`."""


class Drawn(Widget):
    """Base of widgets without a .kv rule: `draw` puts its parts where they belong.

    It is called once before the next picture, however much has changed: size and place, the look, or a value whose
    setter has called `later`.
    """

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self.bind(pos=self.later, size=self.later)
        look.tell(self.look_changed)
        self.later()

    def look_changed(self) -> None:
        """Colours and sizes are others."""
        self.later()

    def later(self, *_: Any) -> None:
        """Have it drawn before the next picture."""
        _waiting.add(self)

    def draw(self) -> None:
        """Put all parts where they belong."""
        raise NotImplementedError


class _Waiting:
    """All that is to be drawn. It waits for a round of the clock: what is laid out there moves, and would be drawn
    once more."""

    def __init__(self) -> None:
        self._widgets: dict[Drawn, None] = {}
        self._waited = False
        self._due = Clock.create_trigger(self._draw, -1)

    def add(self, widget: Drawn) -> None:
        """Have one drawn."""
        self._widgets[widget] = None
        self._due()

    def _draw(self, _: float) -> None:
        self._waited = not self._waited
        if self._waited:
            self._due()
            return
        for widget in list(self._widgets):
            del self._widgets[widget]
            if widget.width > 1 and widget.height > 1:
                widget.draw()


_waiting = _Waiting()


class Tapped(ButtonBehavior):
    """Something that a finger, the knob or a button can use. Fires `on_use` once per use.

    `text` is what it says, for whoever reads the screen without looking at it; `chosen` marks a picked one, `focused`
    draws the ring of knob and buttons; `refused` says why it cannot be used, and a tap then fires `on_refusal`.
    """

    __events__ = ("on_use", "on_refusal")

    text = StringProperty("")
    chosen = BooleanProperty(False)
    focused = BooleanProperty(False)
    refused = StringProperty("")

    @property
    def usable(self) -> bool:
        """Whether a use would do something now."""
        return not self.disabled and not self.refused

    def on_touch_down(self, touch: Any) -> bool | None:
        # A list hands a finger on late, when it is clear that it does not scroll.
        used: bool | None = _LIFTED not in touch.ud and super().on_touch_down(touch)
        return used

    def on_release(self) -> None:
        self.dispatch("on_refusal" if self.refused else "on_use")

    def let_go(self) -> None:
        """The finger on it was lifted, or what it was put down for is gone."""
        self.state = "normal"

    def on_use(self) -> None:
        """It was used; bind to this."""

    def on_refusal(self) -> None:
        """It was tapped although it cannot be used; bind to this."""


def lift_fingers() -> None:
    """Take every finger off what it lies on: it was put down for something that is no longer meant."""
    for touch in EventLoop.touches:
        touch.ud[_LIFTED] = True
        for held in [widget() for widget in touch.grab_list]:
            if isinstance(held, Tapped):
                touch.ungrab(held)
                held.let_go()


@lru_cache(maxsize=2048)
def fitted(text: str, face: Face, most: float, least: float, width: float, height: float = 0) -> tuple[float, float]:
    """Return the largest size at which a text stands in its room, and the width at which its lines break.

    Words are never broken.

    Args:
        text: what is to be said.
        face: which voice of type.
        most: the largest size, in pixels.
        least: the smallest one, taken even where it does not fit.
        width: of the room, in pixels.
        height: of the room; 0 for a single line.

    Returns:
        Size, and where lines break: 0 for a text that stands in one line.
    """
    if not text:
        return most, 0.0
    size = largest(most, least, lambda size: stands(text, face, size, width, height))
    return size, width if height and extent(text, face, size)[0] > width else 0.0


def stands(text: str, face: Face, size: float, width: float, height: float = 0) -> bool:
    """Whether a text stands in its room without a word that is broken; the arguments are those of `fitted`."""
    wide, high = extent(text, face, size)
    if wide <= width:
        return not height or high <= height
    longest = max(parted(text), key=len, default="")
    words = height and extent(longest, face, size)[0] <= width
    return bool(words and extent(text, face, size, width)[1] <= height)


def hyphened(text: str, face: Face, size: float, width: float) -> str:
    """Return a text in which every word that has no room on a line is broken where it has a hyphen."""
    words = text.split(" ")
    return " ".join(word.replace("-", "-\n") if extent(word, face, size)[0] > width else word for word in words)


def in_lines(text: str, width: float) -> str:
    """Return a heading; where a word of it is wider than that, with lines that break where its catalogue says so."""
    if all(extent(word, "bold", look.least)[0] <= width for word in parted(text)):
        return text
    return " ".join("\n".join(parts) for parts in in_parts(text))
