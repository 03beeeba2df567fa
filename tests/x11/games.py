"""Data folders with a game on the table, played by chance up to a wanted moment."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion.games import GAMES
from companion.table.autoplay import play
from companion.table.journal import SqliteJournal
from companion.table.session import Session, new_session


def on_the_table(data: Path, game: str, moment: Callable[[Session[Any]], bool], **settings: Any) -> Path:
    """Play a game until a moment, make it the one that the app resumes, and return its file.

    Args:
        data: folder for the app.
        game: name of the game.
        moment: whether this is where to stop.
        settings: for the app.
    """
    (data / "games").mkdir(parents=True)
    path = data / "games" / f"{game}.game"
    journal = SqliteJournal(path)
    session = new_session(next(g for g in GAMES if g.name == game), {}, journal)
    chance = Random(1)
    while not moment(session):
        assert play(session, chance, 1, interject=0.0), "the game ended before that moment"
    journal.close()
    (data / "settings.json").write_text(json.dumps({"open_game": path.name, **settings}), encoding="utf-8")
    return path
