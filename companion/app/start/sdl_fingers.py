"""Passes all touches to Kivy: on desktop Linux its SDL window drops some of them.

Without this ten fingers look like one mouse.
"""

from __future__ import annotations

import logging
from collections import deque
from functools import cache
from typing import Any, Final

from companion.app.hardware.sdl import sdl_library
from companion.app.widgets.base.canvas_widget import cancel_touches

_FINGERS: Final = ("fingerdown", "fingermotion", "fingerup")


_log = logging.getLogger(__name__)

_sdl = cache(sdl_library)
"""The SDL library, cached: finding it takes long, and it stays as long as the window."""


def touchscreens() -> int:
    """Return the number of touch devices that SDL knows."""
    sdl = _sdl()
    return 0 if sdl is None else int(sdl.SDL_GetNumTouchDevices())


class _FingerProxy:
    """Proxy of Kivy's SDL window storage that takes finger events out of `poll`."""

    def __init__(self, storage: Any, queue: deque[Any]) -> None:
        self._storage, self._queue = storage, queue
        self._down: dict[Any, Any] = {}
        self._screens = 0
        self._counts = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)

    def poll(self) -> Any:
        event = self._storage.poll()
        if event and event[0] in _FINGERS:
            kind, finger, *place = event
            if kind == "fingerup":
                self._down.pop(finger, None)
            else:
                if not self._down:
                    self._screens = self._touchscreens()
                self._down[finger] = place
            self._queue.appendleft(event)
            return None
        if not event and self._down and self._touchscreens() < self._screens:
            self._pulled_out()
        return event

    def _touchscreens(self) -> int:
        if not self._counts:
            return 0
        try:
            return touchscreens()
        except Exception:  # noqa: BLE001 - taps still arrive; only unplugging is not noticed
            _log.exception("touchscreens cannot be counted")
            self._counts = False
            return 0

    def _pulled_out(self) -> None:
        """Lift all fingers, since SDL does not do so when a touchscreen is unplugged."""
        cancel_touches()
        for finger, place in self._down.items():
            self._queue.appendleft(("fingerup", finger, *place))
        self._down.clear()


def install() -> None:
    """Hand SDL's finger events to Kivy's own finger provider.

    Call it after the window exists; twice does no harm.
    """
    from kivy.core.window import Window
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider

    if not isinstance(Window._win, _FingerProxy):
        Window._win = _FingerProxy(Window._win, SDL2MotionEventProvider.q)
