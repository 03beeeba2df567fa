"""Installs the system packages that are missing."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.setting_up.attended import attend, cause, say
from companion.setting_up.screens import on_raspberry_pi

RUN: Final = (
    "libgl1",
    "libgl1-mesa-dri",
    "libegl1",
    "libgles2",
    "libgbm1",
    "libmtdev1",
    "libxss1",
    "libxi6",
    "libxrandr2",
    "libxcursor1",
    "libasound2",
)
VIRTUAL: Final = ("xvfb",)
"""A display for machines that have none."""
TEST: Final = (
    "build-essential",
    "pkg-config",
    "gcc-avr",
    "avr-libc",
    "libsimavr-dev",
    "libelf-dev",
    "openbox",
)
PINS: Final = "python3-lgpio"
"""The library for GPIO pins; Raspberry Pi OS has it, Debian does not."""


MEMORY: Final = Path("/proc/meminfo")
ENOUGH: Final = 400
"""MB of memory that pip needs to unpack the largest package; the rest of the system has its own."""


class SetUpError(Exception):
    """The set-up cannot go on; the message says what to do."""


def install(wanted: tuple[str, ...]) -> None:
    """Install the Debian packages that are missing; say so where there is no apt-get.

    Raises:
        SetUpError: they cannot be installed.
    """
    # Debian keeps ensurepip in python3-venv; a Python from elsewhere brings its own.
    if importlib.util.find_spec("ensurepip") is None:
        wanted = ("python3-venv", *wanted)
    if shutil.which("apt-get") is None or shutil.which("dpkg-query") is None:
        say("No apt-get here: please see to these Debian packages yourself: " + ", ".join(wanted))
        return
    if on_raspberry_pi() and _offered(PINS):
        wanted = (*wanted, PINS)
    format_ = "${db:Status-Status}\t${Package}\t${Provides}\n"
    listing = subprocess.run(["dpkg-query", "-W", "-f", format_], capture_output=True, text=True, check=True)
    if absent := missing(wanted, listing.stdout):
        _install(absent)


def missing(wanted: Iterable[str], listing: str) -> list[str]:
    """Return which packages are neither installed nor provided by one that is.

    Args:
        wanted: names of packages. A newer Debian may have one under another name that provides it
            (`libmtdev1t64` for `libmtdev1`).
        listing: a line for each package that dpkg knows: status, name and provides, separated by tabs.
    """
    present: set[str] = set()
    for line in listing.splitlines():
        status, name, provides = line.split("\t")
        if status == "installed":
            present |= {name, *(entry.split()[0] for entry in provides.split(",") if entry.strip())}
    return [name for name in wanted if name not in present]


def too_little_memory(told: Path = MEMORY) -> str:
    """Return what to do where the memory may not do for the set-up; nothing where it will.

    Args:
        told: where the kernel says how much is free.
    """
    try:
        lines = told.read_text(encoding="ascii")
    except OSError:
        return ""
    found = dict(re.findall(r"^(MemAvailable|SwapFree):\s+(\d+) kB", lines, re.MULTILINE))
    free = sum(map(int, found.values())) // 1024
    if not found or free >= ENOUGH:
        return ""
    return (
        f"Only {free} MB of memory are free, and the set-up may need {ENOUGH}. If it is stopped with “Killed”, close "
        "other programs or give the machine swap (sudo apt-get install zram-tools), and run the same command again."
    )


def _offered(package: str) -> bool:
    shown = subprocess.run(["apt-cache", "show", package], capture_output=True, check=False)
    return shown.returncode == 0 and bool(shown.stdout)


def _install(absent: list[str]) -> None:
    by_hand = "apt-get install " + " ".join(absent)
    say("System packages that are missing: " + ", ".join(absent))
    root = _as_root(by_hand)
    plain = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8"]
    apt = [*plain, "apt-get", "-o", "DPkg::Lock::Timeout=300"]
    # What was broken off before, by Ctrl-C or the plug, has to be brought to its end first.
    attend([*plain, "dpkg", "--configure", "-a"], _step)
    say("Asking which versions there are (apt-get update)")
    # One unreachable third-party source fails the update; whether that matters, the installation tells.
    _, news = attend([*apt, "update"], _step)
    # What Debian 13 has under another name is taken by its old one only where no second package provides that, too.
    absent = [newer if _offered(newer := f"{name}t64") else name for name in absent]
    say("Installing them (apt-get install); some minutes on a Raspberry Pi, once")
    code, said = attend([*apt, "install", "-y", "--no-install-recommends", *absent], _step)
    if code:
        otherwise = f"The system packages could not be installed; the lines above say why. By hand: sudo {by_hand}"
        # A package that cannot be found is a network that was not there when apt-get asked what there is.
        raise SetUpError(cause([*said, *news], otherwise))


def _as_root(by_hand: str) -> list[str]:
    if os.geteuid() == 0:
        return []
    again = "then run this command again as you are."
    if shutil.which("sudo") is None:
        raise SetUpError(f"There is no sudo here, so nothing was changed. As root (su -), run: {by_hand}; {again}")
    say("Your password is asked for by sudo, which may install them.")
    if subprocess.run(["sudo", "true"], check=False).returncode:
        raise SetUpError(
            "sudo did not let this user install packages, so nothing was changed. "
            f"Somebody who may runs: sudo {by_hand}; {again}"
        )
    return ["sudo"]


def _step(line: str) -> str | None:
    if found := re.match(r"(Unpacking|Setting up|Selecting previously unselected package) (\S+)", line):
        return f"{'setting up' if found[1] == 'Setting up' else 'unpacking'} {found[2]}"
    if found := re.match(r"Get:\d+ \S+ \S+ (?:\S+ (?!\[))?(\S+)", line):
        return f"fetching {found[1]}"
    if "Waiting for cache lock" in line:
        return "waiting for another program that installs packages"
    return "looking for the network" if line.startswith(("Ign:", "Err:")) else None
