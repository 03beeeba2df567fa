"""Says in plain sentences whether this machine is ready for an evening."""

from __future__ import annotations

import grp
import os
import shutil
import sqlite3
import sys
from importlib.util import find_spec
from pathlib import Path


def report(data: Path) -> int:
    """Print one line per check. Returns 0 if nothing stands in the way of a game."""
    good = True
    checks = (check_data(data), check_display(), check_sqlite(), check_fonts(), check_tower(), check_groups())
    for fine, sentence in checks:
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


def check_fonts() -> tuple[bool, str]:
    """Whether the fonts that came with the companion are there."""
    # The folder is found without importing it: this check must run where the screen's libraries are missing.
    spec = find_spec("layouts")
    folders = [Path(place) / "fonts" for place in (spec.submodule_search_locations or [])] if spec else []
    found = sorted(path.name for folder in folders for path in folder.glob("*.ttf"))
    if not found:
        return False, "The companion's fonts are missing; install it again. Games are not touched by that."
    return True, f"Fonts: {', '.join(found)}."


def check_tower() -> tuple[bool, str]:
    """Whether something that could be a dice tower is plugged in; the game goes on without."""
    ports = sorted(p.name for p in Path("/dev/serial/by-id").glob("*")) if Path("/dev/serial/by-id").exists() else []
    return True, f"On USB: {', '.join(ports)}." if ports else "No dice tower on USB; dice are typed in or rolled here."


def check_groups() -> tuple[bool, str]:
    """Whether this user may open serial ports and GPIO."""
    mine = {*os.getgroups(), os.getegid()}
    missing = [g.gr_name for g in grp.getgrall() if g.gr_name in ("dialout", "gpio") and g.gr_gid not in mine]
    if missing and os.geteuid() != 0:
        return True, f"For tower or buttons join: {', '.join(missing)} (sudo adduser $USER {missing[0]})."
    return True, "Serial ports and pins may be used."
