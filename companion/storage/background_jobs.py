"""Jobs that run beside a game: copies to a stick and back, imports, exports, reports. The screen never waits for one.

One thread runs them one after the other; it begins with the first job, and between jobs it sleeps until a stick comes
or goes. What there is to say comes out of `news`, in the caller's thread.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from companion.storage import evenings
from companion.storage.atomic_file import write_whole
from companion.storage.errors import StorageError, why
from companion.storage.evenings import Evening
from companion.storage.game_archive import SUFFIX, unpack
from companion.storage.game_library import Library
from companion.storage.mount_watch import MountWatch
from companion.storage.usb_backup import FOLDER, Stick, held, here, sticks, takes_files, without_lock
from companion.table.errors import CompanionError, DamagedJournalError
from companion.table.file_names import plain, plain_path
from companion.table.folder import folder_rights
from companion.table.journal_mirror import lines_of
from companion.table.session import open_session
from companion.table.sqlite_file import ChainedRecords
from companion.table.words import _, n_

_log = logging.getLogger(__name__)

EXPORTS: Final = "exports"
"""The folder beside the games that takes exports where no stick is plugged in."""

IMPORTS: Final = "imports"
"""The folder beside the games from which games can be imported."""

_MOST: Final = 100


class SticksFound(Struct, frozen=True):
    """What a look at the sticks has found.

    Args:
        there: whether one is plugged in.
        lost: how many games only a stick has, or has further.
    """

    there: bool = False
    lost: int = 0


class BackgroundJobs:
    """The jobs with stored games, and their thread. All methods but `finish` and `offered` return at once.

    Args:
        library: the games.
        wish: which stick is used, as in the settings.
        notify: called in the thread of the jobs when there is something new in `found` or `news`; it may only signal.
        machine: what a bug report tells of this machine.
    """

    def __init__(
        self,
        library: Library,
        wish: str,
        notify: Callable[[], None],
        machine: Callable[[], dict[str, str]] = dict,
    ) -> None:
        self.found = SticksFound()
        self.imports = library.folder.parent / IMPORTS
        self.evenings = library.folder.parent / evenings.FILE
        self._library, self._wish, self._notify, self._machine = library, wish, notify, machine
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._news: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._waiting = threading.Event()
        self._stirred = threading.Event()
        self._watch: MountWatch | None = None
        self._sticks: dict[Path, Stick] = {}
        self._told = ""
        self._damaged: Path | None = None
        self._closing = False

    def news(self) -> list[str]:
        """Return what there is to say since the last call."""
        return [self._news.get_nowait() for __ in range(self._news.qsize())]

    def stirred(self) -> bool:
        """Return whether a stick has come or gone since the last call."""
        stirred = self._stirred.is_set()
        self._stirred.clear()
        return stirred

    def copy(self, playing: Path | None = None) -> None:
        """Copy all games to every stick, and look for games that only a stick has.

        Args:
            playing: the game that is open in this process.
        """
        if self._wish != "off" and not self._waiting.is_set():
            self._waiting.set()
            self._send(lambda: self._copy(playing))

    def bring_back(self) -> None:
        """Copy every game into the library that only a stick has, or has further."""
        self._send(self._bring_back)

    def export(self, path: Path) -> None:
        """Write a game as one file, and how it went as a page, to the stick or beside the games."""
        self._send(lambda: self._export(path))

    def offered(self) -> dict[Path, int]:
        """Return the files in the folder for imports and their sizes in bytes, newest first.

        The folder is made if it is not there.

        Raises:
            StorageError: it cannot be read.
        """
        try:
            self.imports.mkdir(mode=folder_rights(self.imports), exist_ok=True)
            found = {path: path.stat() for path in self.imports.iterdir() if path.is_file()}
        except OSError as error:
            raise StorageError(
                _("The folder {folder} cannot be read: {why}.").format(folder=self.imports, why=why(error))
            ) from error
        newest = sorted(found, key=lambda path: found[path].st_mtime_ns, reverse=True)
        return {path: found[path].st_size for path in newest[:_MOST]}

    def take_in(self, path: Path) -> None:
        """Import a game into the library; of a damaged one what is whole, if it is asked for twice."""
        self._send(lambda: self._take_in(path))

    def save_result(self, path: Path, play: Mapping[str, Any] | None, picture: bytes = b"") -> None:
        """Write how a game ended, to the stick or beside the games: for other apps, as a page, and as a picture.

        The picture also stays in the folder beside the games.

        Args:
            path: of the game.
            play: see `companion.storage.bgstats_export`; None writes nothing for other apps.
            picture: of the last page, as PNG; empty writes none.
        """
        self._send(lambda: self._save_result(path, play, picture))

    def note_evening(self, evening: Evening) -> None:
        """Add a game that is over to what is known of the evenings."""
        self._send(lambda: evenings.note(self.evenings, evening))

    def export_evenings(self) -> None:
        """Write all that is known of the evenings to the stick or beside the games."""
        self._send(self._export_evenings)

    def forget_evenings(self) -> None:
        """Delete all that is known of the evenings, on the sticks that are plugged in, too."""
        self._send(self._forget_evenings)

    def report_problem(self, path: Path | None) -> None:
        """Write a bug report, to the stick or beside the games.

        Args:
            path: the game that it is about.
        """
        self._send(lambda: self._problem(path))

    def close(self) -> None:
        """End the thread after its last job; nobody waits for it, and a stick that hangs keeps nobody."""
        if self._watch is not None and not self._closing:
            self._closing = True
            self._jobs.put(None)
            self._watch.ring()

    def finish(self, timeout: float) -> bool:
        """Wait until all jobs are done; return whether they are. Not for a thread that draws."""
        done = threading.Event()
        self._send(done.set)
        return done.wait(timeout)

    # -- in the thread of the jobs -------------------------------------------------------------------------------

    def _send(self, job: Callable[[], None]) -> None:
        if self._closing:
            return
        try:
            if self._watch is None:
                watch = MountWatch()
                threading.Thread(target=self._run, args=[watch], name="jobs", daemon=True).start()
                self._watch = watch
            self._jobs.put(job)
            self._watch.ring()
        except Exception:  # noqa: BLE001 - no stick, whatever it raises, keeps anybody from playing
            self._waiting.clear()
            self._failed()

    def _run(self, watch: MountWatch) -> None:
        while True:
            if watch.wait() and self._others():
                self._stirred.set()
                self._tell()
            while not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    watch.close()
                    return
                self._do(job)

    def _others(self) -> bool:
        """Return whether other sticks are plugged in than at the last look."""
        try:
            return set(sticks(self._wish)) != set(self._sticks)
        except Exception:  # noqa: BLE001 - jobs go on without
            _log.exception("it cannot be told which sticks are plugged in")
            return False

    def _do(self, job: Callable[[], None]) -> None:
        try:
            job()
        except CompanionError as error:
            self._complain(str(error))
        except OSError as error:
            self._complain(
                _("A file could not be read or written: {why}. The games here are safe.").format(why=why(error))
            )
        except Exception:  # noqa: BLE001 - one job that fails must not end all later ones
            self._failed()

    def _failed(self) -> None:
        _log.exception("a background job failed")
        self._say(_("A fault in the companion prevented a file from being written. The games here are safe."))

    def _say(self, words: str) -> None:
        self._news.put(words)
        self._tell()

    def _tell(self) -> None:
        """Notify the listener that there is something in `found` or `news`; jobs go on where that fails."""
        try:
            self._notify()
        except Exception:  # noqa: BLE001 - the thread of all later jobs must not end with it
            _log.exception("nobody could be told of a background job")

    def _complain(self, words: str) -> None:
        """Say what is wrong once, until all is well again."""
        _log.warning("%s", words)
        if words != self._told:
            self._told = words
            self._say(words)

    def _plugged(self) -> list[Stick]:
        roots = sticks(self._wish)
        known = {root: self._sticks.get(root) or Stick(root, self._library.folder) for root in roots}
        self._sticks = known
        return list(known.values())

    def _copy(self, playing: Path | None) -> None:
        self._waiting.clear()
        lost, troubles = 0, []
        plugged = self._plugged()
        for stick in plugged:
            try:
                number = stick.take_copies(playing)
                stick.take_file(self.evenings.name, self._evenings_here())
                if number:
                    _log.info("%d copied to %s", number, stick.folder)
            except OSError as error:
                troubles.append((stick, error))
            try:
                lost += len(stick.lost_here(playing))
            except OSError as error:
                _log.warning("%s cannot be read: %s", stick.folder, error)
        found = SticksFound(bool(plugged), lost)
        if found != self.found:
            self.found = found
            self._tell()
        for stick, trouble in troubles:
            # One that was pulled is no trouble: people did that.
            if stick.folder.parent in sticks(self._wish):
                self._complain(
                    _("The copy on the stick {name} could not be written: {why}. The games here are safe.").format(
                        name=plain(stick.folder.parent), why=why(trouble)
                    )
                )
            else:
                _log.info("%s was pulled: %s", stick.folder, trouble)
        if not troubles:
            self._told = ""

    def _bring_back(self) -> None:
        number, short = 0, 0
        for stick in self._plugged():
            for path in stick.lost_here():
                try:
                    fresh = self._library.take_in(path, partly=True, play=False)
                    _log.info("%s came back as %s", path, fresh.name)
                    number += 1
                except CompanionError as error:
                    _log.warning("%s cannot be brought back: %s", path, error)
                    short += 1
            self._bring_evenings_back(stick)
        said = n_("{n} game came back from the stick.", "{n} games came back from the stick.", number).format(n=number)
        more = n_("{n} could not be read.", "{n} could not be read.", short).format(n=short) if short else ""
        self._copy(None)
        self._say(" ".join(filter(None, (said, more))))

    def _take_in(self, path: Path) -> None:
        try:
            if (known := here(self._library.folder, unpack(path))) is not None:
                said = _("The game in {file} is already here: {name} in “All games”.")
                self._say(said.format(file=plain(path), name=plain(known)))
                return
            fresh = self._library.take_in(path, partly=path == self._damaged)
        except DamagedJournalError as error:
            self._damaged = path
            self._say(_("{error} Import it again to keep the intact part.").format(error=error))
        except CompanionError as error:
            self._say(str(error))
        else:
            self._damaged = None
            _log.info("%s was taken in as %s", path, fresh.name)
            self._say(_("Imported: {name} is first in “All games”.").format(name=plain(fresh)))

    @contextmanager
    def _room(self) -> Iterator[tuple[Path, Path]]:
        """Yield where an export goes, and the name by which people know that folder.

        It goes on a stick that takes it, or beside the games. Raises `OSError`.
        """
        for root in sticks(self._wish):
            if takes_files(root):
                with held(root) as stick:
                    (stick / FOLDER).mkdir(exist_ok=True)
                    yield stick / FOLDER, root / FOLDER
                return
        folder = self._exports()
        yield folder, folder

    def _export(self, path: Path) -> None:
        stem = path.name.removesuffix(".game")
        found = without_lock(path, None)
        with self._room() as (folder, shown):
            if shown.name == EXPORTS:
                write_whole(folder / f"{stem}{SUFFIX}", lines_of(found.bodies))
            else:
                self._copy(path)
            write_whole(folder / f"{stem}.html", self._page(found))
        self._say(
            _("The game and a readable report ({stem}.html) are in {folder}.").format(
                stem=stem, folder=plain_path(shown)
            )
        )

    def _save_result(self, path: Path, play: Mapping[str, Any] | None, picture: bytes) -> None:
        stem = path.name.removesuffix(".game")
        name = f"{stem}-result.json" if play is not None else f"{stem}.html"
        with self._room() as (folder, shown):
            if play is not None:
                write_whole(folder / name, msgspec.json.format(msgspec.json.encode(play)))
            write_whole(folder / f"{stem}.html", self._page(without_lock(path, None)))
            if picture:
                write_whole(folder / f"{stem}.png", picture)
        if picture and shown.name != EXPORTS:
            write_whole(self._exports() / f"{stem}.png", picture)
        said = _("Saved as {file}. A page to read and a picture are beside it.")
        self._say(said.format(file=plain_path(shown / name)))

    def _page(self, records: ChainedRecords) -> bytes:
        """Return how a game went as a page."""
        # With no stick and no fault it is never needed.
        from companion.storage.html_report import report

        return report(open_session(self._library.games, records.records, None)).encode()

    def _exports(self) -> Path:
        """Return the folder for exports beside the games; it is made if it is not there. Raises `OSError`."""
        folder = self._library.folder.parent / EXPORTS
        folder.mkdir(mode=folder_rights(folder), exist_ok=True)
        return folder

    def _evenings_here(self) -> bytes:
        """Return what is known of the evenings, as a file; empty if that is nothing, or cannot be read."""
        found = evenings.read(self.evenings)
        return evenings.encoded(found) if found is not None and found != evenings.Evenings() else b""

    def _bring_evenings_back(self, stick: Stick) -> None:
        """Add what a stick knows of the evenings."""
        with held(stick.root) as root:
            found = evenings.read(root / FOLDER / self.evenings.name)
        if found is not None and found != evenings.Evenings():
            evenings.add(self.evenings, found)

    def _export_evenings(self) -> None:
        content = self._evenings_here()
        if not content:
            self._say(_("Nothing is known of any evening yet."))
            return
        with self._room() as (folder, shown):
            write_whole(folder / self.evenings.name, content)
        self._say(_("The evenings are in {file}.").format(file=plain_path(shown / self.evenings.name)))

    def _forget_evenings(self) -> None:
        evenings.erase(self.evenings)
        for stick in self._plugged():
            stick.drop_file(self.evenings.name)
        (self._library.folder.parent / EXPORTS / self.evenings.name).unlink(missing_ok=True)
        self._say(_("All that was known of the evenings is deleted. The games are unchanged."))

    def _problem(self, path: Path | None) -> None:
        from companion.storage.bug_bundle import problem

        with self._room() as (folder, shown):
            number = 1
            while os.path.lexists(to := folder / f"problem-{number}.zip"):
                number += 1
            problem(to, path, self._library.games, self._machine())
        self._say(_("The bug report is {file}.").format(file=plain_path(shown / to.name)))
