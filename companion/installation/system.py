"""`companion install --system`: the companion as a part of the machine, and not of somebody's home."""

from __future__ import annotations

import grp
import json
import os
import pwd
import sys
from pathlib import Path
from typing import Final

from companion import bootstrap
from companion.installation import system_units as files
from companion.installation.git import git
from companion.installation.install import (
    SYSTEM_UNIT,
    InstallTarget,
    by_hand,
    carried_out,
    this_machine,
    to_install,
    to_uninstall,
)
from companion.installation.place import came_with_git, place_of_versions
from companion.installation.source import FILE
from companion.installation.steps import InstallationError, InstallStep, refuse_root, remove, write
from companion.installation.system_units import DATA, PLACE, UPDATER, UPDATER_CACHE, USER
from companion.installation.units import quoted
from companion.installation.versions import CURRENT, FOLDER, Versions
from companion.table.words import _

NO_LOGIN: Final = "/usr/sbin/nologin"

MOVE: Final = """\
set -e
if [ ! -d "$2/games" ] && [ -d "$1" ]; then
    cp -R --preserve=mode,timestamps "$1/." "$2/"
    sync
    touch "$1/MARK"
fi
""".replace("MARK", files.MOVED)
"""Moves games once: whoever installs again has played on with those in the new place."""

LAY: Final = """\
set -e
git -C "$1" archive --format=tar HEAD |
    sudo -u "$2" sh -c 'umask 022; rm -rf "$1" && mkdir "$1" && tar -x -C "$1"' sh "$3"
"""

FOR_ALL: Final = 'umask 022; cd "$1"; shift; exec "$@"'
"""Runs a command whose files everybody may read, since everybody runs the program."""


def is_installed() -> bool:
    """Return whether a companion of the machine is here."""
    return (PLACE / CURRENT).is_symlink()


def machine_of_system() -> InstallTarget:
    """Return what is installed, and for whom: a user of its own."""
    return InstallTarget(USER, PLACE, DATA, PLACE / CURRENT / ".venv" / "bin" / "python", desktop=False)


def install_system(data: Path, *, yes: bool, only_show: bool) -> int:
    """Show what is going to be done, ask, and do it.

    Args:
        data: the folder whose games are moved, if the machine has none yet.
        yes: do not ask.
        only_show: do nothing.

    Returns:
        The exit code: 0, or 1 if people said no.

    Raises:
        InstallationError: it cannot be done here, or a step did not work.
    """
    refuse_root()
    here = this_machine(data)
    if here.desktop:
        raise InstallationError(
            _("This machine has a desktop, which keeps the companion for its user. Run: companion install")
        )
    steps = to_install_system(here)
    print(_("This makes the companion a part of this machine:"))
    if not carried_out(steps, by_hand("install --system"), yes=yes, only_show=only_show):
        return 0 if only_show else 1
    print(_("Done. Switch off and on again: sudo reboot. From then on, the command is: companion"))
    return 0


def uninstall_system(*, yes: bool, only_show: bool) -> int:
    """Take back what `install_system` did, and leave the games; arguments, result and raises as there."""
    refuse_root()
    me = pwd.getpwuid(os.geteuid()).pw_name
    stays = _("Games and settings stay in {data}, and belong to {user}.").format(data=DATA, user=me)
    print(_("This takes the companion out of this machine. {stays}").format(stays=stays))
    if not carried_out(to_uninstall_system(me), by_hand("uninstall"), yes=yes, only_show=only_show):
        return 0 if only_show else 1
    print(_("Done. {stays}").format(stays=stays))
    return 0


