"""What comes of a touch: it does what the finger was put down for, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytestmark = pytest.mark.window


def test_a_finger_on_an_option_while_the_question_changes_answers_nothing(start: Any, fingers: Any) -> None:
    table = start("choose", "choose", "choose")
    key = table.question.body.keys["hunt"]
    finger = fingers.down(*key.to_window(*key.center))
    first = table.session.prompts[0]
    table.answer(first.ticket, _given(["hunt"]))
    fingers.skip(0.5)
    fingers.up(finger)
    assert len(table.session.timeline.entries) == 1


def test_a_finger_on_the_verb_while_the_question_changes_answers_nothing(start: Any, fingers: Any) -> None:
    table = start("tell", "tell", "tell")
    finger = fingers.down(*table.primary.to_window(*table.primary.center))
    table.answer(table.session.prompts[0].ticket, _given(None))
    fingers.skip(0.5)
    fingers.up(finger)
    assert len(table.session.timeline.entries) == 1


def test_a_finger_whose_screen_is_pulled_out_has_not_used_the_key(
    start: Any, fingers: Any, window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SDL forgets a touchscreen that is gone, and never says that its fingers are, too: the key stayed down, and the
    next finger with that number was taken for the same. A device of the kernel is needed for the
    whole of it; here the events are SDL's own, in the real window, and only the number of its touchscreens is not."""
    import ctypes

    from companion.app.hardware.sdl import sdl_library
    from companion.app.start import sdl_fingers, window_trial

    def finger(kind: int) -> None:
        sdl, (x, y) = sdl_library(), key.to_window(*key.center)
        assert sdl is not None
        place = {"x": x / window.width, "y": 1 - y / window.height}
        sdl.SDL_PushEvent(ctypes.byref(window_trial._Finger(type=kind, touch=7, finger=0, pressure=1.0, **place)))
        look()

    def look() -> None:
        window.mainloop()
        fingers.wait(0.4)

    screens = [1]
    monkeypatch.setattr(window, "_win", window._win)
    monkeypatch.setattr(sdl_fingers, "touchscreens", lambda: screens[0], raising=False)
    sdl_fingers.install()
    table = start("choose", "choose")
    key = table.question.body.keys["hunt"]
    finger(window_trial._FINGER_DOWN)
    assert key.state == "down"
    look()
    assert key.state == "down"
    screens[0] = 0
    look()
    assert key.state == "normal"
    assert not [touch for touch in _touches() if touch.device == "sdl"]
    assert table.session.timeline.entries == []
    screens[0] = 1
    finger(window_trial._FINGER_DOWN)
    finger(window_trial._FINGER_UP)
    assert len(table.session.timeline.entries) == 1


def _touches() -> list[Any]:
    from kivy.base import EventLoop

    return list(EventLoop.touches)


def _given(value: Any) -> Any:
    from companion.table.session import LabelledAnswer

    return LabelledAnswer(value)


def test_a_stepper_that_is_held_goes_on_stepping(start: Any, fingers: Any) -> None:
    body = start("count").question.body
    least, key = body.value, body.stepper.more
    finger = fingers.down(*key.to_window(*key.center))
    fingers.wait(0.3)
    assert body.value == least, "it is used when the finger is lifted"
    fingers.wait(0.5)
    held = body.value
    assert held >= least + 3
    fingers.up(finger)
    fingers.skip(1)
    assert body.value == held, "lifting the finger after that does nothing more"
    fingers.tap(key)
    assert body.value == held + 1


@pytest.fixture
def gate(shell: Any) -> Iterator[Any]:
    from companion.app.start.touch_gate import TouchGate

    made = TouchGate()
    made.rest = shell.rest
    made.install()
    yield made
    made.remove()


def numpad(start: Any, shell: Any, fingers: Any) -> Any:
    """The page on which a number is corrected digit by digit."""
    table = start("choose")
    player = table.session.view.players[0]
    table.open_counter(player.big[0], player.name)
    fingers.skip(0.4)
    return shell.page


@pytest.mark.usefixtures("gate")
def test_a_finger_that_bounces_types_one_digit(start: Any, shell: Any, fingers: Any) -> None:
    pad = numpad(start, shell, fingers)
    x, y = pad.keys["1"].to_window(*pad.keys["1"].center)
    first = fingers.down(x, y)
    fingers.up(first)
    bounce = fingers.down(x + 3, y - 4)
    fingers.up(bounce)
    assert pad.shown == "1"
    fingers.skip(0.1)
    fingers.tap((x, y), hold=0.02)
    assert pad.shown == "11", "a second tap is one, however quick"


