"""Reads a game file together with its second copy, and builds both.

Nothing is written where they lie before it is known that they are a game of ours, and whole.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.table.errors import DamagedJournalError, JournalError
from companion.table.file_names import plain
from companion.table.folder import create_beside, sync_folder
from companion.table.journal_mirror import (
    BEGINNING,
    JournalMirror,
    MirrorContents,
    MirrorInUseError,
    beside,
    link,
    load,
    read,
)
from companion.table.limits import LARGEST_FILE, LARGEST_GAME, MOST_RECORDS
from companion.table.ordinary_file import first_bytes, open_ordinary
from companion.table.record import Record
from companion.table.sqlite_file import (
    SCHEMA,
    ChainedRecords,
    can_be_written,
    cannot_open,
    connect,
    double_of,
    in_use,
    in_words,
    log_of,
    read_rows,
    record_of,
    records_of,
    set_place,
)
from companion.table.words import _

Half = Literal["longest", "file", "copy"]
"""Which of a game file and its second copy is believed."""


class Reconciled(Struct, frozen=True):
    """What file and copy agree on.

    Args:
        bodies: the records as they are stored.
        typed_records: the same records, read.
        chain: the last chain value.
        in_file: how many of them the game file holds.
        refused: how many more the game file holds, which the copy has taken back.
        copied: bytes of the second copy that hold all of them; None if it must be written anew.
    """

    bodies: list[bytes]
    typed_records: list[Record]
    chain: bytes
    in_file: int
    refused: int
    copied: int | None

    @property
    def records(self) -> list[dict[str, Any]]:
        """The records as plain JSON."""
        return records_of(self.bodies)


def look(path: Path, *, claims: bool = True) -> Reconciled:
    """Return what a game file and its second copy hold. Nothing is written where they lie.

    Args:
        path: the game file.
        claims: whether nobody may open it meanwhile.

    Raises:
        DamagedJournalError: they differ, or something in them is damaged; `rescue` tells what can be had.
        JournalError: it is no game file, cannot be read, or is open in another companion.
    """
    file, copy = _both(path, claims=claims)
    if copy is None:
        if file.whole:
            return Reconciled(file.bodies, file.records, _last(file.chains), len(file.bodies), 0, None)
        raise _damage(path, file, 0)
    copied = _checked(copy, file)
    m, c = len(file.chains), len(copied.chains)
    # A file that is ahead by a step that was refused, and could not be taken out of it.
    refused = max(0, m - c) if copy.taken_back.issuperset(file.chains[c:]) else 0
    m -= refused
    common = min(m, c)
    # What is joined may be of the step that was being written, whose beginning has not come to the disk.
    beyond = [chain for chain, body in copy.beyond.items() if (said := record_of(body)) and not _is_joined(said)]
    agree = file.chains[:common] == copied.chains[:common] and set(beyond[-1:]).issubset(file.chains)
    # The copy is a step ahead when the power failed between the two. It is behind when an older version has played on.
    if not (file.whole and agree and all(map(_is_joined, copied.records[m + 1 :]))):
        raise _damage(path, file, c)
    best = copied if c >= m else file
    good = copy.kept if c >= m and copied.whole and not beyond else None
    return Reconciled(best.bodies, best.records, _last(best.chains), m, refused, good)


def rescue(path: Path, half: Half = "longest") -> list[bytes]:
    """Return the whole beginning of a game, from a file or a second copy that is damaged. Nothing is written there.

    Raises:
        JournalError: nothing can be read any more.
    """
    file, copy = _both(path)
    copied = _checked(copy, file) if copy is not None else ChainedRecords()
    bodies = {"file": file, "copy": copied}.get(half, max(file, copied, key=lambda found: len(found.bodies))).bodies
    if not bodies:
        raise (
            cannot_open(path, file.error)
            if file.error
            else JournalError(_("Nothing in {damaged} can be read. It was not changed.").format(damaged=plain(path)))
        )
    return bodies


def recover(damaged: Path, fresh: Path, half: Half = "longest") -> None:
    """Save the whole beginning of a damaged game to a new file; the damaged one stays as it is. Raises `JournalError`.

    Args:
        damaged: the game file that cannot be opened.
        fresh: the new one.
        half: which of the two copies to take.
    """
    build(fresh, rescue(damaged, half))


def records_of_copy(text: bytes) -> ChainedRecords:
    """Return the records of a second copy by itself, up to the first damaged one."""
    copy = read(text)
    records = _checked(copy, ChainedRecords())
    return replace(records, whole=records.whole and copy.size == len(text))


def parts_of(path: Path) -> tuple[Path, ...]:
    """Return the files that a game consists of: SQLite would read a log that lies there as a part of a new one."""
    return path, beside(path), log_of(path)


def build(path: Path, bodies: Sequence[bytes], place: int | None = None) -> None:
    """Write a new game with its second copy. Whenever the power fails, there is a whole file or none.

    Args:
        path: the file; there must be none of `parts_of` it.
        bodies: its records as they are stored.
        place: its place in the order of play, see `SqliteJournal`.

    Raises:
        JournalError: it cannot be written; nothing is there then.
    """
    for taken in filter(os.path.lexists, parts_of(path)):
        raise JournalError(
            _("There is already a file {copy}. Nothing was overwritten; choose another name.").format(copy=plain(taken))
        )
    # The file first: without its copy it is whole, and the copy is written again.
    build_alone(path, bodies, place)
    try:
        JournalMirror.write(beside(path), bodies).close()
    except OSError as error:
        for part in (path, beside(path)):
            part.unlink(missing_ok=True)
        raise _unwritten(path, error) from error


def build_alone(path: Path, bodies: Sequence[bytes], place: int | None = None) -> None:
    """Write a new game without its second copy, which may be there.

    Arguments and errors are those of `build`.
    """
    try:
        file, fresh = create_beside(path, "-new")
    except OSError as error:
        raise _unwritten(path, error) from error
    try:
        os.close(file)
        with closing(connect(fresh)) as db:
            db.execute("PRAGMA journal_mode = OFF")
            db.execute("PRAGMA synchronous = OFF")
            db.execute("BEGIN")
            db.execute(SCHEMA)
            chain = BEGINNING
            for body in bodies:
                chain = link(chain, body)
                db.execute("INSERT INTO record (body, chain) VALUES (?, ?)", (body.decode(), chain))
            if place is not None:
                db.execute(set_place(place))
            db.execute("COMMIT")
            db.execute("PRAGMA journal_mode = WAL")
        _sync(fresh)
        # SQLite would put a log that was left behind into any file of that name.
        log_of(path).unlink(missing_ok=True)
        fresh.rename(path)
        try:
            sync_folder(path.parent)
        except OSError:
            path.unlink()
            raise
    except (OSError, sqlite3.Error) as error:
        fresh.unlink(missing_ok=True)
        if isinstance(error, JournalError):
            raise
        raise _unwritten(path, error) from error


def place_of(path: Path) -> int:
    """Return the place of a file in the order of play; 0 if it has none, or none that can be read."""
    try:
        if not path.is_file():
            return 0
        if not log_of(path).is_file() or not log_of(path).stat().st_size:
            head = first_bytes(path, 64)
            # Where the file format keeps `user_version`.
            found = int.from_bytes(head[60:], signed=True) if head.startswith(b"SQLite format 3\0") else 0
        else:
            with double_of(path) as db:
                found = db.execute("PRAGMA user_version").fetchone()[0]
    except (OSError, sqlite3.Error):
        return 0
    return max(0, found)


def _last(chains: Sequence[bytes]) -> bytes:
    return chains[-1] if chains else BEGINNING


def _is_joined(record: Record) -> bool:
    """Return whether a record belongs to the step of the record before."""
    return record.entry is not None and record.entry.joined


def _damage(path: Path, file: ChainedRecords, copied: int) -> JournalError:
    if file.error is not None and not copied:
        return file.error if isinstance(file.error, JournalError) else cannot_open(path, file.error)
    return DamagedJournalError(plain(path), len(file.bodies), copied, whole=file.whole)


def _unwritten(path: Path, error: Exception) -> JournalError:
    return JournalError(
        _("The game file {path} cannot be written ({error}). It does not exist now; the step does not count.").format(
            path=plain(path), error=in_words(error)
        )
    )


def _both(path: Path, *, claims: bool = True) -> tuple[ChainedRecords, MirrorContents | None]:
    """Read the game file and its second copy."""
    try:
        # First, because that tells whether somebody else is writing to them.
        text = load(beside(path), claims=claims)
    except MirrorInUseError as error:
        raise in_use(path) from error
    except OSError:
        text = b""
    try:
        with double_of(path) as db:
            file = read_rows(db, path)
            if not can_be_written(db):
                file = replace(file, whole=False)
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        file = ChainedRecords(whole=False, error=error)
    return file, None if text is None else read(text, file.bodies, file.chains)


def _checked(copy: MirrorContents, file: ChainedRecords) -> ChainedRecords:
    """Read the records of a second copy up to the first one that is none; those of the game file have been read."""
    if copy.chains == file.chains:
        return ChainedRecords(copy.bodies, copy.chains, file.records)
    records: list[Record] = []
    size = 0
    known = dict(zip(file.chains, file.records, strict=True))
    for body, chain in zip(copy.bodies[:MOST_RECORDS], copy.chains, strict=False):
        size += len(body)
        said = known.get(chain) or record_of(body)
        if said is None or size > LARGEST_GAME:
            break
        records.append(said)
    number = len(records)
    return ChainedRecords(copy.bodies[:number], copy.chains[:number], records, number == len(copy.bodies))


def _sync(path: Path) -> None:
    descriptor = open_ordinary(path, os.O_RDONLY, LARGEST_FILE)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
