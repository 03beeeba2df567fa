"""Says in plain sentences whether this machine is ready for an evening."""

from __future__ import annotations

import grp
import os
import platform
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion import __version__

SYSTEM: Final = Path("/sys")
_LOW_NOW: Final = 1 << 0
_LOW_BEFORE: Final = 1 << 16
_HOT: Final = 1 << 18 | 1 << 19
"""Bits that a Raspberry Pi's firmware sets; it forgets them only when it is switched off."""

_WRITTEN: Final = 6
"""Which number in the kernel's account of a disk is what was written."""


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
    yield check_power()
    yield from check_card(data)


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
    for name in ("companion.log", "crash.log", "settings.json"):
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


def check_power(system: Path = SYSTEM, ask: str = "vcgencmd") -> tuple[bool, str]:
    """Whether the power supply is strong enough; only a Raspberry Pi tells.

    Args:
        system: where the kernel shows the machine.
        ask: the program of a Pi that knows, where the kernel does not.
    """
    flags = _throttled(system, ask)
    alarm = any(
        _read(chip / "in0_lcrit_alarm") == "1"
        for chip in sorted((system / "class" / "hwmon").glob("hwmon*"))
        if _read(chip / "name") == "rpi_volt"
    )
    if alarm or flags & _LOW_NOW:
        return False, (
            "The voltage is too low at this moment: the Pi may stop without warning. Use the power supply that "
            "belongs to it and a short, thick cable; unplug what hangs on USB."
        )
    if flags & _LOW_BEFORE:
        return False, (
            "The voltage has been too low since it was switched on. Games are safe; use the power supply that belongs "
            "to the Pi before the evening."
        )
    if flags & _HOT:
        return False, "It has been slowed down by heat since it was switched on. Give it air."
    return True, "The power supply is strong enough, as far as this machine can tell."


def check_card(data: Path, system: Path = SYSTEM, device: int | None = None) -> Iterator[tuple[bool, str]]:
    """How worn the card is on which games are kept, and how much was written to it.

    Args:
        data: the folder of the games.
        system: where the kernel shows the machine.
        device: number of the disk that the folder is on; None asks.
    """
    if device is None:
        device = _existing(data).stat().st_dev
    found = system / "dev" / "block" / f"{os.major(device)}:{os.minor(device)}"
    if not found.exists():
        return
    place = found.resolve()
    disk = place.parent if (place / "partition").exists() else place
    yield _wear(disk)
    fields = _read(disk / "stat").split()
    if len(fields) > _WRITTEN and fields[_WRITTEN].isdigit():
        # The kernel counts these in pieces of 512 bytes, whatever the disk has.
        written = int(fields[_WRITTEN]) * 512 // 2**20
        yield True, f"Since it was switched on, {written} MB were written to {disk.name}, by all programs together."


def _wear(disk: Path) -> tuple[bool, str]:
    """What a card says of its own life: in tenths, the worse one of its two kinds of memory."""
    tenths = [int(part, 16) for part in _read(disk / "device" / "life_time").split() if _is_hex(part)]
    left = _read(disk / "device" / "pre_eol_info")
    worst, urgent = max(tenths, default=0), int(left, 16) if _is_hex(left) else 0
    if worst > 10 or urgent >= 3:
        return False, f"{disk.name} is worn out. Copy the games to a USB stick and put in a new card."
    if worst > 8 or urgent == 2:
        return False, f"{disk.name} has little of its life left ({10 * (11 - worst)} % or less). Think of a new card."
    if worst:
        return True, f"{disk.name} has used {10 * (worst - 1)} to {10 * worst} % of its life."
    return (
        True,
        f"{disk.name} does not say how worn it is; most SD cards do not. A USB stick gets copies of all games.",
    )


def _throttled(system: Path, ask: str) -> int:
    said = _read(system / "devices" / "platform" / "soc" / "soc:firmware" / "get_throttled")
    program = shutil.which(ask)
    if not said and program is not None:
        try:
            done = subprocess.run([program, "get_throttled"], capture_output=True, text=True, timeout=5, check=False)
            said = done.stdout.strip().removeprefix("throttled=")
        except (OSError, subprocess.TimeoutExpired):
            return 0
    return int(said, 16) if _is_hex(said) else 0


def _is_hex(text: str) -> bool:
    return bool(re.fullmatch(r"(0[xX])?[0-9a-fA-F]{1,8}", text))


def _read(path: Path) -> str:
    """Return what a small file of the kernel says; nothing if there is none."""
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


def _existing(folder: Path) -> Path:
    return next((place for place in (folder, *folder.parents) if place.exists()), Path("/"))
