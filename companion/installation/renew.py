"""`companion update` and `companion rollback`, for a folder that was fetched with git."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from companion import __version__, bootstrap
from companion.installation import by_unit
from companion.installation.clone import Clone
from companion.installation.install import SYSTEM_UNIT
from companion.installation.place import came_with_git, place_of_versions
from companion.installation.steps import InstallationError, agreed, refuse_root
from companion.installation.updater import UNREAD, Say, set_up, try_out
from companion.installation.versions import GAVE_WAY, NOBODY, Version, Versions
from companion.table.words import N_, _

OLDER_MAY_NOT_OPEN: Final = N_(
    "A game played with the newer version may not open with the older one; the game itself is not harmed."
)


def can_be_renewed() -> bool:
    """Return whether this program is one that can be renewed from here."""
    return came_with_git() or place_of_versions() is not None


def gave_way() -> str:
    """Say which newer version did not start, so that this one runs again; nothing if none."""
    place = place_of_versions()
    refused = Versions(place).refused() if place is not None else NOBODY
    if not refused.folder or refused.folder == bootstrap.ROOT.name:
        return ""
    return _(GAVE_WAY).format(version=refused.says)


def waiting() -> str:
    """Say which version runs from the next start on; nothing if it is the one that runs. Raises `InstallationError`."""
    if (place := place_of_versions()) is None:
        return Clone().waiting() if came_with_git() else ""
    current = Versions(place).current()
    return "" if current is None or current.path.name == bootstrap.ROOT.name else current.says


def news() -> list[str]:
    """Ask what an update would bring, the newest first; nothing if this is the newest version.

    Raises:
        InstallationError: there is no way to know, or files of the program were changed here.
    """
    if place_of_versions() is not None:
        return [str(line) for line in by_unit.ask("look", lambda _: None).get("news", [])]
    _check_folder()
    return Clone().news()


def earlier() -> str:
    """Say which version `rollback` would go back to; nothing if there is none.

    Raises:
        InstallationError: there is no way to know.
    """
    if (place := place_of_versions()) is not None:
        found = Versions(place).earlier()
        return "" if found is None else found.says
    _check_folder()
    return Clone().earlier()


def take(data: Path, say: Say) -> list[str]:
    """Copy the games, and set up and try the version that was fetched last; it runs from the next start on.

    Args:
        data: the folder of the games.
        say: hears how far it is, a line at a time.

    Returns:
        A sentence for each file that could not be copied.

    Raises:
        InstallationError: it could not be done; the version of before is in place.
    """
    if place_of_versions() is not None:
        return _unread(by_unit.ask("take", say))
    return Clone().take(data, say, _set_up)


def go_back(data: Path, say: Say) -> list[str]:
    """Copy the games, and have the version before the last update run from the next start on; otherwise as `take`."""
    if place_of_versions() is not None:
        return _unread(by_unit.ask("back", say))
    return Clone().go_back(data, say)


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
    if place_of_versions() is None and came_with_git():
        # One that was cut short.
        Clone().finish()
    new, told = news(), gave_way()
    if not new:
        print(told or _("You have the newest version, {version}.").format(version=__version__))
        return 0
    if told:
        print(told)
    print(_("What is new:"))
    print("\n".join(f"  {line}" for line in new))
    if not agreed(_("Copy all games and update?"), yes=yes):
        print(_("Nothing was changed."))
        return 1
    return _change(data, take)


def rollback(data: Path, *, yes: bool) -> int:
    """`companion rollback`: go back to the version before the last update; the games stay as they are.

    Args and result as for `update`.
    """
    version = earlier()
    if not version and place_of_versions() is None and not Clone().was_renewed():
        raise InstallationError(_("There is no update to undo."))
    if not version:
        print(_("You already have the version from before the update."))
        return 0
    print(_("Back to: {version}").format(version=version))
    print(_(OLDER_MAY_NOT_OPEN))
    if not agreed(_("Copy all games and go back?"), yes=yes):
        print(_("Nothing was changed."))
        return 1
    return _change(data, go_back)


def _check_folder() -> None:
    refuse_root()
    if not came_with_git():
        raise InstallationError(
            _(
                "This companion was not installed with git. Update it the way it was installed, "
                "using the newer file: pipx install --force, or uv tool install."
            )
        )


def _unread(answer: dict[str, Any]) -> list[str]:
    return [str(line) for line in answer.get(UNREAD, [])]


def _change(data: Path, change: Callable[[Path, Say], list[str]]) -> int:
    if place_of_versions() is not None:
        # A line that comes and goes is easily missed there.
        for line in change(data, print):
            print(line)
    else:
        Clone().check_closed(data)
        change(data, print)
        Clone().finish()
    again = (
        f"sudo systemctl restart {SYSTEM_UNIT.name}"
        if SYSTEM_UNIT.exists()
        else _("close the companion and start it again")
    )
    print(_("Done. This takes effect after a restart: {again}").format(again=again))
    return 0


def _set_up(path: Path, data: Path, say: Say) -> None:
    """Set a version up in its folder and try it with the games. Raises `InstallationError`."""
    set_up(path, say)
    say(_("The newer version is tried with a copy of the games."))
    here = Version(bootstrap.ROOT, "", "")
    try_out(Version(path, path.name, path.name), here if here.python.exists() else None, data)
