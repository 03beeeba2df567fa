"""Keeps the garbage collector, which holds up all else, out of the steps of a game."""

from __future__ import annotations

import gc
from typing import Final

from kivy.clock import Clock, ClockEvent

__all__ = ["collect_between_steps", "collect_when_idle"]

_THRESHOLD: Final = 50_000
"""New objects after which Python collects by itself; a step makes fewer, so that this comes only now and then."""

_CALM: Final = 2.0
"""Seconds without a step after which people read or think."""


def collect_between_steps() -> None:
    """Switch the collector on for the evening, and have it never look through what is loaded by now."""
    gc.freeze()
    gc.set_threshold(_THRESHOLD)
    gc.enable()


def collect_when_idle() -> ClockEvent:
    """Return a trigger that collects once when it is calm: for after a page was left, which holds itself by circles."""
    return Clock.create_trigger(lambda _: gc.collect(), _CALM)
