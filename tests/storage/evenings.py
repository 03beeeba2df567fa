"""Games that were played for a while."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from companion.table.autoplay import play
from companion.table.game import Game
from companion.table.journal import SqliteJournal
from companion.table.session import new_session


def evening(path: Path, game: Game[Any], *, steps: int, undo: int = 0, seed: int = 6) -> Path:
    """Write a game of so many steps, or fewer if it ends, of which some were undone; return its file."""
    journal = SqliteJournal(path)
    session = new_session(game, {}, journal)
    play(session, Random(seed), steps)
    if undo:
        session.undo(undo, past_dice=True)
    journal.close()
    return path