def to_install_system(here: InstallTarget) -> list[InstallStep]:
    """Return the steps that install the companion for the machine.

    Args:
        here: who installs it, and where their games are.

    Raises:
        InstallationError: this program cannot be laid there.
    """
    steps = [*_users(here.user), *_folders()]
    if SYSTEM_UNIT.exists() and here.data != DATA:
        # Whoever copies games must not meet somebody who plays them.
        steps.append(
            InstallStep("stop the companion", ("systemctl", "stop", SYSTEM_UNIT.name), root=True, needed=False)
        )
    if here.data != DATA:
        steps.append(
            InstallStep(
                f"move the games from {here.data} to {DATA}",
                ("sh", "-c", MOVE, "sh", str(here.data), str(DATA)),
                root=True,
            )
        )
    steps += _given_away()
    if place_of_versions() is None:
        steps += _program()
    steps += to_install(machine_of_system())
    steps += [
        write(files.DROP_IN, files.VERSIONS, "which version runs", root=True),
        write(files.TRIAL_UNIT, files.JUDGES, "goes back if a new version does not start", root=True),
        write(files.UPDATER_UNIT, files.UPDATES, "fetches and sets up newer versions", root=True),
        write(files.MAY_UPDATE, files.UPDATE_RULE, "for the page “Update”", root=True),
        write(files.COMMAND, files.COMMAND_SCRIPT, "the command, for members of the group", root=True),
        InstallStep(f"let everybody run {files.COMMAND}", ("chmod", "755", str(files.COMMAND)), root=True),
    ]
    if here.data != DATA:
        unit = files.puts_away(quoted(here.data), here.user)
        steps += [
            write(files.MOVED_UNIT, unit, f"puts {here.data} away with the first start", root=True),
            InstallStep("do that", ("systemctl", "enable", files.MOVED_UNIT.name), root=True, needed=False),
        ]
    return [*steps, InstallStep("let systemd read it", ("systemctl", "daemon-reload"), root=True, needed=False)]


def to_uninstall_system(user: str) -> list[InstallStep]:
    """Return the steps that undo `to_install_system`; the games go to whoever runs them."""
    units = [files.MOVED_UNIT, files.TRIAL_UNIT, files.UPDATER_UNIT]
    return [
        *to_uninstall(machine_of_system()),
        InstallStep("put nothing away", ("systemctl", "disable", files.MOVED_UNIT.name), root=True, needed=False),
        *[remove(path, root=True) for path in (*units, files.MAY_UPDATE, files.COMMAND)],
        *[
            InstallStep(f"remove {path}", ("rm", "-rf", str(path)), root=True)
            for path in (files.DROP_IN.parent, PLACE, UPDATER_CACHE)
        ],
        InstallStep(f"give {DATA} to {user}", ("chown", "-R", f"{user}:", str(DATA)), root=True),
        InstallStep(f"leave {DATA} to {user} alone", ("chmod", "-R", "u+rwX,g-s,go-rwx", str(DATA)), root=True),
        InstallStep("let systemd read it", ("systemctl", "daemon-reload"), root=True, needed=False),
        InstallStep(f"remove the user {UPDATER}", ("userdel", UPDATER), root=True, needed=False),
        InstallStep(f"remove the user {USER}", ("userdel", USER), root=True, needed=False),
        InstallStep(f"remove the group {USER}", ("groupdel", "-f", USER), root=True, needed=False),
    ]


def _users(me: str) -> list[InstallStep]:
    plain = ("useradd", "--system", "--user-group", "--no-create-home", "--shell", NO_LOGIN)
    steps = []
    if not _known(USER):
        steps.append(
            InstallStep(f"make the user {USER}, who runs it", (*plain, "--home-dir", str(DATA), USER), root=True)
        )
    if not _known(UPDATER):
        more = ("--groups", USER, "--home-dir", str(UPDATER_CACHE), UPDATER)
        steps.append(
            InstallStep(f"make the user {UPDATER}, who alone may change the program", (*plain, *more), root=True)
        )
    if me not in _members():
        says = f"let {me} use the command companion (group {USER})"
        steps.append(InstallStep(says, ("usermod", "-aG", USER, me), root=True))
    return steps


