"""Says in plain sentences whether this machine is ready for an evening."""

from __future__ import annotations

import grp
import os
import shutil
import sqlite3
import sys
from pathlib import Path


def report(data: Path) -> int:
    """Print one line per check. Returns 0 if nothing stands in the way of a game."""
    good = True
    for fine, sentence in (check_data(data), check_display(), check_sqlite(), check_tower(), check_groups()):
        sys.stdout.write(f"{'ok  ' if fine else 'look'}  {sentence}\n")
        good = good and fine
    return 0 if good else 1


def check_data(data: Path) -> tuple[bool, str]:
    """Whether games can be kept."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        probe = data / ".probe"
        probe.write_text("x")
        probe.unlink()
    except OSError as error:
        return False, f"Games cannot be kept in {data}: {error.strerror}. Choose another folder with --data."
    free = shutil.disk_usage(data).free // 2**20
    if free < 100:
        return False, f"Only {free} MB are free in {data}; make room before the evening."
    return True, f"Games are kept in {data} ({free} MB free)."


def check_display() -> tuple[bool, str]:
    """Whether a window can open."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or any(Path("/dev/dri").glob("card*")):
        return True, "There is a display."
    return False, "No display was found; only the headless interface and the demo can run."


def check_sqlite() -> tuple[bool, str]:
    """Which SQLite keeps the journal."""
    return True, f"SQLite {sqlite3.sqlite_version} keeps the journal."


def check_tower() -> tuple[bool, str]:
    """Whether something that could be a dice tower is plugged in; the game goes on without."""
    ports = sorted(p.name for p in Path("/dev/serial/by-id").glob("*")) if Path("/dev/serial/by-id").exists() else []
    return True, f"On USB: {', '.join(ports)}." if ports else "No dice tower on USB; dice are typed in or rolled here."


def check_groups() -> tuple[bool, str]:
    """Whether this user may open serial ports and GPIO."""
    mine = {grp.getgrgid(g).gr_name for g in os.getgroups()}
    missing = [name for name in ("dialout", "gpio") if name not in mine and _exists(name)]
    if missing and os.geteuid() != 0:
        return True, f"For tower or buttons join: {', '.join(missing)} (sudo adduser $USER {missing[0]})."
    return True, "Serial ports and pins may be used."


def _exists(group: str) -> bool:
    return any(g.gr_name == group for g in grp.getgrall())
