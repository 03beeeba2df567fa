"""Where games are kept: one SQLite file per game with a second copy beside it, one durable commit per step.

Every record carries a hash of itself and of all before it, so that a damaged file is noticed and never believed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from companion.table.errors import CannotSaveError, JournalError
from companion.table.file_names import plain
from companion.table.folder import folder_rights
from companion.table.game_file import build, build_alone, look
from companion.table.journal_mirror import BEGINNING, JournalMirror, MirrorInUseError, beside, links
from companion.table.limits import LARGEST_COPY, LARGEST_FILE, LARGEST_GAME, MOST_RECORDS
from companion.table.ordinary_file import make_way, open_ordinary
from companion.table.record import Record
from companion.table.sqlite_file import (
    body_of,
    connect,
    in_use,
    in_words,
    locked,
    log_of,
    records_of,
    said_by,
    set_place,
    undo_of,
)
from companion.table.words import _

_PAGES_IN_LOG: Final = 32
"""About thirty records: what stands in the log alone is soon in the file."""

Identity = tuple[int, int]


class SqliteJournal:
    """A game file. One connection, one thread; a second process is refused while it is open.

    Args:
        path: the file; if there is none, it begins with the first record.
        place: where its game stands in the order of play, the last one highest; written with the next record. No
            clock is needed for it. None leaves it where it is.

    Raises:
        DamagedJournalError: the file or its second copy is damaged, or they differ.
        CannotSaveError: it can be read, but not written.
        JournalError: the file cannot be opened, is in use, or is no game file.
    """

    def __init__(self, path: Path, place: int | None = None) -> None:
        self.path, self._place, self._placed = path, place, place is None
        self._db: sqlite3.Connection | None = None
        self._copy: JournalMirror | None = None
        self._chain, self._size = BEGINNING, 0
        self.bodies: list[bytes] = []
        self._read: list[Record] | None = []
        self._untidy: int | None = None
        self._parts: dict[str, Identity | None] = {}
        if os.path.lexists(path) or os.path.lexists(beside(path)):
            self._open()
        elif not path.parent.is_dir():
            raise JournalError(
                _("The game file {path} cannot be opened ({error}). It is unchanged.").format(
                    path=plain(path), error=_("there is no such folder")
                )
            )

    @property
    def records(self) -> list[dict[str, Any]]:
        """All records written so far as plain JSON, oldest first."""
        return records_of(self.bodies)

    def typed_records(self) -> list[Record]:
        """Return all records written so far, typed; those that were read when the file was opened are not kept here."""
        records, self._read = self._read, None
        return list(map(Record.of, self.records)) if records is None else records

    def append(self, *records: Mapping[str, Any]) -> None:
        """Write the records of one step, and return when all are safe on disk.

        Raises `JournalError`; then nothing was written.

        Where that cannot be made sure, because the disk neither takes a step nor takes it back, the error says so.
        All but the first are of answers that are joined to the one before: by that they are known for one step.
        """
        step = [*map(body_of, records)]
        size, number = self._size + sum(map(len, step)), len(self.bodies)
        if None in map(said_by, step) or size > LARGEST_GAME or number + len(step) > MOST_RECORDS:
            raise JournalError(_("The last step, or the whole game, is too long to be saved. The step does not count."))
        if self._db is None and not self.bodies:
            self.begin(records)
            return
        if self._db is None:
            self._return()
        self._tidy()
        self._write(step)
        self.bodies += step
        self._read = None
        try:
            self._look_after(number)
        except JournalError:
            del self.bodies[number:]
            self.close()
            raise
        self._size = size

    def begin(self, records: Sequence[Mapping[str, Any]]) -> None:
        """Write the first records at once: there is a file with all of them or none. Raises `JournalError`."""
        build(self.path, [body_of(record) for record in records], self._place)
        self._placed = True
        try:
            self._open()
        except JournalError:
            for path in (self.path, beside(self.path)):
                path.unlink(missing_ok=True)
            raise

    def close(self) -> None:
        """Release the file."""
        for part in (self._db, self._copy):
            if part is not None:
                part.close()
        self._db = self._copy = None

    def _open(self) -> None:
        """Lock the file, and then check that nobody has changed it since it was read."""
        stored = look(self.path)
        try:
            # SQLite opens what is read-only, too, and finds out with the first record.
            os.close(open_ordinary(self.path, os.O_RDWR, LARGEST_FILE))
            # SQLite would wait for a pipe, and would put what a journal of another program holds into the game.
            for part, most in ((log_of(self.path), LARGEST_FILE), (undo_of(self.path), -1)):
                make_way(part, most)
            make_way(beside(self.path), LARGEST_COPY)
            if stored.copied is not None:
                self._copy = JournalMirror(beside(self.path), stored.copied)
            self._db = connect(self.path)
            # Before the first read, or two who open it at once keep each other from ever writing.
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._db.execute("PRAGMA journal_mode = WAL")
            # NORMAL would lose acknowledged answers when the plug is pulled; only FULL syncs every commit.
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_IN_LOG}")
            last = self._db.execute("SELECT number FROM record ORDER BY number DESC LIMIT 1").fetchone()
        except MirrorInUseError as error:
            self.close()
            raise in_use(self.path) from error
        except (sqlite3.Error, OSError) as error:
            self.close()
            if locked(error):
                raise in_use(self.path) from error
            raise CannotSaveError(
                _(
                    "Nothing can be saved in {path} ({error}). The game was not changed, and you can still view it."
                ).format(path=plain(self.path), error=in_words(error))
            ) from error
        if (last or (0,)) != (stored.in_file + stored.refused,):
            self.close()
            raise in_use(self.path)
        tidy = stored.copied is not None and stored.in_file == len(stored.bodies) and not stored.refused
        self._untidy = None if tidy else stored.in_file
        self._chain, self.bodies, self._read = stored.chain, stored.bodies, stored.typed_records
        self._size = sum(map(len, stored.bodies))
        self._remember()

    def _tidy(self) -> None:
        """Make the file and its copy the same.

        A step that is in one of them alone or was refused is removed, and a missing copy is made.
        """
        known = self._untidy
        if known is None:
            return
        assert self._db is not None
        try:
            if self._copy is None:
                self._copy = JournalMirror.write(beside(self.path), self.bodies)
            with self._db:
                self._db.execute("BEGIN")
                self._db.execute("DELETE FROM record WHERE number > ?", (known,))
                self._insert(self.bodies[known:], links(BEGINNING, self.bodies)[known:])
                # It is written, whatever it says: over what the log may hold of a step that was refused.
                self._db.execute(set_place(*self._db.execute("PRAGMA user_version").fetchone()))
        except MirrorInUseError as error:
            raise in_use(self.path) from error
        except (sqlite3.Error, OSError) as error:
            raise _refused(error) from error
        self._untidy = None
        self._remember()

    def _write(self, step: Sequence[bytes]) -> None:
        """Write a step to the copy, then to the file; refused by one of them, it is taken back from both."""
        assert self._db is not None
        assert self._copy is not None
        chains = links(self._chain, step)
        copied = False
        try:
            self._copy.append([*zip(chains, step, strict=True)])
            copied = True
            self._db.execute("BEGIN")
            self._insert(step, chains)
            if self._place is not None and not self._placed:
                self._db.execute(set_place(self._place))
            self._db.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            if copied:
                self._untidy = len(self.bodies)
            try:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                self._copy.take_back(stands=copied)
            except (sqlite3.Error, OSError):
                raise _unknown(error) from error
            raise _refused(error) from error
        self._chain, self._placed = chains[-1], True

    def _insert(self, bodies: Sequence[bytes], chains: Sequence[bytes]) -> None:
        assert self._db is not None
        for body, chain in zip(bodies, chains, strict=True):
            self._db.execute("INSERT INTO record (body, chain) VALUES (?, ?)", (body.decode(), chain))

    # -- files that go away while they are open ----------------------------------------------------------------

    def _remember(self) -> None:
        """Note which files are written to: one that is removed still takes writes, but they are lost."""
        parts = (self.path, log_of(self.path), beside(self.path))
        self._parts = {str(path): _identity(str(path)) if path.exists() else None for path in parts}

    def _look_after(self, number: int) -> None:
        """Make sure that what was written can be found again; files that were removed are written anew.

        Args:
            number: of the records before what was written.

        Raises:
            JournalError: that cannot be done, or another file lies in their place.
        """
        try:
            gone = self._gone()
        except JournalError:
            self._unwrite(number)
            raise
        if gone:
            self._write_anew(gone)

    def _gone(self) -> list[str]:
        """Return which files were removed. Raises `JournalError` where another one lies in the place of ours."""
        gone = []
        for path, known in self._parts.items():
            try:
                found = _identity(path)
            except (FileNotFoundError, NotADirectoryError):
                gone.append(path)
                continue
            except OSError as error:
                raise _refused(error) from error
            if known is None:
                self._parts[path] = found
            elif known != found:
                raise JournalError(
                    _("Another file is in the place of {path}. Move it away. The step does not count.").format(
                        path=plain(Path(path))
                    )
                )
        return gone

    def _unwrite(self, number: int) -> None:
        """Take the last step out of both files: `number` records stay. One of the files may still be in its place."""
        assert self._copy is not None
        assert self._db is not None
        try:
            self._copy.take_back(stands=True)
            self._db.execute("DELETE FROM record WHERE number > ?", (number,))
        except (sqlite3.Error, OSError) as error:
            raise _unknown(error) from error

    def _return(self) -> None:
        """Open the files anew after they were away, unless something else lies in their place now."""
        if os.path.lexists(self.path):
            raise JournalError(
                _("{path} was missing for a while. The step does not count; open the game again.").format(
                    path=plain(self.path)
                )
            )
        self._write_anew([str(self.path)])

    def _write_anew(self, gone: list[str]) -> None:
        try:
            if str(self.path) in gone:
                self.path.parent.mkdir(mode=folder_rights(self.path.parent), parents=True, exist_ok=True)
                build_alone(self.path, self.bodies, self._place)
        except OSError as error:
            reason = error.__cause__ or error
            if self._copy is not None:
                try:
                    self._copy.take_back(stands=True)
                except OSError:
                    raise _unknown(reason) from error
            raise JournalError(
                _(
                    "The file {path} was removed and cannot be written again ({error}). The last step does not count."
                ).format(path=plain(self.path), error=in_words(reason))
            ) from error
        self.close()
        try:
            self._open()
            self._tidy()
        except JournalError as error:
            raise _unknown(error.__cause__ or error) from error


def _identity(path: str) -> Identity:
    found = os.stat(path)  # noqa: PTH116 - three of them for each answer
    return found.st_dev, found.st_ino


def _unknown(error: BaseException) -> JournalError:
    return JournalError(
        _(
            "The last step may not have been saved ({error}). Everything before it is safe. When "
            "the disk works again, reopen the game and check."
        ).format(error=in_words(error))
    )


def _refused(error: Exception) -> JournalError:
    return JournalError(
        _("The last step could not be saved ({full}), so it does not count. Everything before it is safe.").format(
            full=in_words(error)
        )
    )
