"""Finds the screen on which a window can open, without opening one."""

from __future__ import annotations

import os
import re
import socket
import struct
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

MODEL: Final = Path("/proc/device-tree/model")
SOCKETS: Final = Path("/tmp/.X11-unix")
"""The folder with the socket of every X server of a machine, also that of a Wayland desktop (Xwayland)."""

DESKTOP: Final = Path("/etc/systemd/system/display-manager.service")
"""The link by which Debian starts the program that brings up the desktop."""

STICK_RULE: Final = Path("/etc/udev/rules.d/71-table-companion-stick.rules")
"""The rule that is there where `companion install` has USB sticks mounted."""

CONNECTORS: Final = Path("/sys/class/drm")
KNOCK: Final = struct.pack("=Bx5H", ord("l" if sys.byteorder == "little" else "B"), 11, 0, 0, 0, 0)
"""The first bytes that a program sends to an X server, in this machine's byte order: version 11.0, and no key."""
PATIENCE: Final = 5.0
"""Seconds in which an X server answers."""


def on_raspberry_pi() -> bool:
    """Return whether this machine says that it is a Raspberry Pi."""
    return MODEL.exists() and b"Raspberry Pi" in MODEL.read_bytes()


def has_desktop(link: Path = DESKTOP) -> bool:
    """Return whether this machine starts with a desktop; one that is installed may be switched off.

    Args:
        link: to the program that brings up the desktop, where there is one.
    """
    if not link.exists():
        return False
    try:
        asked = subprocess.run(["systemctl", "get-default"], capture_output=True, text=True, check=False)
    except OSError:
        return True
    return asked.returncode != 0 or asked.stdout.strip() == "graphical.target"


def mounts_sticks() -> bool:
    """Return whether USB sticks are mounted here: by a desktop, or by the rule of `companion install`."""
    return has_desktop() or STICK_RULE.exists()


def is_there_for_games() -> bool:
    """Return whether this machine serves the companion alone: a Raspberry Pi, or one without a desktop."""
    return on_raspberry_pi() or not os.environ.get("XDG_CURRENT_DESKTOP")


def is_fullscreen(wish: str) -> bool:
    """Return whether the window is to fill the display.

    Args:
        wish: `full`, `window`, or `auto`: full unless this is the desktop of a computer that is there for other
            things, too.
    """
    return wish == "full" or (wish == "auto" and is_there_for_games())


def desktops() -> list[str]:
    """Return the X displays of this machine, such as `:0`.

    Whether this user may use them only an attempt shows.
    """
    return sorted(f":{path.name[1:]}" for path in SOCKETS.glob("X*") if path.name[1:].isdigit())


def number_of(display: str) -> str:
    """Return the number of a display of this machine (`:0`, `unix:0.0`), or an empty string."""
    named = re.fullmatch(r"(?:unix)?:(\d+)(?:\.\d+)?", display)
    return named[1] if named else ""


def turned_away(display: str) -> str:
    """Return the words with which an X server of this machine refuses a program without its key.

    Returns:
        Nothing if it lets everybody in, or if there is none.
    """
    with socket.socket(socket.AF_UNIX) as door:
        door.settimeout(PATIENCE)
        try:
            door.connect(str(SOCKETS / f"X{number_of(display)}"))
            door.sendall(KNOCK)
            with door.makefile("rb") as answer:
                head = answer.read(8)
                refused = len(head) == 8 and not head[0]
                return answer.read(head[1]).decode(errors="replace").strip() if refused else ""
        except OSError:
            return ""


def has_display(environment: Mapping[str, str] = os.environ) -> bool:
    """Return whether a window can be opened from here: on X11, or on the bare screen of a Raspberry Pi.

    `WAYLAND_DISPLAY` alone is none: the SDL that comes with Kivy knows X11 and the bare screen. Desktops of Wayland
    have X11 within (Xwayland), and set `DISPLAY` for it.
    """
    if environment.get("DISPLAY"):
        return True
    return on_raspberry_pi() and not desktops() and any(Path("/dev/dri").glob("card*"))


def no_screen(drm: Path = CONNECTORS) -> bool:
    """Return whether this machine has sockets for screens, and none of them has a screen that is switched on.

    A socket of which nothing is known counts as one with a screen; the one into memory (Writeback) is none.

    Args:
        drm: where the kernel lists them.
    """
    told = [
        (place / "status").read_text(encoding="ascii", errors="replace").strip()
        for place in drm.glob("card*-*")
        if (place / "status").is_file() and "Writeback" not in place.name
    ]
    return bool(told) and all(status == "disconnected" for status in told)


def place_of(number: int, drm: Path = CONNECTORS) -> tuple[int, int] | None:
    """Return the card of a screen, and its place among that card's own; None if there are fewer screens.

    Args:
        number: of the screen, from 1, in the order of the kernel's cards and their sockets.
        drm: where the kernel lists them.
    """
    found = []
    for place in drm.glob("card*-*"):
        named = re.fullmatch(r"card(\d+)-(?!Writeback)(.+)", place.name)
        status = place / "status"
        if named and status.is_file() and status.read_text(encoding="ascii", errors="replace").strip() == "connected":
            id_ = place / "connector_id"
            order = int(id_.read_text(encoding="ascii")) if id_.is_file() else 0
            found.append((int(named[1]), order, named[2]))
    found.sort()
    if not 0 < number <= len(found):
        return None
    card = found[number - 1][0]
    return card, [one for one in found if one[0] == card].index(found[number - 1])


def screen_elsewhere(environment: Mapping[str, str] = os.environ) -> str:
    """Return the display of this machine's desktop if we came in over SSH or beside it; else nothing."""
    beside = environment.get("SSH_CONNECTION") or environment.get("WAYLAND_DISPLAY")
    return (desktops() or [""])[0] if beside and not environment.get("DISPLAY") else ""
