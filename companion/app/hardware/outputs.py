"""Screens without a light of their own: switched off and on, and kept from being switched off by their desktop."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from typing import Final

from companion.app.hardware.bare_screen import BareScreen, BareScreenError

__all__ = ["Awake", "Outputs"]

PATIENCE: Final = 2.0
"""Seconds in which a desktop answers."""

_log = logging.getLogger(__name__)


class Outputs:
    """Switches screens off and on: under wlroots by wlopm, under X11 by xset, and those of the bare console itself.

    Args:
        environment: of this process.
        bare: gives the screens of the bare console.
    """

    def __init__(
        self, environment: Mapping[str, str] = os.environ, bare: Callable[[], BareScreen] = BareScreen
    ) -> None:
        self.bare_too = False
        self._wayland = bool(environment.get("WAYLAND_DISPLAY"))
        self._is_x11 = bool(environment.get("DISPLAY")) and not self._wayland
        self._bare = bare
        self._on: bool | None = None
        self._broken = False

    def power(self, *, on: bool) -> None:
        """Switch them on or off.

        The first time also on: a process that was killed may have left them off. Those of the bare console only with
        `bare_too`.
        """
        desktop = self._wayland or self._is_x11
        if on == self._on or self._broken or not (desktop or self.bare_too):
            return
        command, was = self._command(on=on), self._on
        self._on = on
        if desktop and command is None:
            self._broken = True
            return
        try:
            if command is None:
                self._bare().power(on=on)
            else:
                subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
        except (OSError, subprocess.SubprocessError, BareScreenError) as error:
            _log.info("the screens cannot be switched %s: %s", "on" if on else "off", error)
            # What is off is tried again with the next touch; what cannot be switched off, never.
            self._broken, self._on = not (on and was is False), was

    def _command(self, *, on: bool) -> list[str] | None:
        if self._wayland and shutil.which("wlopm"):
            return ["wlopm", "--on" if on else "--off", "*"]
        if self._is_x11 and shutil.which("xset") and _x_saves_power():
            return ["xset", "dpms", "force", "on" if on else "off"]
        return None


def _x_saves_power() -> bool:
    """Return whether this X server switches screens off by itself.

    Where it does not, a switch would have it do so later.
    """
    try:
        told = subprocess.run(["xset", "q"], capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.SubprocessError):
        return False
    return "DPMS is Enabled" in told.stdout


class Awake:
    """Keeps a Wayland desktop from going idle for as long as it is held: SDL, drawing by X11, cannot.

    Programs that switch screens off or lock them (swayidle, and desktops themselves) ask logind whether they may.

    Args:
        environment: of this process.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if not environment.get("WAYLAND_DISPLAY"):
            return
        # It ends with its input, so with this process, however that ends.
        command = ["systemd-inhibit", "--what=idle", "--who=table-companion", "--why=table-companion", "cat"]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            _log.info("the desktop may become idle: %s", error.strerror)

    def close(self) -> None:
        """Let the desktop go idle again."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=PATIENCE)
