"""Safe points of a game, kept beside its file: with them a long game is opened without being played again.

Nothing depends on them. They may be lost, and they never leave this folder: what is exported or saved from a damaged
file has none. A point counts only if it was made by the very rules and words in use, from the very entries that the
game file tells, which a chain of hashes holds together; all else is thrown away, and the game is played again.
"""

from __future__ import annotations

import logging
import os
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.table import words
from companion.table.digest import sha256, sha256_for
from companion.table.folder import file_rights
from companion.table.game import Game, SupportsUserContent
from companion.table.ordinary_file import first_bytes, open_ordinary
from companion.table.record import Entry
from companion.table.runner import FAR, Snapshot

_log = logging.getLogger(__name__)

ENDS: Final = "-safe"
"""What the name of such a file has more than its game file's."""

_LARGEST: Final = 24_000_000
"""Bytes; a larger file is none of ours."""

_EACH: Final = 8
"""Entries after which the newest safe point is kept again: at most these and those of a turn are played again."""

_HEX: Final = 64
_ENCODE: Final = msgspec.json.Encoder().encode


def safe_file_of(path: Path) -> Path:
    """Return where the safe points of a game file lie."""
    return path.with_name(path.name + ENDS)


@cache
def _sources(module: str) -> bytes:
    """Return a hash of the sizes and times of all sources of the engine and a game.

    The game is the package of `module`.

    A file that is written gets another time, whatever it says; to read all of them takes ten times as long.
    """
    rules = sys.modules[module]
    if rules.__spec__ is None or rules.__file__ is None:
        # Rules that cannot be known may be others each time.
        return os.urandom(32)
    file, engine = Path(rules.__file__), Path(__file__).parent
    kinds = [file.stat(), *_kinds(engine), *(_kinds(file.parent) if rules.__package__ else ())]
    return sha256(_ENCODE([(kind.st_size, kind.st_mtime_ns, kind.st_ctime_ns) for kind in kinds])).digest()


def _kinds(folder: Path) -> Iterator[os.stat_result]:
    """Yield what the system knows of each source in a folder, by name."""
    with os.scandir(folder) as found:
        for item in sorted(found, key=lambda item: item.name):
            if item.name.endswith((".py", ".json")):
                yield item.stat()
            elif item.is_dir() and item.name != "__pycache__":
                yield from _kinds(Path(item.path))


class SnapshotFile:
    """The safe points of one game.

    Args:
        path: of the game file.
        keeps: whether points are added; a game that is only looked at leaves nothing behind.
    """

    def __init__(self, path: Path, *, keeps: bool = True) -> None:
        self._path, self._keeps = safe_file_of(path), keeps
        self._origin = b""
        # Entries, chain value and end of each line that holds, the oldest first; the first line is none yet.
        self._lines: list[tuple[int, bytes, int]] = []

    @staticmethod
    def origin(game: Game[Any], setup: dict[str, Any]) -> bytes:
        """Return a hash of all that decides what entries lead to: rules, words and set-up."""
        own = game.edition() if isinstance(game, SupportsUserContent) else ""
        said = [game.name, game.rules_version, own, words.edition(), setup]
        return sha256(_ENCODE(said) + _sources(game.begin.__module__)).digest()

    def load(self, begun: bytes, entries: Sequence[Entry]) -> list[Snapshot]:
        """Return the points that were made on the way to these entries.

        Args:
            begun: see `origin`.
            entries: of the game.
        """
        return self._points(begun, entries)

    def left_over(self, entries: Sequence[Entry]) -> Snapshot | None:
        """Return the newest point that other rules or words have made on the way to these entries, if it is whole.

        Nothing is loaded with it, and nothing is kept in its place before `keep`.
        """
        head = self._read().partition(b"\n")[0]
        try:
            points = self._points(bytes.fromhex(head.decode("ascii")), entries)
        except ValueError:
            return None
        return points[-1] if points else None

    def _points(self, begun: bytes, entries: Sequence[Entry]) -> list[Snapshot]:
        self._begin(begun)
        points: list[Snapshot] = []
        head, *lines = self._read().split(b"\n")
        if head != begun.hex().encode():
            return points
        digest = sha256_for(len(entries))
        for line in lines[:-1]:
            stated, number, state = line[:_HEX], line[_HEX + 1 : _HEX + 9], line[_HEX + 10 :]
            count = int(number) if number.isdigit() else 0
            if not self._last < count <= len(entries):
                break
            chain = self._link(count, entries, state, digest)
            if chain.hex().encode() != stated:
                break
            self._lines.append((count, chain, self._end + len(line) + 1))
            points.append(Snapshot(count, 0, state))
        return points

    def keep(self, begun: bytes, points: Sequence[Snapshot], entries: Sequence[Entry]) -> None:
        """Keep the newest of these points, if it is worth it. A disk that refuses ends that, and nothing else."""
        if self._origin != begun:
            self._begin(begun)
        if not self._keeps or not points or points[-1].entries < self._last + _EACH:
            return
        for point in points[bisect_left(points, self._last + _EACH, key=lambda point: point.entries) :]:
            # What stands last only stays if it is far from the one before.
            if len(self._lines) > 1 and self._last < self._lines[-2][0] + FAR:
                del self._lines[-1]
            chain = self._link(point.entries, entries, point.state)
            line = b"%s %08d %s\n" % (chain.hex().encode(), point.entries, point.state)
            try:
                self._write(line)
            except OSError as error:
                _log.info("no safe point is kept in %s (%s)", self._path.name, error)
                return
            self._lines.append((point.entries, chain, self._end + len(line)))

    def forget(self, entries: int) -> None:
        """Forget the points that came after these entries, which others are to follow."""
        while self._last > entries:
            del self._lines[-1]

    @property
    def _last(self) -> int:
        return self._lines[-1][0]

    @property
    def _end(self) -> int:
        return self._lines[-1][2]

    def _begin(self, begun: bytes) -> None:
        self._origin, self._lines = begun, [(0, begun, 2 * len(begun) + 1)]

    def _link(
        self, count: int, entries: Sequence[Entry], state: bytes, digest: Callable[[bytes], Any] = sha256
    ) -> bytes:
        known, chain, _ = self._lines[-1]
        return bytes(digest(chain + _ENCODE(entries[known:count]) + state).digest())

    def _read(self) -> bytes:
        try:
            return first_bytes(self._path, _LARGEST)
        except OSError:
            return b""

    def _write(self, line: bytes) -> None:
        """Write the last line; whether it is on disk when the power fails, its hash tells."""
        how = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW
        file = open_ordinary(self._path, how, _LARGEST, file_rights(self._path.parent))
        try:
            if len(self._lines) == 1:
                os.pwrite(file, self._origin.hex().encode() + b"\n", 0)
            os.pwrite(file, line, self._end)
            os.ftruncate(file, self._end + len(line))
        finally:
            os.close(file)
