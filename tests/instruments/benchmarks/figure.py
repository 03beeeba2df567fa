"""A figure: what something costs, against a floor that is measured in the same run, in turns."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

Pairs = Iterator[tuple[float, float]]

MOST_BUSY: Final = 0.1
"""Share of all processors that others may use while something is judged."""

AFTER_EACH_PICTURE: Final = """
def after_each_picture(then):
    # When the buffers have been swapped; `on_flip` comes before that.
    from kivy.core.window import Window
    flip = Window.flip
    def flipped():
        flip()
        then()
    Window.flip = flipped
"""
"""For programs with a window."""


@dataclass(frozen=True)
class Figure:
    """One thing to measure.

    Args:
        name: in few words.
        unit: of floor and value.
        floor: what the floor is.
        target: the largest ratio of value to floor.
        pairs: measures floor and value in turns, each pair from one moment.
    """

    name: str
    unit: str
    floor: str
    target: float
    pairs: Callable[[], Pairs]


@dataclass(frozen=True)
class Measured:
    """What came out: medians, and the lowest and highest ratio of a pair."""

    floor: float
    value: float
    ratio: float
    low: float
    high: float


def measure(figure: Figure) -> Measured:
    """Measure a figure."""
    pairs = list(figure.pairs())
    ratios = [value / floor for floor, value in pairs]
    floors, values = zip(*pairs, strict=True)
    return Measured(median(floors), median(values), median(ratios), min(ratios), max(ratios))


def as_installed() -> dict[str, str]:
    """The environment of a program that finds its bytecode, as it does after the set-up; its first run may make it."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def timed(action: Callable[[], object], times: int = 1) -> float:
    """Processor time of this process, in microseconds, that an action takes each time."""
    before = time.process_time()
    for _ in range(times):
        action()
    return 1e6 * (time.process_time() - before) / times


def busy() -> float:
    """Return which share of all processors is in use, 0..1, while this process does nothing."""
    before = _ticks()
    time.sleep(1)
    idle, every = (after - early for early, after in zip(before, _ticks(), strict=True))
    return 1 - idle / max(1, every)


def _ticks() -> tuple[int, int]:
    found = list(map(int, Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]))
    return found[3] + found[4], sum(found)
