"""Switches the screens of the bare console off and on, by the kernel's mode setting on the card that SDL has opened."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Final

from companion.app.hardware.sdl import sdl_library

__all__ = ["BareScreen", "BareScreenError"]

KMSDRM: Final = 13
"""SDL's number of the bare console."""

CONNECTED: Final = 1
ON: Final = 0
OFF: Final = 3
"""Values of a socket's property `DPMS`."""

PROPERTY: Final = b"DPMS"


class BareScreenError(Exception):
    """Tells the log why a socket cannot be switched."""


class _WindowInfo(ctypes.Structure):
    """`SDL_SysWMinfo`, as far as it is about the bare console."""

    _fields_ = [
        ("version", ctypes.c_uint8 * 3),
        ("subsystem", ctypes.c_int),
        ("device", ctypes.c_int),
        ("descriptor", ctypes.c_int),
        ("rest", ctypes.c_uint8 * 64),
    ]


class _Resources(ctypes.Structure):
    """`drmModeRes`, as far as the sockets."""

    _fields_ = [
        ("count_fbs", ctypes.c_int),
        ("fbs", ctypes.POINTER(ctypes.c_uint32)),
        ("count_crtcs", ctypes.c_int),
        ("crtcs", ctypes.POINTER(ctypes.c_uint32)),
        ("count_connectors", ctypes.c_int),
        ("connectors", ctypes.POINTER(ctypes.c_uint32)),
    ]


class _Connector(ctypes.Structure):
    """`drmModeConnector`, as far as its properties."""

    _fields_ = [
        ("connector_id", ctypes.c_uint32),
        ("encoder_id", ctypes.c_uint32),
        ("connector_type", ctypes.c_uint32),
        ("connector_type_id", ctypes.c_uint32),
        ("connection", ctypes.c_int),
        ("mm_width", ctypes.c_uint32),
        ("mm_height", ctypes.c_uint32),
        ("subpixel", ctypes.c_int),
        ("count_modes", ctypes.c_int),
        ("modes", ctypes.c_void_p),
        ("count_props", ctypes.c_int),
        ("props", ctypes.POINTER(ctypes.c_uint32)),
    ]


class _Property(ctypes.Structure):
    """`drmModePropertyRes`, as far as its name."""

    _fields_ = [("prop_id", ctypes.c_uint32), ("flags", ctypes.c_uint32), ("name", ctypes.c_char * 32)]


class BareScreen:
    """The sockets of the card that SDL draws on without a desktop.

    Raises:
        BareScreenError: there is a desktop, or no library for the sockets.
    """

    def __init__(self) -> None:
        sdl = sdl_library()
        info = _WindowInfo()
        if sdl is not None:
            sdl.SDL_GetWindowFromID.restype = ctypes.c_void_p
            sdl.SDL_GetVersion(ctypes.byref(info))
            sdl.SDL_GetWindowWMInfo(ctypes.c_void_p(sdl.SDL_GetWindowFromID(1)), ctypes.byref(info))
        if info.subsystem != KMSDRM:
            raise BareScreenError("the companion does not draw on the bare console")
        self._descriptor: int = info.descriptor
        try:
            self._drm = ctypes.CDLL("libdrm.so.2")
        except OSError as error:
            raise BareScreenError(str(error)) from error
        self._drm.drmModeGetResources.restype = ctypes.POINTER(_Resources)
        self._drm.drmModeGetConnectorCurrent.restype = ctypes.POINTER(_Connector)
        self._drm.drmModeGetProperty.restype = ctypes.POINTER(_Property)
        self._drm.drmModeConnectorSetProperty.argtypes = [ctypes.c_int, *[ctypes.c_uint32] * 2, ctypes.c_uint64]

    def power(self, *, on: bool) -> None:
        """Switch all screens that are plugged in. Raises `BareScreenError` if one of them cannot be."""
        switches = [*self._switches()]
        if not switches:
            raise BareScreenError("no socket can be switched")
        for socket, number in switches:
            if code := self._drm.drmModeConnectorSetProperty(self._descriptor, socket, number, ON if on else OFF):
                raise BareScreenError(f"socket {socket}: error {code}")

    def _switches(self) -> Iterator[tuple[int, int]]:
        """Yield each socket with a screen, and the number of its switch."""
        found = self._drm.drmModeGetResources(self._descriptor)
        if not found:
            return
        for place in range(found.contents.count_connectors):
            socket = self._drm.drmModeGetConnectorCurrent(self._descriptor, found.contents.connectors[place])
            if not socket:
                continue
            if socket.contents.connection == CONNECTED:
                yield from self._switch_of(socket.contents)
            self._drm.drmModeFreeConnector(socket)
        self._drm.drmModeFreeResources(found)

    def _switch_of(self, socket: _Connector) -> Iterator[tuple[int, int]]:
        for number in socket.props[: socket.count_props]:
            known = self._drm.drmModeGetProperty(self._descriptor, number)
            if known and known.contents.name == PROPERTY:
                yield socket.connector_id, number
            if known:
                self._drm.drmModeFreeProperty(known)
