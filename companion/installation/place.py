"""Tells how this program is installed: in a folder of versions, as a git clone, or as a package."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from companion import bootstrap
from companion.installation.finish import STATE
from companion.installation.versions import CURRENT, FOLDER, Versions


def place_of_versions() -> Path | None:
    """Return the folder of versions that this program belongs to; None if it belongs to none."""
    folder = bootstrap.ROOT.parent
    return folder.parent if folder.name == FOLDER and (folder.parent / CURRENT).is_symlink() else None


def came_with_git() -> bool:
    """Return whether this is a git clone that can be updated; a second work tree of one is none."""
    return (bootstrap.ROOT / ".git").is_dir()


def is_on_trial() -> bool:
    """Return whether this is a new version whose first start is being judged."""
    place = place_of_versions()
    return place is not None and Versions(place).trial()[0] == bootstrap.ROOT.name


def begin_anew() -> int:
    """Start again as the version that is current now, or return the exit code with which systemd does that."""
    place, by_systemd = place_of_versions(), bool(os.environ.get("NOTIFY_SOCKET"))
    if place is None:
        if by_systemd and (bootstrap.ROOT / ".git" / "companion" / STATE).exists():
            # What is to be finished takes longer than the watchdog waits, which does not count a start.
            return 1
        finish_update()
        # As it was started, by the same process: whoever watches over it need not know.
        os.execv(sys.executable, sys.orig_argv)
    if not by_systemd:
        program = str(place / CURRENT / ".venv" / "bin" / "companion")
        os.execv(program, [program, *sys.argv[1:]])
    return 0


def finish_update() -> bool:
    """Put a newer version in the place of a clone's files, if one was set up and tried; return whether that was done.

    What is loaded of this process is the version of before: whoever calls this becomes another process.
    """
    folder = bootstrap.ROOT / ".git" / "companion"
    if not (folder / STATE).exists():
        return False
    done = subprocess.run(
        [str(Path(sys.base_prefix) / "bin" / "python3"), str(folder / "finish.py")],
        # What it says belongs to nobody who reads what this command prints.
        stdout=sys.stderr,
        check=False,
    )
    return not done.returncode and not (folder / STATE).exists()
