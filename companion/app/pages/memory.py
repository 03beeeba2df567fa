"""Gives memory back that nobody uses any more, and has the collector, which holds up all else, work in calm moments."""

from __future__ import annotations

import ctypes
import gc
import sys
from typing import Final

from kivy.clock import Clock

__all__ = ["MANY", "Calm", "give_back", "settle", "tidy"]

MANY: Final = 12_000
"""Things that the collector looks through in a few milliseconds."""

_CALM: Final = 2.0
"""Seconds after which a table reads or thinks."""


class Calm:
    """Moments in which nobody waits for the screen."""

    def __init__(self) -> None:
        self._settle = Clock.create_trigger(lambda _: settle(), _CALM)
        self._tidy = Clock.create_trigger(lambda _: tidy(), _CALM)

    def after_a_step(self) -> None:
        """Something was done; mostly there is time now until the next step."""
        self._settle.cancel()
        self._settle()

    def after_a_game(self) -> None:
        """A game was put away."""
        self._tidy()

    def close(self) -> None:
        """Let nothing come any more."""
        self._settle.cancel()
        self._tidy.cancel()


def settle() -> None:
    """Have the collector look through what has come lately, if that is much. What stays, it leaves alone from then on:
    by itself it would look through all of a long game again and again, in the middle of a step."""
    if _lately() > MANY:
        gc.collect()
        if _lately() > MANY:
            gc.freeze()


def tidy() -> None:
    """Give back all that is in nobody's hands any more. It takes as long as a few pictures: for when a game is put
    away, not for when somebody plays."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    give_back()


def give_back() -> None:
    """Give back what is free already. The C library keeps it by itself, where anything behind it is in use."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)


def _lately() -> int:
    return len(gc.get_objects(generation=2))
