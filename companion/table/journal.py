"""Where games are kept: one SQLite file per game, one durable commit per record.

Every record carries a hash of itself and of all before it, so that a damaged file is noticed and never believed.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from companion.table.errors import DamagedJournalError, JournalError
from companion.table.words import _

_SCHEMA = "CREATE TABLE IF NOT EXISTS record (number INTEGER PRIMARY KEY, body TEXT NOT NULL, chain BLOB NOT NULL)"
_LONGEST_NAME = 60
_LAST_PLACE = 2**31 - 1
"""SQLite has room for no more."""


class SqliteJournal:
    """A game file. One connection, one thread; a second process is refused while it is open.

    Args:
        path: the file; created if it does not exist.
        place: where its game stands in the order of play, the last one highest; written with the next record. No
            clock is needed for it. None leaves it where it is.

    Raises:
        DamagedJournalError: a record is damaged; `recover` saves what comes before it.
        JournalError: the file cannot be opened, is in use, or is no game file.
    """

    def __init__(self, path: Path, place: int | None = None) -> None:
        self.path, self._place = path, place
        self._db = _connect(path)
        try:
            # Before the first read, or two who open it at once keep each other from ever writing.
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            _refuse_stranger(self._db, path)
            self._db.execute("PRAGMA journal_mode = WAL")
            # NORMAL would lose acknowledged answers when the plug is pulled; only FULL syncs every commit.
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute(_SCHEMA)
            self._chain, self._records, whole = _read(self._db)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self._db.close()
            raise _cannot_open(path, error) from error
        except JournalError:
            self._db.close()
            raise
        if not whole:
            self._db.close()
            raise DamagedJournalError(plain(path), len(self._records))

    @classmethod
    def recover(cls, damaged: Path, copy: Path) -> SqliteJournal:
        """Put the undamaged beginning of a file into a new one and return that, open.

        Args:
            damaged: the file that cannot be opened; it is only read, and stays as it is.
            copy: the new file; it must not exist yet.

        Raises:
            JournalError: nothing can be read any more, or the new file exists or cannot be written.
        """
        if copy.exists():
            raise JournalError(
                _("There is a file {copy} already. Nothing was overwritten; name a new one.").format(copy=plain(copy))
            )
        with tempfile.TemporaryDirectory() as folder:
            # SQLite tidies up any file that it opens, so it gets a double of the damaged one.
            double = Path(folder) / "double"
            try:
                shutil.copyfile(damaged, double)
                log = damaged.with_name(damaged.name + "-wal")
                if log.exists():
                    shutil.copyfile(log, double.with_name("double-wal"))
                source = _connect(double)
                try:
                    __, records, ___ = _read(source)
                finally:
                    source.close()
            except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
                raise _cannot_open(damaged, error) from error
        if not records:
            raise JournalError(
                _("Nothing in {damaged} can be read any more. It is unchanged.").format(damaged=plain(damaged))
            )
        journal = cls(copy)
        for record in records:
            journal.append(record)
        return journal

    @property
    def records(self) -> list[dict[str, Any]]:
        """Everything written so far, oldest first."""
        return list(self._records)

    def append(self, record: Mapping[str, Any]) -> None:
        """Write one record and return when it is safe on disk. Raises `JournalError`; then nothing was written."""
        body = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        chain = _link(self._chain, body)
        try:
            self._db.execute("BEGIN")
            self._db.execute("INSERT INTO record (body, chain) VALUES (?, ?)", (body, chain))
            if self._place is not None:
                self._db.execute(f"PRAGMA user_version = {min(self._place, _LAST_PLACE)}")
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            full = _("the disk is full: make room on it") if "disk is full" in str(error) else str(error)
            raise JournalError(
                _("The last step could not be saved ({full}). It was not taken; everything before it is safe.").format(
                    full=full
                )
            ) from error
        self._chain, self._place = chain, None
        self._records.append(json.loads(body))

    def close(self) -> None:
        """Release the file."""
        self._db.close()


def plain(path: Path) -> str:
    """Return a file's name as it can be shown and printed; what is in the name of a stranger's file need be no text."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in path.name)
    return shown if len(shown) <= _LONGEST_NAME else f"{shown[:_LONGEST_NAME]}…"


def place_of(path: Path) -> int:
    """Return the place of a file in the order of play; 0 if it has none, or none that can be read."""
    log = path.with_name(path.name + "-wal")
    try:
        if not path.is_file():
            return 0
        if not log.is_file() or not log.stat().st_size:
            with path.open("rb") as file:
                head = file.read(64)
            # Where the file format keeps `user_version`.
            found = int.from_bytes(head[60:], signed=True) if head.startswith(b"SQLite format 3\0") else 0
        else:
            with closing(_connect(path)) as db:
                found = db.execute("PRAGMA user_version").fetchone()[0]
    except (OSError, sqlite3.Error):
        return 0
    return max(0, found)


def _connect(path: Path) -> sqlite3.Connection:
    try:
        # Waiting for a lock would freeze the screen, and the other companion holds it all evening.
        return sqlite3.connect(f"file:{quote(str(path))}?psow=0", uri=True, isolation_level=None, timeout=0)
    except (sqlite3.Error, ValueError) as error:
        raise _cannot_open(path, error) from error


def _refuse_stranger(db: sqlite3.Connection, path: Path) -> None:
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and "record" not in tables:
        raise JournalError(
            _("{path} is a database of another program. It is unchanged; choose a game file.").format(path=plain(path))
        )


def _cannot_open(path: Path, error: Exception) -> JournalError:
    if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
        return JournalError(
            _("The game file {path} is open in another companion. Close that one first.").format(path=plain(path))
        )
    if isinstance(error, sqlite3.OperationalError) and "disk is full" in str(error):
        return JournalError(
            _("The disk is full; {path} cannot be opened without room. Make some, and try again.").format(
                path=plain(path)
            )
        )
    return JournalError(
        _("The game file {path} cannot be opened ({error}). It is unchanged.").format(path=plain(path), error=error)
    )


def _read(db: sqlite3.Connection) -> tuple[bytes, list[dict[str, Any]], bool]:
    """Return the last chain value, the records up to the first damaged one, and whether that is all of them."""
    chain = b""
    records: list[dict[str, Any]] = []
    rows = db.execute("SELECT number, CAST(body AS BLOB), chain FROM record ORDER BY number")
    while True:
        try:
            row = next(rows, None)
        except sqlite3.DatabaseError:
            if not records:
                raise
            return chain, records, False
        if row is None:
            return chain, records, True
        number, body, stored = row
        if number != len(records) + 1 or not isinstance(body, bytes):
            return chain, records, False
        # The bytes are checked before anything in them is read.
        if hashlib.sha256(chain + body).digest() != stored:
            return chain, records, False
        try:
            record = msgspec.json.decode(body, type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError):
            return chain, records, False
        chain = stored
        records.append(record)


def _link(before: bytes, body: str) -> bytes:
    return hashlib.sha256(before + body.encode()).digest()
