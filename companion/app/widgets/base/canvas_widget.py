"""Widgets that draw themselves: made once, given new values, and redrawn where they differ."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from layouts.theme import look

__all__ = ["CanvasWidget", "Tappable", "after_layout", "cancel_touches", "touched"]

_LIFTED: Final = "lifted"
"""What a touch remembers after `cancel_touches`."""

_MOST_ROUNDS: Final = 40
"""Maximum rounds of layout before a picture; what takes longer is drawn as far as it is."""


class CanvasWidget(Widget):
    """Base of widgets without a .kv rule: `draw` puts its parts where they belong.

    It is called once before the next picture, however much has changed: size and place, the look, or a value whose
    setter has called `later`.
    """

    waits = False
    """True while it waits to be drawn before the next picture."""

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
        if not self.waits:
            self.waits = True
            after_layout.add(self)

    def draw(self) -> None:
        """Put all parts where they belong."""
        raise NotImplementedError


class _AfterLayout:
    """Decides and draws before the next picture, once nothing is left to be laid out.

    Lists decide whether they need keys, which may have more laid out. Then all waiting widgets are drawn, each once.
    """

    def __init__(self) -> None:
        self._decisions: dict[Callable[[], None], None] = {}
        self._widgets: deque[CanvasWidget] = deque()
        self._rounds = 0
        self._due = Clock.create_trigger(self._next_round, -1)

    def add(self, widget: CanvasWidget) -> None:
        """Have a widget drawn."""
        self._widgets.append(widget)
        self._due()

    def decide(self, decision: Callable[[], None]) -> None:
        """Have something decided that follows from where everything stands."""
        self._decisions[decision] = None
        self._due()

    def forget(self) -> None:
        """Leave everything undone that waits, because nobody will see it."""
        self._due.cancel()
        self._rounds = 0
        self._decisions.clear()
        for widget in self._widgets:
            widget.waits = False
        self._widgets.clear()

    def _next_round(self, _: float) -> None:
        if Clock.get_before_frame_events() and self._rounds < _MOST_ROUNDS:
            self._rounds += 1
            self._due()
        elif self._decisions:
            self._due()
            for decision in list(self._decisions):
                del self._decisions[decision]
                decision()
        else:
            self._rounds = 0
            for _ in range(len(self._widgets)):
                widget = self._widgets.popleft()
                widget.waits = False
                if widget.width > 1 and widget.height > 1:
                    widget.draw()


after_layout = _AfterLayout()


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
        """True if a use would do something now."""
        return not self.disabled and not self.refused

    @property
    def there(self) -> bool:
        """True if it is on the window."""
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
