"""Answers the doctor about screen, touch, light, sound, tower and pins of the running app."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RENDERER, glGetString

from companion.app.hardware import sounds
from companion.app.hardware.device_hub import DeviceHub
from companion.app.hardware.sdl import video_driver
from companion.app.start import sdl_fingers
from companion.doctor.finding import Finding
from companion.doctor.ports import check_rights
from companion.doctor.running import DoctorSocket
from companion.doctor.screen import check_backlight, check_touchscreen, sound_finding
from companion.doctor.storage import check_stick
from companion.storage.settings import Settings

PATIENCE: Final = 10.0
"""Seconds in which the main thread must answer; a healthy app answers at once."""

_log = logging.getLogger(__name__)


def answer(data: Path, hub: DeviceHub, settings: Settings) -> DoctorSocket:
    """Let the doctor ask this app, until the result is closed.

    Args:
        data: the data folder.
        hub: the connected hardware.
        settings: which hardware is wanted.
    """
    wanted: queue.SimpleQueue[queue.SimpleQueue[list[Finding]]] = queue.SimpleQueue()

    def in_the_screens_thread(_: float) -> None:
        while not wanted.empty():
            wanted.get().put([*_seen(hub, settings)])

    trigger = Clock.create_trigger(in_the_screens_thread)

    def look() -> list[Finding]:
        said: queue.SimpleQueue[list[Finding]] = queue.SimpleQueue()
        wanted.put(said)
        trigger()
        try:
            seen = said.get(timeout=PATIENCE)
        except queue.Empty:
            seen = [Finding("window", "look", "The screen does not answer.", "Start it again")]
        head = Finding("running", "ok", "The companion is running, and says of itself:")
        return [head, *seen, *_looked(settings)]

    return DoctorSocket(data, look)


def _seen(hub: DeviceHub, settings: Settings) -> Iterator[Finding]:
    """Yield findings that only the main thread may look for."""
    yield from _guarded(_window)
    yield from _guarded(lambda: _tower(hub, settings))
    yield from _guarded(lambda: _pins(hub, settings))


def _looked(settings: Settings) -> Iterator[Finding]:
    """Yield findings that any thread of this process may look for, with its rights."""
    yield from _guarded(check_touchscreen)
    yield from _guarded(check_backlight)
    yield from _guarded(lambda: sound_finding(sounds.device()))
    yield from _guarded(check_rights)
    yield from _guarded(lambda: check_stick(settings.copies))


def _guarded(check: Callable[[], Finding]) -> Iterator[Finding]:
    try:
        yield check()
    except Exception as error:  # noqa: BLE001 - a failing check must not hide the others
        _log.exception("a check for the doctor failed")
        yield Finding("fault", "look", f"A check failed ({type(error).__name__}: {error}).", "companion problem")


def _window() -> Finding:
    renderer = (glGetString(GL_RENDERER) or b"").decode(errors="replace")
    width, height = Window.system_size
    touched = sdl_fingers.touchscreens()
    return Finding(
        "window",
        "ok",
        f"The window is open: {video_driver()}, {width:.0f} x {height:.0f}, drawn by {renderer}; "
        f"touchscreens that reach it: {touched}.",
    )


def _tower(hub: DeviceHub, settings: Settings) -> Finding:
    tower = hub.tower
    if settings.tower == "off":
        return Finding("tower", "note", "The settings say that no dice tower is looked for.")
    return Finding("tower", "ok" if tower.connected else "note", tower.sentence)


def _pins(hub: DeviceHub, settings: Settings) -> Finding:
    state = hub.buttons_state
    wired = bool(settings.wiring)
    return Finding("pins", "ok" if state.ready else ("look" if wired else "note"), state.sentence)
