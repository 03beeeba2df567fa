"""Gives memory back that nobody uses any more, and has the collector, which holds up all else, work in calm moments."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from typing import Final

from kivy.clock import Clock

from companion.app.look.drawing import make_room

__all__ = ["MANY", "MUCH", "Calm", "employ", "give_back", "glance", "keep_little", "page_closed", "settle", "tidy"]

_A_STEP: Final = 20_000
"""Things that no step makes, by far: if so many come before anybody has sent the collector, it works by itself."""

MANY: Final = 12_000
"""Things that the collector looks through in a few milliseconds."""

MUCH: Final = 60_000
"""Things left alone since all were looked through; there are pages among them that nobody sees any more."""

_LARGE: Final = 1 << 16
"""Bytes: what a picture is drawn from by software comes in a hundred pieces of this size, and more."""

_MMAP_THRESHOLD: Final = -3
"""`M_MMAP_THRESHOLD` of glibc's malloc.h."""

_stood = 0
"""So many things there were when all were looked through."""

_left = False
"""Whether a page was closed since."""

_SEEN: Final = 0.15
"""Seconds after which what a step has led to is in sight; nothing takes a touch yet."""

_CALM: Final = 2.0
"""Seconds after which a table reads or thinks."""


class Calm:
    """Moments in which nobody waits for the screen."""

    def __init__(self) -> None:
        self._glance = Clock.create_trigger(lambda _: glance(), _SEEN)
        self._settle = Clock.create_trigger(lambda _: settle(), _CALM)
        self._tidy = Clock.create_trigger(lambda _: tidy(), _CALM)

    def after_a_step(self) -> None:
        """Something was done; mostly there is time now until the next step."""
        self._glance()
        if self._tidy.is_triggered:
            self.after_pages()
            return
        self._settle.cancel()
        self._settle()

    def after_pages(self) -> None:
        """All pages made room for another one: a game was put away, and the next one may be on the table already."""
        self._settle.cancel()
        self._tidy.cancel()
        self._tidy()

    def close(self) -> None:
        """Let nothing come any more."""
        self._glance.cancel()
        self._settle.cancel()
        self._tidy.cancel()


def employ() -> None:
    """Set the collector to work. What is loaded stays, and need not be looked through until a game is put away; what
    steps make is looked through between them: by itself it would come five times in each."""
    gc.freeze()
    gc.set_threshold(_A_STEP, *gc.get_threshold()[1:])
    gc.enable()


def glance() -> None:
    """Have the collector look through what the last step has made, and old texts make room. It takes a millisecond or
    two."""
    gc.collect(1)
    make_room()


def settle() -> None:
    """Have the collector look through what has come lately, if that is much. What stays, it leaves alone from then on:
    by itself it would look through all of a long game again and again, in the middle of a step. A page that is open
    then is left alone, too, and stays when it is closed: once one was, and much has come together, all is looked
    through."""
    if _lately() > MANY:
        gc.collect()
        if (lately := _lately()) <= MANY:
            return
        if _left and gc.get_freeze_count() + lately > _stood + MUCH:
            tidy()
        else:
            gc.freeze()


def page_closed() -> None:
    """Remember that there is a page that nobody sees any more."""
    global _left
    _left = True


def tidy() -> None:
    """Give back all that is in nobody's hands any more. It takes as long as a few pictures: for when a table thinks
    after a game was put away, not for every step."""
    global _stood, _left
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    _stood, _left = gc.get_freeze_count(), False
    give_back()


def keep_little() -> None:
    """Have the C library give large pieces back as soon as they are free. By itself it keeps more and more of them, up
    to those of many megabytes, and what is small and stays comes to lie between them."""
    if (tune := _c_library("mallopt")) is not None:
        tune(_MMAP_THRESHOLD, _LARGE)


def give_back() -> None:
    """Give back what is free already. The C library keeps it by itself, where anything behind it is in use."""
    if (trim := _c_library("malloc_trim")) is not None:
        trim(0)


def _c_library(name: str) -> Callable[..., int] | None:
    """A function of Linux's usual C library; others do not have it."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None


def _lately() -> int:
    return len(gc.get_objects(generation=2))
