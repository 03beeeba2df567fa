"""Lets every finger through: on desktop Linux Kivy's SDL window drops fingers, and ten look like one mouse."""

from __future__ import annotations

from collections import deque
from typing import Any, Final

_FINGERS: Final = ("fingerdown", "fingermotion", "fingerup")


class _FingerTap:
    """Stands before Kivy's SDL window storage; only `poll` differs."""

    def __init__(self, storage: Any, queue: deque[Any]) -> None:
        self._storage, self._queue = storage, queue

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)

    def poll(self) -> Any:
        event = self._storage.poll()
        if event and event[0] in _FINGERS:
            self._queue.appendleft(event)
            return None
        return event


def install() -> None:
    """Hand SDL's finger events to Kivy's own finger provider. Call after the window exists; twice does no harm."""
    from kivy.core.window import Window
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider

    if not isinstance(Window._win, _FingerTap):
        Window._win = _FingerTap(Window._win, SDL2MotionEventProvider.q)
