"""Who played what on this machine, over the evenings: one file, which a game opens without.

It holds a line for each game that is over and what people like to play. Like a game it may come from a stranger, so
it is read with limits; what cannot be read is put aside, and what a later version wrote is left alone.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from companion.storage.atomic_file import write_whole
from companion.storage.errors import StorageError, why
from companion.table.file_names import plain_path
from companion.table.limits import HIGHEST, is_one_line
from companion.table.ordinary_file import read_file
from companion.table.words import _

__all__ = [
    "FILE",
    "LARGEST",
    "MOST_EVENINGS",
    "Evening",
    "Evenings",
    "Played",
    "Profile",
    "erase",
    "merged",
    "note",
    "read",
]

_writing: Final = Lock()
"""Held while the file is changed, by the screen or by the thread of the background jobs."""

_log = logging.getLogger(__name__)

FILE: Final = "evenings.json"
"""In the data folder, and under the same name on a stick."""

VERSION: Final = 1

LARGEST: Final = 2_000_000
"""Bytes; a file of the most games that it may hold has half of that."""

MOST_EVENINGS: Final = 1_000
"""Games that are kept, the newest."""

MOST_PROFILES: Final = 100

MOST_PLAYED: Final = 12
"""People who are kept of one game."""

Short: TypeAlias = Annotated[str, Meta(max_length=60)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=HIGHEST)]


class Played(Struct, frozen=True, omit_defaults=True):
    """One player of one game.

    Args:
        seat: id of what was played, such as a faction.
        label: its name.
        name: who played it; empty if that was not said.
        score: the number that decides.
        won: whether they have won.
        dice: how many they rolled in rolls where the weightiest symbol counted.
        fell: how many of these showed that symbol.
        expected: how many of these do on average.
        left: whether they left before the end, so that the result is somebody else's.
    """

    seat: Short
    label: Short = ""
    name: Short = ""
    score: Annotated[int, Meta(ge=-HIGHEST, le=HIGHEST)] = 0
    won: bool = False
    dice: Number = 0
    fell: Number = 0
    expected: Annotated[float, Meta(ge=0, le=HIGHEST)] = 0.0
    left: bool = False


class Evening(Struct, frozen=True, omit_defaults=True):
    """One game that is over.

    Args:
        id: name of its file, without the ending.
        game: name of the game.
        when: it ended, in seconds since 1970; 0 if the clock was wrong.
        seconds: how long the players were asked all together; 0 if that was not counted.
        turns: how many it had.
        players: clockwise, and then those who left.
    """

    id: Annotated[str, Meta(min_length=1, max_length=200)]
    game: Short
    when: Annotated[float, Meta(ge=0, le=1e11)] = 0.0
    seconds: Annotated[float, Meta(ge=0, le=1e7)] = 0.0
    turns: Number = 0
    players: Annotated[tuple[Played, ...], Meta(max_length=MOST_PLAYED)] = ()


class Profile(Struct, frozen=True, omit_defaults=True):
    """Somebody who plays here, and what they like to play: the id of a seat, or nothing."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    seat: Short = ""


class Evenings(Struct, frozen=True):
    """All that the file holds."""

    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
    evenings: Annotated[tuple[Evening, ...], Meta(max_length=MOST_EVENINGS)] = field(default_factory=tuple)
    profiles: Annotated[tuple[Profile, ...], Meta(max_length=MOST_PROFILES)] = field(default_factory=tuple)


class _Head(Struct):
    """The part of a file that tells which version wrote it."""

    version: int


def read(path: Path) -> Evenings | None:
    """Return what a file holds; nothing of one that is not there; None of one that cannot be used, which stays."""
    try:
        content = _content(path)
        return _decoded(content) if content is not None else Evenings()
    except FileNotFoundError:
        return Evenings()
    except (OSError, ValueError, RecursionError) as error:
        _log.warning("%s cannot be used: %s", path, error)
        return None


def note(path: Path, evening: Evening) -> None:
    """Add a game that is over, in the place of what was noted of it before. Raises `StorageError`."""
    with _writing:
        known = _to_change(path)
        others = tuple(one for one in known.evenings if one.id != evening.id)
        if not evening.when:
            # The day that was known of it is still right.
            evening = replace(evening, when=_day_in(known, evening.id))
        _write(path, replace(known, evenings=(*others, evening)[-MOST_EVENINGS:]))


def day_noted(path: Path, id: str) -> float:  # noqa: A002 - as the companion calls it
    """Return when a game was played, as far as that was noted, in seconds; else 0."""
    return _day_in(read(path) or Evenings(), id)


