"""Whether a window opens, a finger counts once, and the screen's light can be set."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.doctor.finding import Finding
from companion.setting_up.screens import desktops, has_display, no_screen, number_of, turned_away

TRIAL: Final = (sys.executable, "-m", "companion.app.start.window_trial")
PATIENCE: Final = 60.0
"""Seconds in which a window opens, also on a slow machine."""

DEVICES: Final = Path("/proc/bus/input/devices")
LIGHTS: Final = Path("/sys/class/backlight")
_DIRECT: Final = 2
"""The bit by which the kernel marks what is touched directly, on the picture itself."""


def check_window(trial: tuple[str, ...] = TRIAL, environment: Mapping[str, str] = os.environ) -> Iterator[Finding]:
    """Open a window for a moment, put a finger on it, and say what came of it.

    Args:
        trial: the command that opens one and prints what it saw.
        environment: with the display.
    """
    if not has_display(environment):
        yield Finding("window", "look", *_no_display(environment))
        return
    try:
        done = subprocess.run(
            trial, env=dict(environment), capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        seen = _seen(done.stdout)
        error = done.stderr.strip().splitlines()[-1:]
    except subprocess.TimeoutExpired:
        seen, error = None, [f"nothing came within {PATIENCE:.0f} seconds"]
    if seen is None or seen["driver"] in ("", "offscreen", "dummy") or not seen["renderer"]:
        yield Finding("window", "look", *why_no_window(environment, "; ".join(error)))
        return
    slow = "llvmpipe" in seen["renderer"].lower() or "softpipe" in seen["renderer"].lower()
    width, height = seen["screen"]
    yield Finding(
        "window",
        "note" if slow else "ok",
        f"A window opens: {seen['driver']}, {width} x {height}, drawn by {seen['renderer']}"
        + (", which is slow: the processor does the work of the graphics." if slow else "."),
    )
    yield _touches(seen["touches"])
    yield sound_finding(seen["sound"])


def sound_finding(by: str) -> Finding:
    """Say whether sounds can be heard; `by` is what makes them, or nothing."""
    if by:
        return Finding("sound", "ok", f"Sounds can be heard, if you want any: {by}.")
    return Finding("sound", "note", "There is nothing here that makes a sound; all else goes on without.")


def _touches(count: int) -> Finding:
    if count == 1:
        return Finding("touch", "ok", "A finger on the screen counts once.")
    if count > 1:
        return Finding(
            "touch",
            "look",
            f"A finger on the screen counts {count} times: every tap would be taken {count} times.",
            "Something sets up Kivy's input beside the companion: look for KIVY_ and SDL_ in the output of env.",
        )
    return Finding(
        "touch", "look", "A finger on the screen does not arrive.", "Start again; then report it as a fault."
    )


def check_touchscreen(devices: Path = DEVICES, event_folder: Path = Path("/dev/input")) -> Finding:
    """Say which touchscreens the kernel knows, and whether this user may read them without a desktop."""
    try:
        listed = devices.read_text(encoding="utf-8", errors="replace")
    except OSError:
        listed = ""
    found = []
    for block in listed.split("\n\n"):
        bits = re.search(r"^B: PROP=([0-9a-f]+)", block, re.MULTILINE)
        name, handler = re.search(r'^N: Name="(.*)"', block, re.MULTILINE), re.search(r"\bevent\d+", block)
        if bits and int(bits[1], 16) & _DIRECT and name and handler:
            found.append((name[1], event_folder / handler[0]))
    if not found:
        return Finding("touchscreen", "note", "No touchscreen is known to this machine; a mouse will do.")
    closed = [str(path) for __, path in found if not os.access(path, os.R_OK)]
    names = ", ".join(name for name, __ in found)
    if closed and not os.environ.get("DISPLAY"):
        return Finding(
            "touchscreen",
            "look",
            f"Touchscreen: {names}; this user may not read {', '.join(closed)}.",
            "sudo usermod -aG input $USER, then switch off and on again",
        )
    return Finding("touchscreen", "ok", f"Touchscreen: {names}.")


def check_backlight(folder: Path = LIGHTS) -> Finding:
    """Say whether the light of the screen can be set by this user."""
    lights = sorted(folder.glob("*/brightness"))
    if not lights:
        return Finding("backlight", "note", "This screen has no light that a program can set.")
    closed = [light for light in lights if not os.access(light, os.W_OK)]
    if closed:
        return Finding(
            "backlight",
            "note",
            f"This user may not set the light of the screen ({closed[0]}).",
            "companion install writes the rule that allows it",
        )
    return Finding("backlight", "ok", f"The light of the screen can be set ({lights[0].parent.name}).")


def _seen(printed: str) -> dict[str, Any] | None:
    try:
        seen = json.loads(printed)
    except ValueError:
        return None
    return (
        seen if isinstance(seen, dict) and {"driver", "renderer", "screen", "touches", "sound"} <= seen.keys() else None
    )


def _no_display(environment: Mapping[str, str]) -> tuple[str, str]:
    here = desktops()
    if here:
        return (
            "No window can be opened from here; this machine's screen belongs to its desktop.",
            f"DISPLAY={here[0]} .venv/bin/companion doctor",
        )
    if environment.get("WAYLAND_DISPLAY"):
        return (
            "This desktop is Wayland without X11, and the companion's windows are of X11.",
            "sudo apt-get install xwayland, then log in again",
        )
    return (
        "There is no display; only the headless interface and the demo can run.",
        "Start it on the machine with the screen",
    )


def why_no_window(environment: Mapping[str, str] = os.environ, error: str = "") -> tuple[str, str]:
    """Return why none opened although there should be a display, and what to do.

    Args:
        environment: with the display.
        error: what the library of the graphics said to it.
    """
    display = environment.get("DISPLAY", "")
    number = number_of(display)
    if number and f":{number}" not in desktops():
        others = desktops()
        mend = f"DISPLAY={others[0]} .venv/bin/companion doctor" if others else "unset DISPLAY, or start a desktop"
        return f"No window opens: there is no display {display}.", mend
    # That of the bare screen is our own unit's.
    ours = ("", "kmsdrm")
    foreign = [name for name in ("SDL_VIDEODRIVER", "KIVY_GL_BACKEND") if environment.get(name, "") not in ours]
    if foreign:
        said = " and ".join(f"{name}={environment[name]}" for name in foreign)
        return f"No window opens: {said} stands in the environment.", f"unset {' '.join(foreign)}"
    if refused := turned_away(display):
        return (
            f"No window opens: the display {display} does not let this user in ({refused}).",
            "Start it as the user whose desktop it is, in a terminal there",
        )
    if display:
        said = f" ({error})" if error else ""
        return f"No window opens on the display {display}{said}.", "companion problem writes a report of it"
    if no_screen():
        return "No screen is connected.", "Plug it in and switch it on; the companion then comes by itself"
    cards = sorted(str(path) for path in Path("/dev/dri").glob("card*"))
    closed = [card for card in cards if not os.access(card, os.R_OK | os.W_OK)]
    if closed:
        return (
            f"No window opens: this user may not use {', '.join(closed)}.",
            "sudo usermod -aG video,render,input $USER, then switch off and on again",
        )
    return (
        f"No window opens on the bare screen{f' ({error})' if error else ''}.",
        "Is it plugged in and switched on? Does another program have it?",
    )
