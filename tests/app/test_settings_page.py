"""The page of settings: all of them by finger and by knob, on every size."""

from __future__ import annotations

from typing import Any

import pytest

from companion.storage.settings import CHOICES, Settings
from tests.app.sizes import sized

pytestmark = pytest.mark.window


@pytest.fixture
def page(shell: Any, fingers: Any) -> Any:
    shell.open_settings()
    fingers.skip(0.4)
    return shell.page


def give(shell: Any, fingers: Any, name: str, value: str) -> None:
    """Give a setting a value by taps."""
    from companion.app.demo.touches import touches

    for widget in touches(shell.page, (name, value)):
        shell.page.pager.show(widget)
        fingers.frames(2)
        fingers.tap(widget)
        fingers.skip(0.4)


def test_every_setting_with_a_choice_has_a_row_and_takes_every_value(page: Any, shell: Any, fingers: Any) -> None:
    for name in page.rows:
        if name in ("language", "rotation"):
            # The first draws all pages anew, the second turns the places under the finger.
            continue
        before = getattr(shell.settings, name)
        for value in [*CHOICES[name], before]:
            give(shell, fingers, name, value)
            assert getattr(Settings.load(shell._settings_path), name) == value, name
            assert shell.page is page, "back on the page"
            row = page.rows[name]
            assert getattr(row, "row", row).value == page.labels_of(name)[value]


def test_a_tap_on_the_row_of_a_number_goes_up_and_round(page: Any, shell: Any, fingers: Any) -> None:
    sizes = list(CHOICES["text"])
    for n in range(len(sizes)):
        fingers.tap(page.rows["text"].row)
        assert shell.settings.text == sizes[(sizes.index("M") + n + 1) % len(sizes)]


def test_the_ends_of_a_row_of_steps_are_seen(page: Any, shell: Any, fingers: Any) -> None:
    give(shell, fingers, "text", "S")
    assert page.rows["text"].less.disabled
    assert not page.rows["text"].more.disabled
    fingers.tap(page.rows["text"].less)
    assert shell.settings.text == "S"


def test_a_pick_can_be_left_as_it_is(page: Any, shell: Any, fingers: Any) -> None:
    fingers.tap(page.rows["theme"])
    assert shell.page.keys["dark"].chosen
    fingers.skip(0.4)
    fingers.tap(shell.page.primary)
    assert shell.page is page
    assert shell.settings.theme == "dark"


def test_the_knob_reaches_every_row(page: Any, shell: Any) -> None:
    """Whatever a finger can do works with knob and `next` alone."""
    from companion.app.hardware.button_actions import FocusRing, keys_of

    reached, focus = [], FocusRing()
    for _ in range(len(keys_of(page.focus_area()))):
        focus.step(page, 1)
        reached.append(focus._key)
    for row in page.rows.values():
        assert getattr(row, "row", row) in reached
    assert page.links["HARDWARE"] in reached
    while focus._key is not page.rows["odds"]:
        focus.step(page, 1)
    focus.use()
    assert shell.settings.odds == "on"


@sized((800, 480), (480, 800), (720, 1280), (1024, 600))
def test_a_finger_finds_every_row_within_one_flick(shell: Any, fingers: Any, size: Any) -> None:
    shell.open_settings()
    fingers.skip(0.4)
    page = shell.page
    rows = [part for row in page.rows.values() for part in ((row.row, row.more) if hasattr(row, "row") else (row,))]
    low = page.pager.scroll.y - page.pager.scroll.height
    for row in rows:
        assert row.height + 4 >= 9 * 5.2 * min(size) / 480, "a finger's breadth"
        assert row.to_window(*row.pos)[1] >= low - 1
        assert row.texture_size[0] <= row.width
        assert row.texture_size[1] <= row.height


def test_what_a_dark_screen_does_is_asked_only_without_a_desktop(
    shell: Any, fingers: Any, page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A desktop's screens are switched off anyway, where that is possible."""
    assert "dark" not in page.rows
    shell.back()
    monkeypatch.setattr("companion.app.pages.settings.video_driver", lambda: "kmsdrm")
    shell.open_settings()
    fingers.skip(0.4)
    row = shell.page.rows["dark"]
    assert row.value == "Shows black"
    give(shell, fingers, "dark", "off")
    assert row.value == "Is switched off"
    assert Settings.load(shell._settings_path).dark == "off"
