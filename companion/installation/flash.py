"""`companion flash`: puts the firmware on the board of a dice tower, and greets the tower afterwards."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from companion.doctor.ports import greet
from companion.installation.steps import InstallationError, agreed
from companion.table.words import _
from firmware_bridge import FIRMWARE
from firmware_bridge.errors import BridgeError
from firmware_bridge.link import discover, open_port

SPEEDS: Final = ("115200", "57600")
"""Baud rates of the boot loaders: Uno and newer Nano, older Nano."""


def flash(port: str, hex_file: Path | None, *, yes: bool) -> int:
    """Put the firmware on a board.

    Args:
        port: where it is; empty looks for it.
        hex_file: the firmware; None takes the companion's own.
        yes: do not ask.

    Returns:
        The exit code: 0 if the tower answers afterwards.

    Raises:
        InstallationError: it cannot be done; the message says why.
    """
    where = port or _only_port()
    program = shutil.which("avrdude")
    if program is None:
        raise InstallationError(_("avrdude, which writes to the board, is missing: sudo apt-get install avrdude"))
    firmware = hex_file or own_firmware()
    try:
        open_port(where).close()
    except BridgeError as error:
        raise InstallationError(
            _("{why} Close the companion first: it is using the tower's port.").format(why=error)
        ) from error
    print(_("This writes the firmware to the board at {where}, over whatever is on it now.").format(where=where))
    if not agreed(_("Continue?"), yes=yes):
        print(_("Nothing was changed."))
        return 1
    for speed in SPEEDS:
        print(_("Writing at {speed} baud").format(speed=speed), flush=True)
        command = [
            program,
            "-p",
            "m328p",
            "-c",
            "arduino",
            "-P",
            where,
            "-b",
            speed,
            "-D",
            "-U",
            f"flash:w:{firmware}:i",
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            break
    else:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        raise InstallationError(
            _(
                "The board at {where} did not accept the firmware ({why}). Is it an Arduino Uno or "
                "Nano (ATmega328P)? Disconnect its pins 0 and 1, press its reset button, and try "
                "again."
            ).format(where=where, why=last[:120])
        )
    found = greet(where, named=True)
    print(found.says)
    return 0 if found.fine else 1


def own_firmware() -> Path:
    """Return the firmware that came with the companion; in a checkout it is made first.

    Raises:
        InstallationError: it is not there and cannot be made.
    """
    ready, made = FIRMWARE / "tower.hex", FIRMWARE / "build" / "tower.hex"
    if ready.exists():
        return ready
    if shutil.which("make") and shutil.which("avr-gcc"):
        done = subprocess.run(["make", "-s", "-C", str(FIRMWARE)], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return made
    if made.exists():
        return made
    raise InstallationError(
        _("There is no firmware ready to flash here. To make it: sudo apt-get install gcc-avr avr-libc make")
    )


def _only_port() -> str:
    found = discover()
    if not found:
        raise InstallationError(
            _("No board is plugged in. Plug it into USB with a cable that carries data, not only power.")
        )
    if len(found) > 1:
        raise InstallationError(
            _("There is more than one board. Name the tower's: companion flash {ports}").format(ports=" | ".join(found))
        )
    return found[0]
