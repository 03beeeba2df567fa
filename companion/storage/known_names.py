"""People who were named in earlier games on this machine, and what they like to play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from companion.storage.errors import StorageError
from companion.storage.evenings import Evenings, profiles, read
from companion.storage.game_library import Library
from companion.table.journal_mirror import beside, lines_at_start
from companion.table.limits import is_one_line
from companion.table.ordinary_file import first_bytes
from companion.table.sqlite_file import said_by

GAMES: Final = 20
"""Number of stored games that are searched, those played last first."""

_BYTES: Final = 16_384
"""Bytes of a game's second copy that are searched; people are named at its very beginning."""


def known_people(library: Library, evenings: Path, most: int) -> dict[str, str]:
    """Return people from earlier games, those who played last first, with the id of what they like to play or "".

    Args:
        library: of the stored games.
        evenings: the file of the evenings.
        most: names from stored games, besides those in that file.
    """
    likes = {one.name: one.seat for one in profiles(read(evenings) or Evenings())}
    return likes | {name: "" for name in known_names(library, most) if name not in likes}


def known_names(library: Library, most: int) -> list[str]:
    """Return up to `most` names of people, those that played last first; empty if the folder cannot be read."""
    try:
        games = library.newest(GAMES)
    except StorageError:
        return []
    found: dict[str, None] = {}
    for game in games:
        found |= dict.fromkeys(_names_in(beside(game.path)))
        if len(found) >= most:
            break
    return list(found)[:most]


def _names_in(copy: Path) -> Iterator[str]:
    """Yield the names that were given with the seats, or in the set-up."""
    try:
        text = first_bytes(copy, _BYTES)
    except OSError:
        return
    for body in lines_at_start(text):
        said = said_by(body) or {}
        new, entry = said.get("new"), said.get("entry")
        setup = new.get("setup") if isinstance(new, dict) else None
        seats = setup.get("names") if isinstance(setup, dict) else entry.get("value") if isinstance(entry, dict) else ()
        yield from _of_seats(seats)


def _of_seats(seats: Any) -> Iterator[str]:
    for seat in seats if isinstance(seats, list) else ():
        name = seat.get("name") if isinstance(seat, dict) and "id" in seat else None
        if isinstance(name, str) and name and is_one_line(name):
            yield name
