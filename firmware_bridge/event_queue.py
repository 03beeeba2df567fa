"""Events that come in one thread and are taken in another."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["EventQueue"]

_log = logging.getLogger(__name__)

EventT = TypeVar("EventT")


class EventQueue(Generic[EventT]):
    """A queue of events from a thread.

    Args:
        wake: called in the thread that brings an event, after each; it may only signal another thread. An
            exception of it is logged the first time and ignored: it is called again for the next event.
    """

    def __init__(self, wake: Callable[[], None] | None) -> None:
        self._events: queue.SimpleQueue[EventT] = queue.SimpleQueue()
        self._notify = wake
        self._stumbled = False

    def events(self) -> list[EventT]:
        """Return the events since the last call, in order."""
        # A tower that talks without end must not keep whoever asks.
        return [self._events.get_nowait() for __ in range(self._events.qsize())]

    def next_event(self, timeout: float) -> EventT | None:
        """Wait for one event.

        Args:
            timeout: seconds; afterwards None.
        """
        try:
            return self._events.get(timeout=timeout)
        except queue.Empty:
            return None

    def _emit(self, event: EventT) -> None:
        self._events.put(event)
        if self._notify is None:
            return
        try:
            self._notify()
        except Exception:  # noqa: BLE001 - the thread belongs to a link or a library, and brings the next events, too
            if not self._stumbled:
                self._stumbled = True
                _log.exception("nobody could be told of an event")
