"""Runs the garbage collector between the steps of a game, since it blocks the rest."""

from __future__ import annotations

import gc
from typing import Final

from kivy.clock import Clock, ClockEvent

__all__ = ["collect_between_steps", "collect_when_idle"]

_THRESHOLD: Final = 50_000
"""New objects after which Python collects by itself; a step makes fewer."""

_CALM: Final = 2.0
"""Seconds without a step after which people are reading or thinking."""


def collect_between_steps() -> None:
    """Enable the collector, and exclude all objects that exist by now."""
    gc.freeze()
    gc.set_threshold(_THRESHOLD)
    gc.enable()


def collect_when_idle() -> ClockEvent:
    """Return a trigger that collects, after a quiet moment, the cycles of a closed page."""
    return Clock.create_trigger(lambda _: gc.collect(), _CALM)
