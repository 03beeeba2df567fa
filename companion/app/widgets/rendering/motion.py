"""Everything that moves on the screen.

A motion is a picture between two states. The state behind it is the new one from the beginning: it can be touched,
and it is what the screen shows when the motion is over or has been ended. Widgets draw themselves by a share from 0
to 1; while nothing moves nothing is scheduled, so the main loop sleeps.

Only what changes within a `step` moves. An undo, a redo or a game that is opened has none, and shows its new state.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from math import pi, sin
from typing import Final, Literal

from kivy.clock import Clock

__all__ = [
    "CARD",
    "COUNT",
    "FLIGHT",
    "LANDING",
    "SLIDE",
    "WIPE",
    "Motion",
    "MotionLevel",
    "MovingValue",
    "eased",
    "motion",
    "overshot",
    "part_of",
]

MotionLevel = Literal["full", "less", "off"]

LANDING: Final = 1.2
"""Seconds in which dice land, however many there are."""
COUNT: Final = 0.3
"""Seconds in which a number counts to its new value, and a marker slides to its place."""
SLIDE: Final = 0.4
"""Seconds in which a track moves to its next space, and the crown to the next player."""
FLIGHT: Final = 0.28
"""Seconds in which a result flies from the dice to a piece."""
WIPE: Final = 0.2
"""Seconds in which the colour of the player whose turn it is comes in."""
CARD: Final = 1.2
"""Seconds for which a card shows a great moment."""

_RUSH: Final = 0.3
"""Seconds after a step within which the next one is shown without motion."""
_FRAME: Final = 1 / 60


def eased(share: float) -> float:
    """Return the way made by something that starts at full speed and slows down; from 0 to 1."""
    return 1 - (1 - share) ** 3


def overshot(share: float) -> float:
    """Return the size of something that grows a little too large, and settles at 1."""
    return eased(share) + 0.22 * sin(pi * share) * (1 - share)


def part_of(share: float, begin: float, end: float) -> float:
    """Return the share of a part of a motion, which lasts from `begin` to `end`."""
    return min(1.0, max(0.0, (share - begin) / (end - begin)))


class _Animation:
    """A motion that is running."""

    def __init__(self, seconds: float, draw: Callable[[float], None], over: Callable[[], None] | None) -> None:
        self.seconds, self.draw, self.over = seconds, draw, over
        self.began: float | None = None


class Motion:
    """All motions of the screen; `motion` below is the only instance.

    Attributes:
        level: how much moves: `full`, `less` (nothing changes its place or size) or `off`.
        lit: whether the screen can be seen.
        still: whether nothing moves whatever the level is, for instruments on a clock of their own.
    """

    def __init__(self) -> None:
        self.level: MotionLevel = "full"
        self.lit, self.still = True, False
        self._running: dict[Hashable, _Animation] = {}
        self._steps, self._stepped, self._rushed, self._ending = 0, float("-inf"), False, False
        self._tick = Clock.create_trigger(self._go_on, 0, interval=True)

    @property
    def running(self) -> bool:
        """True if anything moves."""
        return bool(self._running)

    @property
    def alive(self) -> bool:
        """True if a change may be shown as a motion now."""
        wanted = self.lit and self.level != "off" and not self.still
        return bool(self._steps) and wanted and not self._rushed and not self._ending

    @contextmanager
    def step(self, *, calm: bool = True) -> Iterator[None]:
        """Let changes within the block move: people have just made them, by one touch.

        Args:
            calm: whether nothing moves if the step before was made a moment ago.
        """
        self.end()
        now = Clock.time()
        if not self._steps:
            self._rushed = calm and now - self._stepped < _RUSH
            self._stepped = now
        self._steps += 1
        try:
            yield
        finally:
            self._steps -= 1

    def play(
        self,
        owner: Hashable,
        seconds: float,
        draw: Callable[[float], None],
        over: Callable[[], None] | None = None,
        *,
        fade: bool = False,
    ) -> bool:
        """Play a motion if motions are allowed now; return whether it runs.

        Args:
            owner: what moves; a motion of the same owner is ended first.
            seconds: its length.
            draw: called with its share before each picture, and in any case with 1 at its end.
            over: called after that.
            fade: whether it is shown at the level `less`, because it changes neither place nor size.
        """
        self.finish(owner)
        if not self.alive or (self.level == "less" and not fade):
            draw(1.0)
            if over is not None:
                over()
            return False
        self._running[owner] = _Animation(seconds, draw, over)
        draw(0.0)
        self._tick()
        return True

    def end(self) -> None:
        """End all motions at their final values."""
        before, self._ending = self._ending, True
        try:
            for owner in list(self._running):
                self.finish(owner)
        finally:
            self._ending = before
        self._tick.cancel()

    def restart(self, *, still: bool) -> None:
        """Start anew, as on another clock; `still` says whether nothing may move."""
        self.end()
        self.still, self._stepped = still, float("-inf")

    def finish(self, owner: Hashable) -> None:
        """End the motion of an owner at its final value, if there is one."""
        ended = self._running.pop(owner, None)
        if ended is not None:
            ended.draw(1.0)
            if ended.over is not None:
                ended.over()

    def _go_on(self, _: float) -> bool:
        now = Clock.get_time()
        for owner, one in list(self._running.items()):
            if self._running.get(owner) is not one:
                # The motion before in the list has ended this one.
                continue
            if one.began is None:
                # Its beginning was shown in the picture before, however long that took.
                one.began = now - _FRAME
            share = (now - one.began) / one.seconds
            if share >= 1:
                self.finish(owner)
            else:
                one.draw(share)
        return bool(self._running)


motion: Final = Motion()
"""All motions of the screen."""


class MovingValue:
    """A value that goes to a new one: a number that counts, or the place of a marker.

    Args:
        later: has its owner redrawn.
        whole: whether only whole numbers are shown.
    """

    def __init__(self, later: Callable[[], None], *, whole: bool = True) -> None:
        self._later, self._whole = later, whole
        self._from = self.value = self.shown = 0.0

    @property
    def text(self) -> str:
        """The number that is shown now."""
        return str(round(self.shown))

    def jump_to(self, value: float) -> None:
        """Show a value at once."""
        if value != self.value:
            motion.finish(self)
            self._from = self.value = value
            self._draw(1.0)

    def go_to(self, value: float, seconds: float = COUNT) -> None:
        """Show a new value, after those between if motions are allowed now."""
        if value != self.value:
            self._from, self.value = self.shown, value
            motion.play(self, seconds, self._draw)

    def _draw(self, share: float) -> None:
        shown = self.value if share >= 1 else self._from + (self.value - self._from) * eased(share)
        if self._whole:
            shown = float(round(shown))
        if shown != self.shown:
            self.shown = shown
            self._later()
