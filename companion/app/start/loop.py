"""Main loop that sleeps in the kernel while nothing happens.

Kivy's own loop wakes for every frame even when nothing moves, and sleeps one more frame between seeing a touch and
dispatching it. `install` replaces `EventLoop.mainloop` on the instance (Kivy's files are untouched) by a loop that
blocks until there is input, a due Clock event or a `Clock.schedule_*` from another thread, and then collects,
dispatches and draws in one turn. It leans on private names of Kivy 2.3; `tests/app/test_loop.py` watches them.
"""

from __future__ import annotations

import ctypes
import logging
import os
import select
import threading
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, Protocol

from companion.app.hardware.sdl import BARE, sdl_library, video_driver
from firmware_bridge.watch import FolderWatch

LONGEST_SLEEP: Final = 30.0
"""Maximum seconds of sleep, for what cannot wake the loop (a display plugged in again)."""

CACHE_PURGE_INTERVAL: Final = 30.0
"""Seconds between two purges of Kivy's caches, for which it wakes each second by default."""

DEVICE_SETTLE_TIME: Final = 5.0
"""Seconds after which a new device has been opened, or never will be."""

FRAME: Final = 1 / 60
"""Seconds of a frame on most displays."""

EARLY: Final = 0.0045
"""Seconds by which a frame is begun before the display shows it, as by Kivy's own clock.

A frame that begins when the display is due would miss it where the display waits for vertical sync, and every
second frame would be lost.
"""

AT_ONCE: Final = 0.005
"""Seconds; a sleep that ends sooner has found an event that was waiting already."""

_log = logging.getLogger(__name__)

INPUT_DEVICES: Final = Path("/dev/input")


class Waiter(Protocol):
    """Sleeps until something happens."""

    def wait(self, seconds: float) -> None: ...

    def wake(self) -> None:
        """End the wait; called from any thread."""
        ...


class _UserEvent(ctypes.Structure):
    _fields_ = [("type", ctypes.c_uint32), ("pad", ctypes.c_uint8 * 124)]


class SdlWaiter:
    """Sleeps in SDL: X11, Wayland, Windows and macOS, where SDL waits in the kernel."""

    def __init__(self, sdl: ctypes.CDLL) -> None:
        self._wait = sdl.SDL_WaitEventTimeout
        self._wait.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self._push = sdl.SDL_PushEvent
        self._push.argtypes = [ctypes.POINTER(_UserEvent)]
        sdl.SDL_RegisterEvents.restype = ctypes.c_uint32
        self._event = _UserEvent(type=sdl.SDL_RegisterEvents(1))

    def wait(self, seconds: float) -> None:
        # A null pointer leaves the event in SDL's queue, where Kivy finds it.
        """Sleep until SDL has an event, or for this time."""
        self._wait(None, max(1, int(seconds * 1000)))

    def wake(self) -> None:
        """Wake the sleeping thread by an event of our own."""
        self._push(ctypes.byref(self._event))


