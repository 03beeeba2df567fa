"""What kind of display there is. Importing this does not import Kivy."""

from __future__ import annotations

import ctypes
import os
from ctypes.util import find_library


def unmanaged_size() -> tuple[int, int] | None:
    """Return the size in pixels of an X display without a window manager; else None.

    There, nobody carries out the wish for full screen: SDL's window keeps its size and says nothing.
    """
    name = find_library("X11") if os.environ.get("DISPLAY") else None
    if name is None:
        return None
    x = ctypes.CDLL(name)
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XInternAtom.restype = x.XDefaultRootWindow.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x.XOpenDisplay(None))
    if not display:
        return None
    try:
        # Every window manager with full screen sets this (Extended Window Manager Hints, root properties).
        sign = ctypes.c_ulong(x.XInternAtom(display, b"_NET_SUPPORTING_WM_CHECK", 0))
        root = ctypes.c_ulong(x.XDefaultRootWindow(display))
        number = ctypes.c_int(0)
        x.XListProperties.restype = ctypes.POINTER(ctypes.c_ulong)
        found = x.XListProperties(display, root, ctypes.byref(number))
        managed = sign.value in found[: number.value]
        if found:
            x.XFree(found)
        return None if managed else (x.XDisplayWidth(display, 0), x.XDisplayHeight(display, 0))
    finally:
        x.XCloseDisplay(display)
