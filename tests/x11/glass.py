"""Tells from within a started app where its keys stand, so that a finger that X moves can find them.

`install` comes before the command, as the robot's does. What comes of a touch is looked for outside: in the
pixels and in the file of the game.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

NOTES: Final = "GLASS_NOTES"
"""The variable that names the file: the page in front, its keys by their words, each with a point within it in pixels
from the upper left of the display, how many entries the game in front has, and whether the bright button is open and
the question takes touches."""

QUICK: Final = "GLASS_QUICK"
"""Set, a minute until the screen is dimmed is two seconds."""

SLOW: Final = "GLASS_SLOW"
"""Set, keys whose meaning has changed are dead for so many seconds, so that a slow machine is in time for a second
tap."""

EVERY: Final = 0.05
"""Seconds between two looks."""


def install() -> None:
    """Begin to tell when the app has started."""
    from companion.app.start import environment

    prepare = environment.prepare

    def prepared(home: Path, **more: Any) -> None:
        prepare(home, **more)
        _attach(Path(os.environ[NOTES]))

    environment.prepare = prepared


def _attach(notes: Path) -> None:
    from kivy.clock import Clock

    from companion.app.hardware.screen_dimmer import ScreenDimmer
    from companion.app.start.application import CompanionApp
    from companion.app.widgets.pages import page

    start, follow = CompanionApp.open_data, ScreenDimmer.follow
    told: list[str] = []

    def started(self: Any) -> None:
        start(self)
        Clock.schedule_interval(lambda _: look(self), EVERY)

    def look(app: Any) -> None:
        said = json.dumps(_seen(app.shell)) if app.shell is not None else ""
        if said and told[-1:] != [said]:
            told[:] = [said]
            new = notes.with_suffix(".new")
            new.write_text(said)
            new.replace(notes)

    def quickly(self: Any, settings: Any) -> None:
        follow(self, settings)
        self._after /= 30
        self._look_in(self._after)

    CompanionApp.open_data = started  # type: ignore[method-assign]
    if SLOW in os.environ:
        vars(page)["GUARD_SECONDS"] = float(os.environ[SLOW])
    if QUICK in os.environ:
        ScreenDimmer.follow = quickly  # type: ignore[method-assign]


def _seen(shell: Any) -> dict[str, Any]:
    from companion.app.widgets.base.canvas_widget import Tappable

    keys: dict[str, list[float]] = {}
    boxes = []
    for number, widget in enumerate(shell.walk(restrict=True)):
        if isinstance(widget, Tappable) and widget.get_root_window() and widget.width > 1:
            boxes.append(_box(widget))
            name = str(getattr(widget, "text", "")) or f"{type(widget).__name__} {number}"
            if widget.usable and _in_sight(widget):
                keys.setdefault(name.replace("\n", " "), boxes[-1])
    page = shell.page
    question = getattr(page, "question", None)
    session = getattr(page, "session", None)
    return {
        "page": type(page).__name__,
        "keys": keys,
        "boxes": boxes,
        "entries": None if session is None else len(session.timeline.entries),
        "open": not page.primary.locked,
        "settled": question is None or question.settled,
        "locked": any(type(widget).__name__ == "LockScreen" for widget in shell.children),
    }


def _in_sight(widget: Any) -> bool:
    """Whether its middle is not scrolled away."""
    from kivy.uix.scrollview import ScrollView

    at = widget
    while (at := at.parent) is not None and at.parent is not at:
        if isinstance(at, ScrollView):
            (left, low), (x, y) = at.to_window(*at.pos), widget.to_window(*widget.center)
            if not (left <= x <= left + at.width and low <= y <= low + at.height):
                return False
    return True


def _box(widget: Any) -> list[float]:
    """Left, top, right, bottom of a widget as it lies on the display."""
    from kivy.core.window import Window

    wide, high = Window.system_size
    x, y = widget.to_window(*widget.pos)
    corners = [_turned(a, b, wide, high, Window.rotation) for a, b in ((x, y), (x + widget.width, y + widget.height))]
    across, up = [c[0] for c in corners], [high - c[1] for c in corners]
    return [min(across), min(up), max(across), max(up)]


def _turned(x: float, y: float, wide: float, high: float, rotation: int) -> tuple[float, float]:
    return {0: (x, y), 90: (wide - y, x), 180: (wide - x, high - y), 270: (y, high - x)}[rotation]
