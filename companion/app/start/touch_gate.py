"""Filters touches before any widget: ghost touches, and the touch that wakes the screen."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window

from layouts.theme import look

if TYPE_CHECKING:
    from companion.app.hardware.screen_dimmer import ScreenDimmer

__all__ = ["TouchGate"]

GHOST: Final = 0.08
"""Seconds after a touch within which another one in its place is a bounce of it."""

LIFTED: Final = 0.03
"""The same after its end; a person who taps fast needs longer than that."""

PLACE: Final = 16
"""Units within which two touches are in one place: 3 mm on all supported displays."""

WAKING: Final = 0.15
"""Seconds after the waking touch for which others are part of it."""


class TouchGate:
    """Filter of touches, as a post-processing module of Kivy.

    `rest` knows whether the screen was dark; with None only ghost touches are kept away.
    """

    def __init__(self) -> None:
        self.rest: ScreenDimmer | None = None
        self._recent: deque[tuple[float, float, float]] = deque(maxlen=16)
        self._kept_away: set[int] = set()
        self._woken = float("-inf")

    def install(self) -> None:
        """Start filtering."""
        EventLoop.add_postproc_module(self)

    def remove(self) -> None:
        """Stop filtering."""
        EventLoop.remove_postproc_module(self)

    def process(self, events: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """Return the events for the widgets; Kivy calls this with each round of events."""
        return [(kind, touch) for kind, touch in events if not touch.is_touch or self._counts(kind, touch)]

    def _counts(self, kind: str, touch: Any) -> bool:
        now = Clock.time()
        if kind == "begin":
            if self._is_ghost(touch, now) or self._only_wakes(now):
                self._kept_away.add(touch.uid)
        elif self.rest is not None and touch.uid not in self._kept_away:
            self.rest.stirred()
        away = touch.uid in self._kept_away
        if kind == "end":
            self._kept_away.discard(touch.uid)
            if not away:
                self._remember(touch, now + LIFTED)
        return not away

    def _is_ghost(self, touch: Any, now: float) -> bool:
        if "button" in touch.profile and touch.is_mouse_scrolling:
            return False
        x, y = self._place(touch)
        near = PLACE * look.u
        found = any(abs(x - a) <= near and abs(y - b) <= near and now < until for a, b, until in self._recent)
        if not found:
            self._remember(touch, now + GHOST)
        return found

    def _only_wakes(self, now: float) -> bool:
        if self.rest is None:
            return False
        if self.rest.stirred():
            self._woken = now
        return now - self._woken < WAKING

    def _remember(self, touch: Any, until: float) -> None:
        self._recent.append((*self._place(touch), until))

    @staticmethod
    def _place(touch: Any) -> tuple[float, float]:
        wide, high = Window.system_size
        return touch.sx * wide, touch.sy * high
