"""Reads stored games in a process of its own, with limits of time and memory: the screen never waits for one.

A stranger's game may be whole and still take longer to read than anybody has, or more memory than there is. The process
that reads it (`serve`) ends then, and nothing else does. It begins with the first game and goes after the last one.
"""

from __future__ import annotations

import logging
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import msgspec
from msgspec import Struct

from companion.storage.game_library import read
from companion.table.errors import CompanionError
from companion.table.game import Game
from companion.table.journal_mirror import beside
from companion.table.view import View
from companion.table.words import N_, _

if TYPE_CHECKING:
    from subprocess import Popen

_log = logging.getLogger(__name__)

SECONDS: Final = 60
"""Seconds of processor time for one game; the longest evening takes a twentieth of that on a slow machine."""

MEMORY: Final = 400_000_000
"""Bytes of the process that reads games."""

_PATIENCE: Final = 5 * SECONDS
"""Seconds by the clock; a process that only waits uses no processor."""

_IDLE: Final = 3.0
"""Seconds that it waits for another game."""

_MOST_KNOWN: Final = 50
_ANEW: Final = Path()
"""The path that is asked for to end the process: a new one knows the words and rules of now."""

TOO_MUCH: Final = N_(
    "This game needs more time or memory than any evening does. It is unchanged; try it again, or delete it in “All "
    "games”."
)
FAULT: Final = N_("A fault in the companion prevents this game from being shown.")


class Inspection(Struct, frozen=True, omit_defaults=True):
    """What a look at a stored game has found.

    Args:
        view: how it stands.
        trouble: why that cannot be said, if it cannot.
        refused: whether the game itself says so; else it did not come to a page.
    """

    view: View | None = None
    trouble: str = ""
    refused: bool = False


def seen(path: Path, games: Iterable[Game[Any]]) -> Inspection:
    """Look a stored game over."""
    try:
        # Whoever opens the game meanwhile must not be refused because of this.
        return Inspection(read(path, games, claims=False).view)
    except CompanionError as error:
        return Inspection(trouble=str(error), refused=True)
    except MemoryError:
        return Inspection(trouble=_(TOO_MUCH))
    except Exception:  # noqa: BLE001 - one game that cannot be shown must not keep people from all the others
        _log.exception("unforeseen error with a stored game")
        return Inspection(trouble=_(FAULT), refused=True)


class GameInspector:
    """Looks games over, one after the other. All methods return at once.

    Args:
        command: what runs `serve`, asked for whenever a process begins.
        notify: called in a thread of this when there are `news`; it may only signal.
    """

    def __init__(self, command: Callable[[], Sequence[str]], notify: Callable[[], None]) -> None:
        self._command, self._notify = command, notify
        self._asked: queue.SimpleQueue[Path | None] = queue.SimpleQueue()
        self._news: queue.SimpleQueue[tuple[Path, Inspection]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._process: Popen[bytes] | None = None
        self._closing = False
        self._known: dict[Path, tuple[object, View]] = {}

    def known(self, path: Path) -> View | None:
        """Return how a game stands, if that was found and its file has not changed since."""
        sign, view = self._known.get(path, (None, None))
        return view if view is not None and sign == _sign(path) else None

    def know(self, path: Path, view: View) -> None:
        """Remember how a game stands that was just closed."""
        self._remember(path, _sign(path), view)

    def ask(self, path: Path) -> None:
        """Look a game over."""
        self._asked.put(path)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="looker", daemon=True)
            self._thread.start()

    def news(self) -> list[tuple[Path, Inspection]]:
        """Return what was found since the last call."""
        return [self._news.get_nowait() for _number in range(self._news.qsize())]

    def forget(self) -> None:
        """Forget all results, because words or rules have changed."""
        self._known.clear()
        self._asked.put(_ANEW)

    def close(self) -> None:
        """End the process and its thread, without waiting for them."""
        self._closing = True
        self._asked.put(None)
        if (process := self._process) is not None:
            process.kill()

    def _run(self) -> None:
        while (path := self._next()) is not None and not self._closing:
            if path is _ANEW:
                self._end()
                continue
            sign = _sign(path)
            found = self._look(path)
            if self._closing:
                break
            if found.view is not None:
                self._remember(path, sign, found.view)
            self._news.put((path, found))
            self._notify()
        self._end()

    def _next(self) -> Path | None:
        """Wait for the next game, and end the process if none comes for a while."""
        with suppress(queue.Empty):
            return self._asked.get(timeout=_IDLE)
        self._end()
        return self._asked.get()

    def _remember(self, path: Path, sign: object, view: View) -> None:
        if path not in self._known and len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[path] = sign, view

    def _look(self, path: Path) -> Inspection:
        try:
            process = self._process = self._process or self._begin()
            assert process.stdin is not None
            assert process.stdout is not None
            alarm = threading.Timer(_PATIENCE, process.kill)
            alarm.start()
            try:
                process.stdin.write(b"%s\n" % os.fsencode(path).hex().encode())
                process.stdin.flush()
                return msgspec.json.decode(process.stdout.readline(), type=Inspection)
            finally:
                alarm.cancel()
        except (OSError, msgspec.DecodeError) as error:
            _log.warning("%s could not be looked over (%s)", path.name, error)
            self._end()
            return Inspection(trouble=_(TOO_MUCH))

    def _begin(self) -> Popen[bytes]:
        # At the start of the app nothing waits for it.
        from subprocess import PIPE, Popen

        root = str(Path(__file__).resolve().parent.parent.parent)
        paths = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
        return Popen(self._command(), stdin=PIPE, stdout=PIPE, cwd="/", env={**os.environ, "PYTHONPATH": paths})

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def _sign(path: Path) -> object:
    """Return a value that changes when a game's file does; None if it cannot be read."""
    with suppress(OSError):
        return [(found.st_ino, found.st_size, found.st_mtime_ns) for found in (path.stat(), beside(path).stat())]
    return None


def serve(games: Iterable[Game[Any]], asked: BinaryIO, told: BinaryIO) -> int:
    """Look over the games that are asked for, a line each: the path in hexadecimal digits, then what was found.

    The limits hold for this process from now on.
    """
    import resource

    # A game is read as fast as the screen leaves room for it.
    with suppress(OSError):
        os.nice(5)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    __, highest = resource.getrlimit(resource.RLIMIT_CPU)
    for line in asked:
        used = resource.getrusage(resource.RUSAGE_SELF)
        until = int(used.ru_utime + used.ru_stime) + SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (until, highest))
        found = seen(Path(os.fsdecode(bytes.fromhex(line.decode()))), games)
        told.write(msgspec.json.encode(found) + b"\n")
        told.flush()
    return 0


def command(data: Path, language: str) -> list[str]:
    """Return the command that looks over the games of a data folder."""
    return [sys.executable, "-m", "companion", "--data", str(data.absolute()), "look", "--language", language]
