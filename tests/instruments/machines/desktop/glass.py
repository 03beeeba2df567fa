"""A finger on a touch panel that an X server makes up, by the protocol of X.Org's driver `inputtest`.

    python3 glass.py SOCKET PIPE

Runs within the desktop's root, with its own Python. Each line of the pipe, such as `300 250`, is one tap there, in
pixels.
"""

from __future__ import annotations

import os
import socket
import struct
import sys
import time
from pathlib import Path
from typing import Final

WIDE, HIGH = 1280, 960
"""Pixels of the X server's screen, the most that its driver has; the desktop lies in the upper left."""

FULL: Final = 65535
"""What the panel says at its other end."""

HELLO, SYNC, TOUCH = 0, 1, 6
"""Kinds of events, from X.Org's `xf86-input-inputtest-protocol.h`; its version is 1.1."""

BEGIN, END = 18, 20
"""Kinds of touches, from X11's `XI2.h`."""

AXES: Final = 64
TOUCHED: Final = 0.1
"""Seconds that a finger rests on the glass."""


def told(panel: socket.socket, kind: int, body: bytes) -> None:
    """Send an event: its whole length, its kind, and what follows."""
    panel.sendall(struct.pack("II", 8 + len(body), kind) + body)


def touch(panel: socket.socket, what: int, x: int, y: int) -> None:
    """A finger comes or goes; wait until the server has taken it."""
    places = [FULL * x / (WIDE - 1), FULL * y / (HIGH - 1), *[0.0] * (2 * AXES - 2)]
    # Which finger, and that it gives the first two axes of all there may be.
    told(panel, TOUCH, struct.pack(f"III8s4x{2 * AXES}d", 1, what, 0, b"\3", *places))
    told(panel, SYNC, b"")
    panel.recv(8)


def main(place: str, pipe: Path) -> None:
    """Tap wherever the pipe says, for ever."""
    with socket.socket(socket.AF_UNIX) as panel:
        panel.connect(place)
        told(panel, HELLO, struct.pack("HH", 1, 1))
        panel.recv(12)
        if not pipe.exists():
            os.mkfifo(pipe)
        while True:
            with pipe.open(encoding="ascii") as lines:
                for line in lines:
                    x, y = map(int, line.split())
                    touch(panel, BEGIN, x, y)
                    time.sleep(TOUCHED)
                    touch(panel, END, x, y)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
