"""Whether games can be kept, what the settings say, and what the log tells of faults."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion.doctor.finding import Finding
from companion.setting_up.screens import mounts_sticks
from companion.storage.errors import why
from companion.storage.mount_watch import in_memory
from companion.storage.settings import mistakes
from companion.storage.usb_backup import sticks, takes_files
from companion.table.ordinary_file import last_bytes

LEAST: Final = 100
"""Megabytes that should be free before an evening."""

_LONGEST: Final = 200_000
"""Bytes at the end of the log that are looked at."""


def check_data(data: Path) -> Finding:
    """Report whether games can be kept."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=data) as probe:
            probe.write(bytes(4096))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as error:
        return Finding(
            "data", "look", f"Games cannot be kept in {data}: {why(error)}.", "Or choose another folder with --data"
        )
    free = shutil.disk_usage(data).free // 2**20
    if free < LEAST:
        return Finding("data", "look", f"Only {free} MB are free in {data}.", "Make room before the evening")
    if in_memory(data):
        return Finding(
            "data",
            "look",
            f"Games are kept in {data}, in memory only: they are gone when this machine is switched off.",
            "Plug in a USB stick, which gets a copy of each game; or switch the overlay off: sudo raspi-config, "
            "Performance, Overlay File System",
        )
    return Finding("data", "ok", f"Games are kept in {data} ({free} MB free).")


def check_stick(wish: str, mounted: Callable[[], bool] = mounts_sticks) -> Finding:
    """Report whether a USB stick gets copies of the games.

    Args:
        wish: as in the settings.
        mounted: whether a stick that is plugged in is mounted by this machine.
    """
    if wish == "off":
        return Finding("stick", "note", "The settings say that games are copied nowhere.")
    there = sticks(wish)
    if closed := [str(root) for root in there if not takes_files(root)]:
        return Finding(
            "stick",
            "note",
            f"Nothing can be written to {', '.join(closed)}: no games are copied there.",
            "Is it locked or full? Else plug it into a computer and have it repaired",
        )
    if there:
        return Finding("stick", "ok", f"All games are copied to {', '.join(map(str, there))}.")
    if wish != "auto":
        return Finding("stick", "note", f"There is no folder {wish}, where games are to be copied.", "Plug it in")
    if mounted():
        return Finding("stick", "ok", "A USB stick that is plugged in gets a copy of every game.")
    return Finding(
        "stick",
        "note",
        "Nothing here mounts a USB stick that is plugged in: it gets no copies.",
        "companion install sees to that",
    )


def check_settings(path: Path) -> Finding:
    """Return what in the settings cannot be read, with its line."""
    found = mistakes(path)
    if found:
        return Finding("settings", "look", " ".join(found.splitlines()), f"Correct it: nano '{path}'")
    return Finding(
        "settings", "ok", f"The settings are in {path}." if path.exists() else "All settings are as they come."
    )


def check_log(path: Path) -> Iterator[Finding]:
    """Yield the last fault in the log."""
    try:
        lines = last_bytes(path, _LONGEST).decode(errors="replace").splitlines()
    except OSError:
        return
    faults = [line for line in lines if re.match(r"\S+ \S+ (ERROR|CRITICAL) ", line)]
    if faults:
        yield Finding(
            "log",
            "note",
            f"The log tells of {len(faults)} faults, the last one: {faults[-1][:160]}",
            "companion problem writes a report of it",
        )
    else:
        yield Finding("log", "ok", f"No faults stand in {path}.")
