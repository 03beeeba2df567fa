"""Stores the open game in its file or, where the disk refuses and people agree, in memory until the disk works."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from companion.table.errors import JournalError
from companion.table.file_names import plain
from companion.table.folder import folder_rights
from companion.table.journal import SqliteJournal
from companion.table.sqlite_file import in_words
from companion.table.words import _

Record = Mapping[str, Any]

_log = logging.getLogger(__name__)


class FallbackJournal:
    """The journal of the game that is open.

    A file begins with the second record: a game that was only looked at leaves none. A step that the disk refuses is
    refused; repeated, it counts without being saved, and `warning` says so until the disk has taken everything.

    Args:
        path: of the file.
        place: see `SqliteJournal`.
        file: the open file; None if there is none yet, or if it cannot be written.
        stored: how many records stand in it.
    """

    def __init__(self, path: Path, place: int | None, file: SqliteJournal | None = None, stored: int = 0) -> None:
        self._path, self._place, self._file, self._stored = path, place, file, stored
        self._waiting: list[Sequence[Record]] = []
        self._refused: list[object] = []
        self.warning = ""
        if stored and file is None:
            self._warn()

    def append(self, *records: Record) -> None:
        """Keep the records of one step. Raises `JournalError`; then it does not count."""
        if not self._stored and not self._waiting and self._file is None:
            self._waiting.append(records)
            return
        try:
            self._save(records)
        except JournalError as error:
            step = [*map(_what, records)]
            if not self.warning and self._refused != step:
                self._refused = step
                raise JournalError(
                    _("{error} Repeat the step to play on without saving.").format(error=error)
                ) from error
            self._waiting.append(records)
            self._warn()
        else:
            if self.warning:
                _log.info("%s is saved again", self._path)
            self.warning = ""
        self._refused = []

    def close(self) -> None:
        """Release the file; what waits for the disk is offered to it a last time."""
        if self.warning and self._waiting:
            try:
                self._save(self._waiting.pop())
            except JournalError:
                # People have been told since it was played.
                self._waiting.clear()
        if self._file is not None:
            self._file.close()

    def _save(self, step: Sequence[Record]) -> None:
        if self._file is None:
            if not self._stored and not self._path.parent.exists():
                _make_folder(self._path)
            file = SqliteJournal(self._path, self._place)
            if not self._stored:
                file.begin([*chain.from_iterable(self._waiting), *step])
                self._waiting.clear()
                self._file = file
                return
            if len(file.bodies) != self._stored:
                file.close()
                raise JournalError(
                    _("{path} has changed in the meantime; open the game again.").format(path=plain(self._path))
                )
            self._file = file
        while self._waiting:
            self._file.append(*self._waiting[0])
            del self._waiting[0]
        self._file.append(*step)

    def _warn(self) -> None:
        if not self.warning:
            _log.warning("%s cannot be saved; it is played on in memory", self._path)
        self.warning = _("Nothing you do now is saved: the disk cannot be written.")


def _make_folder(path: Path) -> None:
    """Make the folder of a game anew, which somebody may have removed meanwhile. Raises `JournalError`."""
    try:
        path.parent.mkdir(mode=folder_rights(path.parent), parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(
            _("The game file {path} cannot be opened ({error}). It is unchanged.").format(
                path=plain(path), error=in_words(error)
            )
        ) from error


def _what(record: Record) -> object:
    """Return what identifies a refused step when it is repeated: all of a record but the faces of dice."""
    entry = record.get("entry", {})
    return entry.get("kind"), entry.get("key"), tuple(record)
