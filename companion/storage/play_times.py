"""How long each player of a game has been asked: kept beside its file, and no part of the game.

Time is no answer: the same answers make the same game however long they took, an undo gives no minute back, and what
goes wrong with a clock must never touch a game. So it has a file of its own (`GAME.game-clock`), which may be lost.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Final

import msgspec

from companion.storage.atomic_file import write_whole
from companion.table.ordinary_file import read_file

__all__ = ["ENDS", "IDLE", "KEPT_EVERY", "PlayTimes", "as_clock"]

ENDS: Final = "-clock"
"""What the name of the file ends with, after that of the game."""

KEPT_EVERY: Final = 60.0
"""Seconds after which a running clock is written again: they are lost if the plug is pulled."""

_LARGEST: Final = 100_000
"""Bytes of the file."""

IDLE: Final = "idle"
"""The reason given to `stop` when nobody has touched anything for a while."""

_log = logging.getLogger(__name__)


class _Kept(msgspec.Struct):
    """What stands in the file: seconds of each player, by id."""

    seconds: dict[str, Annotated[float, msgspec.Meta(ge=0, le=1e9)]] = {}


class PlayTimes:
    """The clocks of one game. They stand still until somebody runs them.

    Args:
        game: path of the game's file.

    `now` gives the seconds, from any moment on.
    """

    def __init__(self, game: Path) -> None:
        self._game, self._path = game, game.with_name(game.name + ENDS)
        self.now: Callable[[], float] = time.monotonic
        self._seconds: dict[str, float] | None = None
        self._asked: frozenset[str] = frozenset()
        self._since = self._kept_at = 0.0
        self._stops: set[str] = set()
        self._dirty = False

    @property
    def asked(self) -> frozenset[str]:
        """The players who are asked, whose clocks run unless they are stopped."""
        return self._asked

    @property
    def running(self) -> frozenset[str]:
        """The players whose clocks run now."""
        return frozenset() if self._stops else self._asked

    def stopped(self, why: str) -> bool:
        """Return whether the clocks are stopped for this reason."""
        return why in self._stops

    def ask(self, players: Iterable[str]) -> None:
        """Run the clocks of these players from now on, and of nobody else."""
        self._count()
        self._asked = frozenset(players)

    def stop(self, why: str) -> None:
        """Stop the clocks until `go_on` is called with the same reason."""
        self._count()
        self._stops.add(why)
        self.keep()

    def go_on(self, why: str) -> None:
        """Take back a `stop` for this reason; the clocks run unless another reason holds."""
        self._count()
        self._stops.discard(why)

    def seconds(self, player: str) -> float:
        """Return how long a player has been asked, up to now."""
        self._count()
        return self._read().get(player, 0.0)

    def all(self) -> dict[str, float]:
        """Return the seconds of each player who has been asked, by id."""
        self._count()
        return {player: seconds for player, seconds in self._read().items() if seconds >= 1}

    def close(self) -> None:
        """Stop the clocks for good, and write them to the file."""
        self.ask(())
        self.keep()

    def keep(self) -> None:
        """Write the clocks to the file; if the disk refuses, the log says so, and the game goes on."""
        # What has no file yet, or never gets one, leaves none.
        if not self._dirty or not self._game.is_file():
            return
        self._dirty, self._kept_at = False, self.now()
        try:
            write_whole(self._path, msgspec.json.encode(_Kept(self._read())))
        except OSError as error:
            _log.warning("the players' clocks cannot be kept: %s", error)

    def _count(self) -> None:
        """Add the time since the last count to the clocks that run."""
        now, seconds = self.now(), self._read()
        if self.running:
            for player in self.running:
                seconds[player] = seconds.get(player, 0.0) + max(0.0, now - self._since)
            self._dirty = True
        self._since = now
        if self._dirty and now - self._kept_at >= KEPT_EVERY:
            self.keep()

    def _read(self) -> dict[str, float]:
        if self._seconds is None:
            self._seconds = {}
            self._since = self._kept_at = self.now()
            try:
                self._seconds = msgspec.json.decode(read_file(self._path, _LARGEST), type=_Kept).seconds
            except FileNotFoundError:
                pass  # the first time
            except (OSError, msgspec.DecodeError, RecursionError) as error:
                _log.warning("the players' clocks cannot be read and begin anew: %s", error)
        return self._seconds


def as_clock(seconds: float) -> str:
    """Return a time as it stands on a clock: `4:07`, `1:04:07`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
