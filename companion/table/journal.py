"""Where games are kept: one SQLite file per game, one durable commit per record.

Every record carries a hash of itself and of all before it, so that a damaged file is noticed and never believed.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.table.errors import JournalError

_SCHEMA = "CREATE TABLE IF NOT EXISTS record (number INTEGER PRIMARY KEY, body TEXT NOT NULL, chain BLOB NOT NULL)"


class SqliteJournal:
    """A game file. One connection, one thread; a second process is refused while it is open.

    Args:
        path: the file; created if it does not exist.

    Raises:
        JournalError: the file cannot be opened, is in use, or is damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._db = sqlite3.connect(f"file:{path}?psow=0", uri=True, isolation_level=None)
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._db.execute("PRAGMA journal_mode = WAL")
            # NORMAL would lose acknowledged answers when the plug is pulled; only FULL syncs every commit.
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute(_SCHEMA)
            self._chain, self._records = self._read()
        except sqlite3.Error as error:
            raise JournalError(f"The game file {path.name} cannot be opened ({error}). It is unchanged.") from error

    @property
    def records(self) -> list[dict[str, Any]]:
        """Everything written so far, oldest first."""
        return list(self._records)

    def append(self, record: Mapping[str, Any]) -> None:
        """Write one record and return when it is safe on disk. Raises `JournalError`; then nothing was written."""
        body = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        chain = _link(self._chain, body)
        try:
            self._db.execute("INSERT INTO record (body, chain) VALUES (?, ?)", (body, chain))
        except sqlite3.Error as error:
            raise JournalError(
                f"The last step could not be saved ({error}). It was not taken; everything before it is safe."
            ) from error
        self._chain = chain
        self._records.append(json.loads(body))

    def close(self) -> None:
        """Release the file."""
        self._db.close()

    def _read(self) -> tuple[bytes, list[dict[str, Any]]]:
        chain = b""
        records: list[dict[str, Any]] = []
        for number, body, stored in self._db.execute("SELECT number, body, chain FROM record ORDER BY number"):
            chain = _link(chain, body)
            if chain != stored or number != len(records) + 1:
                raise JournalError(
                    f"The game file {self.path.name} is damaged at step {number}. It is unchanged; "
                    f"the {len(records)} steps before it can still be read."
                )
            records.append(json.loads(body))
        return chain, records


def _link(before: bytes, body: str) -> bytes:
    return hashlib.sha256(before + body.encode()).digest()
