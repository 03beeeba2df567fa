"""`companion install` and `companion uninstall`."""

from __future__ import annotations

import grp
import os
import pwd
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.doctor.ports import GROUPS
from companion.installation import stick, units
from companion.installation.place import place_of_versions
from companion.installation.steps import (
    InstallationError,
    InstallStep,
    agreed,
    ask_for_root,
    ask_nobody,
    perform,
    refuse_root,
    remove,
    show,
    write,
)
from companion.setting_up.screens import has_desktop
from companion.setting_up.users import user_name
from companion.table.file_names import plain_path
from companion.table.words import _

SYSTEM_UNIT: Final = Path("/etc/systemd/system") / f"{units.NAME}.service"
RULES: Final = Path("/etc/udev/rules.d") / f"70-{units.NAME}.rules"
SWITCH_OFF: Final = Path("/etc/polkit-1/rules.d") / f"50-{units.NAME}.rules"
RUNNING: Final = Path("/run/systemd/system")
"""A folder that exists where systemd has started the machine."""


@dataclass(frozen=True, slots=True)
class InstallTarget:
    """For whom the companion is installed, and where things are.

    Attributes:
        user: who plays.
        home: of the user.
        data: where the games are.
        python: of the companion's environment.
        desktop: whether a desktop has the screen.
    """

    user: str
    home: Path
    data: Path
    python: Path
    desktop: bool

    @property
    def user_unit(self) -> Path:
        """The unit under a desktop."""
        return self.home / ".config" / "systemd" / "user" / f"{units.NAME}.service"

    @property
    def start(self) -> Path:
        """The file by which the desktop starts the companion."""
        return self.home / ".config" / "autostart" / f"{units.NAME}.desktop"


def this_machine(data: Path) -> InstallTarget:
    """Return what is installed here, and for whom; `data` is the folder of the games."""
    try:
        me = pwd.getpwuid(os.geteuid())
    except KeyError as error:
        raise InstallationError(
            _(
                "This machine does not know the user {number}: nothing can be started for it. Log in as another one."
            ).format(number=os.geteuid())
        ) from error
    # Not resolved: the name within the environment is what makes it one.
    python = Path(sys.executable).absolute()
    return InstallTarget(me.pw_name, Path(me.pw_dir), data.absolute(), python, has_desktop())


def groups_here() -> list[str]:
    """Return which of the groups that open devices this system has."""
    return [name for name in GROUPS if any(group.gr_name == name for group in grp.getgrall())]


def to_install(machine: InstallTarget) -> list[InstallStep]:
    """Return the steps that install the companion."""
    steps = [
        InstallStep(f"make {machine.data}, for the games", ("mkdir", "-p", str(machine.data))),
        write(RULES, units.RULES, "the tower's name /dev/table-companion-tower, rights to the light", root=True),
        InstallStep("let udev read it", ("udevadm", "control", "--reload"), root=True, needed=False),
        InstallStep(
            "give what is plugged in its name",
            ("udevadm", "trigger", "--action=add", "--subsystem-match=tty", "--subsystem-match=backlight"),
            root=True,
            needed=False,
        ),
    ]
    if groups := groups_here():
        says = f"let {machine.user} use screen, touchscreen, ports and pins (groups {', '.join(groups)})"
        steps.append(InstallStep(says, ("usermod", "-aG", ",".join(groups), machine.user), root=True))
    if machine.desktop:
        steps += [
            write(machine.user_unit, units.on_a_desktop(machine.python, machine.data), "keeps it running"),
            write(machine.start, units.START, "starts it with the desktop"),
            InstallStep("let systemd read it", ("systemctl", "--user", "daemon-reload"), needed=False),
        ]
    else:
        unit = units.on_the_bare_screen(machine.python, machine.data, machine.user, groups)
        steps += [
            write(SYSTEM_UNIT, unit, "starts it when the machine is switched on, and keeps it running", root=True),
            write(SWITCH_OFF, units.may_switch_off(machine.user), "for the key “Shut down”", root=True),
            InstallStep("let systemd read it", ("systemctl", "daemon-reload"), root=True, needed=False),
            InstallStep("start it from the next time on", ("systemctl", "enable", SYSTEM_UNIT.name), root=True),
            *stick.to_install(machine.user),
        ]
    return steps


