"""Copies games to USB sticks, and finds the games that only a stick has.

A stick may be slow, full, read-only or pulled at any moment; nothing here is called from a thread that draws.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.storage.atomic_file import write_whole
from companion.storage.game_archive import SUFFIX, unpack
from companion.storage.mount_watch import MOUNTS, mounted
from companion.table.errors import GameInUseError, JournalError
from companion.table.game_file import records_of_copy
from companion.table.journal_mirror import ENDS, beside, lines_of
from companion.table.limits import LARGEST_COPY
from companion.table.ordinary_file import is_absent, read_file
from companion.table.sqlite_file import ChainedRecords

FOLDER: Final = "table-companion"
"""Our folder on a stick; nothing else on it is ever touched."""

_PLUGGED: Final = ("/media/", "/run/media/")
_UNDER_OVERLAY: Final = ("root-ro", "root-rw")
"""Folders in `/media` that are no sticks: the card and its overlay, where `raspi-config` has made it read-only."""

_MOST: Final = 500
_MOST_BYTES: Final = 64_000_000
"""Files and bytes that are read of a stick, the newest first: a stranger's may be full of what looks like games."""

Sign = tuple[int, int, int, int]


def sticks(wish: str, mounts: Path = MOUNTS) -> list[Path]:
    """Return the sticks that are plugged in.

    Args:
        wish: `auto` for all, `off`, or a folder that is taken for the only one.
        mounts: where the system lists what is mounted.
    """
    if wish == "off":
        return []
    if wish != "auto":
        return [Path(wish)] if Path(wish).is_dir() and _plugged(Path(wish), Path(wish).stat()) else []
    there = [mount.place for mount in mounted(mounts) if str(mount.place).startswith(_PLUGGED)]
    # Under the unit, which has `/media` for itself, what is mounted there is listed twice.
    return [place for place in dict.fromkeys(there) if place.name not in _UNDER_OVERLAY]


@contextmanager
def held(root: Path) -> Iterator[Path]:
    """Keep hold of a stick, and yield a folder that is this stick as long as it is held.

    Its own path may mean something else a moment later: once it is unmounted, an empty folder of this machine's disk.

    Raises:
        FileNotFoundError: no stick is there any more.
        OSError: it cannot be opened.
    """
    stick = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        if not _plugged(root, os.fstat(stick)):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(root))
        yield Path("/proc/self/fd", str(stick))
    finally:
        os.close(stick)


def _plugged(root: Path, status: os.stat_result) -> bool:
    """Return whether a folder is a stick and not the empty folder that one was mounted on."""
    top = next((top for top in _PLUGGED if str(root).startswith(top)), None)
    return top is None or status.st_dev != Path(top).stat().st_dev


def takes_files(root: Path) -> bool:
    """Return whether our folder on a stick can be written to.

    Args:
        root: where the stick is mounted.
    """
    folder = root / FOLDER
    return os.access(folder if folder.is_dir() else root, os.W_OK)


class StickGame(Struct, frozen=True):
    """A game as one file, known by its hashes."""

    sign: Sign
    chains: Sequence[bytes]

    def holds(self, other: StickGame) -> bool:
        """Return whether the other one is this game, at this moment or an earlier one."""
        return bool(other.chains) and self.chains[len(other.chains) - 1 : len(other.chains)] == other.chains[-1:]


