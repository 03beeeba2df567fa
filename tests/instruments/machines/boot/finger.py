"""A touchscreen made by the kernel's uinput, and a finger on it. Runs within the emulated machine, with its own Python.

    python3 finger.py 800 480 PIPE

makes a device that speaks as the one of the Raspberry Pi's display (slots, tracking numbers, direct), and a pipe: each
line of it, such as `300 250`, is one tap there, in pixels.
"""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import time
from pathlib import Path
from typing import Final

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH: Final = 0x14A
ABS_X, ABS_Y, SLOT, MT_X, MT_Y, TRACKING = 0, 1, 0x2F, 0x35, 0x36, 0x39
DIRECT: Final = 1
"""From Linux' `input-event-codes.h`: the device lies on the screen."""

SET_EVENT, SET_KEY, SET_ABS, SET_PROPERTY = 0x40045564, 0x40045565, 0x40045567, 0x4004556E
SETUP, ABS_SETUP, CREATE = 0x405C5503, 0x401C5504, 0x5501
"""Orders to uinput, from Linux' `uinput.h`."""

TOUCHED: Final = 0.1
"""Seconds that a finger rests on the glass."""


def make(width: int, height: int) -> int:
    """Make the device; return the descriptor that its events are written to."""
    device = os.open("/dev/uinput", os.O_WRONLY)
    for order, values in (
        (SET_EVENT, (EV_KEY, EV_ABS)),
        (SET_KEY, (BTN_TOUCH,)),
        (SET_ABS, (ABS_X, ABS_Y, SLOT, MT_X, MT_Y, TRACKING)),
        (SET_PROPERTY, (DIRECT,)),
    ):
        for value in values:
            fcntl.ioctl(device, order, value)
    ends = {ABS_X: width - 1, ABS_Y: height - 1, MT_X: width - 1, MT_Y: height - 1, SLOT: 9, TRACKING: 65535}
    for axis, end in ends.items():
        fcntl.ioctl(device, ABS_SETUP, struct.pack("HxxiiiiiI", axis, 0, 0, end, 0, 0, 0))
    bus_i2c = 0x18
    fcntl.ioctl(device, SETUP, struct.pack("HHHH80sI", bus_i2c, 0, 0, 0, b"generic ft5x06 (00)", 0))
    fcntl.ioctl(device, CREATE)
    return device


def tell(device: int, *events: tuple[int, int, int]) -> None:
    """Write events that belong together."""
    for kind, code, value in (*events, (EV_SYN, 0, 0)):
        os.write(device, struct.pack("llHHi", 0, 0, kind, code, value))


def tap(device: int, number: int, x: int, y: int) -> None:
    """One finger comes and goes."""
    tell(
        device,
        (EV_ABS, SLOT, 0),
        (EV_ABS, TRACKING, number),
        (EV_ABS, MT_X, x),
        (EV_ABS, MT_Y, y),
        (EV_KEY, BTN_TOUCH, 1),
        (EV_ABS, ABS_X, x),
        (EV_ABS, ABS_Y, y),
    )
    time.sleep(TOUCHED)
    tell(device, (EV_ABS, TRACKING, -1), (EV_KEY, BTN_TOUCH, 0))


def main(width: int, height: int, pipe: Path) -> None:
    """Tap wherever the pipe says, for ever."""
    device, number = make(width, height), 0
    if not pipe.exists():
        os.mkfifo(pipe)
    while True:
        with pipe.open(encoding="ascii") as lines:
            for line in lines:
                x, y = map(int, line.split())
                number = (number + 1) % 65536
                tap(device, number, x, y)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
