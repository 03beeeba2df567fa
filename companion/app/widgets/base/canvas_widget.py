"""Widgets that draw themselves: made once, given new values, and redrawn where they differ."""

from __future__ import annotations

from typing import Any, Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from layouts.theme import look

__all__ = ["CanvasWidget", "Tappable", "cancel_touches", "touched"]

_LIFTED: Final = "lifted"
"""What a touch remembers after `cancel_touches`."""

_LONGEST: Final = 12
"""So many rounds what is laid out may take before it is drawn as far as it is."""


class CanvasWidget(Widget):
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
        self.take_room()
        self.later()

    def take_room(self) -> None:
        """Take the room that is wanted at these sizes, where nobody else gives it."""

    def later(self, *_: Any) -> None:
        """Have it drawn before the next picture."""
        _waiting.add(self)

    def draw(self) -> None:
        """Put all parts where they belong."""
        raise NotImplementedError


class _Waiting:
    """Draw all waiting widgets once the clock has brought nothing more.

    What is laid out in the same round moves, and would be drawn once more.
    """

    def __init__(self) -> None:
        self._widgets: dict[CanvasWidget, None] = {}
        self._more, self._waited = False, 0
        self._due = Clock.create_trigger(self._draw, -1)

    def add(self, widget: CanvasWidget) -> None:
        """Have one drawn."""
        self._widgets[widget] = None
        self._more = True
        self._due()

    def _draw(self, _: float) -> None:
        if self._more and self._waited < _LONGEST:
            self._more, self._waited = False, self._waited + 1
            self._due()
            return
        self._waited = 0
        for widget in list(self._widgets):
            del self._widgets[widget]
            if widget.width > 1 and widget.height > 1:
                widget.draw()


_waiting = _Waiting()


class Tappable(ButtonBehavior):
    """Something that a finger, the knob or a button can use. Fires `on_use` once per use.

    `text` is what it says, for whoever reads the screen without looking at it; `chosen` marks a picked one, `focused`
    draws the ring of knob and buttons; `refused` says why it cannot be used, and a tap then fires `on_refusal`.
    `hold` is for how many seconds it must be held, 0 for a tap.
    """

    __events__ = ("on_use", "on_refusal")

    text = StringProperty("")
    chosen = BooleanProperty(False)
    focused = BooleanProperty(False)
    refused = StringProperty("")
    hold: float = 0.0

    @property
    def usable(self) -> bool:
        """Whether a use would do something now."""
        return not self.disabled and not self.refused

    @property
    def there(self) -> bool:
        """Whether it is on the window."""
        return self.get_root_window() is not None

    def on_touch_down(self, touch: Any) -> bool | None:
        # A list hands a finger on late, when it is clear that it does not scroll.
        used: bool | None = _LIFTED not in touch.ud and super().on_touch_down(touch)
        return used

    def on_touch_up(self, touch: Any) -> bool | None:
        if touch.grab_current is self and not self.there:
            # Another finger has taken away what this one lay on.
            touch.ungrab(self)
            self.let_go()
            return True
        used: bool | None = super().on_touch_up(touch)
        return used

    def on_release(self) -> None:
        self.dispatch("on_refusal" if self.refused else "on_use")

    def let_go(self) -> None:
        """Let go: the finger was lifted, or what it was put down for is gone."""
        self.state = "normal"

    def on_use(self) -> None:
        """Be used; bind to this."""

    def on_refusal(self) -> None:
        """Be tapped although it cannot be used; bind to this."""


def touched() -> bool:
    """Return whether a finger, or a mouse's button, is down; a mouse that is only somewhere is a touch to Kivy, too."""
    return any(touch.is_touch for touch in EventLoop.touches)


def cancel_touches() -> None:
    """Take every finger off what it lies on: it was put down for something that is no longer meant."""
    for touch in EventLoop.touches:
        touch.ud[_LIFTED] = True
        for held in [widget() for widget in touch.grab_list]:
            if isinstance(held, Tappable):
                touch.ungrab(held)
                held.let_go()
