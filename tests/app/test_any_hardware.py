"""No piece of hardware, whatever it raises, keeps a game from opening: each raises an error of a class nobody knows."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from gpiozero.pins.mock import MockFactory

from companion.storage.settings import FILE, Settings
from tests.storage.hostile import GOOD, prepare

pytestmark = pytest.mark.window


class Strange(Exception):  # noqa: N818 - as `lgpio.error` is one: a child of Exception, and of nothing else
    """What a driver's library may raise."""


def strange(*_: object, **__: object) -> NoReturn:
    raise Strange("as nobody knows it")


@pytest.fixture
def app(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:  # noqa: ARG001
    """Starts the app over a folder with a good game, which is opened; with settings of its own."""
    from kivy.uix.floatlayout import FloatLayout

    from companion.app.start.application import CompanionApp

    started: Any = CompanionApp(tmp_path / "data")
    started.root = FloatLayout()
    window.add_widget(started.root)

    def start(**settings: Any) -> Any:
        prepare(tmp_path / "data")
        Settings(**{"tower": "off", "copies": "off", **settings}).save(tmp_path / "data" / FILE)
        started.open_data()
        fingers.frames(2)
        assert started.shell is not None, [part.text for part in started.root.walk() if getattr(part, "text", "")]
        started.shell.play(lambda: started.shell.library.open(tmp_path / "data" / "games" / GOOD))
        fingers.frames(2)
        return started

    yield start
    started.on_stop()
    window.remove_widget(started.root)


def plays(app: Any) -> bool:
    """Whether the game's table is in front, with a question."""
    shell = app.shell
    return bool(shell.game is not None and shell.game.session.prompts and shell.page.heading != "The game is safe")


def test_pins(app: Callable[..., Any], factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """`lgpio.error: 'GPIO busy'` ended in “The companion cannot start”, the settings out of reach."""
    from firmware_bridge import buttons

    monkeypatch.setattr(buttons, "_factory_of_this_machine", lambda: factory)
    monkeypatch.setattr(factory, "pin", strange)
    started = app(wiring={"buttons": {"roll": 7}})
    assert plays(started)
    said = started.shell.hub.buttons_state.sentence
    assert "pin 7 cannot be used (as nobody knows it)" in said
    assert "SPI takes it" in said
    assert not started.shell.hub.buttons_state.ready


def test_lamps(app: Callable[..., Any], factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    from firmware_bridge import buttons
    from firmware_bridge.buttons import Buttons

    monkeypatch.setattr(buttons, "_factory_of_this_machine", lambda: factory)
    monkeypatch.setattr(Buttons, "show_turn", strange)
    monkeypatch.setattr(Buttons, "light", strange)
    started = app(wiring={"buttons": {"roll": 17}, "lights": {"roll": 23}})
    assert plays(started)
    assert started.shell.hub.buttons_state.ready, "buttons go on without lamps"


def test_lamps_that_failed_are_tried_again_when_the_screen_wakes(
    app: Callable[..., Any],
    factory: MockFactory,
    fingers: Any,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They stayed dark for the rest of the evening."""
    from firmware_bridge import buttons
    from firmware_bridge.buttons import Buttons

    monkeypatch.setattr(buttons, "_factory_of_this_machine", lambda: factory)
    with monkeypatch.context() as patch:
        patch.setattr(Buttons, "show_turn", strange)
        started = app(wiring={"lights": {"undo": 23}}, dim="1")
        for _ in range(2):
            fingers.skip(61)
            fingers.skip(121)
            assert started.shell.rest.stirred()
            assert not factory.pin(23).state
    assert caplog.text.count("the lamps cannot be used") == 1
    fingers.skip(61)
    fingers.skip(121)
    assert not factory.pin(23).state
    assert started.shell.rest.stirred()
    assert factory.pin(23).state
    assert plays(started)


@pytest.mark.parametrize("where", ["start", "__init__"])
def test_tower(app: Callable[..., Any], where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from firmware_bridge.tower import Tower

    monkeypatch.setattr(Tower, where, strange)
    started = app(tower="on", tower_port="/dev/nowhere", wiring={"buttons": {"roll": 99}})
    assert plays(started)
    assert "99" in started.shell.hub.buttons_state.sentence, "one piece of hardware does not hide another"
    assert not started.shell.hub.tower.connected


def test_record_of_rolls(app: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.hardware.device_hub.RollRecord", strange)
    started = app()
    assert plays(started)
    assert "as nobody knows it" in started.shell.hub.tower.trouble


def test_sound(app: Callable[..., Any], until: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.hardware.sounds._sound", strange)
    started = app(sound="on")
    started.shell.play_sound("turn")
    until(lambda: started.shell.sounds.silent)
    assert started.shell.sounds.silent == "as nobody knows it"
    started.shell.play_sound("turn")
    assert plays(started)


def test_light(app: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app.hardware import screen_dimmer

    monkeypatch.setattr(screen_dimmer.Backlight, "_to_be_set", strange)
    started = app(brightness="50")
    assert plays(started)
    assert started.shell.rest.veil > 0, "the picture is drawn darker instead"


@pytest.mark.parametrize("where", ["sticks", "MountWatch"])
def test_stick(
    app: Callable[..., Any], where: str, until: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"companion.storage.background_jobs.{where}", strange)
    started = app(copies="auto")
    until(lambda: "a background job failed" in caplog.text)
    assert plays(started)
    started.shell.jobs.export(started.shell.game.path)
    until(lambda: "The games here are safe" in started.shell.banner.message)
    assert plays(started)


def test_touch(app: Callable[..., Any], fingers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The count of touchscreens, and the watch over what is plugged in on the bare screen."""
    from companion.app.start import loop, sdl_fingers

    monkeypatch.setattr(loop, "FolderWatch", strange)
    monkeypatch.setattr(loop, "video_driver", lambda: "kmsdrm")
    assert isinstance(loop.choose_waiter(), loop.PumpWaiter)
    monkeypatch.setattr(sdl_fingers, "touchscreens", strange)
    events: list[Any] = [("fingerdown", 1, 0.5, 0.5), ("fingerup", 1, 0.5, 0.5), None]

    class Storage:
        @staticmethod
        def poll() -> Any:
            return events.pop(0)

    heard: deque[Any] = deque()
    tap = sdl_fingers._FingerProxy(Storage(), heard)
    assert [tap.poll() for _ in range(3)] == [None, None, None]
    assert len(heard) == 2, "the tap arrives all the same"
    started = app()
    assert plays(started)
    fingers.tap(started.shell.page.ids.left)


def test_power(app: Callable[..., Any], fingers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app.hardware.power import PAUSE, PowerWatch

    monkeypatch.setattr(PowerWatch, "news", strange)
    started = app()
    started.shell.watch_power(PowerWatch(ask=os.devnull))
    fingers.skip(PAUSE + 1)
    assert plays(started)
