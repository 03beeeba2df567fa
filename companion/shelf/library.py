"""The games on the shelf: which files there are, opening one, starting one."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.table.errors import CompanionError, DamagedJournalError
from companion.table.game import Game, Mode
from companion.table.journal import SqliteJournal
from companion.table.session import Session, new_session, open_session
from companion.table.timeline import Timeline


@dataclass(frozen=True)
class Stored:
    """A stored game as the home screen lists it.

    Args:
        trouble: why it cannot be opened, if it cannot.
        intact: how many steps of a damaged game can be saved.
    """

    path: Path
    title: str
    last: str
    when: float
    trouble: str = ""
    intact: int = 0


@dataclass
class OpenGame:
    """A game on the table with its file."""

    path: Path
    journal: SqliteJournal
    session: Session[Any]

    def close(self) -> None:
        self.journal.close()


class Library:
    """Game files in one folder.

    Args:
        folder: where `*.game` files are; created if missing.
        games: the games that can be played.
    """

    def __init__(self, folder: Path, games: Iterable[Game[Any]]) -> None:
        self.folder, self.games = folder, tuple(games)
        folder.mkdir(parents=True, exist_ok=True)

    def newest(self, most: int) -> list[Stored]:
        """Return the games played last, newest first."""
        paths = sorted(self.folder.glob("*.game"), key=lambda p: (p.stat().st_mtime, p.name), reverse=True)
        return [self._peek(path) for path in paths[:most]]

    def start(self, game: Game[Any], mode: Mode) -> OpenGame:
        """Start a game in a file of its own. Raises `CompanionError`."""
        path = self._free(f"{game.name}-{time.strftime('%Y%m%d-%H%M%S')}")
        journal = SqliteJournal(path)
        try:
            return OpenGame(path, journal, new_session(game, mode.setup, journal))
        except CompanionError:
            journal.close()
            path.unlink()
            raise

    def open(self, path: Path) -> OpenGame:
        """Open a stored game where it was left. Raises `CompanionError`."""
        journal = SqliteJournal(path)
        try:
            return OpenGame(path, journal, open_session(self.games, journal.records, journal))
        except CompanionError:
            journal.close()
            raise

    def save(self, damaged: Path) -> OpenGame:
        """Open what is whole of a damaged game, in a new file; the damaged one stays. Raises `CompanionError`."""
        copy = self._free(f"{damaged.stem}-saved")
        SqliteJournal.recover(damaged, copy).close()
        return self.open(copy)

    def _free(self, stem: str) -> Path:
        """Return a path that no file has."""
        path, number = self.folder / f"{stem}.game", 1
        while path.exists():
            number += 1
            path = self.folder / f"{stem}-{number}.game"
        return path

    def _peek(self, path: Path) -> Stored:
        when = path.stat().st_mtime
        try:
            journal = SqliteJournal(path)
        except DamagedJournalError as error:
            return Stored(path, path.stem, "", when, str(error), error.intact)
        except CompanionError as error:
            return Stored(path, path.stem, "", when, str(error))
        records = journal.records
        journal.close()
        name = records[0].get("new", {}).get("game", "") if records else ""
        game = next((g for g in self.games if g.name == name), None)
        if game is None:
            return Stored(path, path.stem, "", when, "This version cannot play it. The file is unchanged.")
        entries = Timeline.of(records[1:]).entries
        return Stored(path, game.title, entries[-1].label if entries else "just begun", when)
