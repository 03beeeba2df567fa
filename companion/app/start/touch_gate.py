"""Filters touches before any widget: ghost touches, and the touch that wakes the screen.

Nobody says when a touch came, only when it was read; one that waited while the touch before it was handled may have
come at any moment since then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
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

    `rest` knows whether the screen was dark; with None only ghost touches are kept away. `woken` says when the main
    loop last woke from a sleep: what it reads then has just come.
    """

    def __init__(self) -> None:
        self.rest: ScreenDimmer | None = None
        self.woken: Callable[[], float] = lambda: float("-inf")
        self._read = float("-inf")
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
        since, self._read = max(self._read, self.woken()), Clock.time()
        return [(kind, touch) for kind, touch in events if not touch.is_touch or self._counts(kind, touch, since)]

    def _counts(self, kind: str, touch: Any, since: float) -> bool:
        now = self._read
        if kind == "begin":
            if self._is_ghost(touch, since, now) or self._only_wakes(now):
                self._kept_away.add(touch.uid)
        elif self.rest is not None and touch.uid not in self._kept_away:
            self.rest.stirred()
        away = touch.uid in self._kept_away
        if kind == "end":
            self._kept_away.discard(touch.uid)
            if not away:
                self._remember(touch, now + LIFTED)
        return not away

    def _is_ghost(self, touch: Any, since: float, now: float) -> bool:
        if "button" in touch.profile and touch.is_mouse_scrolling:
            return False
        x, y = self._place(touch)
        near = PLACE * look.u
        found = any(abs(x - a) <= near and abs(y - b) <= near and since < until for a, b, until in self._recent)
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