class Stick:
    """One stick. Files that have not changed since they were looked at are not read again.

    Args:
        root: where it is mounted.
        games: the folder of the games.
    """

    def __init__(self, root: Path, games: Path) -> None:
        self.root, self.folder, self._games = root, root / FOLDER, games
        self._ours: dict[str, StickGame] = {}
        self._theirs: dict[str, StickGame] = {}
        self._files: dict[str, bytes] = {}

    def take_copies(self, playing: Path | None = None) -> int:
        """Copy every game that has gone on since the last time; return how many.

        A copy is only ever replaced by the same game gone further. Where the stick has another game of that name, or
        one that has gone another way, both stay.

        Args:
            playing: the game that is open in this process.

        Raises:
            OSError: the stick or the disk refuses.
        """
        number = 0
        with held(self.root) as root:
            folder = root / FOLDER
            ours, theirs = self._look(folder, playing)
            if ours:
                folder.mkdir(exist_ok=True)
            for name, game in ours.items():
                stem, more = name.removesuffix(".game"), 1
                to = f"{stem}{SUFFIX}"
                while (copy := theirs.get(to)) is not None and not (copy.holds(game) or game.holds(copy)):
                    more += 1
                    to = f"{stem}-{more}{SUFFIX}"
                if copy is None or not copy.holds(game):
                    bodies = without_lock(self._games / name, None).bodies
                    write_whole(folder / to, lines_of(bodies[: len(game.chains)]))
                    theirs[to] = self._theirs[to] = StickGame(_sign(folder / to), game.chains)
                    number += 1
        return number

    def take_file(self, name: str, content: bytes) -> None:
        """Copy a file that is no game, if it has changed; an empty one is none. Raises `OSError`."""
        if not content or (content == self._files.get(name) and (self.folder / name).is_file()):
            return
        with held(self.root) as root:
            (root / FOLDER).mkdir(exist_ok=True)
            write_whole(root / FOLDER / name, content)
        self._files[name] = content

    def drop_file(self, name: str) -> None:
        """Remove a file that is no game. Raises `OSError`."""
        self._files.pop(name, None)
        with held(self.root) as root:
            (root / FOLDER / name).unlink(missing_ok=True)

    def lost_here(self, playing: Path | None = None) -> list[Path]:
        """Return the games on the stick that this companion has not, or not so far, oldest first. Raises `OSError`."""
        with held(self.root) as root:
            ours, theirs = self._look(root / FOLDER, playing)
        lost = {name: copy for name, copy in theirs.items() if not any(game.holds(copy) for game in ours.values())}
        # Of two copies of one game, the one that has gone further.
        furthest = [
            name for name, copy in lost.items() if not any(_ahead(lost[other], copy) for other in lost if other != name)
        ]
        return [self.folder / name for name in sorted(furthest, key=lambda name: (lost[name].sign[2], name))]

    def _look(self, folder: Path, playing: Path | None) -> tuple[dict[str, StickGame], dict[str, StickGame]]:
        """Read what is new on either side; return the games here and those of the stick, by the names of their files.

        Args:
            folder: of the stick.
            playing: the game that is open in this process.
        """
        self._ours = _known(_ours_in(self._games), self._ours, playing)
        self._theirs = _known(_theirs_in(folder), self._theirs, None)
        return _readable(self._ours), _readable(self._theirs)


def here(games: Path, game: ChainedRecords) -> Path | None:
    """Return the game of this companion that is this one, at the same moment or a later one. Raises `OSError`."""
    sought = StickGame((0, 0, 0, 0), game.chains)
    known = _readable(_known(_ours_in(games), {}, None))
    return next((games / name for name, ours in known.items() if ours.holds(sought)), None)


def _ahead(other: StickGame, one: StickGame) -> bool:
    return other.holds(one) and (len(other.chains), other.sign) > (len(one.chains), one.sign)


def _ours_in(folder: Path) -> list[Path]:
    """Return the games of this companion.

    Raises `OSError`.
    """
    names = {path.name.removesuffix(ENDS) for path in folder.iterdir()} if folder.is_dir() else set()
    return [folder / name for name in sorted(names) if name.endswith(".game")]


def _theirs_in(folder: Path) -> list[Path]:
    """Return the games of a stick, the newest first.

    Only those that could be read are in it. Raises `OSError`.
    """
    found = [(path.stat(), path) for path in folder.glob(f"*{SUFFIX}") if path.is_file()] if folder.is_dir() else []
    found.sort(key=lambda one: (one[0].st_mtime_ns, one[1].name), reverse=True)
    room, taken = _MOST_BYTES, []
    for status, path in found[:_MOST]:
        # One that is too large for what is left must not hide all the older ones.
        if status.st_size <= room:
            room -= status.st_size
            taken.append(path)
    return taken


def _known(paths: Iterable[Path], before: dict[str, StickGame], playing: Path | None) -> dict[str, StickGame]:
    """Read the games that are new or have changed, by their names.

    One that cannot be read is remembered as empty, so that it is not read again each time.
    """
    games = {}
    for path in paths:
        try:
            sign = _sign(path)
            known = before.get(path.name)
            if known is None or known.sign != sign:
                try:
                    known = StickGame(sign, without_lock(path, playing).chains)
                except GameInUseError:
                    continue
                except JournalError:
                    known = StickGame(sign, ())
        except FileNotFoundError:
            continue
        if path == playing and not known.chains:
            continue  # it has no second copy yet, and was not read
        games[path.name] = known
    return games


def _readable(known: dict[str, StickGame]) -> dict[str, StickGame]:
    return {name: one for name, one in known.items() if one.chains}


def _sign(path: Path) -> Sign:
    """Return a value that changes when the file does.

    Raises `OSError`.
    """
    place = beside(path) if beside(path).exists() else path
    found = place.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_mode


def without_lock(path: Path, playing: Path | None) -> ChainedRecords:
    """Read a game without a lock: whoever plays it, or is about to, must not be refused; its second copy only grows.

    Raises `OSError`, `JournalError`.
    """
    if path.name.endswith(SUFFIX):
        return unpack(path)
    try:
        return records_of_copy(read_file(beside(path), LARGEST_COPY))
    except OSError as error:
        if not is_absent(error):
            raise
    # SQLite's locks end as soon as this process closes the file once: one that is open here has its copy soon.
    return ChainedRecords() if path == playing else unpack(path)
