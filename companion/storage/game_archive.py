"""A game as one file to carry away: the lines of its second copy, each with the hash of itself and all before it.

Whoever takes one in knows nothing of who wrote it. Its bytes are bounded and checked before anything in them is read,
then what they say, then whether the game can be played by the rules that are here; only then is anything written.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from companion.storage.atomic_file import write_whole
from companion.storage.errors import StorageError, why
from companion.table.errors import DamagedJournalError, JournalError, ReplayMismatchError
from companion.table.file_names import plain
from companion.table.game import Game
from companion.table.game_file import look, records_of_copy
from companion.table.journal_mirror import BEGINNING, ENDS, lines_of, link
from companion.table.limits import LARGEST_COPY
from companion.table.ordinary_file import first_bytes, read_file
from companion.table.session import game_of, open_session
from companion.table.sqlite_file import ChainedRecords
from companion.table.timeline import Timeline
from companion.table.words import _

SUFFIX: Final = f".game{ENDS}"
"""The end of such a file's name. Put into the games folder of another companion, the file is one of its games."""

_DATABASE: Final = b"SQLite format 3\0"


def pack(bodies: Sequence[bytes], to: Path) -> None:
    """Write a game to one new file.

    Args:
        bodies: its records as they are stored.
        to: the file; there must be none.

    Raises:
        StorageError: there is one, or the disk refuses; nothing was written.
    """
    write_new(to, lines_of(bodies))


def write_new(to: Path, content: bytes) -> None:
    """Write a file that nobody has yet. Raises `StorageError`."""
    try:
        if os.path.lexists(to):
            raise StorageError(
                _("There is already a file {name}. Nothing was overwritten; choose another name.").format(
                    name=plain(to)
                )
            )
        write_whole(to, content)
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(
            _("{name} cannot be written: {why}. The game is unchanged.").format(name=plain(to), why=why(error))
        ) from error


def unpack(path: Path) -> ChainedRecords:
    """Return the records of a game that is one file, as far as they are whole; a game file will do, too.

    Raises:
        JournalError: it is no game, or cannot be read.
    """
    content = _content(path)
    if content.startswith(_DATABASE):
        settled = look(path)
        return ChainedRecords(
            settled.bodies, list(accumulate(settled.bodies, link, initial=BEGINNING))[1:], settled.typed_records
        )
    records = records_of_copy(content)
    if not records.bodies:
        raise JournalError(
            _("{name} does not contain a game. It is unchanged; choose another file.").format(name=plain(path))
        )
    return records


def judge(
    path: Path, contents: ChainedRecords, games: Iterable[Game[Any]], *, partly: bool = False, play: bool = True
) -> str:
    """Return the name of the game that was unpacked, if it is one.

    Args:
        path: where it came from.
        contents: what was in there.
        games: that can be played here.
        partly: take the whole beginning of a damaged one.
        play: run it to the end by the rules that are here.

    Raises:
        DamagedJournalError: not all of it is whole.
        ReplayMismatchError: it holds no game, or none of this version.
    """
    if not (contents.whole or partly):
        raise DamagedJournalError(plain(path), len(contents.bodies))
    games = tuple(games)
    try:
        game, __ = game_of(games, contents.records)
        Timeline.of(contents.records[1:])
    except ValueError as error:
        raise ReplayMismatchError(
            _("This version cannot replay the game in {name} ({error}).").format(name=plain(path), error=error)
        ) from error
    if play:
        open_session(games, contents.records, None)
    return game.name


def _content(path: Path) -> bytes:
    """Return what is in a file, of a database its first bytes. Raises `JournalError`."""
    try:
        head = first_bytes(path, len(_DATABASE))
        return head if head == _DATABASE else read_file(path, LARGEST_COPY)
    except (OSError, ValueError) as error:
        reason = why(error) if isinstance(error, OSError) else str(error)
        raise JournalError(
            _("{path} cannot be read ({reason}). It is unchanged; choose another one.").format(
                path=plain(path), reason=reason
            )
        ) from error
