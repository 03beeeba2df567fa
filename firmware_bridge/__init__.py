"""Dice sources and buttons, usable without the companion. Nothing here knows a game or a screen.

Besides Python they need msgspec, pyserial and, for the buttons, gpiozero.

    dice            the interface of a dice source, the built-in roller, faces typed in
    tower           a dice tower: ask for rolls, read events from a queue (tower_events)
    simulator       a tower without a tower: `python -m firmware_bridge.simulator`
    buttons         arcade buttons, lamps and a knob on a Raspberry Pi (wiring)
    fairness        are these dice fair?
    roll_record     every roll that a tower ever gave
    errors          what can go wrong, in sentences
    words           how a program around it translates them

Below them: `event_queue` (events from a thread), `link` (the port and its thread), `protocol_client` and
`pending_rolls` (the host's side of the protocol), `wire` (lines and checksums; PROTOCOL.md) and `firmware/` (the
tower's own program).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from firmware_bridge.dice import DiceSource, VirtualDice, parse_faces
from firmware_bridge.errors import BridgeError

__all__ = ["FIRMWARE", "BridgeError", "DiceSource", "VirtualDice", "parse_faces"]

FIRMWARE: Final = Path(__file__).parent / "firmware"
"""The tower's own program, ready to flash (`tower.hex`) or to be made."""
