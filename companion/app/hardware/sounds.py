"""Plays the companion's own sounds by the SDL that Kivy has loaded.

The device is opened for a sound and closed after it: one that stays open, as Kivy's own way to play has it, wakes the
machine dozens of times a second. It is done in a thread, because a device may take its time.
"""

from __future__ import annotations

import ctypes
import logging
import queue
import sys
import threading
from typing import Final

from companion.app.hardware.sdl import sdl_library
from layouts import FOLDER

__all__ = ["SOUNDS", "Sounds", "device"]

SOUNDS: Final = FOLDER / "sounds"

_AUDIO: Final = 0x10
_SIGNED_16: Final = 0x8010 if sys.byteorder == "little" else 0x9010

_BUFFERED: Final = 1024
"""Samples that a device asks for at once."""

_PATIENCE: Final = 2.0
"""Seconds for which the end of the app waits for a device."""

_log = logging.getLogger(__name__)

_one_at_a_time = threading.Lock()
"""SDL's sound may be begun and ended by one thread at a time."""


class _Spec(ctypes.Structure):
    """What SDL calls an audio specification."""

    _fields_ = [
        ("freq", ctypes.c_int),
        ("format", ctypes.c_uint16),
        ("channels", ctypes.c_uint8),
        ("silence", ctypes.c_uint8),
        ("samples", ctypes.c_uint16),
        ("padding", ctypes.c_uint16),
        ("size", ctypes.c_uint32),
        ("callback", ctypes.c_void_p),
        ("userdata", ctypes.c_void_p),
    ]


class _NoSound(Exception):  # noqa: N818 - nothing is wrong with it
    """There is nothing that could make a sound; why, in SDL's words."""


class Sounds:
    """Plays one sound after the other. Where there is no device, the log says so once, and all goes on without.

    Of several that wait only the newest is heard.
    """

    def __init__(self) -> None:
        self._wanted: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()
        self.played: list[str] = []
        self.silent = ""

    def play(self, name: str) -> None:
        """Have a sound heard, by the name of its file; this comes back at once.

        For a name with a hyphen that has no file (`awaken-choir`) the part before the hyphen is played.
        """
        if self.silent or self._closed.is_set():
            return
        self._wanted.put(name if (SOUNDS / f"{name}.wav").is_file() else name.partition("-")[0])
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="sounds", daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                self._be_silent(error)
            else:
                self._thread = thread

    def close(self) -> None:
        """Let go of the device; nothing is heard any more."""
        self._closed.set()
        self._wanted.put("")
        if self._thread is not None:
            self._thread.join(_PATIENCE)

    def _run(self) -> None:
        while not self._closed.is_set():
            name = self._wanted.get()
            while not self._wanted.empty():
                name = self._wanted.get()
            if name and not self.silent:
                try:
                    with _one_at_a_time:
                        _sound(name, self._closed)
                except Exception as error:  # noqa: BLE001 - whatever a driver raises, the evening goes on in silence
                    self._be_silent(error)
                else:
                    self.played.append(name)

    def _be_silent(self, error: Exception) -> None:
        self.silent = str(error) or type(error).__name__
        _log.warning("no sounds are heard: %s", self.silent, exc_info=not isinstance(error, _NoSound))


def device() -> str:
    """Open what would make a sound, and close it again; return its name, or nothing where there is nothing."""
    sdl = sdl_library()
    if sdl is None:
        return ""
    with _one_at_a_time:
        if sdl.SDL_InitSubSystem(_AUDIO):
            return ""
        try:
            sdl.SDL_GetCurrentAudioDriver.restype = ctypes.c_char_p
            name: str = (sdl.SDL_GetCurrentAudioDriver() or b"").decode()
            wanted = _Spec(freq=44100, format=_SIGNED_16, channels=1, samples=_BUFFERED)
            # That it is listed says nothing of whether this process may use it.
            opened = sdl.SDL_OpenAudioDevice(None, 0, ctypes.byref(wanted), None, 0)
            if opened:
                sdl.SDL_CloseAudioDevice(opened)
            return name if opened else ""
        finally:
            sdl.SDL_QuitSubSystem(_AUDIO)


def _sound(name: str, closed: threading.Event) -> None:
    """Play a file from its beginning to its end, and come back then."""
    # Most tables want no sounds.
    import wave

    sdl = sdl_library()
    if sdl is None:
        raise _NoSound("SDL is not there")
    sdl.SDL_GetError.restype = ctypes.c_char_p
    try:
        with wave.open(str(SOUNDS / f"{name}.wav"), "rb") as file:
            rate, content = file.getframerate(), file.readframes(file.getnframes())
    except wave.Error as error:
        raise _NoSound(str(error)) from error
    wanted = _Spec(freq=rate, format=_SIGNED_16, channels=1, samples=_BUFFERED)
    if sdl.SDL_InitSubSystem(_AUDIO):
        raise _NoSound(sdl.SDL_GetError().decode(errors="replace"))
    opened = sdl.SDL_OpenAudioDevice(None, 0, ctypes.byref(wanted), None, 0)
    if not opened:
        why = sdl.SDL_GetError().decode(errors="replace")
        sdl.SDL_QuitSubSystem(_AUDIO)
        raise _NoSound(why)
    try:
        sdl.SDL_QueueAudio(opened, content, len(content))
        sdl.SDL_PauseAudioDevice(opened, 0)
        # SDL tells nobody when it has come to the end; what it has taken last still has to be heard.
        while sdl.SDL_GetQueuedAudioSize(opened) and not closed.wait(0.05):
            pass
        closed.wait(3 * _BUFFERED / rate)
    finally:
        sdl.SDL_CloseAudioDevice(opened)
        sdl.SDL_QuitSubSystem(_AUDIO)
