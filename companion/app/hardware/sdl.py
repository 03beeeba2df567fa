"""The SDL that Kivy has brought along."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Final

__all__ = ["BARE", "last_error", "sdl_library", "video_driver"]

BARE: Final = "kmsdrm"
"""The video driver that draws on the bare console, without a desktop."""


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


def video_driver() -> str:
    """Return the name of SDL's video driver; empty if unknown."""
    sdl = sdl_library()
    if sdl is None:
        return ""
    sdl.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
    return (sdl.SDL_GetCurrentVideoDriver() or b"").decode().lower()


def last_error() -> str:
    """Return what SDL complained of last, in its own words; nothing if that cannot be told."""
    sdl = sdl_library()
    if sdl is None:
        return ""
    sdl.SDL_GetError.restype = ctypes.c_char_p
    return (sdl.SDL_GetError() or b"").decode(errors="replace")
