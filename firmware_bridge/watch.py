"""Watches folders by the kernel's inotify, without polling."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Final, Self

__all__ = ["FolderWatch"]

_COMES_OR_GOES: Final = 0x40 | 0x80 | 0x100 | 0x200
"""IN_MOVED_FROM, IN_MOVED_TO, IN_CREATE and IN_DELETE of inotify(7)."""


class FolderWatch:
    """A folder under watch, by inotify(7).

    Args:
        folder: None for none.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file = -1
        libc = ctypes.CDLL(None)
        if folder is not None and hasattr(libc, "inotify_init1"):
            self._file = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
            if self._file >= 0 and libc.inotify_add_watch(self._file, os.fsencode(folder), _COMES_OR_GOES) < 0:
                self.close()

    def fileno(self) -> int:
        """Return the descriptor that becomes readable once something has come or gone; -1 without a watch."""
        return self._file

    def close(self) -> None:
        """Watch no longer."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
