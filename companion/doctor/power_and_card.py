"""What a Raspberry Pi says of its power supply, and a card of its own life."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.doctor.finding import Finding

SYSTEM: Final = Path("/sys")
TREE: Final = Path("/proc/device-tree")
_LOW_NOW: Final = 1 << 0
_HOT_NOW: Final = 1 << 2 | 1 << 3
_LOW_BEFORE: Final = 1 << 16
_HOT: Final = 1 << 18 | 1 << 19
"""Bits that a Raspberry Pi's firmware sets; those of before it forgets only when it is switched off."""

_WRITTEN: Final = 6
"""Which number in the kernel's account of a disk is what was written."""

_SUPPLY: Final = "Use the power supply that belongs to the Pi and a short, thick cable; unplug what hangs on USB."


def check_power(system: Path = SYSTEM, ask: str = "vcgencmd", tree: Path = TREE) -> Finding:
    """Say whether the power supply is strong enough; only a Raspberry Pi tells.

    Args:
        system: where the kernel shows the machine.
        ask: the program of a Pi that knows, where the kernel does not.
        tree: where the firmware tells the kernel of the machine.
    """
    flags = throttled(system, ask)
    if low_now(system, flags):
        return Finding(
            "power", "look", "The voltage is too low at this moment: the Pi may stop without warning.", _SUPPLY
        )
    if flags & _LOW_BEFORE:
        return Finding(
            "power", "look", "The voltage has been too low since it was switched on; games are safe.", _SUPPLY
        )
    if flags & _HOT:
        return Finding("power", "look", "It has been slowed down by heat since it was switched on.", "Give it air.")
    if (current := _usb_limit(tree)) is not None:
        return Finding(
            "power",
            "note",
            f"The power supply gives {current} mA, so a Raspberry Pi 5 gives all of USB together 600 mA: enough for a "
            "dice tower and a stick, not for a disk.",
            "Use the 27 W supply of the Pi 5; or a USB hub with a supply of its own",
        )
    return Finding("power", "ok", "The power supply is strong enough, as far as this machine can tell.")


def _usb_limit(tree: Path) -> int | None:
    """Return what the supply gives, in mA, if the firmware of a Raspberry Pi 5 limits USB because of it."""
    power = tree / "chosen" / "power"
    try:
        current, all_of_usb = (
            int.from_bytes((power / name).read_bytes()[:4]) for name in ("max_current", "usb_max_current_enable")
        )
    except OSError:
        return None  # another machine
    return current if current and not all_of_usb else None


def low_now(system: Path, flags: int) -> bool:
    """Return whether the voltage is too low at this moment.

    Args:
        system: where the kernel shows the machine.
        flags: as `throttled` returns them.
    """
    return bool(flags & _LOW_NOW) or any(
        _read(chip / "in0_lcrit_alarm") == "1"
        for chip in sorted((system / "class" / "hwmon").glob("hwmon*"))
        if _read(chip / "name") == "rpi_volt"
    )


def hot_now(flags: int) -> bool:
    """Return whether the machine is slowed down by heat at this moment; flags as `throttled` returns them."""
    return bool(flags & _HOT_NOW)


def check_card(data: Path, system: Path = SYSTEM, device: int | None = None) -> Iterator[Finding]:
    """Yield the wear of the card that holds the games, and how much was written to it.

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
        yield Finding(
            "written",
            "ok",
            f"Since it was switched on, {written} MB were written to {disk.name}, by all programs together.",
        )


def _wear(disk: Path) -> Finding:
    """Return the wear that a card reports of itself.

    It is told in tenths; the worse one of its two kinds of memory counts.
    """
    tenths = [int(part, 16) for part in _read(disk / "device" / "life_time").split() if _is_hex(part)]
    left = _read(disk / "device" / "pre_eol_info")
    worst, urgent = max(tenths, default=0), int(left, 16) if _is_hex(left) else 0
    if worst > 10 or urgent >= 3:
        return Finding(
            "card", "look", f"{disk.name} is worn out.", "Copy the games to a USB stick and put in a new card."
        )
    if worst > 8 or urgent == 2:
        left_over = f"{disk.name} has little of its life left ({10 * (11 - worst)} % or less)."
        return Finding("card", "look", left_over, "Think of a new card.")
    if worst:
        return Finding("card", "ok", f"{disk.name} has used {10 * (worst - 1)} to {10 * worst} % of its life.")
    return Finding(
        "card",
        "ok",
        f"{disk.name} does not say how worn it is; most SD cards do not.",
    )


def throttled(system: Path = SYSTEM, ask: str = "vcgencmd") -> int:
    """Return the bits in which a Raspberry Pi tells of voltage and heat; 0 on any other machine."""
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
