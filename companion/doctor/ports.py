"""What is plugged in: each port is greeted, pins are tried, and what this user may not open is named."""

from __future__ import annotations

import grp
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Final

from companion.doctor.finding import Finding
from companion.setting_up import pins
from companion.setting_up.packages import PINS
from companion.setting_up.screens import on_raspberry_pi
from companion.setting_up.users import user_name
from companion.storage.settings import Settings
from firmware_bridge.buttons import Buttons, ButtonsState
from firmware_bridge.errors import BridgeError
from firmware_bridge.link import AUTO, Timing, discover
from firmware_bridge.tower import Tower
from firmware_bridge.tower_events import Connected, Disconnected
from firmware_bridge.wiring import Wiring, wiring_from

GROUPS: Final = ("dialout", "video", "render", "input", "gpio", "audio")
"""Who may open the tower's port, the screen, the touchscreen without a desktop, the pins, and what makes sounds."""

DEV: Final = Path("/dev")
OWN_SERIAL: Final = ("ttyACM*", "ttyUSB*")

GREETING: Final = Timing(no_tower=4.0)
"""An Arduino that is opened starts anew, and its boot loader listens for two seconds first."""


def check_ports(settings: Settings, names: list[str] | None = None) -> Iterator[Finding]:
    """Greet a tower at each port where there may be one.

    Args:
        settings: with the tower's port, if people named one.
        names: of the ports; None looks for them.
    """
    if settings.tower == "off":
        yield Finding("tower", "note", "The settings say that no dice tower is looked for.")
        return
    named = settings.tower_port != AUTO
    there = [settings.tower_port] if named else (discover() if names is None else names)
    if not there:
        yield Finding("tower", "note", "No dice tower on USB; dice are typed in or rolled here.")
    for where in there:
        yield greet(where, named=named)


def greet(where: str, *, named: bool) -> Finding:
    """Say whether a dice tower answers at a port.

    Args:
        where: the port.
        named: whether people said that it is there; then its silence stands in the way.
    """
    ends = monotonic() + GREETING.no_tower + 1
    with Tower(where, GREETING, finder=lambda: [where]) as tower:
        while (left := ends - monotonic()) > 0:
            event = tower.next_event(left)
            if isinstance(event, Connected):
                info = event.info
                return Finding(
                    "tower",
                    "ok",
                    f"A dice tower answers at {where}: {info.hardware}, firmware {info.firmware}, "
                    f"{info.bays} bays, number {info.uid}.",
                )
            if isinstance(event, Disconnected):
                return _silent(where, event.error, named=named)
    return _silent(where, None, named=named)


def _silent(where: str, error: BridgeError | None, *, named: bool) -> Finding:
    if error is not None and error.code in ("port_permission", "port_busy"):
        return Finding("tower", "look", str(error))
    said = f"Nothing at {where} answers as a dice tower{f': {error}' if error is not None else '.'}"
    if "://" in where:
        mend = "Is it switched on?"
    elif error is not None and error.code == "port_missing":
        mend = f'Plug it in; or let it be looked for wherever it is: tower_port = "{AUTO}" in settings.toml'
    else:
        mend = "Is the firmware on it? companion flash puts it there"
    # Whatever else hangs on USB is none of our business; what people named themselves is.
    return Finding("tower", "look" if named else "note", said, mend)


def taken(wiring: Wiring) -> ButtonsState:
    """Take pins and let them go again; return how that went. Raises `BridgeError`."""
    with Buttons(wiring) as buttons:
        return buttons.state


def check_rights(dev: Path = DEV) -> Finding:
    """Say which devices this user, now, may not open, with the one command for all of them.

    Args:
        dev: where the devices are.
    """
    serial = [path for pattern in OWN_SERIAL for path in sorted(dev.glob(pattern))]
    wanted = {
        "dialout": serial,
        "gpio": sorted(dev.glob("gpiochip*")) if on_raspberry_pi() else [],
        "video": sorted(dev.glob("dri/card*")),
        "render": sorted(dev.glob("dri/renderD*")),
    }
    if os.environ.get("DISPLAY"):
        # The desktop opens the screen, and whoever sits at it may draw.
        del wanted["video"], wanted["render"]
    closed = {
        group: [str(path) for path in paths if not os.access(path, os.R_OK | os.W_OK)]
        for group, paths in wanted.items()
    }
    needed = [group for group, paths in closed.items() if paths]
    user = user_name()
    listed = [group for group in needed if group in _groups_of(user)]
    devices = ", ".join(path for group in needed for path in closed[group])
    if needed and needed == listed:
        return Finding(
            "rights",
            "look",
            f"{user} may use {devices} from the next log-in on.",
            "Switch off and on again (sudo reboot)",
        )
    if needed:
        return Finding(
            "rights",
            "look",
            f"{user} may not use {devices}.",
            f"sudo usermod -aG {','.join(needed)} {user}, then switch off and on again (sudo reboot)",
        )
    return Finding("rights", "ok", f"{user} may use all that is plugged in.")


def _groups_of(user: str) -> set[str]:
    return {group.gr_name for group in grp.getgrall() if user in group.gr_mem}


def check_pins(
    settings: Settings,
    dev: Path = DEV,
    python: Path = Path(sys.executable),
    take: Callable[[Wiring], ButtonsState] = taken,
) -> Finding:
    """Say whether buttons and lamps on the pins can work.

    Args:
        settings: with the wiring table.
        dev: where the devices are.
        python: whose library for the pins is looked for.
        take: takes the pins for a moment; raises `BridgeError`.
    """
    if not settings.wiring and not on_raspberry_pi():
        return Finding("pins", "note", "No buttons are wired, and this is no Raspberry Pi.")
    try:
        wiring = wiring_from(settings.wiring)
        wired = len(wiring.pins())
    except BridgeError as error:
        return Finding("pins", "look", str(error))
    chips = sorted(dev.glob("gpiochip*"))
    if not chips:
        return Finding("pins", "look" if wired else "note", "This machine has no GPIO pins.")
    if not pins.works(python):
        return Finding(
            "pins",
            "look" if wired else "note",
            "The library for the GPIO pins (lgpio) is missing.",
            f"sudo apt-get install {PINS}; rm .venv/set-up-for; python3 -m companion.bootstrap run",
        )
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return Finding(
            "pins",
            "look" if wired else "note",
            f"This user may not use {chips[0]}.",
            "sudo usermod -aG gpio $USER, then switch off and on again",
        )
    try:
        state = take(wiring) if wired else None
    except BridgeError as error:
        return Finding("pins", "look", str(error))
    if state is not None and not state.ready:
        return Finding("pins", "look", state.sentence)
    return Finding("pins", "ok", f"{wired} pins are wired; the library for them is there, and so are they.")
