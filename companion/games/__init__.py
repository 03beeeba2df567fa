"""The games that can be played here: ours, and those that other packages bring (`docs/engine.md`)."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Final

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.messina.game import MESSINA
from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
from companion.table.game import Game, TakesOwn

_log = logging.getLogger(__name__)

OURS: Final[tuple[Game[Any], ...]] = (CTHULHU_WARS, MYTHOS_ENCOUNTERS, MESSINA)
"""Adding a game of ours means adding its folder and its line."""

GROUP: Final = "table_companion.games"
"""The entry points by which other packages bring a game."""


def brought_by(entries: Iterable[EntryPoint], known: Iterable[str]) -> Iterator[Game[Any]]:
    """The games that other packages bring. One that is broken is left out and named in the log; it stops no other.

    Args:
        entries: the entry points of the group.
        known: names that are taken.
    """
    names = set(known)
    for entry in entries:
        try:
            game = entry.load()
        except Exception:  # noqa: BLE001 - a stranger's code may fail in any way
            _log.exception("the game “%s” of %s cannot be loaded and is left out", entry.name, entry.value)
            continue
        lacking = [member for member in (*Game.__annotations__, *vars(Game)) if not _has(game, member)]
        if lacking:
            _log.error("“%s” of %s is no game: it has no %s", entry.name, entry.value, ", ".join(lacking))
        elif game.name in names:
            _log.error("“%s” of %s is left out: there is a game “%s” already", entry.name, entry.value, game.name)
        else:
            names.add(game.name)
            yield game


def _has(game: object, member: str) -> bool:
    return member.startswith("_") or hasattr(game, member)


GAMES: Final[tuple[Game[Any], ...]] = (*OURS, *brought_by(entry_points(group=GROUP), [game.name for game in OURS]))


def take_own(folder: Path, games: Iterable[Game[Any]] = GAMES) -> list[str]:
    """Have games play with what people have made themselves, each in a folder of its name.

    Returns:
        A sentence for each thing that cannot be used.
    """
    return [words for game in games if isinstance(game, TakesOwn) for words in game.take_own(folder / game.name)]
