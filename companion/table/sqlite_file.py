"""How a game file is laid out for SQLite, and how one is read without ever writing to it.

SQLite tidies up any file that it opens, so only a double of file and log is looked at, and only what this program
could have written is believed.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import msgspec
from msgspec import Struct, field

from companion.table.digest import sha256_for
from companion.table.errors import GameInUseError, JournalError
from companion.table.file_names import plain
from companion.table.journal_mirror import BEGINNING, link, links
from companion.table.limits import DEEPEST, LARGEST_FILE, LARGEST_GAME, LONGEST_RECORD, MOST_RECORDS
from companion.table.ordinary_file import is_absent, open_ordinary
from companion.table.record import Record
from companion.table.words import _

SCHEMA: Final = "CREATE TABLE record (number INTEGER PRIMARY KEY, body TEXT NOT NULL, chain BLOB NOT NULL)"
_DOUBLES: Final = "companion-double-"
_LAST_PLACE: Final = 2**31 - 1
"""SQLite has room for no more."""


_READ: Final = msgspec.json.Decoder(dict[str, Any]).decode
_READ_RECORD: Final = msgspec.json.Decoder(Record).decode

_TOGETHER: Final = 50
"""Records that are asked of SQLite at once: a stranger's file may have it make a million bytes of each."""

_FEW: Final = 8
"""Records that are looked at together: their brackets are seldom as many as one of them may have."""


class ChainedRecords(Struct, frozen=True):
    """Records with their chain values, oldest first.

    Args:
        bodies: the records as they are stored.
        chains: the chain value of each.
        records: what they say, with its types.
        whole: whether that is all that was in the file.
        error: why nothing could be read, if that is so.
    """

    bodies: list[bytes] = field(default_factory=list)
    chains: list[bytes] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    whole: bool = True
    error: Exception | None = None


def log_of(path: Path) -> Path:
    """Return where SQLite keeps the log of a file."""
    return path.with_name(path.name + "-wal")


def undo_of(path: Path) -> Path:
    """Return where SQLite would keep what it writes over; a game of ours has a log instead."""
    return path.with_name(path.name + "-journal")


def body_of(record: Mapping[str, Any]) -> bytes:
    """Return a record as it is stored."""
    return msgspec.json.encode(record)


def said_by(body: bytes) -> dict[str, Any] | None:
    """Return what a record says, or None if the companion cannot have written it."""
    if len(body) > LONGEST_RECORD:
        return None
    try:
        said = _READ(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return said if body.count(b"{") + body.count(b"[") <= DEEPEST or _depth(said) <= DEEPEST else None


def record_of(body: bytes) -> Record | None:
    """Return a record with its types, or None if the companion cannot have written it."""
    said = said_by(body)
    return None if said is None else Record.of(said)


def records_of(bodies: Iterable[bytes]) -> list[dict[str, Any]]:
    """Return what records say that were found to be whole, as plain JSON."""
    return list(map(_READ, bodies))


def _depth(value: Any) -> int:
    """Return how deep the lists and objects of a value are nested."""
    deep, level = 0, [value]
    while inner := [item for item in level if isinstance(item, dict | list)]:
        deep += 1
        level = [part for item in inner for part in (item.values() if isinstance(item, dict) else item)]
    return deep


def set_place(place: int) -> str:
    """Return the command that notes a place in the order of play."""
    return f"PRAGMA user_version = {min(place, _LAST_PLACE)}"


def connect(path: Path) -> sqlite3.Connection:
    """Open a file with SQLite. Raises `JournalError`."""
    try:
        # Waiting for a lock would freeze the screen, and the other companion holds it all evening.
        db = sqlite3.connect(f"file:{quote(os.fsencode(path))}", uri=True, isolation_level=None, timeout=0)
    except (sqlite3.Error, ValueError) as error:
        raise cannot_open(path, error) from error
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_RECORD + 1000)
    return db


def in_words(error: BaseException) -> str:
    """Say what the disk refused."""
    if isinstance(error, sqlite3.Error):
        return _("the disk is full: make room on it") if "disk is full" in str(error) else str(error)
    if isinstance(error, OSError) and error.strerror:
        return _("the disk is full: make room on it") if error.errno == errno.ENOSPC else error.strerror
    return str(error)


def in_use(path: Path) -> GameInUseError:
    """Return the error for a game that another companion plays."""
    return GameInUseError(
        _("The game file {path} is open in another companion. Close that one first.").format(path=plain(path))
    )


def locked(error: Exception) -> bool:
    """Return whether SQLite refused because another companion has the file."""
    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


def cannot_open(path: Path, error: Exception) -> JournalError:
    """Return the error for a file that SQLite or the disk refuses."""
    if locked(error):
        return in_use(path)
    if isinstance(error, sqlite3.OperationalError) and "disk is full" in str(error):
        return JournalError(
            _("The disk is full, so {path} cannot be opened. Free some space and try again.").format(path=plain(path))
        )
    return JournalError(
        _("The game file {path} cannot be opened ({error}). It is unchanged.").format(
            path=plain(path), error=in_words(error)
        )
    )


