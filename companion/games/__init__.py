"""The games that can be played here: ours, and those that other packages bring (`docs/engine.md`)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast, overload

from companion.games import menu
from companion.table.game import Allowed, Game, SupportsUserContent

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from logging import Logger


class LazyGame:
    """A game whose module is loaded when more than its name is wanted: rules are large, and mostly one game is played.

    Args:
        name: of the game.
        shown: what is said of it before that.
        module: that it stands in.
        thing: what it is called there.
    """

    def __init__(self, name: str, shown: menu.Menu, module: str, thing: str) -> None:
        self.name, self._module, self._thing = name, module, thing
        self.title, self.modes, self.teaches = shown.title, shown.modes, shown.teaches
        self._own: tuple[Path, Allowed] | None = None

    def __getattr__(self, member: str) -> Any:
        found = getattr(self._game(), member)
        setattr(self, member, found)
        return found

    @property  # type: ignore[misc]
    def __class__(self) -> type[Any]:
        """What the game is: from 3.12 on Python looks past `__getattr__` when it is asked what one can do."""
        return type(self._game())

    def take_own(self, folder: Path, allowed: Allowed) -> list[str]:
        """See `SupportsUserContent`; where there is no such folder, that waits until the game is played."""
        self._own = folder, allowed
        if self._module not in sys.modules and not folder.is_dir():
            return []
        game = self._game()
        return game.take_own(folder, allowed) if isinstance(game, SupportsUserContent) else []

    def programs(self, folder: Path) -> list[Path]:
        """See `SupportsUserContent`."""
        game = self._game() if folder.is_dir() else None
        return game.programs(folder) if isinstance(game, SupportsUserContent) else []

    def _game(self) -> Game[Any]:
        waiting = self._module not in sys.modules
        game: Game[Any] = getattr(import_module(self._module), self._thing)
        if waiting and self._own is not None and isinstance(game, SupportsUserContent):
            game.take_own(*self._own)
        return game


def _ours(name: str, shown: menu.Menu) -> Game[Any]:
    return cast("Game[Any]", LazyGame(name, shown, f"companion.games.{name}.game", name.upper()))


OURS: Final[tuple[Game[Any], ...]] = (
    _ours("cthulhu_wars", menu.CTHULHU_WARS),
    _ours("mythos_encounters", menu.MYTHOS_ENCOUNTERS),
    _ours("messina", menu.MESSINA),
)
"""Adding a game of ours means adding its folder, its name and its menu."""

GROUP: Final = "table_companion.games"
"""The entry points by which other packages bring a game."""


def brought_by(entries: Iterable[EntryPoint], known: Iterable[str]) -> Iterator[Game[Any]]:
    """Yield the games that other packages bring.

    One that is broken is left out and named in the log; it stops no other.

    Args:
        entries: the entry points of the group.
        known: names that are taken.
    """
    names, log = set(known), _log()
    for entry in entries:
        try:
            game = entry.load()
        except (Exception, SystemExit):
            log.exception("the game “%s” of %s cannot be loaded and is left out", entry.name, entry.value)
            continue
        lacking = [member for member in (*Game.__annotations__, *vars(Game)) if not _has(game, member)]
        if lacking:
            log.error("“%s” of %s is no game: it has no %s", entry.name, entry.value, ", ".join(lacking))
        elif game.name in names:
            log.error("“%s” of %s is left out: there is a game “%s” already", entry.name, entry.value, game.name)
        else:
            names.add(game.name)
            yield game


def _log() -> Logger:
    # It is not needed before there are games of others.
    import logging

    return logging.getLogger(__name__)


def _has(game: object, member: str) -> bool:
    return member.startswith("_") or hasattr(game, member)


class _Games(Sequence[Game[Any]]):
    """All games; other packages are looked for when none of ours is the one."""

    def __len__(self) -> int:
        return len(OURS) + len(_of_others())

    @overload
    def __getitem__(self, index: int) -> Game[Any]: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Game[Any]]: ...

    def __getitem__(self, index: int | slice) -> Game[Any] | Sequence[Game[Any]]:
        return (*OURS, *_of_others())[index]

    def __iter__(self) -> Iterator[Game[Any]]:
        yield from OURS
        yield from _of_others()


_taken: Final[list[tuple[Path, Allowed]]] = []


@cache
def _of_others() -> tuple[Game[Any], ...]:
    # It takes longer to load than all else that the headless interface needs.
    from importlib.metadata import entry_points

    found = tuple(brought_by(entry_points(group=GROUP), [game.name for game in OURS]))
    for sentence in take_own(*_taken[0], found) if _taken else ():
        _log().warning("%s", sentence)
    return found


GAMES: Final[Sequence[Game[Any]]] = _Games()


def take_own(folder: Path, allowed: Allowed, games: Iterable[Game[Any]] = GAMES) -> list[str]:
    """Have games play with what people have made themselves, each in a folder of its name.

    Args:
        folder: where these folders are.
        allowed: which programs in them may be run.
        games: that are told.

    Returns:
        A sentence for each thing that cannot be used.
    """
    if games is GAMES:
        # Those of other packages are told when they are looked for.
        _taken[:] = [(folder, allowed)]
        games = OURS
    able = [game for game in games if isinstance(game, LazyGame | SupportsUserContent)]
    return [words for game in able for words in game.take_own(folder / game.name, allowed)]


def own_programs(folder: Path, games: Iterable[Game[Any]] = GAMES) -> list[Path]:
    """Return the files of people's own that games would run; the arguments are those of `take_own`."""
    able = [game for game in (OURS if games is GAMES else games) if isinstance(game, LazyGame | SupportsUserContent)]
    return [path for game in able for path in game.programs(folder / game.name)]
