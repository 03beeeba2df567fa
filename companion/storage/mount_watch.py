"""Tells when a stick is plugged in or pulled, and costs nothing until then."""

from __future__ import annotations

import re
import select
import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

MOUNTS: Final = Path("/proc/self/mounts")
"""Where the system lists what is mounted. A change of it can be waited for in the kernel (proc(5))."""

IN_MEMORY: Final = frozenset({"tmpfs", "ramfs"})


class Mount(NamedTuple):
    """What is mounted somewhere.

    Attributes:
        place: where.
        kind: of file system.
        options: as the kernel lists them.
    """

    place: Path
    kind: str
    options: str


def mounted(mounts: Path = MOUNTS) -> list[Mount]:
    """Return what is mounted, in its order; nothing where the system does not tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    parts = [line.split(" ") for line in lines if line.count(" ") >= 2]
    return [Mount(Path(_plain(one[1])), one[2], "".join(one[3:4])) for one in parts]


def _plain(place: str) -> str:
    """Return a path of the list with its blanks, which are octal numbers there."""
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), place)


def in_memory(folder: Path, mounts: Path = MOUNTS) -> bool:
    """Return whether what is written to a folder is gone when the machine is switched off.

    That is so of a file system in memory, and of a card that is read-only below one (*Overlay File System* in
    `raspi-config`), also where what it lies over can no longer be seen.

    Args:
        folder: need not be there yet.
        mounts: where the system lists what is mounted.
    """
    there = mounted(mounts)
    found = _holds(folder.resolve(), there)
    if found is None or found.kind != "overlay":
        return found is not None and found.kind in IN_MEMORY
    upper = re.search(r"(?:^|,)upperdir=([^,]+)", found.options)
    if upper is None:
        return True
    below = _holds(Path(_plain(upper[1])), [mount for mount in there if mount.kind != "overlay"])
    # Nothing but the root holds a folder that cannot be seen from here.
    return below is None or below.place == Path("/") or below.kind in IN_MEMORY


def _holds(path: Path, there: list[Mount]) -> Mount | None:
    """Return the mount that a path lies on: the deepest, and of several in one place the last."""
    holding = [mount for mount in there if path.is_relative_to(mount.place)]
    return max(reversed(holding), key=lambda mount: len(mount.place.parts), default=None)


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
