"""The source of new versions: today a git remote. No other module knows that."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from companion.installation.git import GitError, fetch, git, lay, run
from companion.installation.steps import InstallationError
from companion.table.file_names import plain_path
from companion.table.words import _

FILE: Final = "source"
"""The file in the program's folder that names the source of versions, as JSON."""

MOST: Final = 20
"""The most lines that are shown of what is new."""


class AvailableVersion(NamedTuple):
    """A version that a source has.

    Attributes:
        id: its name, which no other version ever gets.
        says: its description for people.
    """

    id: str
    says: str


class Source(Protocol):
    """What the updater needs from a source of versions. All methods raise `InstallationError`."""

    def fetch(self) -> None:
        """Fetch the newest version from the source; needs the network."""

    def newest(self) -> AvailableVersion:
        """Return the version that was fetched last."""

    def news(self, here: str) -> list[str]:
        """Return what the newest version adds to another one, the newest change first; nothing if it is no newer."""

    def lay(self, id_: str, folder: Path) -> None:
        """Put the files of a version into an empty folder."""


class GitSource:
    """A branch of a git remote, in a repository of the updater's own.

    Args:
        repository: the folder of the repository; made when it is needed.
        address: of the remote.
        branch: of the remote.
    """

    def __init__(self, repository: Path, address: str, branch: str) -> None:
        self._repository, self._address, self._branch = repository, address, branch
        self._ref = f"refs/remotes/origin/{branch}"

    def fetch(self) -> None:
        """Fetch what is new from the remote."""
        if self._usable():
            try:
                return self._fetch()
            except GitError as error:
                if not error.ours:
                    raise
        # Nothing in it is not on the other side, too: what a cut has damaged is fetched anew.
        shutil.rmtree(self._repository, ignore_errors=True)
        try:
            self._repository.mkdir(parents=True)
        except OSError as error:
            raise InstallationError(
                _("The newest version cannot be fetched. Nothing was changed. ({why})").format(why=error)
            ) from error
        git(self._repository, "init", "--quiet", "--bare", "--template=")
        return self._fetch()

    def newest(self) -> AvailableVersion:
        """Return the newest version that the remote offers."""
        with self._sound():
            id_ = git(self._repository, "rev-parse", "--verify", self._ref)
            return AvailableVersion(id_, git(self._repository, "log", "-1", "--format=%s (%cs)", id_))

    def news(self, here: str) -> list[str]:
        """Return the first lines of what is new since a version."""
        newest = self.newest().id
        if here == newest or self._is_within(newest, here):
            return []
        if not self._is_within(here, newest):
            raise InstallationError(
                _(
                    "The version that runs here has changes of its own, which the newest one at {address} lacks; an "
                    "update would lose them. Nothing was changed."
                ).format(address=self._address)
            )
        with self._sound():
            new = git(self._repository, "log", "--format=%s", f"--max-count={MOST}", f"{here}..{newest}")
        return new.splitlines()

    def lay(self, id_: str, folder: Path) -> None:
        """Lay the files of a version into an empty folder."""
        with self._sound():
            lay(self._repository, id_, folder)

    def _fetch(self) -> None:
        fetch(self._repository, self._address, f"+refs/heads/{self._branch}:{self._ref}")

    @contextlib.contextmanager
    def _sound(self) -> Iterator[None]:
        """Delete a repository that turns out to be damaged, and say so. Raises `InstallationError`."""
        try:
            yield
        except GitError as error:
            if not error.damaged:
                raise
            # Nothing in it is not on the other side, too.
            shutil.rmtree(self._repository, ignore_errors=True)
            words = _(
                "What was fetched is damaged and was thrown away. Nothing was changed. Look for a newer version again."
            )
            raise InstallationError(words) from error

    def _usable(self) -> bool:
        return self._repository.is_dir() and run(self._repository, "rev-parse", "--git-dir").stdout.strip() == "."

    def _is_within(self, id_: str, other: str) -> bool:
        done = run(self._repository, "merge-base", "--is-ancestor", id_, other)
        with self._sound():
            # A version that is not known there is no fault of the repository.
            if (error := GitError(done.stderr, "git merge-base")).damaged:
                raise error
        return not done.returncode


def source_of(place: Path) -> Source:
    """Return what the versions in a place come from.

    Raises:
        InstallationError: it is not known.
    """
    try:
        said = json.loads((place / FILE).read_text(encoding="utf-8"))
        return GitSource(place / "repository.git", said["address"], said["branch"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InstallationError(
            _("Where newer versions come from is not known: {file} cannot be read. Nothing was changed.").format(
                file=plain_path(place / FILE)
            )
        ) from error
