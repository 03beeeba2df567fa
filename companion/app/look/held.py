"""What the window still holds of the pictures before the next one is painted.

A window has two or more buffers that take turns, or one that is copied. Where it is known which of the last pictures
the next buffer holds, only what differs from it needs to be painted.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final, Protocol

from kivy.core.window import Window
from kivy.graphics.opengl import (
    GL_COLOR_BUFFER_BIT,
    GL_RGB,
    GL_SCISSOR_TEST,
    GL_UNSIGNED_BYTE,
    glClear,
    glClearColor,
    glDisable,
    glEnable,
    glReadPixels,
    glScissor,
)

__all__ = ["Held", "held"]

_EGL_DRAW: Final = 0x3059
_EGL_EXTENSIONS: Final = 0x3055
_EGL_BUFFER_AGE: Final = 0x313D
_GLX_SCREEN: Final = 0x800C
_GLX_BUFFER_AGE: Final = 0x20F4

_UNSURE: Final = 2
"""So many pictures after a new size the window's buffers have it, too."""


class Held(Protocol):
    """A window's buffers."""

    shown: int
    """How many pictures have been shown."""

    def age(self) -> int:
        """Return how many pictures ago what the next buffer holds was shown: 1 for the last one, 0 for nothing."""
        ...


class _Flipping:
    """Stands before Kivy's SDL window storage; only `flip` differs.

    Args:
        storage: Kivy's.
        age: asks the system.
    """

    def __init__(self, storage: Any, age: Callable[[], int]) -> None:
        self._storage, self._age = storage, age
        self.shown = self._unsure = 0
        Window.bind(system_size=self._lose)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)

    def age(self) -> int:
        return 0 if self._unsure else self._age()

    def _lose(self, *_: object) -> None:
        self._unsure = _UNSURE

    def flip(self) -> None:
        """Show the picture."""
        self.shown += 1
        self._unsure = max(0, self._unsure - 1)
        self._storage.flip()


@lru_cache(maxsize=1)
def held() -> Held:
    """Return what tells of the window's buffers; the window must be there, and its graphics in use."""
    storage = Window._win
    age = _egl() or _glx() or partial(int, _stays(storage))
    Window._win = found = _Flipping(storage, age)
    return found


def _stays(storage: Any) -> bool:
    """Whether a buffer stays what it is when it has been shown: without a graphics processor it is copied.

    Nobody tells; it is tried with the pixel in the corner.
    """
    glEnable(GL_SCISSOR_TEST)
    glScissor(0, 0, 1, 1)
    stays = True
    for level in (0.2, 0.6):
        glClearColor(level, level, level, 1)
        glClear(GL_COLOR_BUFFER_BIT)
        storage.flip()
        seen = glReadPixels(0, 0, 1, 1, GL_RGB, GL_UNSIGNED_BYTE)
        stays = stays and abs(seen[0] - 255 * level) < 255 * 0.1
    glDisable(GL_SCISSOR_TEST)
    return stays


def _library(name: str) -> Any:
    """Return a library if this process has loaded it."""
    try:
        return ctypes.CDLL(name, mode=os.RTLD_NOLOAD)
    except OSError:
        return None


def _egl() -> Callable[[], int] | None:
    """What EGL tells: a display without a desktop, Wayland."""
    egl = _library("libEGL.so.1")
    if egl is None:
        return None
    egl.eglGetCurrentDisplay.restype = egl.eglGetCurrentSurface.restype = ctypes.c_void_p
    egl.eglQueryString.restype, egl.eglQueryString.argtypes = ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_int]
    egl.eglQuerySurface.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int)]
    display, surface = egl.eglGetCurrentDisplay(), egl.eglGetCurrentSurface(_EGL_DRAW)
    if not display or not surface or b"EGL_EXT_buffer_age" not in egl.eglQueryString(display, _EGL_EXTENSIONS).split():
        return None

    def age() -> int:
        # SDL makes another surface where the window becomes another one.
        found, now = ctypes.c_int(), egl.eglGetCurrentSurface(_EGL_DRAW)
        return found.value if egl.eglQuerySurface(display, now, _EGL_BUFFER_AGE, ctypes.byref(found)) else 0

    return age


def _glx() -> Callable[[], int] | None:
    """What GLX tells: X11, with a graphics processor."""
    glx = _library("libGL.so.1")
    if glx is None:
        return None
    glx.glXGetCurrentDisplay.restype = glx.glXGetCurrentContext.restype = ctypes.c_void_p
    glx.glXGetCurrentDrawable.restype = ctypes.c_ulong
    glx.glXQueryContext.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int)]
    glx.glXQueryExtensionsString.restype = ctypes.c_char_p
    glx.glXQueryExtensionsString.argtypes = [ctypes.c_void_p, ctypes.c_int]
    glx.glXQueryDrawable.restype = None
    glx.glXQueryDrawable.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.POINTER(ctypes.c_uint)]
    display, context = glx.glXGetCurrentDisplay(), glx.glXGetCurrentContext()
    if not display or not context:
        return None
    screen = ctypes.c_int()
    glx.glXQueryContext(display, context, _GLX_SCREEN, ctypes.byref(screen))
    known = glx.glXQueryExtensionsString(display, screen.value) or b""
    if b"GLX_EXT_buffer_age" not in known.split():
        return None

    def age() -> int:
        found = ctypes.c_uint()
        glx.glXQueryDrawable(display, glx.glXGetCurrentDrawable(), _GLX_BUFFER_AGE, ctypes.byref(found))
        return found.value

    return age
