"""The library: the stored games, with ways to list, open, begin, import, delete and erase them."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from companion.storage.errors import StorageError, why
from companion.storage.fallback_journal import FallbackJournal
from companion.storage.game_archive import judge, unpack
from companion.storage.play_times import ENDS as CLOCK_ENDS
from companion.storage.play_times import PlayTimes
from companion.storage.user_files import put_by
from companion.storage.wall_clock import began, is_set
from companion.table.errors import CannotSaveError, CompanionError, DamagedJournalError, GameInUseError, JournalError
from companion.table.file_names import plain, plain_path, spelled
from companion.table.folder import file_rights, folder_rights
from companion.table.game import Game, Mode, SupportsRematch, mode_title
from companion.table.game_file import Half, build, look, parts_of, place_of, recover
from companion.table.journal import SqliteJournal
from companion.table.journal_mirror import ENDS, beside, ends_of
from companion.table.ordinary_file import open_ordinary, read_file
from companion.table.record import Record
from companion.table.session import Session, game_of, new_session, open_session
from companion.table.snapshots import ENDS as SAFE_ENDS
from companion.table.snapshots import SnapshotFile
from companion.table.sqlite_file import record_of
from companion.table.state import SavedItem
from companion.table.timeline import Timeline
from companion.table.view import View
from companion.table.words import _, labelled

_DELETED: Final = ".deleted"
"""The end of the name of an empty file that marks the game beside it as deleted; the game itself is not moved."""

_ASIDE: Final = ".aside"
"""The end of the name of a file that counts, a byte each, how often the game beside it was opened without success."""

_TRIES: Final = 2
"""Openings of a game that may end before its page is shown: people may pull the plug just then, or log out."""


_MOST_TRIES: Final = 100
"""Bytes of such a file."""


class StoredGame(Struct, frozen=True):
    """A stored game as the home screen lists it.

    Args:
        trouble: why it cannot be opened, if it cannot.
        halves: what can be gone on from if it is damaged, and how many steps each of them has.
        aside: whether opening it failed too often; it is not read for the list, but can be tried again.
        mode: title of its mode, if that has a name of its own.
    """

    path: Path
    title: str
    last: str
    when: float
    trouble: str = ""
    halves: tuple[tuple[Half, int], ...] = ()
    aside: bool = False
    mode: str = ""

    @property
    def called(self) -> str:
        """What people call it: its mode, or else the game."""
        return self.mode or self.title


JUMP: Final = 30 * 86_400.0
"""Seconds by which a date must be wrong to be noticed: less may come from a file that was copied."""


class OpenGame(Struct):
    """A game on the table with its file."""

    path: Path
    journal: FallbackJournal
    session: Session[Any]
    times: PlayTimes
    not_kept: str = ""

    @property
    def warning(self) -> str:
        """What people must know as long as it holds: that nothing is saved, or not kept for the next time."""
        return self.journal.warning or self.not_kept

    def keep(self, folder: Path) -> None:
        """Save what people make in this game to a folder, for their next game."""

        def put(keepsake: SavedItem) -> None:
            try:
                put_by(folder / self.session.game.name, keepsake)
                self.not_kept = ""
            except StorageError as error:
                self.not_kept = str(error)

        self.session.keep = put

    def close(self) -> None:
        """Close the game's file."""
        self.times.close()
        self.journal.close()


