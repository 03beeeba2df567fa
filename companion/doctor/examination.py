"""All checks in their order, and what a bug report tells of them."""

from __future__ import annotations

import json
import platform
import sqlite3
import sys
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion import __version__
from companion.doctor.finding import Finding
from companion.doctor.ports import check_pins, check_ports, check_rights
from companion.doctor.power_and_card import check_card, check_power
from companion.doctor.running import UNIT, ask, not_judged
from companion.doctor.screen import check_backlight, check_touchscreen, check_window
from companion.doctor.storage import check_data, check_log, check_settings, check_stick
from companion.storage.settings import FILE, Settings
from companion.table.ordinary_file import last_bytes

PARTS: Final = ("kivy", "msgspec", "pyserial", "gpiozero")
DAY: Final = 24 * 3600
LONGEST: Final = 500_000
"""Bytes of a log that a bug report holds."""


def report(data: Path, *, as_json: bool = False) -> int:
    """Print what each check finds.

    Args:
        data: the folder of the games.
        as_json: one JSON object instead of sentences.

    Returns:
        0 if nothing stands in the way of a game, else 1.
    """
    found = []
    for finding in examine(data):
        found.append(finding)
        if not as_json:
            sys.stdout.write(finding.line())
            sys.stdout.flush()
    ready = all(finding.fine for finding in found)
    if as_json:
        told = [{"what": f.what, "state": f.state, "says": f.says, "mend": f.mend} for f in found]
        sys.stdout.write(json.dumps({"ready": ready, "version": __version__, "findings": told}, ensure_ascii=False))
        sys.stdout.write("\n")
    return 0 if ready else 1


def examine(data: Path, *, at_play: bool = False) -> Iterator[Finding]:
    """Run every check.

    Args:
        data: the folder of the games.
        at_play: no window is opened and no port greeted; the companion that runs is asked all the same.
    """
    settings = Settings.load(data / FILE)
    yield check_data(data)
    yield check_settings(data / FILE)
    told = ask(data)
    if told is not None:
        yield from told
    elif not at_play:
        yield from _tried(settings)
    yield check_fonts()
    yield from check_versions()
    yield check_clock()
    yield check_power()
    yield from check_card(data)
    yield from check_log(data / "companion.log")


def _tried(settings: Settings) -> Iterator[Finding]:
    """Yield the findings of trying everything from this process.

    These are what no running companion can say.
    """
    yield from check_window()
    here = [check_touchscreen(), check_backlight(), check_rights(), *check_ports(settings), check_pins(settings)]
    here.append(check_stick(settings.copies))
    for found in here:
        yield not_judged(found) if found.state == "ok" and UNIT.exists() else found


def machine(data: Path) -> dict[str, str]:
    """Return what a bug report tells of this machine, while the companion runs or not: files by name."""
    parts = [f"{part} {_version(part) or 'is missing'}" for part in PARTS]
    versions = [f"companion {__version__}", *parts, f"python {sys.version}", f"SQLite {sqlite3.sqlite_version}"]
    # Not uname: that has the name of the computer.
    system = f"{platform.system()} {platform.release()} {platform.version()} {platform.machine()}"
    told = {
        "versions.txt": "\n".join([*versions, system]) + "\n",
        "doctor.txt": "".join(finding.line() for finding in examine(data, at_play=True)),
    }
    for name in ("companion.log", "crash.log", FILE):
        try:
            # Its end is what matters.
            told[name] = last_bytes(data / name, LONGEST).decode(errors="replace")
        except OSError as error:
            told[name] = f"It cannot be read: {error.strerror}.\n"
    return told


def check_fonts() -> Finding:
    """Report whether the fonts that came with the companion are there."""
    # The folder is found without importing it: this check must run where the screen's libraries are missing.
    spec = find_spec("layouts")
    folders = [Path(place) / "fonts" for place in (spec.submodule_search_locations or [])] if spec else []
    found = sorted(path.name for folder in folders for path in folder.glob("*.ttf"))
    if not found:
        return Finding("fonts", "look", "The companion's fonts are missing; games are not touched by that.", AGAIN)
    return Finding("fonts", "ok", f"Fonts: {', '.join(found)}.")


AGAIN: Final = "rm -r .venv; python3 -m companion.bootstrap run"


def check_versions() -> Iterator[Finding]:
    """Which parts of others are installed."""
    missing = [part for part in PARTS if not _version(part)]
    if missing:
        yield Finding("versions", "look", f"Missing: {', '.join(missing)}.", AGAIN)
    there = ", ".join(f"{part} {found}" for part in PARTS if (found := _version(part)))
    python = platform.python_version()
    yield Finding(
        "versions", "ok", f"Companion {__version__}, Python {python}, SQLite {sqlite3.sqlite_version}, {there}."
    )


def check_clock(now: float | None = None, made: float | None = None) -> Finding:
    """Report whether the clock can be right: it is not before this version was put here.

    Args:
        now: what the clock says, in seconds; None asks it.
        made: when this version was put here; None looks.
    """
    now = time.time() if now is None else now
    made = Path(__file__).stat().st_mtime if made is None else made
    says = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    if now < made - DAY:
        return Finding(
            "clock",
            "note",
            f"The clock says {says}, which is before the companion was put here: it keeps no time while it is switched "
            "off. Games are in order all the same; dates in reports are wrong.",
            "sudo timedatectl set-ntp true, with a network; or sudo date -s '2026-01-31 18:00'",
        )
    return Finding("clock", "ok", f"The clock says {says}.")


def _version(part: str) -> str:
    try:
        return version(part)
    except PackageNotFoundError:
        return ""