def to_uninstall(machine: InstallTarget) -> list[InstallStep]:
    """Return the steps that undo `to_install`; groups stay, since others may need them."""
    steps = []
    if SYSTEM_UNIT.exists():
        steps.append(
            InstallStep("stop it, and start it no more", ("systemctl", "disable", "--now", SYSTEM_UNIT.name), root=True)
        )
    if SYSTEM_UNIT.exists() or RULES.exists():
        # Not everybody may see what lies in the last one's folder.
        steps += [remove(path, root=True) for path in (SYSTEM_UNIT, RULES, SWITCH_OFF)]
        steps.append(InstallStep(f"remove {units.CACHE}", ("rm", "-rf", str(units.CACHE)), root=True))
        steps += stick.to_uninstall()
    if machine.user_unit.exists():
        steps.append(InstallStep("stop it", ("systemctl", "--user", "stop", machine.user_unit.name), needed=False))
    return steps + _own(machine)


def _own(machine: InstallTarget) -> list[InstallStep]:
    """Return the steps that remove the user's own part, which needs no rights."""
    return [remove(path) for path in (machine.user_unit, machine.start) if path.exists()]


def may_start_programs() -> bool:
    """Return whether this is a companion of a user's own, not root's, on a machine that systemd runs."""
    return RUNNING.exists() and os.geteuid() != 0 and place_of_versions() is None


def is_installed(data: Path) -> bool:
    """Return whether the companion starts with this machine; `data` is the folder of the games."""
    return SYSTEM_UNIT.exists() or this_machine(data).start.exists()


def from_the_screen(data: Path, *, wanted: bool) -> None:
    """Switch on or off that the companion starts with the machine, where nobody can type a password.

    Args:
        data: the folder of the games.
        wanted: whether it is to start with the machine. If not, rights and names stay under a desktop: only root could
            take them away, and the unit lets nobody become root.

    Raises:
        InstallationError: for root, if sudo does not do without a password, or if a step did not work.
    """
    refuse_root()
    machine = this_machine(data)
    taken_back = _own if machine.desktop else to_uninstall
    steps = to_install(machine) if wanted else taken_back(machine)
    if any(step.root for step in steps):
        ask_nobody(by_hand("install" if wanted else "uninstall"))
    perform(steps)


def install(data: Path, *, yes: bool, only_show: bool) -> int:
    """Show what is going to be done, ask, and do it.

    Args:
        data: the folder of the games.
        yes: do not ask.
        only_show: do nothing.

    Returns:
        The exit code: 0, or 1 if people said no.

    Raises:
        InstallationError: for root, or if a step did not work.
    """
    refuse_root()
    machine = this_machine(data)
    if any(letter in str(machine.python) + str(machine.data) for letter in "\n\r"):
        raise InstallationError(_("A folder has a line break in its name; systemd cannot read that. Rename it."))
    steps = to_install(machine)
    if not machine.desktop:
        print(_("To have it updated from its screen, too, make it a part of this machine: companion install --system"))
    print(_("This makes the companion start automatically for {user}:").format(user=machine.user))
    if not carried_out(steps, by_hand("install"), yes=yes, only_show=only_show):
        return 0 if only_show else 1
    print(_("Done. Restart the machine: sudo reboot. To undo this: companion uninstall"))
    return 0


def uninstall(data: Path, *, yes: bool, only_show: bool) -> int:
    """Take back what `install` did, and leave the games; arguments and result as there."""
    refuse_root()
    machine = this_machine(data)
    steps = to_uninstall(machine)
    stays = _("Games and settings stay in {data}.").format(data=plain_path(machine.data))
    if not steps:
        print(_("Nothing is installed. {stays}").format(stays=stays))
        return 0
    print(_("This stops the companion from starting with the machine. {stays}").format(stays=stays))
    if not carried_out(steps, by_hand("uninstall"), yes=yes, only_show=only_show):
        return 0 if only_show else 1
    print(_("Done. {stays} To remove the program itself, delete its folder.").format(stays=stays))
    return 0


def by_hand(verb: str) -> str:
    """Return what somebody types at a terminal to have this companion do something."""
    return f"{shlex.quote(str(Path(sys.executable).absolute().with_name('companion')))} {verb}"


def carried_out(steps: Sequence[InstallStep], command: str, *, yes: bool, only_show: bool) -> bool:
    """Show steps and, unless that is all, ask and do them; return whether they were done.

    Args:
        steps: what is to be done.
        command: what is typed to have it done.
        yes: do not ask.
        only_show: do nothing.

    Raises:
        InstallationError: a step did not work, or nobody lets this user become root for it.
    """
    show(steps)
    if only_show:
        return False
    if not agreed(_("Continue?"), yes=yes):
        print(_("Nothing was changed."))
        return False
    if any(step.root for step in steps):
        ask_for_root(user_name(), command)
    perform(steps)
    return True
