"""Stops the players' clocks when nobody has touched anything for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kivy.clock import Clock

from companion.storage.play_times import IDLE, PlayTimes

__all__ = ["QUIET", "IdleClocks"]

QUIET: Final = 300.0
"""Seconds without a touch after which they stop."""


class IdleClocks:
    """Watches touches, and stops and starts the clocks of the open game.

    Args:
        times: returns the clocks; None without a game.
        changed: called after they have stopped or go on.
    """

    def __init__(self, times: Callable[[], PlayTimes | None], changed: Callable[[], None]) -> None:
        self._times, self._changed = times, changed
        self._stirred_at = Clock.time()
        self._next = Clock.create_trigger(self._look, QUIET)

    def stirred(self) -> None:
        """Let the clocks go on; somebody is there."""
        self._stirred_at = Clock.time()
        times = self._times()
        if times is None:
            return
        if times.stopped(IDLE):
            times.go_on(IDLE)
            self._changed()
        if not self._next.is_triggered:
            self._next.timeout = QUIET
            self._next()

    def close(self) -> None:
        """Watch no more."""
        self._next.cancel()

    def _look(self, _: float) -> None:
        times, quiet = self._times(), Clock.time() - self._stirred_at
        if times is None or not times.running:
            return
        if quiet < QUIET:
            self._next.timeout = QUIET - quiet
            self._next()
        else:
            times.stop(IDLE)
            self._changed()
