"""The machine's power: told when the supply is too weak or the machine too hot, and switched off from the screen."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Final

from companion.doctor.power_and_card import SYSTEM, hot_now, low_now, throttled
from companion.table.words import _

PAUSE: Final = 20.0
"""Seconds between two looks at the voltage."""

OFF: Final = ("systemctl", "poweroff")


class PowerWatch:
    """Says once when the voltage becomes too low, and once when the machine becomes too hot.

    Args:
        system: where the kernel shows the machine.
        ask: the program of a Raspberry Pi that knows, where the kernel does not.
    """

    def __init__(self, system: Path = SYSTEM, ask: str = "vcgencmd") -> None:
        self._system, self._ask = system, ask
        self._was = (False, False)

    def news(self) -> str:
        """Return what is worse than at the last look, in words for people; nothing if it is not."""
        flags = throttled(self._system, self._ask)
        now = (low_now(self._system, flags), hot_now(flags))
        (was_low, was_hot), self._was = self._was, now
        if now[0] and not was_low:
            return _(
                "The voltage is too low, so this machine may switch off without warning. Everything "
                "is saved. Use the official power supply and a short, thick cable."
            )
        if now[1] and not was_hot:
            return _("This machine is too hot and has slowed down. Everything is saved. Let air reach it.")
        return ""


def switch_off(refused: Callable[[str], None]) -> None:
    """Switch the machine off.

    Args:
        refused: is told, in a thread of its own, why it stays on.
    """

    def run() -> None:
        try:
            done = subprocess.run(OFF, capture_output=True, text=True, check=False)
        except OSError as error:
            refused(error.strerror or str(error))
            return
        if done.returncode:
            refused((done.stderr.strip().splitlines() or [str(done.returncode)])[-1])

    Thread(target=run, name="switch-off", daemon=True).start()