@contextmanager
def double_of(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a double of a file and its log, in memory where that can be had: the disk may be full or read-only."""
    memory = Path("/dev/shm")
    where = memory if os.access(memory, os.W_OK) else Path(tempfile.gettempdir())
    _sweep(where)
    with tempfile.TemporaryDirectory(prefix=f"{_DOUBLES}{os.getpid()}-", dir=where) as folder:
        twin = Path(folder) / "twin"
        _double(path, twin)
        try:
            _double(log_of(path), log_of(twin))
        except OSError as error:
            # What cannot be a log of ours makes way when the game is played.
            if not is_absent(error):
                raise
        with closing(connect(twin)) as db:
            # It is nobody else's, and what is in memory already need not be copied once more.
            db.execute(f"PRAGMA mmap_size = {LARGEST_FILE}")
            yield db


def _double(source: Path, target: Path) -> None:
    with os.fdopen(open_ordinary(source, os.O_RDONLY, LARGEST_FILE), "rb") as ours, target.open("xb") as twin:
        shutil.copyfileobj(ours, twin)


def _sweep(where: Path) -> None:
    """Remove doubles that companions left behind when they were killed: they would fill the memory."""
    for left in where.glob(f"{_DOUBLES}*"):
        owner = left.name.removeprefix(_DOUBLES).partition("-")[0]
        if owner.isdigit() and Path("/proc/self").exists() and not Path("/proc", owner).exists():
            shutil.rmtree(left, ignore_errors=True)


def walk(db: sqlite3.Connection, path: Path) -> sqlite3.Cursor:
    """Return a walk through the records, and nothing but that: no view or trigger of a stranger runs here."""
    schema = db.execute("SELECT name, sql FROM sqlite_master LIMIT 9").fetchall()
    if not any(name == "record" for name, _ in schema):
        what = _("{path} is a database of another program. It is unchanged; choose a game file.")
        raise JournalError(
            (what if schema else _("{path} is an empty file. It is unchanged; choose a game file.")).format(
                path=plain(path)
            )
        )
    if schema != [("record", SCHEMA)]:
        raise JournalError(
            _("{path} was not written by the companion. It is unchanged; choose another file.").format(path=plain(path))
        )
    return db.execute("SELECT number, CAST(body AS BLOB), chain FROM record ORDER BY number")


def can_be_written(db: sqlite3.Connection) -> bool:
    """Return whether SQLite would add to a file like this double, and not write over what is there.

    One bit of its head says whether it may; others, that there is room where there is none.
    """
    try:
        if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            return False
        db.execute("BEGIN")
        db.execute("INSERT INTO record (body, chain) VALUES ('', x'')")
        db.execute("ROLLBACK")
    except sqlite3.Error:
        return False
    return True


def read_rows(db: sqlite3.Connection, path: Path) -> ChainedRecords:
    """Read records up to the first damaged one. Raises like `walk`."""
    try:
        rows = walk(db, path)
        last = db.execute("SELECT number FROM record ORDER BY number DESC LIMIT 1").fetchone() or (0,)
        found = _read_whole(rows, sha256_for(last[0]))
    except (sqlite3.Error, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        found = None
    return _read_each(walk(db, path)) if found is None else found


def _read_whole(rows: sqlite3.Cursor, digest: Callable[[bytes], Any]) -> ChainedRecords | None:
    """Read all records; None if anything is unusual about them, which `_read_each` looks at more closely."""
    found, chain, size, number = ChainedRecords(), BEGINNING, 0, 0
    while part := rows.fetchmany(_TOGETHER):
        stated, bodies, chains = zip(*part, strict=True)
        first, number = number + 1, number + len(part)
        if stated != tuple(range(first, number + 1)) or set(map(type, bodies)) != {bytes}:
            return None
        linked = links(chain, bodies, digest)
        size += sum(map(len, bodies))
        if linked != [*chains] or number > MOST_RECORDS or size > LARGEST_GAME:
            return None
        chain = linked[-1]
        found.bodies.extend(bodies)
        found.chains.extend(linked)
        found.records.extend(map(_READ_RECORD, bodies))
    if any(record.entry is None and record.empty for record in found.records):
        return None
    if any(said_by(body) is None for body in _large(found.bodies)):
        return None
    return found


def _large(bodies: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the records that may be too long or too deeply nested, and a few beside them."""
    for first in range(0, len(bodies), _FEW):
        few = bodies[first : first + _FEW]
        together = b"".join(few)
        if together.count(b"{") + together.count(b"[") > DEEPEST or len(together) > LONGEST_RECORD:
            yield from few


def _read_each(rows: sqlite3.Cursor) -> ChainedRecords:
    """Read one record after the other up to the first damaged one."""
    found, chain, size = ChainedRecords(), BEGINNING, 0
    while True:
        try:
            row = next(rows, None)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            return ChainedRecords(found.bodies, found.chains, found.records, False, None if found.bodies else error)
        if row is None:
            return found
        number, body, stored = row
        said = None
        # The bytes are checked before anything in them is read.
        if number == len(found.bodies) + 1 and isinstance(body, bytes) and link(chain, body) == stored:
            said = record_of(body)
        size += len(body) if isinstance(body, bytes) else 0
        if said is None or number > MOST_RECORDS or size > LARGEST_GAME:
            return ChainedRecords(found.bodies, found.chains, found.records, False)
        chain = stored
        found.bodies.append(body)
        found.chains.append(stored)
        found.records.append(said)
