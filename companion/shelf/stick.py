"""What a USB stick holds of our games: which sticks there are, copying games onto one, what only it has.

A stick may be slow, full, read-only or pulled at any moment; nothing here is called from a thread that draws.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.shelf.mounts import MOUNTS
from companion.shelf.parcel import SUFFIX, unpack
from companion.shelf.whole_file import write_whole
from companion.table.errors import JournalError
from companion.table.game_file import told_by
from companion.table.second_copy import ENDS, beside, lines_of
from companion.table.sqlite_file import LARGEST_FILE, Found

FOLDER: Final = "table-companion"
"""On the stick; what else is on it is never touched."""

_PLUGGED: Final = ("/media/", "/run/media/")
_MOST: Final = 500
_MOST_BYTES: Final = 64_000_000
"""So much of a stick is read, the newest first: a stranger's may be full of what looks like games."""

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
        return [Path(wish)] if Path(wish).is_dir() else []
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    places = [line.split(" ")[1] for line in lines if line.count(" ") >= 2]
    # Blanks in names are written as octal numbers there.
    plain = [re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), place) for place in places]
    return [Path(place) for place in plain if place.startswith(_PLUGGED)]


class Known(Struct, frozen=True):
    """A game as one file, known by its hashes."""

    sign: Sign
    chains: Sequence[bytes]

    def holds(self, other: Known) -> bool:
        """Whether the other one is this game, at this moment or an earlier one."""
        return bool(other.chains) and self.chains[len(other.chains) - 1 : len(other.chains)] == other.chains[-1:]


class Stick:
    """One stick. Files that have not changed since they were looked at are not read again.

    Args:
        root: where it is mounted.
        games: the folder of the games.
    """

    def __init__(self, root: Path, games: Path) -> None:
        self.folder, self._games = root / FOLDER, games
        self._ours: dict[Path, Known] = {}
        self._theirs: dict[Path, Known] = {}

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
        if self._look(playing):
            self.folder.mkdir(exist_ok=True)
        for path, ours in self._ours.items():
            stem, more = path.name.removesuffix(".game"), 1
            to = self.folder / f"{stem}{SUFFIX}"
            while (theirs := self._theirs.get(to)) is not None and not (theirs.holds(ours) or ours.holds(theirs)):
                more += 1
                to = self.folder / f"{stem}-{more}{SUFFIX}"
            if theirs is None or not theirs.holds(ours):
                write_whole(to, lines_of(without_lock(path, None).bodies[: len(ours.chains)]))
                self._theirs[to] = Known(_sign(to), ours.chains)
                number += 1
        return number

    def lost_here(self, playing: Path | None = None) -> list[Path]:
        """Return the games on the stick that this companion has not, or not so far, oldest first. Raises `OSError`."""
        self._look(playing)
        lost = [path for path, theirs in self._theirs.items() if not any(o.holds(theirs) for o in self._ours.values())]
        # Of two copies of one game, the one that has gone further.
        others = {path: [self._theirs[p] for p in lost if p != path] for path in lost}
        lost = [path for path in lost if not any(_ahead(other, self._theirs[path]) for other in others[path])]
        return sorted(lost, key=lambda path: (self._theirs[path].sign[2], path.name))

    def _look(self, playing: Path | None) -> bool:
        """Read what is new on either side; return whether there is anything here."""
        self._ours = _known(_ours_in(self._games), self._ours, playing)
        self._theirs = _known(_theirs_in(self.folder), self._theirs, None)
        return bool(self._ours)


def here(games: Path, game: Found) -> Path | None:
    """Return the game of this companion that is this one, at the same moment or a later one. Raises `OSError`."""
    sought = Known((0, 0, 0, 0), game.chains)
    return next((path for path, ours in _known(_ours_in(games), {}, None).items() if ours.holds(sought)), None)


def _ahead(other: Known, one: Known) -> bool:
    return other.holds(one) and (len(other.chains), other.sign) > (len(one.chains), one.sign)


def _ours_in(folder: Path) -> list[Path]:
    """The games of this companion. Raises `OSError`."""
    names = {path.name.removesuffix(ENDS) for path in folder.iterdir()} if folder.is_dir() else set()
    return [folder / name for name in sorted(names) if name.endswith(".game")]


def _theirs_in(folder: Path) -> list[Path]:
    """The games of a stick, the newest first, as far as they are read. Raises `OSError`."""
    found = [(path.stat(), path) for path in folder.glob(f"*{SUFFIX}") if path.is_file()] if folder.is_dir() else []
    found.sort(key=lambda one: (one[0].st_mtime_ns, one[1].name), reverse=True)
    room, taken = _MOST_BYTES, []
    for status, path in found[:_MOST]:
        # One that is too large for what is left must not hide all the older ones.
        if status.st_size <= room:
            room -= status.st_size
            taken.append(path)
    return taken


def _known(paths: Iterable[Path], before: dict[Path, Known], playing: Path | None) -> dict[Path, Known]:
    """Read those that are new or have changed; one that cannot be read is left out."""
    found = {}
    for path in paths:
        try:
            sign = _sign(path)
            known = before.get(path)
            if known is None or known.sign != sign:
                known = Known(sign, without_lock(path, playing).chains)
        except (JournalError, FileNotFoundError):
            continue
        if known.chains:
            found[path] = known
    return found


def _sign(path: Path) -> Sign:
    """What changes with the file. Raises `OSError`."""
    place = beside(path) if beside(path).exists() else path
    found = place.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_mode


def without_lock(path: Path, playing: Path | None) -> Found:
    """Read a game without a lock: whoever plays it, or is about to, must not be refused; its second copy only grows.

    Raises `OSError`, `JournalError`.
    """
    if path.name.endswith(SUFFIX):
        return unpack(path)
    copy = beside(path)
    if copy.exists():
        with os.fdopen(os.open(copy, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK), "rb") as file:
            regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            return told_by(file.read(LARGEST_FILE) if regular else b"")
    # SQLite's locks end as soon as this process closes the file once: one that is open here has its copy soon.
    return Found() if path == playing else unpack(path)