class Library:
    """Game files in one folder.

    Args:
        folder: where `*.game` files are; created if missing.
        games: the games that can be played.
        own: the folder that keeps what people make for their next game; None keeps nothing.

    Raises:
        StorageError: the folder cannot be used.
    """

    def __init__(self, folder: Path, games: Iterable[Game[Any]], own: Path | None = None) -> None:
        self.folder, self.games, self._own = folder, games, own
        self._unsaved: Path | None = None
        self._undated: frozenset[Path] = frozenset()
        try:
            folder.mkdir(mode=folder_rights(folder), parents=True, exist_ok=True)
            rights = folder_rights(folder)
            if folder.stat().st_mode & 0o777 & ~rights and folder.stat().st_uid == os.getuid():
                folder.chmod(rights | (folder.stat().st_mode & stat.S_ISGID))
        except OSError as error:
            raise StorageError(
                _("Games cannot be saved in {folder}: {why}.").format(folder=plain_path(folder), why=why(error))
            ) from error
        self._paths()

    def newest(self, most: int) -> list[StoredGame]:
        """Return the games played last, newest first, then those that cannot be opened. Raises `StorageError`.

        Of each only the first and the last step are read; `look_over` tells whether all is well.
        """
        able: list[StoredGame] = []
        unable: list[StoredGame] = []
        for path in self._in_order(deleted=False):
            item = self._put_aside(path) or self._glance(path) or self._peek(path)
            (unable if item.trouble else able).append(item)
            if len(able) == most:
                break
        return [*able, *unable][:most]

    def look_over(self, path: Path) -> StoredGame:
        """Return what `newest` tells of a game, after reading all of it."""
        return self._peek(path)

    def every(self) -> list[StoredGame]:
        """Return all games, those played last first. Raises `StorageError`."""
        return [self._put_aside(path) or self._peek(path) for path in self._in_order(deleted=False)]

    def deleted(self) -> list[StoredGame]:
        """Return the games that were deleted and can be put back. Raises `StorageError`."""
        return [self._put_aside(path) or self._peek(path) for path in self._in_order(deleted=True)]

    def find(self, name: str) -> Path | None:
        """Return the game file of this name (see `spelled`), if there is one in the library. Raises `StorageError`."""
        return next((path for path in self._in_order(deleted=False) if spelled(path) == name), None)

    def view(self, path: Path) -> View:
        """Return what everybody may see of a game. Raises `CompanionError`."""
        return read(path, self.games).view

    def standing(self, path: Path) -> str:
        """Say how a game stands: how far it is, who plays, and their numbers. Raises `CompanionError`."""
        return standing(self.view(path))

    def tries(self, path: Path) -> None:
        """Count an attempt to open a game, until `came`. Where the disk refuses, nothing is noted."""
        self._tried(path, 1)

    def put_aside(self, path: Path) -> None:
        """Note that a game cannot be opened, as after too many attempts. Where the disk refuses, nothing is noted."""
        self._tried(path, _TRIES)

    def _tried(self, path: Path, times: int) -> None:
        with suppress(OSError):
            how = os.O_WRONLY | os.O_APPEND | os.O_CREAT
            with os.fdopen(open_ordinary(_aside(path), how, _MOST_TRIES, file_rights(path.parent)), "ab") as file:
                file.write(b"." * times)

    def is_tried(self, path: Path) -> bool:
        """Return whether an attempt to open a game has not ended well yet."""
        return _tries(path) > 0

    def came(self, path: Path) -> None:
        """Forget the attempts to open a game: its page is shown, or it was refused in words."""
        with suppress(OSError):
            _aside(path).unlink(missing_ok=True)

    def is_aside(self, path: Path) -> bool:
        """Return whether all attempts that a game gets have ended before its page was shown."""
        return _tries(path) >= _TRIES

    def start(self, game: Game[Any], mode: Mode) -> OpenGame:
        """Start a game; its file begins with the first entry. Raises `CompanionError`."""
        # The clock of a small computer may say the same twice.
        path = self.folder / f"{game.name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(3).hex()}.game"
        journal = FallbackJournal(path, self._next_place())
        return self._opened(path, journal, new_session(game, mode.setup, journal, SnapshotFile(path)))

    def practise(self, game: Game[Any], setup: Mapping[str, Any]) -> OpenGame:
        """Start a game that is kept nowhere and stands on no list. Raises `CompanionError`."""
        path = self.folder / "practice"
        return OpenGame(path, FallbackJournal(path, None), new_session(game, setup), PlayTimes(path))

    def again(self, path: Path) -> OpenGame:
        """Start a new game with the seats, names and rulings of a stored one. Raises `CompanionError`."""
        session = read(path, self.games)
        game = session.game
        setup = game.again(session.state) if isinstance(game, SupportsRematch) else session.setup
        return self.start(game, Mode("again", "", "", setup))

    def open(self, path: Path) -> OpenGame:
        """Open a stored game where it was left; one that cannot be saved, if it is asked for twice.

        Raises:
            CompanionError: it cannot be opened.
        """
        _check(path)
        place, file = self._next_place(), None
        try:
            file = SqliteJournal(path, place)
            records = file.typed_records()
        except CannotSaveError as error:
            if self._unsaved != path:
                self._unsaved = path
                raise CannotSaveError(
                    _("{error} Open it again to play on without saving.").format(error=error)
                ) from error
            records = _records(path)
        self._unsaved = None
        journal = FallbackJournal(path, place, file, len(records))
        try:
            return self._opened(path, journal, open_session(self.games, records, journal, SnapshotFile(path)))
        except BaseException:
            journal.close()
            raise

    def save(self, damaged: Path, half: Half = "longest") -> OpenGame:
        """Open what is whole of a damaged game, in a new file; the damaged one stays. Raises `CompanionError`.

        Args:
            damaged: the game file.
            half: whether that, its second copy, or whichever has more steps is gone on with.
        """
        fresh = self._free(f"{damaged.stem[:100]}-saved")
        recover(damaged, fresh, half)
        return self.open(fresh)

    def take_in(self, path: Path, *, partly: bool = False, play: bool = True) -> Path:
        """Import a game, and return its new file; the other one stays as it is.

        Args:
            path: a game that is one file (`companion.storage.game_archive`), or a game file.
            partly: take the whole beginning of a damaged one.
            play: refuse what cannot be played by the rules that are here.

        Raises:
            JournalError: it is no game, is damaged, or cannot be written here.
        """
        found = unpack(path)
        name = judge(path, found, self.games, partly=partly, play=play)
        stem = path.name.removesuffix(ENDS).removesuffix(".game")
        # A stranger's name is taken only if it is a plain one.
        fresh = self._free(stem if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}", stem) else name)
        build(fresh, found.bodies, self._next_place())
        return fresh

    def delete(self, path: Path) -> None:
        """Take a game off the list; its file stays as it is until it is erased.

        Raises:
            GameInUseError: it is being played, here or by another companion.
            StorageError: the disk refuses.
        """
        refuse_in_use(path)
        try:
            _mark(path).touch()
        except OSError as error:
            raise StorageError(
                _("{path} cannot be deleted: {why}. It is unchanged.").format(path=plain(path), why=why(error))
            ) from error

    def put_back(self, path: Path) -> None:
        """Put a deleted game back on the list. Raises `StorageError`."""
        try:
            _mark(path).unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(
                _("{path} cannot be put back: {why}. It is unchanged.").format(path=plain(path), why=why(error))
            ) from error

    def erase(self, path: Path) -> None:
        """Remove a deleted game for good. Raises like `delete`."""
        refuse_in_use(path)
        try:
            # The mark goes last: whatever is left is still off the list.
            for end in ("", "-wal", "-shm", "-copy", SAFE_ENDS, CLOCK_ENDS, _ASIDE, _DELETED):
                path.with_name(path.name + end).unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(
                _("{path} cannot be removed: {why}.").format(path=plain(path), why=why(error))
            ) from error

    def _free(self, stem: str) -> Path:
        """Return the path of a game file whose name is free."""
        fresh, number = self.folder / f"{stem}.game", 1
        while any(map(os.path.lexists, parts_of(fresh))):
            number += 1
            fresh = self.folder / f"{stem}-{number}.game"
        return fresh

    def _opened(self, path: Path, keeper: FallbackJournal, session: Session[Any]) -> OpenGame:
        game = OpenGame(path, keeper, session, PlayTimes(path))
        if self._own is not None:
            game.keep(self._own)
        return game

    def _paths(self) -> list[Path]:
        try:
            names = {path.name.removesuffix(ENDS) for path in self.folder.iterdir()}
        except FileNotFoundError:
            # Somebody has removed it since; the next game makes it anew.
            return []
        except OSError as error:
            raise StorageError(
                _("The games in {folder} cannot be read: {why}.").format(folder=plain_path(self.folder), why=why(error))
            ) from error
        # A second copy without its file is a game, too: there is something to save.
        return [self.folder / name for name in names if name.endswith(".game")]

    def _in_order(self, *, deleted: bool) -> list[Path]:
        """Return the games that are deleted or those that are not, the one played last first.

        Their place in the order of play decides, then the date of the file.
        """
        paths = [path for path in self._paths() if os.path.lexists(_mark(path)) is deleted]
        ordered = sorted(paths, key=lambda path: (place_of(path), _when(path), path.name), reverse=True)
        self._undated = undated([(path, _when(path)) for path in reversed(ordered)], time.time())
        return ordered

    def _day(self, path: Path) -> float:
        return 0.0 if path in self._undated else _when(path)

    def played_on(self, path: Path) -> float:
        """Return when a game was played last, in seconds; 0 where nobody can know, because the clock was not set."""
        when = _when(path)
        return 0.0 if when >= began() and not is_set() else self._day(path)

    def _next_place(self) -> int:
        return 1 + max(map(place_of, self._paths()), default=0)

    def _glance(self, path: Path) -> StoredGame | None:
        """Read the two ends of a game's second copy; None if they do not tell enough."""
        try:
            ends = ends_of(beside(path)) if path.is_file() else ()
            said = [record for body in ends if (record := record_of(body)) is not None]
            if not said:
                return None
            game, first = game_of(self.games, said)
        except (OSError, CompanionError):
            return None
        last = said[-1].entry
        if len(said) > 1 and last is None:
            return None
        label = _("just begun") if last is None else last.label
        return StoredGame(path, _(game.title), label, self._day(path), mode=_mode(game, first.setup))

    def _put_aside(self, path: Path) -> StoredGame | None:
        """Return the entry of a game that is put aside, from the ends of its file alone; None for any other game."""
        if not self.is_aside(path):
            return None
        found = self._glance(path)
        title, mode = (found.title, found.mode) if found is not None else (plain(path), "")
        words = _("The companion could not show this game last time. It is unchanged; it can be tried again.")
        return StoredGame(path, title, "", self._day(path), words, aside=True, mode=mode)

    def _peek(self, path: Path) -> StoredGame:
        when = self._day(path)
        try:
            records = _records(path)
            game, first = game_of(self.games, records)
            entries = Timeline.of(records[1:]).entries
        except DamagedJournalError as error:
            return StoredGame(path, plain(path), "", when, str(error), _halves(error))
        except CompanionError as error:
            return StoredGame(path, plain(path), "", when, str(error))
        except ValueError as error:
            return StoredGame(
                path,
                plain(path),
                "",
                when,
                _("This version cannot replay the game in it ({error}).").format(error=error),
            )
        label = entries[-1].label if entries else _("just begun")
        return StoredGame(path, _(game.title), label, when, mode=_mode(game, first.setup))


