"""The screen when nobody touches it: dimmed after a while, then dark; a touch, a button or the tower lights it."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.properties import NumericProperty

from companion.app.hardware.outputs import Outputs
from companion.setting_up.screens import is_fullscreen
from companion.storage.settings import Settings

__all__ = ["Backlight", "ScreenDimmer"]

DIMMED: Final = 0.35
"""What is left of the light: numbers can still be read across the table."""

LEAST_LIGHT: Final = 0.06
"""Share of a backlight; with less some displays flicker or go out."""

DARK_AFTER: Final = 3
"""Times as long as until it is dimmed."""

DARKEST_VEIL: Final = 0.85
"""How dark a picture is drawn where there is no backlight to turn down."""

State = Literal["lit", "dimmed", "dark"]

_log = logging.getLogger(__name__)


class Backlight:
    """The display's own light, where the machine lets its user set it.

    Args:
        folder: where the kernel shows the lights.
    """

    def __init__(self, folder: Path = Path("/sys/class/backlight")) -> None:
        self._folder = folder
        self._light: Path | None = None
        self._now = -1
        self._broken = False

    def shine(self, share: float) -> bool:
        """Set the light, 0 for none to 1 for all of it; return whether there is one to be set."""
        if self._broken:
            return False
        try:
            # Its driver, and the rule that gives rights to it, may come later than we.
            self._light = self._light or next(self._to_be_set(), None)
            if self._light is None:
                return False
            most = int((self._light / "max_brightness").read_text(encoding="ascii"))
            wanted = round(most * max(LEAST_LIGHT, share)) if share else 0
            if wanted != self._now:
                (self._light / "brightness").write_text(str(wanted), encoding="ascii")
                self._now = wanted
        except Exception as error:  # noqa: BLE001 - a display that is pulled out raises what its driver likes
            _log.warning("the backlight cannot be set: %s: %s", type(error).__name__, error)
            self._broken = True
        return not self._broken

    def _to_be_set(self) -> Iterator[Path]:
        return (light for light in sorted(self._folder.glob("*")) if os.access(light / "brightness", os.W_OK))


class ScreenDimmer(EventDispatcher):
    """How much light there is. `veil` is how dark the picture itself must be drawn, 0 to 1.

    Args:
        backlight: the display's light; None draws the picture darker instead.
        stays_lit: says whether what stands on the screen must be seen however long nobody touches it.
        outputs: screens that are switched off where there is no light, if the companion has them for itself.
    """

    __events__ = ("on_stirred", "on_woken")

    veil = NumericProperty(0.0)

    def __init__(
        self, backlight: Backlight | None, stays_lit: Callable[[], bool], outputs: Outputs | None = None
    ) -> None:
        super().__init__()
        self._outputs, self._takes_all = outputs, False
        self._backlight, self._stays_lit = backlight, stays_lit
        self._state: State = "lit"
        self._after, self._light = 0.0, 1.0
        self._stirred_at = Clock.time()
        self._next = Clock.create_trigger(self._look, 0)
        # The kernel takes no picture for a screen that is off: the black one is drawn before.
        self._switch_off = Clock.create_trigger(lambda _: self._power(on=False), 0)

    def follow(self, settings: Settings) -> None:
        """Take what people have set."""
        self._after = 0.0 if settings.dim == "never" else 60.0 * int(settings.dim)
        self._light = int(settings.brightness) / 100
        self._takes_all = is_fullscreen(settings.screen)
        if self._outputs is not None:
            self._outputs.bare_too = settings.dark == "off"
        self.stirred()
        self._look_in(self._after)

    def stirred(self) -> bool:
        """Somebody is there; return whether that only woke a dark screen."""
        self._stirred_at = Clock.time()
        self.dispatch("on_stirred")
        woken = self._state == "dark"
        self._be("lit")
        if woken:
            self.dispatch("on_woken")
        return woken

    def on_stirred(self) -> None:
        """Handle that somebody is there; bind to this."""

    def on_woken(self) -> None:
        """Handle that a dark screen is lit again; bind to this."""

    def close(self) -> None:
        """Leave the display as bright as people set it."""
        self._next.cancel()
        self._be("lit")

    def _look(self, _: float) -> None:
        quiet = Clock.time() - self._stirred_at
        if self._stays_lit():
            self.stirred()
            quiet = 0.0
        if quiet < self._after:
            self._be("lit")
            self._look_in(self._after - quiet)
        elif quiet < self._after * DARK_AFTER:
            self._be("dimmed")
            self._look_in(self._after * DARK_AFTER - quiet)
        else:
            self._be("dark")
            self._look_in(self._after)

    def _look_in(self, seconds: float) -> None:
        self._next.cancel()
        if self._after:
            self._next.timeout = seconds
            self._next()

    def _be(self, state: State) -> None:
        self._state = state
        light = {"lit": self._light, "dimmed": min(self._light, DIMMED), "dark": 0.0}[state]
        shines = self._backlight is not None and self._backlight.shine(light)
        if state == "dark":
            self.veil = 1.0
        else:
            self.veil = 0.0 if shines else DARKEST_VEIL * (1 - light)
        self._switch_off.cancel()
        if shines:
            return
        if state == "dark":
            self._switch_off()
        else:
            self._power(on=True)

    def _power(self, *, on: bool) -> None:
        if self._outputs is not None and self._takes_all:
            self._outputs.power(on=on)