def _folders() -> list[InstallStep]:
    def folder(path: Path, owner: str, group: str, mode: str) -> InstallStep:
        command = ("install", "-d", "-o", owner, "-g", group, "-m", mode, str(path))
        return InstallStep(f"make {path}, for {owner}", command, root=True)

    return [
        folder(PLACE, UPDATER, UPDATER, "755"),
        folder(PLACE / FOLDER, UPDATER, UPDATER, "755"),
        folder(UPDATER_CACHE, UPDATER, UPDATER, "755"),
        folder(DATA, USER, USER, "2770"),
    ]


def _given_away() -> list[InstallStep]:
    data = str(DATA)
    return [
        InstallStep(f"make {DATA}/games", ("sh", "-c", 'mkdir -p "$1/games" "$1/backups"', "sh", data), root=True),
        InstallStep(f"give {DATA} to {USER}", ("chown", "-R", f"{USER}:{USER}", data), root=True),
        InstallStep(f"share {DATA} with the group {USER}", ("chmod", "-R", "u+rwX,g+rwX,o-rwx", data), root=True),
        InstallStep(
            "also what is made there", ("find", data, "-type", "d", "-exec", "chmod", "g+s", "{}", "+"), root=True
        ),
        InstallStep(f"let {UPDATER} keep copies", ("chown", "-R", UPDATER, str(DATA / "backups")), root=True),
    ]


def _program() -> list[InstallStep]:
    """Return the steps that set this version up in its folder and point the link at it."""
    root = bootstrap.ROOT
    if not came_with_git():
        raise InstallationError(
            _("This companion did not come with git, so that it could not be renewed there. Nothing was changed.")
        )
    if git(root, "status", "--porcelain", "--untracked-files=no"):
        raise InstallationError(
            _("Files of the program were changed here; they would not come along. Nothing was changed. See: git status")
        )
    id_, says = git(root, "rev-parse", "HEAD"), git(root, "log", "-1", "--format=%s (%cs)")
    versions = Versions(PLACE)
    if (current := versions.current()) is not None and current.id == id_:
        return []
    path = versions.fresh(id_)
    as_updater = ("sudo", "-u", UPDATER, "sh", "-c", FOR_ALL, "sh", str(path), "env", f"HOME={UPDATER_CACHE}")
    base = str(Path(sys.base_prefix) / "bin" / "python3")
    told = ("--place", str(PLACE), "--data", str(DATA), "--path", str(path), "--id", id_, "--says", says)
    return [
        write(PLACE / FILE, json.dumps(_source(root)) + "\n", "where newer versions come from", root=True),
        InstallStep(f"copy the program to {path}", ("sh", "-c", LAY, "sh", str(root), UPDATER, str(path))),
        InstallStep(
            "set it up there; some minutes on a Raspberry Pi",
            (*as_updater, base, "-m", "companion.bootstrap", "run", "--version"),
        ),
        InstallStep(
            "try it, and let it be the one that runs",
            (
                *as_updater,
                str(path / ".venv" / "bin" / "python"),
                "-m",
                "companion.installation.updater",
                "first",
                *told,
            ),
        ),
    ]


def _source(root: Path) -> dict[str, str]:
    """Return what the clone follows.

    Raises `InstallationError`.
    """
    why = _("This folder has no source to update from.") + " " + _("Nothing was changed.")
    remote, __, branch = git(root, "rev-parse", "--abbrev-ref", "@{upstream}", why=why).partition("/")
    address = git(root, "remote", "get-url", remote, why=why)
    if "://" not in address and (root / address).exists():
        address = str((root / address).resolve())
    return {"kind": "git", "address": address, "branch": branch}


def _known(user: str) -> bool:
    return any(entry.pw_name == user for entry in pwd.getpwall())


def _members() -> list[str]:
    return next((entry.gr_mem for entry in grp.getgrall() if entry.gr_name == USER), [])
