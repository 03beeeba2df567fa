"""Says in plain sentences whether this machine is ready for an evening."""

from __future__ import annotations

import grp
import os
import platform
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from companion import __version__


def report(data: Path) -> int:
    """Print one line per check. Returns 0 if nothing stands in the way of a game."""
    checks = list(examine(data))
    sys.stdout.writelines(line_of(*check) for check in checks)
    return 0 if all(fine for fine, __ in checks) else 1


def examine(data: Path) -> Iterator[tuple[bool, str]]:
    """Run every check: whether all is well, and a sentence."""
    yield check_data(data)
    yield check_display()
    yield check_sqlite()
    yield check_fonts()
    yield check_tower()
    yield check_groups()


def line_of(fine: bool, sentence: str) -> str:
    """Return a check as a line to print."""
    return f"{'ok  ' if fine else 'look'}  {sentence}\n"


def machine(data: Path) -> dict[str, str]:
    """Return what a bug report tells of this machine: files by name."""
    parts = [f"{part} {_version(part)}" for part in ("kivy", "msgspec", "pyserial", "gpiozero")]
    versions = [f"companion {__version__}", *parts, f"python {sys.version}", f"SQLite {sqlite3.sqlite_version}"]
    told = {
        "versions.txt": "\n".join([*versions, " ".join(platform.uname())]) + "\n",
        "doctor.txt": "".join(line_of(*check) for check in examine(data)),
    }
    for name in ("companion.log", "settings.json"):
        try:
            told[name] = (data / name).read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            told[name] = f"It cannot be read: {error.strerror}.\n"
    return told


def _version(part: str) -> str:
    try:
        return version(part)
    except PackageNotFoundError:
        return "is missing"


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
