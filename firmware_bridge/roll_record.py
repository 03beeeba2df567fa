"""Records every roll of a tower, to test whether it is fair."""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

from msgspec import Struct

from firmware_bridge.errors import RecordError
from firmware_bridge.tower_events import RollFinished
from firmware_bridge.words import _

__all__ = ["RecordedTower", "RollRecord"]


class RecordedTower(Struct, frozen=True):
    """One tower in one of its two ways to make faces.

    Attributes:
        uid: of the tower.
        source: `g` it made the faces, `r` it read real dice; the two are judged apart.
        rolls: how many rolls are recorded.
    """

    uid: str
    source: str
    rolls: int


class RollRecord:
    """The rolls of towers, in one SQLite file.

    A power cut costs none of them: each is on the disk before the next one falls. Each has a checksum of its own, by
    which one that a worn card has changed is noticed.

    Args:
        path: the file; created if missing.
        look: called with each file before SQLite opens it; raises `OSError` for what must not be opened.

    Raises:
        RecordError: it cannot be read or made.
    """

    def __init__(self, path: Path, look: Callable[[Path], object] = Path.exists) -> None:
        self._path = path
        try:
            for end in ("", "-wal", "-shm", "-journal"):
                look(path.with_name(path.name + end))
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # A folder that hands its group on is shared with that group.
            rights = 0o660 if path.parent.stat().st_mode & stat.S_ISGID else 0o600
            # SQLite gives its log the rights of the file.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, rights))
            self._db = sqlite3.connect(path, isolation_level=None, timeout=0)
        except (sqlite3.Error, OSError) as error:
            raise self._trouble(error) from error
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            # A tower takes seconds for a roll; the disk takes a thousandth of that.
            self._db.execute("PRAGMA synchronous = FULL")
            # Damage in the log would not be noticed: each roll is in the file itself at once.
            self._db.execute("PRAGMA wal_autocheckpoint = 1")
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS roll (uid TEXT, number INTEGER, source TEXT, at INTEGER, faces TEXT,"
                " PRIMARY KEY (uid, number)) WITHOUT ROWID"
            )
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self._db.close()
            raise self._trouble(error) from error

    def add(self, uid: str, roll: RollFinished) -> None:
        """Keep a roll. One that is here already, sent again by the tower, is not counted twice.

        Args:
            uid: of the tower.
            roll: its result; dice without a readable face are left out.

        Raises:
            RecordError: it cannot be written.
        """
        faces = "".join(str(face) for face in roll.faces if face is not None)
        now = int(time.time())
        row = (uid, roll.number, roll.source, now, f"{faces} {_sum(uid, roll.number, roll.source, now, faces)}")
        try:
            self._db.execute("INSERT OR IGNORE INTO roll VALUES (?, ?, ?, ?, ?)", row)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._trouble(error) from error

    def towers(self) -> list[RecordedTower]:
        """Return each tower that has ever rolled here, the busiest first. Raises `RecordError`."""
        found = Counter((uid, source) for uid, source, _ in self._rolls())
        return [RecordedTower(*who, rolls) for who, rolls in sorted(found.items(), key=lambda one: (-one[1], one[0]))]

    def faces(self, tower: RecordedTower) -> list[int]:
        """Return its faces in the order they fell. Raises `RecordError`."""
        rolls = (faces for uid, source, faces in self._rolls() if (uid, source) == (tower.uid, tower.source))
        return [int(face) for faces in rolls for face in faces]

    def close(self) -> None:
        """Release the file."""
        self._db.close()

    def _rolls(self) -> list[tuple[str, str, str]]:
        """Return tower, source and faces of each roll, in order. Raises `RecordError` if one is damaged."""
        try:
            if self._db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise self._trouble(_("it is damaged"))
            rows = self._db.execute("SELECT uid, number, source, at, faces FROM roll ORDER BY uid, number").fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._trouble(error) from error
        rolls = []
        for uid, number, source, at, text in rows:
            faces, blank, stated = text.partition(" ") if isinstance(text, str) else ("", " ", "")
            # Rolls of before there were sums have none.
            if (blank and stated != _sum(uid, number, source, at, faces)) or not set(faces) <= set("123456"):
                raise self._trouble(_("roll {number} in it is damaged").format(number=number))
            rolls.append((uid, source, faces))
        return rolls

    def _trouble(self, error: object) -> RecordError:
        name, why = self._path.name, error
        if isinstance(error, OSError):
            name, why = Path(error.filename or self._path).name, error.strerror
        return RecordError(
            _(
                "The roll record {name} cannot be used ({why}). Rolling and your games are not "
                "affected. Move the file away to start a new one."
            ).format(name=name, why=why)
        )


def _sum(uid: object, number: object, source: object, at: object, faces: str) -> str:
    return f"{crc32(f'{uid}/{number}/{source}/{at}/{faces}'.encode()):08x}"