def test_a_bounce_that_waits_while_the_tap_is_handled_does_nothing(
    start: Any, shell: Any, fingers: Any, gate: Any
) -> None:
    """What a tap did took longer than a finger bounces, and the bounce, read after it, was a second tap."""
    from kivy.clock import Clock

    pad = numpad(start, shell, fingers)
    key = pad.keys["1"]
    x, y = key.to_window(*key.center)
    key.bind(on_use=lambda *_: fingers.pass_by(0.4))
    fingers.up(fingers.down(x, y))
    fingers.up(fingers.down(x + 2, y - 1))
    assert pad.shown == "1"
    fingers.skip(0.1)
    fingers.up(fingers.down(x, y))
    assert pad.shown == "11"
    gate.woken = Clock.time
    fingers.up(fingers.down(x, y))
    assert pad.shown == "111", "the loop has slept until then, so it was read as it came"


@pytest.mark.usefixtures("gate")
def test_a_finger_that_a_screen_reports_twice_types_one_digit(start: Any, shell: Any, fingers: Any) -> None:
    pad = numpad(start, shell, fingers)
    x, y = pad.keys["1"].to_window(*pad.keys["1"].center)
    twins = fingers.down(x, y), fingers.down(x, y)
    fingers.skip(0.3)
    for twin in twins:
        fingers.up(twin)
    assert pad.shown == "1"


def test_a_finger_on_a_line_that_another_finger_took_away_does_nothing(start: Any, shell: Any, fingers: Any) -> None:
    """One lay on a line of the log while another one narrowed that to a player with other lines, and was lifted: the
    companion stopped with a fault."""
    from companion.table.autoplay import play

    table = start()
    play(table.session, Random(2), 30, interject=0)
    table.refresh()
    table.open_log()
    fingers.skip(0.4)
    log = shell.page
    # What has no parent any more has its old place within the list, and the finger seems to be on it where both agree.
    scroll = log.pager.scroll
    scroll.scroll_y = scroll.y / (log.pager.column.height - scroll.height)
    fingers.frames(2)
    seen = (key for key in log.keys.values() if key.whose and key.collide_point(*key.to_window(*key.center)))
    line = next(key for key in seen if scroll.collide_point(*key.to_window(*key.center)))
    finger = fingers.down(*line.to_window(*line.center))
    fingers.wait(0.3)
    assert line.state == "down"
    other = next(player for player in table.session.view.players if player.colour != line.whose)
    fingers.tap(log.filters[other.id])
    assert line not in log.keys.values()
    fingers.up(finger)
    assert shell.page is log
    assert line.state == "normal"


def test_a_key_that_is_taken_away_while_it_is_held_does_nothing(start: Any, shell: Any, fingers: Any) -> None:
    """It was used when the time was over, though nobody saw it any more."""
    from companion.app.widgets.base.buttons import Key

    start("choose")
    used: list[str] = []
    key = Key(use=lambda: used.append("key"))
    key.hold = 1.0
    shell.page.content.add_widget(key)
    fingers.skip(0.4)
    finger = fingers.down(*key.to_window(*key.center))
    shell.page.content.remove_widget(key)
    fingers.wait(1.3)
    fingers.up(finger)
    assert used == []


@pytest.mark.usefixtures("gate")
def test_two_fingers_on_two_keys_are_two(start: Any, shell: Any, fingers: Any) -> None:
    pad = numpad(start, shell, fingers)
    down = [fingers.down(*pad.keys[digit].to_window(*pad.keys[digit].center)) for digit in "12"]
    for finger in down:
        fingers.up(finger)
    assert pad.shown == "12"


@pytest.mark.usefixtures("gate")
def test_the_screen_is_dimmed_then_dark_and_a_waking_touch_only_wakes(start: Any, shell: Any, fingers: Any) -> None:
    table = start("choose", "choose")
    shell.settings.dim = "2"
    shell.apply_settings()
    key = table.question.body.keys["hunt"]
    spot = key.to_window(*key.center)
    fingers.skip(119)
    assert shell.rest.veil == 0
    fingers.skip(2)
    assert 0.4 < shell.rest.veil < 0.7, "numbers can still be read"
    fingers.skip(241)
    assert shell.rest.veil == 1
    waking = fingers.down(*spot)
    assert shell.rest.veil == 0
    second = fingers.down(spot[0] + 40, spot[1])
    fingers.skip(0.5)
    fingers.up(waking)
    fingers.up(second)
    assert table.session.timeline.entries == []
    fingers.skip(0.2)
    fingers.tap(spot)
    assert len(table.session.timeline.entries) == 1