def _mode(game: Game[Any], setup: Mapping[str, Any]) -> str:
    """Return the title of a game's mode in the language of the screen, if it has a name of its own."""
    title = mode_title(game, setup)
    return _(title) if title else ""


def _halves(error: DamagedJournalError) -> tuple[tuple[Half, int], ...]:
    """Return the half that goes further, or both if nothing tells which one is right."""
    halves: list[tuple[Half, int]] = [("copy", error.copied), ("file", error.intact)]
    halves.sort(key=lambda half: half[1], reverse=True)
    return tuple(half for half in halves if half[1])[: 2 if error.whole else 1]


def open_file(path: Path, games: Iterable[Game[Any]]) -> tuple[SqliteJournal, Session[Any]]:
    """Open a stored game where it was left; what the disk refuses is refused. Raises `CompanionError`."""
    _check(path)
    journal = SqliteJournal(path)
    try:
        return journal, open_session(games, journal.typed_records(), journal, SnapshotFile(path))
    except BaseException:
        journal.close()
        raise


def read(path: Path, games: Iterable[Game[Any]], *, claims: bool = True) -> Session[Any]:
    """Return a stored game to look at; what is done to it is written nowhere.

    Args:
        path: of the game.
        games: that can be played.
        claims: whether nobody else may write to it meanwhile; without, a game that is played looks damaged.

    Raises:
        CompanionError: it cannot be opened.
    """
    return open_session(games, _records(path, claims=claims), None, SnapshotFile(path, keeps=False))


