"""The SDL that Kivy has brought along."""

from __future__ import annotations

import ctypes
from pathlib import Path

__all__ = ["sdl_library"]


def sdl_library() -> ctypes.CDLL | None:
    """Return the very SDL that Kivy has loaded into this process, or None where that cannot be told."""
    maps = Path("/proc/self/maps")
    if not maps.exists():
        return None
    for line in maps.read_text(encoding="utf-8").splitlines():
        path = line.split(maxsplit=5)[5].strip() if "/libSDL2-2" in line else ""
        if path:
            return ctypes.CDLL(path)
    return None
