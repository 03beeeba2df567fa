"""The window that people see: it fills the display, shows no cursor, and the display stays on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.x11.product import Product
from tests.x11.screen import Screen

pytestmark = pytest.mark.window

MANAGERS = pytest.mark.parametrize("manager", ["", "openbox"], ids=["unmanaged", "managed"])


def foot_is_drawn(screen: Screen) -> bool:
    """Whether the two keys at the foot reach almost to the corners, as on every page that fills the display."""
    shown = screen.picture()
    unit = (
        min(screen.width / 800, screen.height / 480)
        if screen.width > screen.height
        else min(screen.width / 480, screen.height / 800)
    )
    inset = round(20 * unit)
    left, right = (shown.at(x, screen.height - inset) for x in (inset, screen.width - inset))
    ground = shown.at(1, screen.height - 1)
    return left != ground != right and shown.at(screen.width - 2, screen.height - 2) == ground != (0, 0, 0)


@MANAGERS
@pytest.mark.parametrize(("width", "height"), [(800, 480), (1280, 720), (720, 1280)])
def test_the_app_fills_the_display_and_hides_the_cursor(
    screen: Callable[[int, int], Screen], tmp_path: Path, manager: str, width: int, height: int
) -> None:
    """It was an 800x480 window in the middle, whatever the display was."""
    with screen(width, height) as display:
        if manager:
            display.manage(manager)
        with Product(display, tmp_path):
            display.until(lambda: foot_is_drawn(display), "the home page fills the display")
            display.move(width / 2, 2)
            display.until(lambda: not display.cursor_seen(), "the cursor is hidden")
            home = display.picture()
            # The key at the lower left opens the settings, from its outermost corner too.
            display.tap(0.02 * width, height - 0.03 * height)
            display.until(
                lambda: (
                    foot_is_drawn(display) and display.picture().part(0, 0, width, 40) != home.part(0, 0, width, 40)
                ),
                "a tap in the corner opens the settings",
            )


@MANAGERS
@pytest.mark.parametrize(
    ("options", "wish", "desktop"),
    [(("--window",), "full", ""), ((), "window", ""), ((), "auto", "GNOME")],
    ids=["option", "setting", "desktop"],
)
def test_a_window_leaves_the_rest_of_the_display_alone(
    screen: Callable[[int, int], Screen],
    tmp_path: Path,
    manager: str,
    options: tuple[str, ...],
    wish: str,
    desktop: str,
) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"screen": wish}), encoding="utf-8")
    with screen(1280, 720) as display:
        if manager:
            display.manage(manager)
        empty = display.picture()
        with Product(display, tmp_path, *options, XDG_CURRENT_DESKTOP=desktop):
            display.until(lambda: len(display.picture().part(240, 120, 800, 480).colours()) > 10, "the page is drawn")
            shown = display.picture()
            for x, y in ((0, 0), (1180, 0), (0, 620), (1180, 620)):
                assert shown.part(x, y, 100, 100) == empty.part(x, y, 100, 100)
            display.move(640, 360)
            assert display.cursor_seen()


@MANAGERS
@pytest.mark.parametrize("number", ["1", "3"], ids=["that is there", "that is not there"])
def test_a_window_fills_the_screen_that_the_settings_name(
    screen: Callable[[int, int], Screen], tmp_path: Path, manager: str, number: str
) -> None:
    with screen(1024, 600) as display:
        if manager:
            display.manage(manager)
        with Product(display, tmp_path, COMPANION_SCREEN="full", COMPANION_DISPLAY=number):
            display.until(lambda: foot_is_drawn(display), "the home page is drawn")


def test_the_screen_saver_of_the_system_stays_off_while_the_app_runs(
    screen: Callable[[int, int], Screen], tmp_path: Path
) -> None:
    with screen(800, 480) as display:
        display.saver_after(1)
        with Product(display, tmp_path):
            display.until(lambda: foot_is_drawn(display), "the home page is drawn")
            display.tap(400, 10)
            display.until(lambda: display.idle()[1] > 3000, "nobody touches anything for long")
            assert not display.idle()[0], "the screen saver has come on"
        display.until(lambda: display.idle()[0], "without the app the screen saver comes on")