def choose_seat(path: Path, name: str, seat: str) -> None:
    """Note what somebody likes to play; an empty seat is none. Raises `StorageError`."""
    with _writing:
        known = _to_change(path)
        others = tuple(one for one in known.profiles if one.name != name)
        _write(path, replace(known, profiles=(*others, Profile(name, seat))[-MOST_PROFILES:]))


def add(path: Path, evenings: Evenings) -> None:
    """Add what a file from elsewhere holds. Raises `StorageError`."""
    with _writing:
        known = _to_change(path)
        both = merged(known, evenings)
        if both != known:
            _write(path, both)


def erase(path: Path) -> None:
    """Remove the file and what was put aside of it. Raises `StorageError`."""
    try:
        for one in (path, _aside(path)):
            one.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(
            _("{path} cannot be removed: {why}.").format(path=plain_path(path), why=why(error))
        ) from error


def merged(ours: Evenings, theirs: Evenings) -> Evenings:
    """Return what two files hold together; where they differ, ours holds."""
    evenings = {one.id: one for one in (*theirs.evenings, *ours.evenings)}
    profiles = {one.name: one for one in (*theirs.profiles, *ours.profiles)}
    newest = sorted(evenings.values(), key=lambda one: one.when)[-MOST_EVENINGS:]
    return Evenings(VERSION, tuple(newest), tuple(profiles.values())[-MOST_PROFILES:])


def encoded(evenings: Evenings) -> bytes:
    """Return the content of a file."""
    return msgspec.json.format(msgspec.json.encode(evenings))


def _content(path: Path) -> bytes | None:
    """Return the content of the file; None of an empty one. Raises `OSError`."""
    return read_file(path, LARGEST) or None


def _decoded(content: bytes) -> Evenings:
    msgspec.json.decode(content, type=_Head)
    found = msgspec.json.decode(content, type=Evenings)
    names = [
        text
        for one in found.evenings
        for text in (one.id, one.game, *(t for p in one.players for t in (p.seat, p.label, p.name)))
    ]
    names += [text for one in found.profiles for text in (one.name, one.seat)]
    if not all(map(is_one_line, names)):
        raise ValueError("a name that is not one line")
    return found


def _day_in(known: Evenings, id: str) -> float:  # noqa: A002
    return max((one.when for one in known.evenings if one.id == id), default=0.0)


def _to_change(path: Path) -> Evenings:
    """Return what the file holds, to add to it; one that cannot be read is put aside. Raises `StorageError`."""
    known = read(path)
    if known is not None:
        return known
    try:
        content = _content(path) or b""
        later = msgspec.json.decode(content, type=_Head).version > VERSION
    except (OSError, ValueError, RecursionError):
        later = False
    if later:
        raise StorageError(
            _("{path} is from a later version, so this game is not added to it.").format(path=plain_path(path))
        )
    try:
        path.replace(_aside(path))
    except OSError as error:
        raise _refused(path, error) from error
    return Evenings()


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}-damaged")


def _write(path: Path, evenings: Evenings) -> None:
    content = encoded(evenings)
    while len(content) > LARGEST:
        # Long names take more room than that many games have: the oldest go.
        evenings = replace(evenings, evenings=evenings.evenings[1 + len(evenings.evenings) // 10 :])
        content = encoded(evenings)
    try:
        write_whole(path, content)
    except OSError as error:
        raise _refused(path, error) from error


def _refused(path: Path, error: OSError) -> StorageError:
    return StorageError(
        _("{path} cannot be written: {why}. The games are safe.").format(path=plain_path(path), why=why(error))
    )


def names_of(evenings: Iterable[Evening]) -> set[str]:
    """Return the names of people in games."""
    return {player.name for evening in evenings for player in evening.players if player.name}


def profiles(known: Evenings) -> list[Profile]:
    """Return everybody who plays here, who played last first: what they like to play, or have played most often."""
    chosen = {one.name: one.seat for one in known.profiles}
    played: dict[str, Counter[str]] = {}
    # Those without a date stay in the order in which they were noted.
    noted_last = known.evenings[::-1]
    for evening in sorted(noted_last, key=lambda one: -one.when):
        for player in evening.players:
            if player.name:
                played.setdefault(player.name, Counter())[player.seat] += 1
    names = dict.fromkeys((*played, *chosen))
    return [Profile(name, chosen.get(name) or commonest(played.get(name))) for name in names]


def commonest(seats: Counter[str] | None) -> str:
    """Return what was counted most often; empty if nothing was."""
    return seats.most_common(1)[0][0] if seats else ""
