"""The desktop's screens: switched off when it is dark, and not by themselves; its programs are imitated."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app.hardware.bare_screen import BareScreen, BareScreenError
from companion.app.hardware.outputs import Awake, Outputs
from tests.patience import PATIENCE

WAYLAND = {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}
X11 = {"DISPLAY": ":0"}


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Lays a program that writes down how it was called, and then does as it is told."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    def lay(name: str, lines: str) -> Path:
        told = tmp_path / f"{name}.told"
        told.touch()
        (tmp_path / name).write_text(f'#!/bin/sh\necho "$*" >> {shlex.quote(str(told))}\n{lines}\n')
        (tmp_path / name).chmod(0o755)
        return told

    return lay


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_screens_of_wlroots_are_switched_by_wlopm(lay: Callable[[str, str], Path]) -> None:
    told = lay("wlopm", "")
    outputs = Outputs(WAYLAND)
    for on in (True, True, False, False, True):
        outputs.power(on=on)
    assert told.read_text() == "--on *\n--off *\n--on *\n", "also at the start: a killed one may have left them off"


@pytest.mark.parametrize(
    ("says", "called"),
    [
        ("  DPMS is Enabled", "q\ndpms force on\nq\ndpms force off\nq\ndpms force on\n"),
        ("  DPMS is Disabled", "q\n"),
        ("  Server does not have the DPMS Extension", "q\n"),
    ],
)
def test_screens_of_x11_are_switched_where_the_server_does_it_itself(
    lay: Callable[[str, str], Path], says: str, called: str
) -> None:
    told = lay("xset", f"echo '{says}'")
    outputs = Outputs(X11)
    for on in (True, False, True):
        outputs.power(on=on)
    assert told.read_text() == called


def test_what_cannot_be_switched_off_is_left_alone(lay: Callable[[str, str], Path]) -> None:
    told = lay("wlopm", '[ "$1" = --on ]')
    outputs = Outputs(WAYLAND)
    for on in (True, False, True, False, True):
        outputs.power(on=on)
    assert told.read_text() == "--on *\n--off *\n"
    Outputs({}).power(on=False)
    assert told.read_text() == "--on *\n--off *\n", "nor where there is no desktop"


def test_what_did_not_come_on_is_tried_again_with_the_next_touch(
    lay: Callable[[str, str], Path], tmp_path: Path
) -> None:
    told = lay("wlopm", f'[ "$1" = --off ] || [ ! -e {shlex.quote(str(tmp_path / "busy"))} ]')
    outputs = Outputs(WAYLAND)
    outputs.power(on=True)
    outputs.power(on=False)
    (tmp_path / "busy").touch()
    outputs.power(on=True)
    (tmp_path / "busy").unlink()
    outputs.power(on=True)
    outputs.power(on=True)
    assert told.read_text() == "--on *\n--off *\n--on *\n--on *\n"


@pytest.mark.parametrize(("screen", "called"), [("full", "--on *\n--off *\n--on *\n"), ("window", "")])
def test_the_dark_screen_is_switched_off_where_no_other_program_uses_it(
    lay: Callable[[str, str], Path],
    tmp_path: Path,
    window: Any,  # noqa: ARG001
    fingers: Any,
    screen: Any,
    called: str,
) -> None:
    from companion.app.hardware.screen_dimmer import Backlight, ScreenDimmer
    from companion.storage.settings import Settings

    told = lay("wlopm", "")
    rest = ScreenDimmer(Backlight(tmp_path / "none"), lambda: False, Outputs(WAYLAND))
    rest.follow(Settings(dim="1", screen=screen))
    fingers.skip(61)
    assert "--off" not in told.read_text(), "dimmed only"
    fingers.skip(121)
    fingers.frames(1)
    assert ("--off" in told.read_text()) is bool(called)
    assert rest.stirred(), "a touch that wakes does nothing else"
    assert told.read_text() == called
    rest.close()


def test_with_a_light_of_its_own_no_screen_is_switched_off(
    lay: Callable[[str, str], Path],
    tmp_path: Path,
    window: Any,  # noqa: ARG001
    fingers: Any,
) -> None:
    from companion.app.hardware.screen_dimmer import Backlight, ScreenDimmer
    from companion.storage.settings import Settings

    told = lay("wlopm", "")
    light = tmp_path / "lights" / "10-0045"
    light.mkdir(parents=True)
    (light / "brightness").write_text("255")
    (light / "max_brightness").write_text("255")
    rest = ScreenDimmer(Backlight(light.parent), lambda: False, Outputs(WAYLAND))
    rest.follow(Settings(dim="1", screen="full"))
    fingers.skip(61)
    fingers.skip(121)
    assert (light / "brightness").read_text() == "0"
    assert told.read_text() == ""
    rest.close()


class Sockets:
    """Stands for the sockets of the bare console; as many orders as `refused` says are refused."""

    def __init__(self) -> None:
        self.told: list[bool] = []
        self.refused: list[bool] = []

    def power(self, *, on: bool) -> None:
        self.told.append(on)
        if on in self.refused:
            raise BareScreenError("as nobody knows it")


def test_screens_of_the_bare_console_are_switched_where_people_want_it() -> None:
    sockets: Any = Sockets()
    outputs = Outputs({}, lambda: sockets)
    outputs.power(on=True)
    outputs.power(on=False)
    assert sockets.told == []
    outputs.bare_too = True
    for on in (True, False, False, True):
        outputs.power(on=on)
    assert sockets.told == [True, False, True]


def test_a_bare_screen_that_stays_on_is_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    sockets: Any = Sockets()
    outputs = Outputs({}, lambda: sockets)
    outputs.bare_too = True
    sockets.refused = [False]
    for on in (True, False, True, False):
        outputs.power(on=on)
    assert sockets.told == [True, False]
    assert "the screens cannot be switched off: as nobody knows it" in caplog.text


def test_a_bare_screen_that_stays_off_is_tried_again() -> None:
    sockets: Any = Sockets()
    outputs = Outputs({}, lambda: sockets)
    outputs.bare_too = True
    outputs.power(on=False)
    sockets.refused = [True]
    outputs.power(on=True)
    sockets.refused = []
    outputs.power(on=True)
    outputs.power(on=True)
    assert sockets.told == [False, True, True]


def test_under_a_desktop_there_is_no_bare_console(window: Any) -> None:  # noqa: ARG001
    with pytest.raises(BareScreenError):
        BareScreen()


def test_black_is_drawn_before_the_bare_screen_is_switched_off(
    tmp_path: Path,
    window: Any,  # noqa: ARG001
    fingers: Any,
) -> None:
    """The kernel takes no picture for a screen that is off, and the last one would flash up when it wakes."""
    from companion.app.hardware.screen_dimmer import Backlight, ScreenDimmer
    from companion.storage.settings import Settings

    sockets: Any = Sockets()
    rest = ScreenDimmer(Backlight(tmp_path / "none"), lambda: False, Outputs({}, lambda: sockets))
    for dark, told in (("black", []), ("off", [True, False, True])):
        rest.follow(Settings(dim="1", screen="full", dark=dark))  # type: ignore[arg-type]
        fingers.skip(61)
        fingers.skip(121)
        assert rest.veil == 1
        assert False not in sockets.told, "the black picture has yet to be drawn"
        fingers.frames(1)
        assert rest.stirred()
        assert sockets.told == told
    rest.close()


def test_a_wayland_desktop_is_kept_awake_until_the_end(lay: Callable[[str, str], Path]) -> None:
    told = lay("systemd-inhibit", 'cat; echo gone >> "$0.told"')
    awake = Awake(WAYLAND)
    wait_for(lambda: "--what=idle" in told.read_text())
    assert "gone" not in told.read_text()
    awake.close()
    assert told.read_text().endswith("gone\n")
    awake.close()


def test_a_killed_companion_keeps_nobody_awake(lay: Callable[[str, str], Path]) -> None:
    told = lay("systemd-inhibit", 'cat; echo gone >> "$0.told"')
    code = f"from companion.app.hardware.outputs import Awake; a = Awake({WAYLAND!r}); import time; time.sleep(99)"
    with subprocess.Popen([sys.executable, "-c", code], env=dict(os.environ)) as process:
        wait_for(lambda: "--what=idle" in told.read_text())
        process.send_signal(signal.SIGKILL)
    wait_for(lambda: told.read_text().endswith("gone\n"))


def test_without_such_a_desktop_or_program_nothing_happens(
    lay: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = lay("systemd-inhibit", "cat")
    Awake(X11).close()
    assert told.read_text() == "", "SDL asks an X server itself"
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    Awake(WAYLAND).close()