class DescriptorWaiter:
    """Sleeps in poll(2) on SDL's input devices and a pipe: KMSDRM without a desktop."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._poll = select.poll()
        self._poll.register(self._read, select.POLLIN)
        self._known: set[int] = set()
        # SDL opens a new device when it is asked for events, and then it can be polled; an unplugged one
        # is always readable.
        self._settled = monotonic() + DEVICE_SETTLE_TIME
        self._devices = FolderWatch(INPUT_DEVICES)
        if self._devices.fileno() >= 0:
            self._poll.register(self._devices, select.POLLIN)

    def wait(self, seconds: float) -> None:
        """Sleep until a descriptor is readable, or for this time."""
        if monotonic() < self._settled:
            self._look_for_devices()
            seconds = min(seconds, DEVICE_SETTLE_TIME / 10)
        for descriptor, what in self._poll.poll(max(1, int(seconds * 1000))):
            if descriptor in (self._read, self._devices.fileno()):
                os.read(descriptor, 4096)
            if descriptor == self._devices.fileno() or what & ~select.POLLIN:
                self._settled = monotonic() + DEVICE_SETTLE_TIME

    def wake(self) -> None:
        """Wake the sleeping thread."""
        try:
            os.write(self._write, b"x")
        except BlockingIOError:
            return  # the pipe is full: the loop is being woken already

    def _look_for_devices(self) -> None:
        found = set()
        for entry in Path("/proc/self/fd").iterdir():
            try:
                target = str(entry.readlink())
            except FileNotFoundError:
                continue  # the descriptor of the listing itself
            if target.startswith("/dev/input/event"):
                found.add(int(entry.name))
        for descriptor in self._known - found:
            self._poll.unregister(descriptor)
        for descriptor in found - self._known:
            self._poll.register(descriptor, select.POLLIN)
        self._known = found


class PumpWaiter:
    """Asks SDL every few milliseconds without running a frame: other video drivers."""

    def __init__(self, sdl: ctypes.CDLL | None, tick: float = 0.01) -> None:
        self._woken, self._sdl, self._tick = threading.Event(), sdl, tick

    def wait(self, seconds: float) -> None:
        """Look for events again and again, until there is one or the time is over."""
        end = monotonic() + seconds
        while monotonic() < end and not self._woken.wait(self._tick):
            if self._sdl is None:
                break
            self._sdl.SDL_PumpEvents()
            if self._sdl.SDL_HasEvents(0x100, 0xFFFF):
                break
        self._woken.clear()

    def wake(self) -> None:
        """Wake the sleeping thread."""
        self._woken.set()


def choose_waiter() -> Waiter:
    """Return the waiter that suits the video driver in use."""
    sdl = sdl_library()
    if sdl is None:
        return PumpWaiter(None, 1 / 60)
    driver = video_driver()
    if driver in ("x11", "wayland", "windows", "cocoa"):
        return SdlWaiter(sdl)
    if driver in (BARE, "evdev"):
        try:
            return DescriptorWaiter()
        except Exception:  # noqa: BLE001 - the devices are asked repeatedly instead
            _log.exception("input devices cannot be waited for")
    return PumpWaiter(sdl)


class SleepingLoop:
    """The main loop.

    `turns` counts its runs, to measure how deeply it sleeps; `woken` is when it last woke, by Kivy's clock.
    """

    def __init__(self, waiter: Waiter) -> None:
        from kivy.base import EventLoop
        from kivy.clock import Clock

        self._loop: Any = EventLoop
        self._clock: Any = Clock
        self._waiter = waiter
        self._began = self._drawn = 0.0
        self._lock = threading.Lock()
        self._waiting = False
        self._scheduled = False
        self.turns = 0
        self.woken = float("-inf")

    def on_schedule(self, event: Any) -> None:
        """Wake the loop; Kivy calls this for every scheduled event, from any thread."""
        with self._lock:
            self._scheduled = True
            waiting = self._waiting
        if waiting:
            # Kivy counts time-outs from the last tick, which may be long ago in a sleep.
            event._last_dt = self._clock.time()
            self._waiter.wake()

    def mainloop(self) -> None:
        """Run until the app stops."""
        from kivy.base import ExceptionManager, stopTouchApp

        loop = self._loop
        if loop.window is not None:
            loop.window.fbind("on_flip", self._flipped)
        while not loop.quit and loop.status == "started":
            try:
                # An event is handled at once if the last frame was begun a frame ago; what Kivy has due itself
                # runs once a frame, whether one was painted or not.
                since = self._drawn if self._sleep() else self._began
                pause = FRAME - EARLY - (monotonic() - since)
                if pause > 0.001:
                    sleep(pause)
                self._began = monotonic()
                # Handlers run while events are collected; their time-outs count from the last tick.
                self._clock._last_tick = self._clock.time()
                if loop.window:
                    loop.window.mainloop()
                self.turns += 1
                loop.idle()
            except BaseException as error:
                if ExceptionManager.handle_exception(error) == ExceptionManager.RAISE:
                    stopTouchApp()
                    raise

    def _flipped(self, *_: object) -> None:
        self._drawn = self._began

    def _sleep(self) -> bool:
        """Sleep until something is due; return whether it had to sleep."""
        with self._lock:
            self._scheduled = False
            self._waiting = True
        seconds = self._idle_time()
        waits = seconds > 0.001 and not self._scheduled
        if waits:
            began = self._clock.time()
            self._waiter.wait(seconds)
            woken = self._clock.time()
            if woken - began > AT_ONCE:
                self.woken = woken
        with self._lock:
            self._waiting = False
        return waits

    def _idle_time(self) -> float:
        loop = self._loop
        if loop.input_events or (loop.window is not None and loop.window.canvas.needs_redraw):
            return 0.0
        due: float = self._clock.get_min_timeout()
        return 0.0 if due == 0 else min(LONGEST_SLEEP, due - self._clock.time())


def install(waiter: Waiter | None = None) -> SleepingLoop:
    """Replace Kivy's main loop. Call it after the window exists and before the app runs."""
    loop = SleepingLoop(waiter or choose_waiter())
    loop._loop.mainloop = loop.mainloop
    loop._clock.on_schedule = loop.on_schedule
    loop._clock._max_fps = 0  # or Clock.idle() sleeps by itself
    loop._clock.clock_resolution = 1 / 180.0
    from kivy.cache import Cache

    loop._clock.unschedule(Cache._purge_by_timeout)
    loop._clock.schedule_interval(Cache._purge_by_timeout, CACHE_PURGE_INTERVAL)
    return loop
