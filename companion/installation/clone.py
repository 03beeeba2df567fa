"""Updates a git clone in somebody's home: a new version is set up and tried beside it, and then takes its place."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from companion import bootstrap
from companion.doctor.running import ask as ask_running
from companion.installation import finish
from companion.installation.copies import back_up
from companion.installation.git import fetch, git, lay, lock_of
from companion.installation.install import SYSTEM_UNIT
from companion.installation.room import refuse_without_room
from companion.installation.source import MOST
from companion.installation.steps import InstallationError
from companion.installation.updater import Say, refusals
from companion.installation.versions import alone
from companion.table.words import _

SetUp = Callable[[Path, Path, Say], object]

STATES: Final = Path(".git") / "companion"
LEFT: Final = (finish.RESERVE, "finish.py", f"{finish.STATE}.new")
"""Files that may be left where writing down the work for `finish` was cut off."""

FOR_GIT: Final = 2**20
"""Bytes that git needs to move a clone to another version, besides its files."""


class Clone:
    """A clone, and the state of an update in its git folder."""

    def __init__(self) -> None:
        self.root = bootstrap.ROOT
        self.folder = self.root / STATES

    def news(self) -> list[str]:
        """Ask what an update would bring, the newest first. Raises `InstallationError`."""
        self.check()
        fetch(self.root)
        newest = self._newest()
        if self._git("rev-list", "--count", f"{newest}..HEAD") != "0":
            if self._git("rev-list", "--count", f"HEAD..{newest}") == "0":
                return []
            raise InstallationError(
                _(
                    "There are commits of your own here, which an update would take away. Nothing was changed. "
                    "To have both, run: git pull --rebase"
                )
            )
        return self._git("log", "--format=%s", f"--max-count={MOST}", f"HEAD..{newest}").splitlines()

    def earlier(self) -> str:
        """Say which version `go_back` would go to; nothing if there is none. Raises `InstallationError`."""
        before = self._git("for-each-ref", "--format=%(objectname)", finish.REF)
        if not before or before == self._git("rev-parse", "HEAD"):
            return ""
        return self._git("log", "-1", "--format=%s (%cs)", before)

    def waiting(self) -> str:
        """Say which version the next start puts in place; nothing if none. Raises `InstallationError`."""
        to = _load(self.folder / finish.STATE).get("to", "")
        return self._git("log", "-1", "--format=%s (%cs)", to) if to else ""

    def was_renewed(self) -> bool:
        """Return whether an update was made here."""
        return bool(self._git("for-each-ref", "--format=%(objectname)", finish.REF))

    def take(self, data: Path, say: Say, set_up: SetUp) -> list[str]:
        """Copy the games, and set up and try the version that was fetched last, beside the clone.

        The clone itself is changed by `finish`, before the companion starts the next time.

        Args:
            data: the folder of the games.
            say: hears how far it is, a line at a time.
            set_up: sets a version up in its folder and tries it with the games.

        Returns:
            What people must know of it: see `back_up`.

        Raises:
            InstallationError: it could not be done; nothing was changed.
        """
        self.check()
        newest, here = self._newest(), self._git("rev-parse", "HEAD")
        with refusals(), self._locked():
            unread = back_up(data, say)
            path = self.folder / "versions" / newest[:12]
            if not (path / "complete").exists():
                refuse_without_room(self.root, (self.root / ".venv").resolve())
                shutil.rmtree(path, ignore_errors=True)
                path.mkdir(parents=True)
                self._make(path, newest, say, lambda: set_up(path, data, say))
            try:
                self._intend(newest, path / ".venv", before=here)
            except BaseException:
                # Its room is wanted for the games.
                for left in (path, *(self.folder / name for name in LEFT)):
                    shutil.rmtree(left, ignore_errors=True)
                    with contextlib.suppress(OSError):
                        left.unlink()
                raise
        return unread

    def go_back(self, data: Path, say: Say) -> list[str]:
        """Copy the games, and go back to the version before with the next start; otherwise as `take`."""
        self.check()
        before = self._git("rev-parse", "--verify", finish.REF)
        with refusals(), self._locked():
            unread = back_up(data, say)
            environment = _load(self.folder / finish.BEFORE).get("environment", "")
            there = bool(environment) and Path(environment).exists()
            self._intend(before, Path(environment) if there else None, before=before)
        return unread

    def finish(self) -> None:
        """Bring an update to its end, in this clone and at once. Raises `InstallationError`."""
        if not (self.folder / finish.STATE).exists():
            return
        done = subprocess.run(
            [python(), str(self.folder / "finish.py")], capture_output=True, text=True, errors="replace", check=False
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or [""])[-1]
            raise InstallationError(
                _("The other version could not be set up; the one of before is in its place again. ({why})").format(
                    why=last
                )
            )

    def check(self) -> None:
        """Refuse a clone that may not be changed. Raises `InstallationError`."""
        if _load(self.folder / finish.STATE).get("began"):
            raise InstallationError(
                _("An update was cut short here. Start the companion again: that brings it to its end.")
            )
        if (lock := lock_of(self.root / ".git")) is not None:
            raise InstallationError(
                _(
                    "An earlier git left its lock, for example at a power cut. Nothing was changed. If no git runs, "
                    "remove the lock: rm '{file}'"
                ).format(file=lock)
            )
        # Without its branch, all files would count as new ones.
        self._git("log", "-1", "--format=%h")
        if self._git("status", "--porcelain", "--untracked-files=no"):
            raise InstallationError(
                _(
                    "Program files were edited here, and an update would overwrite them. Nothing was "
                    "changed. See: git status"
                )
            )

    def check_closed(self, data: Path) -> None:
        """Refuse while a companion runs, in which old and new code would meet. Raises `InstallationError`."""
        if ask_running(data) is not None:
            raise InstallationError(
                _("The companion is open. Nothing was changed. Close it first: {command}").format(
                    command=f"sudo systemctl stop {SYSTEM_UNIT.name}"
                )
                if SYSTEM_UNIT.exists()
                else _("The companion is open. Nothing was changed. Close it, or update it on its page “Update”.")
            )

    def _make(self, path: Path, id_: str, say: Say, set_up: Callable[[], object]) -> None:
        try:
            say(_("The newer version is set up beside this one."))
            lay(self.root, id_, path)
            set_up()
            (path / "complete").touch()
        except BaseException:
            shutil.rmtree(path, ignore_errors=True)
            raise

    def _intend(self, to: str, environment: Path | None, *, before: str) -> None:
        """Write down what `finish` is to do, once all that it needs is on the disk."""
        here, venv = self._git("rev-parse", "HEAD"), self.root / ".venv"
        former = str(venv.readlink()) if venv.is_symlink() else str(self.folder / "versions" / here[:12] / ".venv")
        shutil.copyfile(finish.__file__, self.folder / "finish.py")
        with (self.folder / finish.RESERVE).open("wb") as reserve:
            # All files of the program, should each of them be another one, and what git writes beside them.
            os.posix_fallocate(reserve.fileno(), 0, self._tracked(to) + FOR_GIT)
        os.sync()
        finish.write(
            self.folder / finish.STATE,
            {
                "root": str(self.root),
                "from": here,
                "to": to,
                "before": before,
                "environment": str(environment or ""),
                "environment_before": former,
                "python": python(),
                "began": False,
            },
        )

    def _tracked(self, id_: str) -> int:
        listed = self._git("ls-tree", "-r", "-l", id_).splitlines()
        return sum(-(-int(line.split()[3]) // 4096) * 4096 for line in listed if line.split()[3].isdigit())

    def _locked(self) -> contextlib.AbstractContextManager[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        return alone(self.folder)

    def _newest(self) -> str:
        return self._git("rev-parse", "@{upstream}", why=_("This folder has no source to update from."))

    def _git(self, *arguments: str, why: str = "") -> str:
        return git(self.root, *arguments, why=why)


def python() -> str:
    """Return the Python that made this environment: the environment itself is going to be replaced."""
    return str(Path(sys.base_prefix) / "bin" / "python3")


def _load(path: Path) -> dict[str, Any]:
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}
