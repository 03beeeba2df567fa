"""Tells when a stick is plugged in or pulled, and costs nothing until then."""

from __future__ import annotations

import select
import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

MOUNTS: Final = Path("/proc/self/mounts")
"""Where the system lists what is mounted. A change of it can be waited for in the kernel (proc(5))."""


class MountWatch:
    """Sleeps until something is mounted or taken away, or somebody rings. One thread waits; any thread may ring.

    Args:
        mounts: the list; where there is none, only the bell ends a wait.
    """

    def __init__(self, mounts: Path = MOUNTS) -> None:
        self._bell, self._ringer = socket.socketpair()
        for end in (self._bell, self._ringer):
            end.setblocking(False)
        self._closing = threading.Lock()
        self._poll = select.poll()
        self._poll.register(self._bell, select.POLLIN)
        self._list: BinaryIO | None = None
        with suppress(OSError):
            self._list = mounts.open("rb")
            # It can always be read; a change is what the kernel calls an exceptional condition.
            self._poll.register(self._list, select.POLLPRI)

    def ring(self) -> None:
        """End the wait, or the next one; after the end, nothing."""
        with self._closing:
            if self._ringer.fileno() < 0:
                return  # who waited has been woken by an earlier ring, and has gone
            with suppress(BlockingIOError):  # it has been rung more often than anybody listened
                self._ringer.send(b".")

    def wait(self) -> bool:
        """Sleep; return whether something was mounted or taken away."""
        woken = [file for file, _ in self._poll.poll()]
        if self._bell.fileno() in woken:
            self._bell.recv(65536)
        return any(file != self._bell.fileno() for file in woken)

    def close(self) -> None:
        """Watch no longer."""
        with self._closing:
            for end in (self._bell, self._ringer, self._list):
                if end is not None:
                    end.close()