def bodies_of(path: Path) -> list[bytes]:
    """Return the records of a game as they are stored. Raises `JournalError`."""
    _check(path)
    return look(path).bodies


def _records(path: Path, *, claims: bool = True) -> list[Record]:
    _check(path)
    return look(path, claims=claims).typed_records


def refuse_in_use(path: Path) -> None:
    """Raise `GameInUseError` if a companion plays this game; one that cannot be opened, nobody plays."""
    try:
        _check(path)
        SqliteJournal(path).close()
    except GameInUseError:
        raise
    except JournalError:
        return


def _check(path: Path) -> None:
    """Refuse what is no file: SQLite would make one, or wait for ever. Raises `JournalError`."""
    try:
        if path.is_file() or beside(path).is_file():
            return
        reason = _("a link that leads nowhere") if path.is_symlink() else _("there is no such file")
    except OSError as error:
        reason = why(error)
    raise JournalError(
        _("{path} cannot be opened ({reason}). It is unchanged; choose another one.").format(
            path=plain(path), reason=reason
        )
    )


def undated(games: Iterable[tuple[Path, float]], now: float) -> frozenset[Path]:
    """Return the games whose date cannot be right.

    A small computer without a network begins at the day on which it was switched off, or at that of its system; the
    clock jumps when the network comes. The order of the games is counted, so a date long before that of a game played
    earlier is wrong.

    Args:
        games: with their dates, in the order in which they were played.
        now: the date of today, as far as it is known.
    """
    found, latest = set(), 0.0
    for path, when in games:
        if when < latest - JUMP:
            found.add(path)
        elif when <= now + JUMP:
            latest = max(latest, when)
    return frozenset(found)


def _when(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _mark(path: Path) -> Path:
    return path.with_name(path.name + _DELETED)


def _aside(path: Path) -> Path:
    return path.with_name(path.name + _ASIDE)


def _tries(path: Path) -> int:
    """Return how often opening a game has failed; 0 where the file that counts is not ours."""
    try:
        return len(read_file(_aside(path), _MOST_TRIES))
    except OSError:
        return 0


def standing(view: View) -> str:
    """Return how far a game is, then everybody with their big numbers, or the sides of a battle."""
    far = view.finished or ", ".join(view.header[:2])
    if view.outcome:
        names = {player.id: player.name for player in view.players}
        said = [labelled(names.get(one.player, one.player), one.words) for one in view.outcome]
        return " ".join([f"{far.rstrip('.')}.", *said])
    players = [
        f"{player.name} ({', '.join(f'{counter.label} {counter.value}' for counter in player.big)})"
        if player.big
        else player.name
        for player in view.players
    ]
    sides = [side.title for side in view.sides]
    if len(sides) > 1 and not players:
        players = [_("{side} against {other}").format(side=sides[0], other=sides[1])]
    who = ", ".join(players)
    return ". ".join(filter(None, (far.rstrip("."), who)))
