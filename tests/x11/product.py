"""The companion as people start it: a process of its own, known only by its windows and its files."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from companion.table.journal import SqliteJournal
from tests.patience import PATIENCE
from tests.x11.screen import Screen

START: Final = "import sys; from companion.cli import main; sys.exit(main())"


class Product:
    """Runs the app on a screen for as long as the block lasts.

    Args:
        screen: where its window opens.
        data: the folder with its games and settings.
        options: what follows `app` on the command line.
        before: a program that runs first in the same process, to let it stumble.
        environment: variables that differ from ours.
    """

    def __init__(self, screen: Screen, data: Path, *options: str, before: str = "", **environment: str) -> None:
        self._before = before
        self.screen, self.data, self._options, self._environment = screen, data, options, environment

    def __enter__(self) -> Product:
        before = self.screen.picture()
        self.process = subprocess.Popen(
            [sys.executable, "-c", self._before + START, "--data", str(self.data), "app", *self._options],
            env={**self.screen.environment, **self._environment},
            stdin=subprocess.DEVNULL,
        )
        self.screen.until(lambda: self.screen.picture() != before, "the app shows something")
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)

    def records(self, game: Path) -> list[dict[str, Any]]:
        """Return what stands in a game's file; the app keeps that locked, so this looks at a copy."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / game.name
            for end in ("", "-wal"):
                part = game.with_name(game.name + end)
                if part.exists():
                    copy.with_name(copy.name + end).write_bytes(part.read_bytes())
            journal = SqliteJournal(copy)
            journal.close()
            return journal.records