@pytest.mark.usefixtures("gate")
def test_a_touch_on_a_dimmed_screen_acts_and_lights_it(start: Any, shell: Any, fingers: Any) -> None:
    table = start("choose", "choose")
    shell.settings.dim = "2"
    shell.apply_settings()
    fingers.skip(130)
    assert shell.rest.veil > 0
    fingers.tap(table.question.body.keys["hunt"])
    assert shell.rest.veil == 0
    assert len(table.session.timeline.entries) == 1


def test_a_screen_with_a_roll_on_it_stays_lit(start: Any, shell: Any, fingers: Any) -> None:
    start("roll")
    shell.settings.dim = "1"
    shell.apply_settings()
    for _ in range(20):
        fingers.skip(60)
    assert shell.rest.veil == 0


def test_the_displays_own_light_is_turned_down_and_up(tmp_path: Path, window: Any, fingers: Any) -> None:  # noqa: ARG001
    """The kernel's files are imitated here; no machine of ours has a light of its own."""
    from companion.app.hardware.screen_dimmer import Backlight, ScreenDimmer
    from companion.storage.settings import Settings

    light = tmp_path / "10-0045"
    light.mkdir()
    (light / "brightness").write_text("255")
    (light / "max_brightness").write_text("255")
    rest = ScreenDimmer(Backlight(tmp_path), lambda: False)
    rest.follow(Settings(dim="1", brightness="50"))
    assert (light / "brightness").read_text() == "128"
    fingers.skip(61)
    assert (light / "brightness").read_text() == str(round(255 * 0.35))
    assert rest.veil == 0, "its light is enough"
    fingers.skip(121)
    assert (light / "brightness").read_text() == "0"
    rest.close()
    assert (light / "brightness").read_text() == "128"


@pytest.mark.parametrize("degrees", ["90", "180", "270"])
def test_the_whole_picture_turns_and_touches_with_it(start: Any, shell: Any, fingers: Any, degrees: str) -> None:
    from kivy.core.window import Window

    table = start("choose", "choose")
    shell.settings.rotation = degrees
    shell.apply_settings()
    fingers.skip(0.4)
    fingers.frames(3)
    try:
        wide, high = Window.system_size
        assert tuple(shell.size) == ((high, wide) if degrees in ("90", "270") else (wide, high))
        x, y = table.question.body.keys["hunt"].to_window(*table.question.body.keys["hunt"].center)
        at = {"90": (wide - y, x), "180": (wide - x, high - y), "270": (y, high - x)}[degrees]
        fingers.tap(at)
        assert len(table.session.timeline.entries) == 1
    finally:
        shell.settings.rotation = "0"
        shell.apply_settings()


def test_the_picture_faces_the_side_of_who_decides(start: Any, shell: Any, fingers: Any) -> None:
    from kivy.core.window import Window

    shell.settings.turn = "sides"
    shell.settings.left_side = ["red"]
    table = start("choose", "tell")
    assert Window.rotation == 270
    table.answer(table.session.prompts[0].ticket, _given(["hunt"]))
    assert Window.rotation == 0, "everybody's questions stand as the picture stands"
    table.undo()
    assert Window.rotation == 270
    shell.home()
    fingers.skip(0.1)
    assert Window.rotation == 0


def test_a_locked_screen_takes_no_touches_until_its_key_is_held(start: Any, shell: Any, fingers: Any) -> None:
    table = start("choose", "choose", "choose")
    table.open_more()
    fingers.skip(0.4)
    fingers.tap(shell.page.tabs["screen"])
    fingers.frames(2)
    fingers.tap(shell.page.quick.keys["lock"])
    fingers.skip(0.4)
    assert shell.page is table, "what stands on the table is seen"
    key = table.question.body.keys["hunt"]
    for target in (key, table.left_key, table.primary):
        fingers.tap(target)
    assert table.session.timeline.entries == []
    opener = next(widget for widget in shell.children if type(widget).__name__ == "LockScreen").opener
    fingers.tap(opener)
    fingers.tap(key)
    assert table.session.timeline.entries == [], "a tap does not open it"
    fingers.tap(opener, hold=1.1)
    fingers.skip(0.4)
    fingers.tap(key)
    assert len(table.session.timeline.entries) == 1


def test_light_and_turn_are_on_the_tab_of_this_screen(start: Any, shell: Any, fingers: Any) -> None:
    from kivy.core.window import Window

    table = start("choose")
    table.open_more()
    fingers.skip(0.4)
    fingers.tap(shell.page.tabs["screen"])
    fingers.frames(2)
    quick = shell.page.quick
    fingers.tap(quick.keys["sun"])
    assert shell.settings.brightness == "75"
    assert quick.keys["sun"].text == "75 %"
    assert shell.rest.veil > 0, "without a light of its own the picture is drawn darker"
    fingers.tap(quick.keys["rotate"])
    assert Window.rotation == 90
    shell.settings.rotation = "0"
    shell.apply_settings()
