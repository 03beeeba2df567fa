"""What the commands of the headless interface do with files: begin, open, import, export, report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.headless.line import BadLineError, text_of
from companion.storage.game_archive import judge, pack, unpack, write_new
from companion.storage.game_library import open_file
from companion.storage.html_report import report
from companion.table.errors import CompanionError, NotNowError
from companion.table.game import Game
from companion.table.game_file import Half, build, recover
from companion.table.journal import SqliteJournal
from companion.table.journal_mirror import beside
from companion.table.session import Session, new_session
from companion.table.snapshots import SnapshotFile

Opened = tuple[Session[Any], SqliteJournal]
"""A game with the file that it is written to."""


def begin(game: Game[Any], setup: Mapping[str, Any], path: Path) -> Opened:
    """Start a new game in a new file. Raises `CompanionError`; there is no file then."""
    # A set-up that cannot be played must not leave a file behind.
    new_session(game, setup)
    journal = SqliteJournal(path)
    try:
        return new_session(game, setup, journal, SnapshotFile(path)), journal
    except CompanionError:
        journal.close()
        path.unlink(missing_ok=True)
        raise


def open_stored(command: Mapping[str, Any], games: Iterable[Game[Any]]) -> Opened:
    """Carry out `open`. Raises `CompanionError`."""
    path = _path(command["open"], "open")
    if not path.is_file() and not beside(path).is_file():
        raise BadLineError("“open” names a game file, and there is none of that name. Nothing has changed.")
    if "recover_to" in command:
        damaged, path = path, new_file(command["recover_to"], "recover_to")
        recover(damaged, path, _half(command))
    return _opened(path, games)


def take_in(command: Mapping[str, Any], games: Iterable[Game[Any]], *, partly: bool) -> Opened:
    """Carry out `import`. Raises `CompanionError`."""
    path, fresh = _path(command["import"], "import"), new_file(command.get("file"), "file")
    found = unpack(path)
    judge(path, found, games, partly=partly)
    build(fresh, found.bodies)
    return _opened(fresh, games)


def export(journal: SqliteJournal | None, path: Path) -> None:
    """Write a game to one file. Raises `CompanionError`."""
    if journal is None:
        raise NotNowError("This game has no file. Start it with “file” to export it. Nothing was written.")
    pack(journal.bodies, path)


def report_of(session: Session[Any], path: Path) -> None:
    """Write how a game went. Raises `CompanionError`."""
    write_new(path, report(session).encode())


def new_file(value: Any, name: str) -> Path:
    """Return where a command wants a new file. Raises `BadLineError`."""
    path = _path(value, name)
    if path.exists() or beside(path).exists():
        raise BadLineError(f"“{name}” names a new file; nothing is overwritten. Nothing was started.")
    return path


def _opened(path: Path, games: Iterable[Game[Any]]) -> Opened:
    journal, session = open_file(path, games)
    return session, journal


def _path(value: Any, name: str) -> Path:
    path = Path(text_of(value, name))
    try:
        path.stat()
    except FileNotFoundError:
        return path
    except (OSError, ValueError) as error:
        raise BadLineError(f"“{name}” cannot be the name of a file ({error}). Nothing has changed.") from error
    return path


def _half(command: Mapping[str, Any]) -> Half:
    half = command.get("half", "longest")
    if half not in ("longest", "file", "copy"):
        raise BadLineError("“half” is one of: longest, file, copy. Nothing has changed.")
    found: Half = half
    return found
