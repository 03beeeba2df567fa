"""The steps of an installation: shown first, then done one by one."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from companion.table.errors import CompanionError
from companion.table.words import _


class InstallationError(CompanionError):
    """The machine could not be changed as asked; games and settings are as they were."""

    code: ClassVar[str] = "installation"


@dataclass(frozen=True, slots=True)
class InstallStep:
    """One step of an installation.

    Attributes:
        says: what it is, for people.
        command: what does it.
        given: goes to the command's standard input.
        root: whether only root may; sudo is asked then.
        needed: whether all ends if it does not work.
    """

    says: str
    command: tuple[str, ...]
    given: str = ""
    root: bool = False
    needed: bool = True


def write(path: Path, content: str, why: str, *, root: bool = False) -> InstallStep:
    """Return a step that writes a file, with its folders."""
    return InstallStep(f"write {path}: {why}", ("install", "-D", "-m", "644", "/dev/stdin", str(path)), content, root)


def remove(path: Path, *, root: bool = False) -> InstallStep:
    """Return a step that removes a file of ours."""
    return InstallStep(f"remove {path}", ("rm", "-f", str(path)), root=root)


def refuse_root() -> None:
    """Raise `InstallationError` for root, who has no games."""
    if os.geteuid() == 0:
        raise InstallationError(
            _(
                "Run this as the user who plays, not as root. Nothing was changed. Leave out sudo: "
                "it is used where it is needed."
            )
        )


def show(steps: Iterable[InstallStep]) -> None:
    """Print what is going to be done."""
    sys.stdout.writelines(f"  {'(with sudo) ' if step.root else ''}{step.says}\n" for step in steps)
    sys.stdout.flush()


def agreed(question: str, *, yes: bool) -> bool:
    """Ask whether to go on; `yes` has answered already.

    Raises:
        InstallationError: nobody is there to answer.
    """
    if yes:
        return True
    if not sys.stdin.isatty():
        raise InstallationError(
            _("Nobody is here to answer. Nothing was changed. To answer yes in advance, add --yes.")
        )
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def ask_nobody(by_hand: str) -> None:
    """Refuse unless sudo works without a password.

    Args:
        by_hand: what somebody at a terminal would type instead.

    Raises:
        InstallationError: it does not.
    """
    if (
        shutil.which("sudo") is None
        or subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode
    ):
        raise InstallationError(
            _("Your password can only be entered in a terminal. Nothing was changed. Run there: {command}").format(
                command=by_hand
            )
        )


def ask_for_root(user: str, by_hand: str) -> None:
    """Have sudo ask for the password before anything is done.

    Args:
        user: who runs this.
        by_hand: what they type again afterwards.

    Raises:
        InstallationError: it does not let this user; the message names the command that only root can run.
    """
    if shutil.which("sudo") is None:
        raise InstallationError(
            _(
                "There is no sudo here. Nothing was changed. As root (su -), run: {root}; log in again, then: {command}"
            ).format(root=f"apt-get install sudo && usermod -aG sudo {user}", command=by_hand)
        )
    if subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0:
        return
    if _has_no_password(user):
        raise InstallationError(
            _(
                "sudo asks for a password, and {user} has none. Nothing was changed. As root (su -, or who may use "
                "sudo), run: {root}; then: {command}"
            ).format(user=user, root=f"passwd {user}", command=by_hand)
        )
    if not sys.stdin.isatty():
        ask_nobody(by_hand)
    if subprocess.run(["sudo", "true"], check=False).returncode:
        raise InstallationError(
            _(
                "sudo did not let {user} do it. Nothing was changed. As root (su -, or who may use sudo), "
                "run: {root}; log in again, then: {command}"
            ).format(user=user, root=f"usermod -aG sudo {user}", command=by_hand)
        )


def _has_no_password(user: str) -> bool:
    """Return whether this account has no password: its user logs in with a key only."""
    if shutil.which("passwd") is None:
        return False
    told = subprocess.run(["passwd", "--status", user], capture_output=True, text=True, check=False)
    return told.returncode == 0 and told.stdout.split()[1:2] in (["L"], ["LK"])


def perform(steps: Iterable[InstallStep]) -> None:
    """Do the steps, and print each one.

    Raises:
        InstallationError: a step that is needed did not work; what was done before it stays, and doing all again does
            no harm.
    """
    for step in steps:
        sys.stdout.write(f"- {step.says}\n")
        sys.stdout.flush()
        command = ["sudo", *step.command] if step.root else list(step.command)
        try:
            done = subprocess.run(command, input=step.given, text=True, stdout=subprocess.PIPE, check=False)
            failed = "" if done.returncode == 0 else f"{shlex.join(command)}: {done.returncode}"
        except OSError as error:
            failed = f"{command[0]}: {error.strerror}"
        if failed and step.needed:
            raise InstallationError(
                _("This step failed: {step} ({why}). Games and settings are untouched. You can try again.").format(
                    step=step.says, why=failed
                )
            )
        if failed:
            sys.stdout.write(f"  (that did not work: {failed})\n")
