"""A folder for each version of the program, and a link that names the one that runs.

    PLACE/versions/0001-5ed44587/    a whole version: its files, and its Python environment in `.venv`
    PLACE/current                    a link to the version that runs
    PLACE/trial                      the version whose first start is still being judged, and how often it was started
    PLACE/before                     a link to the version before the last update, which judges the one on trial
    PLACE/refused                    the version that did not start, and why

Nothing that runs is ever changed. A new version is made beside the current one and marked as complete; then the link is
replaced, which a file system does as a whole. A cut at any call here leaves one link to one complete version.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from companion.installation.steps import InstallationError
from companion.table.folder import sync_folder
from companion.table.words import N_, _

FOLDER: Final = "versions"
CURRENT: Final = "current"
COMPLETE: Final = "complete"
"""The file that marks a version whose files and environment are on the disk; it is the first to be removed."""

TRIAL: Final = "trial"
REFUSED: Final = "refused"
BEFORE: Final = "before"
LOCK: Final = "lock"
STARTS: Final = 2
"""Starts that a new version gets to show its first page; then the link goes back to the old one."""

GAVE_WAY: Final = N_(
    "“{version}” did not start here: twice it did not show its first page, so the version before it runs again. The "
    "next newer version is offered as soon as there is one."
)


class Version(NamedTuple):
    """A complete version.

    Attributes:
        path: its folder.
        id: its id at the source it came from.
        says: its description for people.
    """

    path: Path
    id: str
    says: str

    @property
    def python(self) -> Path:
        """The Python of its environment."""
        return self.path / ".venv" / "bin" / "python"


class RefusedVersion(NamedTuple):
    """The version that did not start, all empty if there is none.

    Attributes:
        folder: its folder's name.
        id: as for `Version`; empty if it is not known any more.
        says: likewise.
    """

    folder: str
    id: str
    says: str


NOBODY: Final = RefusedVersion("", "", "")


class Versions:
    """The versions in one place.

    Args:
        place: the program's folder.
    """

    def __init__(self, place: Path) -> None:
        self.place = place

    def current(self) -> Version | None:
        """Return the version that the link names."""
        return self._named(CURRENT)

    def earlier(self) -> Version | None:
        """Return the version that `back` would switch to."""
        current, before = self.current(), self._named(BEFORE)
        older = [version for version in self._complete() if current and version.path.name < current.path.name]
        # The last of them may be one that somebody went back from, and which is only kept because it still runs.
        return before if before in older else older[-1] if older else None

    def known(self, id_: str) -> Version | None:
        """Return the complete version of an id."""
        return next((version for version in self._complete() if version.id == id_), None)

    def locked(self) -> contextlib.AbstractContextManager[None]:
        """Keep every other updater out for as long as a block lasts; raises as `alone`."""
        return alone(self.place)

    def begin(self, id_: str, *, keep: str = "") -> Path:
        """Make the empty folder of a new version, and remove what earlier attempts left.

        Args:
            id_: of the version, at its source.
            keep: the folder name of a version that may still be running: it loads files as it needs them.

        Raises:
            OSError: the disk refuses.
        """
        current = self.current()
        folder = self.place / FOLDER
        folder.mkdir(exist_ok=True)
        # Named before anything is removed: a folder's name means one version for ever.
        fresh = self.fresh(id_)
        for path in sorted(folder.iterdir()):
            # Also versions that somebody went back from: the new one takes their place.
            unused = current is None or path.name > current.path.name or self._read(path) is None
            if unused and path.name != keep:
                self.remove(path)
        fresh.mkdir()
        return fresh

    def fresh(self, id_: str) -> Path:
        """Return the folder that a new version would get; nothing is made."""
        folder = self.place / FOLDER
        numbers = [int(path.name[:4]) for path in folder.glob("*") if path.name[:4].isdigit()]
        return folder / f"{max(numbers, default=0) + 1:04d}-{re.sub(r'[^0-9A-Za-z.-]', '', id_)[:12]}"

    def complete(self, path: Path, id_: str, says: str) -> Version:
        """Mark a new version as complete, once all of it is on the disk."""
        os.sync()
        _write(path / COMPLETE, json.dumps({"id": id_, "says": says}))
        sync_folder(path.parent)
        return Version(path, id_, says)

    def switch(self, to: Version, *, trial: bool) -> None:
        """Switch the link to another version.

        Args:
            to: the version.
            trial: whether its first starts are judged.
        """
        current = self.current()
        if current is not None and current.path.name < to.path.name:
            self._link(BEFORE, current)
        if trial:
            _write(self.place / TRIAL, json.dumps({"version": to.path.name, "starts": 0}))
        self._link(CURRENT, to)

    def tidy(self, *, keep: str = "") -> None:
        """Remove all versions but the current one and the one before it; `keep` is as for `begin`."""
        kept = {version.path for version in (self.current(), self.earlier()) if version is not None}
        for path in sorted((self.place / FOLDER).iterdir()):
            if kept and path not in kept and path.name != keep:
                self.remove(path)

    def judge(self, stood: str) -> str:
        """Count a start of a version on trial; after too many failures switch back.

        Args:
            stood: the folder name of the version that showed its first page last.

        Returns:
            The name of the version that was refused now; nothing if none was.
        """
        name, starts = self.trial()
        current, earlier = self.current(), self.earlier()
        if not name or current is None:
            return ""
        if name != current.path.name or name == stood or earlier is None:
            (self.place / TRIAL).unlink()
            if name == stood:
                (self.place / REFUSED).unlink(missing_ok=True)
            sync_folder(self.place)
            return ""
        if starts < STARTS:
            _write(self.place / TRIAL, json.dumps({"version": name, "starts": starts + 1}))
            return ""
        _write(self.place / REFUSED, json.dumps({"version": name, "id": current.id, "says": current.says}))
        self.switch(earlier, trial=False)
        return name

    def trial(self) -> tuple[str, int]:
        """Return the folder name of the version on trial and how often it was started; nothing if there is none."""
        said = _load(self.place / TRIAL)
        starts = said.get("starts")
        return str(said.get("version", "")), starts if isinstance(starts, int) else 0

    def refused(self) -> RefusedVersion:
        """Return the version that was refused last."""
        said = _load(self.place / REFUSED)
        folder = str(said.get("version", ""))
        if not folder:
            return NOBODY
        # Earlier versions did not write the id down; the folder tells it for as long as it is there.
        kept = self._read(self.place / FOLDER / folder)
        return RefusedVersion(folder, str(said.get("id", "" if kept is None else kept.id)), str(said.get("says", "")))

    def remove(self, path: Path) -> None:
        """Remove a version, or what there is of one. Raises `OSError`."""
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            (path / COMPLETE).unlink()
            # Before anything else of it goes: half a version must never look whole.
            sync_folder(path)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()

    def _named(self, link: str) -> Version | None:
        try:
            return self._read(self.place / FOLDER / (self.place / link).readlink().name)
        except OSError:
            return None

    def _link(self, name: str, to: Version) -> None:
        fresh = self.place / f"{name}.new"
        with contextlib.suppress(FileNotFoundError):
            fresh.unlink()
        # Relative: whoever looks at the place from elsewhere, such as another root, follows it, too.
        fresh.symlink_to(Path(FOLDER) / to.path.name)
        fresh.replace(self.place / name)
        sync_folder(self.place)

    def _complete(self) -> list[Version]:
        folder = self.place / FOLDER
        found = [self._read(path) for path in sorted(folder.iterdir())] if folder.is_dir() else []
        return [version for version in found if version is not None]

    def _read(self, path: Path) -> Version | None:
        said = _load(path / COMPLETE)
        return Version(path, str(said.get("id", "")), str(said.get("says", ""))) if said else None


@contextlib.contextmanager
def alone(place: Path) -> Iterator[None]:
    """Keep every other updater of a place out for as long as the block lasts.

    Raises:
        InstallationError: another one is at work.
        OSError: the place cannot be written.
    """
    with (place / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InstallationError(
                _("Another update is at work. Nothing was changed. Wait until it is done.")
            ) from error
        yield


def _load(path: Path) -> dict[str, object]:
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}


def _write(path: Path, text: str) -> None:
    """Write a file that everybody may read; another one of that name is replaced once all of it is on the disk."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        with fresh.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fchmod(file.fileno(), 0o644)
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    sync_folder(path.parent)
