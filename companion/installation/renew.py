"""`companion update` and `companion rollback`, for a folder that was fetched with git."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion import __version__, bootstrap
from companion.installation.copies import back_up
from companion.installation.install import SYSTEM_UNIT
from companion.installation.steps import InstallationError, agreed, refuse_root
from companion.table.file_names import plain_path
from companion.table.words import N_, _

BEFORE: Final = "refs/companion/before"
"""Where git keeps which version was here before the last update."""

MOST: Final = 20
"""Lines that are said of what is new."""

OLDER_MAY_NOT_OPEN: Final = N_(
    "A game that was played with the newer version may not open with the older one; it stays whole."
)

Say = Callable[[str], None]


def came_with_git() -> bool:
    """Whether this is a folder that can be renewed here."""
    return (bootstrap.ROOT / ".git").exists()


def news() -> list[str]:
    """Ask what an update would bring, the newest first; nothing if this is the newest version.

    Raises:
        InstallationError: there is no way to know, or files of the program were changed here.
    """
    _check_folder()
    if _git("status", "--porcelain", "--untracked-files=no"):
        raise InstallationError(
            _("Files of the program were changed here; an update would lose that. Nothing was changed. See: git status")
        )
    _git("fetch", "--quiet", why=_("The newest version cannot be fetched. Nothing was changed. Is there a network?"))
    here, newest = _git("rev-parse", "HEAD"), _git("rev-parse", "@{upstream}", why=_("This folder follows no other."))
    if here == newest:
        return []
    return _git("log", "--format=%s", f"--max-count={MOST}", "HEAD..@{upstream}").splitlines()


def earlier() -> str:
    """Say which version `rollback` would go back to; nothing if there is none.

    Raises:
        InstallationError: there is no way to know.
    """
    _check_folder()
    before = _git("for-each-ref", "--format=%(objectname)", BEFORE)
    if not before or before == _git("rev-parse", "HEAD"):
        return ""
    return _git("log", "-1", "--format=%s (%cs)", before)


def take(data: Path, say: Say, *, asks: bool = False) -> None:
    """Copy the games and set up the version that was fetched last.

    Args:
        data: the folder of the games.
        say: hears how far it is, a line at a time.
        asks: whether somebody sits at the terminal whom sudo may ask for a password.

    Raises:
        InstallationError: it could not be done; the version of before is in place.
    """
    here, newest = _git("rev-parse", "HEAD"), _git("rev-parse", "@{upstream}")
    say(_("The games are copied to {path}.").format(path=plain_path(back_up(data))))
    _git("update-ref", BEFORE, here)
    _go_to(newest, here, say, asks)


def go_back(data: Path, say: Say, *, asks: bool = False) -> None:
    """Copy the games and set up the version before the last update. Args and raises as for `take`."""
    here, before = _git("rev-parse", "HEAD"), _git("rev-parse", "--verify", BEFORE)
    say(_("The games are copied to {path}.").format(path=plain_path(back_up(data))))
    _go_to(before, here, say, asks)


def update(data: Path, *, yes: bool) -> int:
    """`companion update`: say what is new, ask, and take it.

    Args:
        data: the folder of the games.
        yes: do not ask.

    Returns:
        The exit code.

    Raises:
        InstallationError: it could not be done; the version of before is in place.
    """
    new = news()
    if not new:
        print(_("This is the newest version, {version}.").format(version=__version__))
        return 0
    print(_("What is new:"))
    print("\n".join(f"  {line}" for line in new))
    if not agreed(_("Copy all games and take it?"), yes=yes):
        print(_("Nothing was changed."))
        return 1
    take(data, print, asks=True)
    return _done()


def rollback(data: Path, *, yes: bool) -> int:
    """`companion rollback`: go back to the version before the last update; the games stay as they are.

    Args and result as for `update`.
    """
    _check_folder()
    _git("rev-parse", "--verify", BEFORE, why=_("No update was made here that could be taken back."))
    version = earlier()
    if not version:
        print(_("This is the version before the update already."))
        return 0
    print(_("Back to: {version}").format(version=version))
    print(_(OLDER_MAY_NOT_OPEN))
    if not agreed(_("Copy all games and go back?"), yes=yes):
        print(_("Nothing was changed."))
        return 1
    go_back(data, print, asks=True)
    return _done()


def _check_folder() -> None:
    refuse_root()
    if not came_with_git():
        raise InstallationError(
            _(
                "This companion did not come with git, so it is renewed by whatever brought it: "
                "pipx install --force, or uv tool install, with the file of the newer version."
            )
        )


def _go_to(version: str, here: str, say: Say, asks: bool) -> None:
    # --keep refuses where a file of people's own is in the way; nothing is lost by it.
    _git("reset", "--quiet", "--keep", version, why=_("A changed file is in the way; nothing was changed."))
    if _set_up(say, asks):
        _git("reset", "--quiet", "--keep", here)
        _set_up(say, asks)
        raise InstallationError(_("The other version could not be set up; the one of before is in its place again."))


def _done() -> int:
    again = f"sudo systemctl restart {SYSTEM_UNIT.name}" if SYSTEM_UNIT.exists() else _("close the companion, start it")
    print(_("Done. It counts from the next start: {again}").format(again=again))
    return 0


def _set_up(say: Say, asks: bool) -> int:
    # By the Python that made the environment, not by the one in it that is going to be renewed.
    python = str(Path(sys.base_prefix) / "bin" / "python3")
    command = [python, "-m", "companion.bootstrap", "run", "--version"]
    # In a session of its own there is no terminal: sudo refuses at once instead of waiting for a password.
    with subprocess.Popen(
        command,
        cwd=bootstrap.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=not asks,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            say(line.rstrip())
    return process.returncode


def _git(*arguments: str, why: str = "") -> str:
    try:
        done = subprocess.run(["git", *arguments], cwd=bootstrap.ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise InstallationError(_("git is missing: sudo apt-get install git. Nothing was changed.")) from error
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        raise InstallationError(f"{why or 'git ' + ' '.join(arguments)} ({last})")
    return done.stdout.strip()
