"""Environment and configuration of Kivy, which must be set before its first import.

Kivy reads its environment, its home folder and its `[input]` section while it is being imported. The companion
brings its own, so that the user's `~/.kivy` neither matters nor changes.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from pathlib import Path
from typing import Final

from companion.app.start.display import unmanaged_size
from companion.setting_up.screens import place_of

DRIVERS = frozenset({"x11", "kmsdrm", "offscreen", "dummy"})
"""Video drivers of the SDL in Kivy's wheel; a setting for other programs may name Wayland."""

CENTRED_ON: Final = 0x2FFF0000
"""SDL's mark of a place that is the middle of a screen; its number, from 0, is added."""

STYLED: Final = ("Label", "StencilView", "ScrollView")
"""Kivy's widgets that are used here and have style rules."""

_STYLE: Final = "style.kv"
_BARE: Final = Path(__file__).parents[3] / "layouts" / "bare"
"""A folder with an empty file of that name."""


def prepare(
    home: Path, *, width: int = 800, height: int = 480, fullscreen: bool = False, display: str = "auto"
) -> None:
    """Set up Kivy's environment and configuration; call once, before anything imports Kivy.

    Args:
        home: Kivy's own folder (icons, logs); created if missing.
        width: of the window, in pixels.
        height: of the window, in pixels.
        fullscreen: take the whole display, without a cursor, and ignore width and height.
        display: the number of a screen, from 1; `auto` leaves it to SDL.

    Raises:
        RuntimeError: Kivy has been imported already.
    """
    if "kivy" in sys.modules:
        raise RuntimeError("Kivy was imported before its environment was prepared")
    home.mkdir(parents=True, exist_ok=True)
    if DRIVERS.isdisjoint(os.environ.get("SDL_VIDEODRIVER", "").lower().split(",")):
        os.environ.pop("SDL_VIDEODRIVER", None)
    os.environ.update(
        KIVY_HOME=str(home),
        KIVY_NO_CONFIG="1",
        KIVY_NO_ARGS="1",
        KIVY_NO_CONSOLELOG="1",
        KIVY_NO_FILELOG="1",
        # Kivy's X11 fallback window ends the process when there is no display; SDL raises instead.
        KIVY_WINDOW="sdl2",
        KIVY_METRICS_DENSITY="1",
        KIVY_DPI="96",
        # Without this every tap arrives twice: as a touch, and as a mouse emulated by it.
        SDL_TOUCH_MOUSE_EVENTS="0",
        SDL_AUTO_UPDATE_JOYSTICKS="0",
    )
    unmanaged = unmanaged_size() if fullscreen else None
    if unmanaged:
        width, height = unmanaged
    from kivy.config import Config

    for name, _ in Config.items("input"):
        Config.remove_option("input", name)
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("graphics", "fullscreen", "auto" if fullscreen and not unmanaged else "0")
    if unmanaged:
        Config.set("graphics", "borderless", "1")
        Config.set("graphics", "position", "custom")
        Config.set("graphics", "left", "0")
        Config.set("graphics", "top", "0")
    elif display != "auto":
        _draw_on(int(display))
    Config.set("graphics", "show_cursor", "0" if fullscreen else "1")
    # The app dims the screen itself; the system would let the waking tap act.
    Config.set("graphics", "allow_screensaver", "0")
    Config.set("graphics", "multisamples", "0")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "window_icon", "")
    _forget_records()
    _load_used_rules()


def _forget_records() -> None:
    """Have Kivy keep no records of its log: one of an exception keeps a whole page and its game in memory."""
    from kivy.logger import Logger, LoggerHistory

    for logger in (Logger, logging.root):
        for handler in [one for one in logger.handlers if isinstance(one, LoggerHistory)]:
            logger.removeHandler(handler)
            # Without any, Python would write to stderr, which Kivy has made a log.
            logger.addHandler(logging.NullHandler())
    LoggerHistory.clear_history()


def _load_used_rules() -> None:
    """Have Kivy load the style rules only of the widgets that are used.

    It has rules for a hundred widgets and reads all of them before anything is shown, which takes a fifth of the start
    of a bare window.
    """
    import kivy
    import kivy.resources

    whole = Path(kivy.kivy_data_dir)
    kivy.kivy_data_dir = str(_BARE)
    from kivy.lang import Builder

    kivy.kivy_data_dir = str(whole)
    rules = re.split(r"^(?=[<#])", (whole / _STYLE).read_text(encoding="utf-8"), flags=re.MULTILINE)
    picked = [rule for rule in rules if rule.startswith(tuple(f"<{name}>:" for name in STYLED))]
    Builder.load_string("".join(picked), filename=str(whole / _STYLE), rulesonly=True)


def _draw_on(number: int) -> None:
    """Have the window open on a screen, by its number from 1; SDL takes the first if there are fewer."""
    from kivy.config import Config

    place = number - 1
    if "kmsdrm" in os.environ.get("SDL_VIDEODRIVER", "").lower():
        found = place_of(number)
        if found is None:
            return
        card, place = found
        os.environ.setdefault("SDL_KMSDRM_DEVICE_INDEX", str(card))
    Config.set("graphics", "position", "custom")
    for side in ("left", "top"):
        Config.set("graphics", side, str(CENTRED_ON | place))
