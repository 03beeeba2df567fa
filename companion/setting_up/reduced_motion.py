"""Reads from the settings of the desktop whether programs are to move less."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

PATIENCE: Final = 2.0
"""Seconds within which GNOME's settings answer."""

GNOME: Final = ("get", "org.gnome.desktop.interface", "enable-animations")

_LARGEST: Final = 100_000
"""Bytes of a file that are read."""

_FILES: Final = (
    ("gtk-4.0/settings.ini", r"^gtk-enable-animations\s*=\s*(0|false)\s*$"),
    ("gtk-3.0/settings.ini", r"^gtk-enable-animations\s*=\s*(0|false)\s*$"),
    ("kdeglobals", r"^AnimationDurationFactor\s*=\s*0(\.0*)?\s*$"),
)
"""Files of GTK's and KDE's settings, and the line in which they switch animations off."""


def desktop_reduces_motion(environment: Mapping[str, str]) -> bool:
    """Return whether the desktop asks for less motion; it may start a program and wait for it.

    Args:
        environment: of the process.
    """
    if not environment.get("XDG_CURRENT_DESKTOP"):
        return False
    home = Path(environment.get("XDG_CONFIG_HOME") or Path(environment.get("HOME", "/")) / ".config")
    for name, line in _FILES:
        try:
            with (home / name).open("rb") as file:
                text = file.read(_LARGEST).decode(errors="replace")
        except OSError:
            continue
        if re.search(line, text, re.MULTILINE | re.IGNORECASE):
            return True
    program = shutil.which("gsettings", path=environment.get("PATH"))
    if program is None:
        return False
    try:
        asked = subprocess.run(
            [program, *GNOME], capture_output=True, text=True, check=False, timeout=PATIENCE, env=dict(environment)
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.stdout.strip() == "false"
