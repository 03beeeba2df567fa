"""Sets up a new version of the program beside the one that runs, tries it, and switches the link to it.

    python -m companion.installation.updater VERB --place FOLDER --data FOLDER [--answer FOLDER]

`look` asks what is new, `take` takes it, `back` switches to the version before, `judge` counts a start of a version on
trial, and `first` completes the version that it is itself a part of. This is the only part that writes the program's
folder; under systemd it runs as a user of its own. What came of it stands in `--answer`, for the screen.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion.installation.copies import BACKUPS, back_up, files_in, read
from companion.installation.progress import is_fault, step
from companion.installation.room import refuse_without_room
from companion.installation.source import Source, source_of
from companion.installation.steps import InstallationError
from companion.installation.versions import FOLDER, GAVE_WAY, Version, Versions
from companion.storage.errors import why
from companion.storage.program_approval import FILE as PROGRAMS
from companion.storage.settings import FILE, Settings
from companion.storage.user_files import FOLDER as OWN
from companion.table import words
from companion.table.errors import CompanionError
from companion.table.file_names import plain_path
from companion.table.words import _

Say = Callable[[str], None]

STOOD: Final = "stood"
"""The file in the data folder that names the version which showed its first page last."""

ANSWER: Final = "answer.json"
PROGRESS: Final = "progress"
LAST: Final = 50
"""Lines at the end of a failed set-up that are searched for the reason."""

UNREAD: Final = "unread"
"""The key in the answer under which stands what could not be copied."""

LONGEST: Final = 1800.0
"""Seconds that a trial may take; a Pi with hundreds of games needs minutes."""

LEFT_OUT: Final = (BACKUPS, "exports", "imports", "kivy", OWN, PROGRAMS)
"""Names beside the games that no trial gets: not needed, or own programs, which trials of earlier versions ran."""

OTHERS: Final = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "VIRTUAL_ENV")
"""Variables of the environment that could make a version run the code of another one."""

_log = logging.getLogger(__name__)


class Updater:
    """Updates the program in one place.

    Args:
        place: the program's folder.
        data: the folder of the games.
        say: hears how far it is, a line at a time.
        source: of the versions; None reads what the place says.
    """

    def __init__(self, place: Path, data: Path, say: Say, source: Source | None = None) -> None:
        self.versions = Versions(place)
        self._data, self._say = data, say
        self._source = source_of(place) if source is None else source

    def look(self) -> list[str]:
        """Ask what an update would bring, the newest first; nothing if that is no newer version, or did not start here.

        Raises:
            InstallationError: there is no way to know.
        """
        with refusals(), self.versions.locked():
            self._source.fetch()
            return [] if self._gave_way() else self._source.news(self._here().id)

    def take(self) -> list[str]:
        """Copy the games, set up the version that was fetched last beside this one, try it, and switch to it.

        Returns:
            What people must know of it: see `back_up`.

        Raises:
            InstallationError: it could not be done; the version of before runs on.
        """
        with refusals(), self.versions.locked():
            here, newest = self._here(), self._source.newest()
            if not self._source.news(here.id):
                return []
            if self._gave_way():
                raise InstallationError(_(GAVE_WAY).format(version=newest.says))
            unread = back_up(self._data, self._say)
            version = self.versions.known(newest.id) or self._make(newest.id, newest.says, here)
            self.versions.switch(version, trial=True)
            self.versions.tidy(keep=stood(self._data))
            return unread

    def back(self) -> list[str]:
        """Copy the games, and switch to the version before; returns and raises as `take`."""
        with refusals(), self.versions.locked():
            earlier = self.versions.earlier()
            if earlier is None:
                raise InstallationError(_("There is no update to undo."))
            unread = back_up(self._data, self._say)
            self.versions.switch(earlier, trial=False)
            return unread

    def _gave_way(self) -> bool:
        return self._source.newest().id == self.versions.refused().id

    def _here(self) -> Version:
        here = self.versions.current()
        if here is None:
            raise InstallationError(
                _("No complete version is at {place}. Set the companion up again: companion install --system").format(
                    place=self.versions.place
                )
            )
        return here

    def _make(self, id_: str, says: str, here: Version) -> Version:
        path = self.versions.begin(id_, keep=stood(self._data))
        try:
            # What earlier attempts left is gone by now.
            refuse_without_room(self.versions.place, here.path)
            self._say(_("The newer version is set up beside this one."))
            self._source.lay(id_, path)
            set_up(path, self._say)
            self._say(_("The newer version is tried with a copy of the games."))
            try_out(Version(path, id_, says), here, self._data)
            return self.versions.complete(path, id_, says)
        except BaseException:
            # Its room is wanted for the games.
            with contextlib.suppress(OSError):
                self.versions.remove(path)
            raise


def set_up(path: Path, say: Say) -> None:
    """Run the set-up of a version, which makes its environment.

    Args:
        path: the version's folder.
        say: hears how far it is, in words for people.

    Raises:
        InstallationError: it could not; the message ends with the set-up's own last words.
    """
    # By the Python that made this environment, not by the one in it.
    python = str(Path(sys.base_prefix) / "bin" / "python3")
    lines: deque[str] = deque(maxlen=LAST)
    told = ""
    with subprocess.Popen(
        [python, "-m", "companion.bootstrap", "run", "--version"],
        cwd=path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        # Without a terminal sudo refuses at once instead of waiting for a password.
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip():
                lines.append(line.rstrip())
                _log.info("%s", lines[-1])
            if (at := step(line)) and at != told:
                told = at
                say(at)
    if process.returncode:
        words = (
            _("The other version does not start ({why}); the one of before is in its place.")
            if is_fault([*lines])
            else _("The other version could not be set up; the one of before is in its place. ({why})")
        )
        raise InstallationError(words.format(why=lines[-1] if lines else process.returncode))


def try_out(fresh: Version, here: Version | None, data: Path) -> None:
    """Try a version without a display: its modules, the settings, and each game of a copy.

    Args:
        fresh: the version.
        here: the one that runs; a game that it cannot open either counts against nobody. None if it is the same.
        data: the folder of the games.

    Raises:
        InstallationError: it is not fit for use.
        OSError: the disk refuses.
    """
    refused = _trial(fresh, data)
    known = refused if here is None else _trial(here, data) if refused else {}
    refused = {name: reason for name, reason in refused.items() if name not in known}
    if refused:
        name, reason = next(iter(refused.items()))
        raise InstallationError(
            _("The other version cannot open the game {name} ({why}); the one of before is in its place.").format(
                name=name, why=reason
            )
        )


def _trial(version: Version, data: Path) -> dict[str, str]:
    with tempfile.TemporaryDirectory(prefix="companion-trial-") as folder:
        copy = Path(folder) / "data"
        copy_files(data, copy)
        (copy / "games").mkdir(parents=True, exist_ok=True)
        try:
            done = subprocess.run(
                [version.python, "-m", "companion.installation.trial", copy],
                cwd=folder,
                env=environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=LONGEST,
                check=False,
            )
            said = done.stdout.strip().splitlines()
            failed = done.stderr.strip().splitlines() if done.returncode else []
            refused = json.loads(said[-1]) if not done.returncode else {}
        except (subprocess.TimeoutExpired, OSError, ValueError, IndexError) as error:
            refused, failed = {}, [str(error)]
    if failed or not isinstance(refused, dict):
        raise InstallationError(
            _("The other version does not start ({why}); the one of before is in its place.").format(
                why=failed[-1] if failed else refused
            )
        )
    return refused


def copy_files(data: Path, copy: Path) -> None:
    """Copy the files of a data folder that a version reads: their content only, not their rights.

    What cannot be read is left out; `back_up` has named it. Raises `OSError`.
    """
    unread: list[str] = []
    for file in files_in(data, unread):
        within = file.relative_to(data)
        if within.parts[0] in LEFT_OUT or file.suffix == ".log" or (content := read(file, unread)) is None:
            continue
        (copy / within).parent.mkdir(parents=True, exist_ok=True)
        (copy / within).write_bytes(content)


def environment() -> dict[str, str]:
    """Return the environment for a program of another version."""
    return {name: value for name, value in os.environ.items() if name not in OTHERS}


@contextlib.contextmanager
def refusals() -> Iterator[None]:
    """Turn an error of the disk into a sentence. Raises `InstallationError`."""
    try:
        yield
    except InstallationError:
        raise
    except OSError as error:
        raise InstallationError(
            _("The update stopped: {why}. The version of before is in its place; games are untouched.").format(
                why=f"{why(error)} ({plain_path(Path(str(error.filename)))})" if error.filename else why(error)
            )
        ) from error


def first(place: Path, data: Path, path: Path, id_: str, says: str) -> None:
    """Complete a version whose files lie in its folder already, and switch to it. Raises `InstallationError`."""
    versions = Versions(place)
    with refusals(), versions.locked():
        set_up(path, _print)
        try_out(Version(path, id_, says), None, data)
        versions.switch(versions.complete(path, id_, says), trial=False)
        versions.tidy()


def judge(place: Path, data: Path) -> None:
    """Count a start of a version on trial, and switch back after too many without a page."""
    if not screen_is_there():
        return
    versions = Versions(place)
    if versions.judge(stood(data)):
        _log.warning("%s did not start; %s runs again", versions.refused().folder, versions.current())


def stood(data: Path) -> str:
    """Return the folder name of the version that showed its first page last; nothing if none is known to have."""
    try:
        found = re.search(f"{FOLDER}/([^/\\s]+)", (data / STOOD).read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return ""
    return found[1] if found else ""


def screen_is_there(connectors: Path = Path("/sys/class/drm")) -> bool:
    """Return whether a screen is connected, as far as can be told: without one no version can show a page."""
    told = [path.read_text(encoding="ascii").strip() for path in connectors.glob("card*-*/status")]
    return not told or "connected" in told


def _print(line: str) -> None:
    print(line, flush=True)


def main(arguments: list[str]) -> int:
    """Run the command of a verb; return 0 if it worked."""
    parser = argparse.ArgumentParser(prog="companion.installation.updater")
    parser.add_argument("verb", choices=["look", "take", "back", "judge", "first"])
    parser.add_argument("--place", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--answer", type=Path)
    for name in ("--path", "--id", "--says"):
        parser.add_argument(name, default="")
    chosen = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    words.use(Settings.load(chosen.data / FILE).language)
    told: dict[str, object] = {}
    progress = None if chosen.answer is None else chosen.answer / PROGRESS

    def say(line: str) -> None:
        _print(line)
        if progress is not None:
            progress.write_text(line, encoding="utf-8")

    try:
        if progress is not None:
            progress.unlink(missing_ok=True)
        if chosen.verb == "judge":
            judge(chosen.place, chosen.data)
        elif chosen.verb == "first":
            first(chosen.place, chosen.data, Path(chosen.path), chosen.id, chosen.says)
        else:
            updater = Updater(chosen.place, chosen.data, say)
            if chosen.verb == "look":
                told["news"] = updater.look()
            else:
                told[UNREAD] = (updater.take if chosen.verb == "take" else updater.back)()
    except CompanionError as error:
        told["error"] = str(error)
        sys.stderr.write(f"{error}\n")
    except Exception as error:  # noqa: BLE001 - the screen waits for an answer, whatever it is
        _log.exception("the updater failed")
        told["error"] = _("A fault of the companion stopped the update ({why}). Nothing was changed.").format(why=error)
    if chosen.answer is not None:
        (chosen.answer / ANSWER).write_text(json.dumps(told), encoding="utf-8")
    return 1 if "error" in told else 0


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main(sys.argv[1:]))
