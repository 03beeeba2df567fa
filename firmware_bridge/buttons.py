"""Arcade buttons, their lamps and a rotary knob on the pins of a Raspberry Pi, through gpiozero.

gpiozero calls back in threads of its own; here a callback puts one event into a queue and does nothing else. Nothing
that is raised there reaches those threads. Without such hardware everything still works: `Buttons.open` then says so,
and no event ever comes.
"""

from __future__ import annotations

import contextlib
import logging
import re
import tempfile
import time
import warnings
from collections.abc import Callable
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from firmware_bridge.errors import PinError, WiringError
from firmware_bridge.event_queue import EventQueue
from firmware_bridge.wiring import NO_WIRING, PLAYER, Wiring
from firmware_bridge.words import _, n_

if TYPE_CHECKING:
    from gpiozero.pins import Factory  # type: ignore[import-untyped, unused-ignore]

__all__ = ["ButtonEvent", "ButtonMoved", "ButtonPressed", "Buttons", "ButtonsState", "KnobTurned"]

HOLDERS: Final = {
    2: "I2C",
    3: "I2C",
    4: "1-Wire",
    7: "SPI",
    8: "SPI",
    9: "SPI",
    10: "SPI",
    11: "SPI",
    14: "UART",
    15: "UART",
}
"""The interfaces of a Raspberry Pi by the pins that they take once they are switched on (raspi-config, `dtparam`)."""

_log = logging.getLogger(__name__)

_COLOUR = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")


class ButtonMoved(Struct, frozen=True):
    """A button went down or up; the page that tests buttons shows it."""

    job: str
    down: bool


class ButtonPressed(Struct, frozen=True):
    """A button was pressed, short or long.

    Attributes:
        held: pressed for as long as the wiring's `hold_s`. A press is told when the finger leaves, or, held, at that
            moment; so a held press is never a short one first.
    """

    job: str
    held: bool


class KnobTurned(Struct, frozen=True):
    """The knob was turned by a number of clicks; clockwise is positive."""

    clicks: int


ButtonEvent = ButtonMoved | ButtonPressed | KnobTurned


class ButtonsState(Struct, frozen=True):
    """Whether there are buttons, in a sentence for the hardware page.

    Attributes:
        ready: pins are open and watched.
        jobs: the buttons that exist.
    """

    ready: bool
    sentence: str
    jobs: tuple[str, ...] = ()


class Buttons(EventQueue[ButtonEvent]):
    """The buttons and lamps of one wiring table.

    Args:
        wiring: which pin does what.
        factory: gpiozero's pin factory; None takes the one of this machine (lgpio on a Pi 5).
        wake: called in gpiozero's thread after each event; it may only signal another thread.
        clock: seconds, for debouncing.
    """

    def __init__(
        self,
        wiring: Wiring = NO_WIRING,
        factory: Factory | None = None,
        wake: Callable[[], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(wake)
        self._wiring = wiring
        self._factory = factory
        self._clock = clock
        self._devices: list[Any] = []
        self._lamps: dict[str, Any] = {}
        self._colour: Any = None
        self._lock = Lock()
        # What is pressed now; a timer until it counts as held.
        self._down: dict[str, Timer | None] = {}
        self._last_press: dict[str, float] = {}
        self._taking = 0
        self.state = ButtonsState(False, _("No buttons: the wiring table in the settings is empty."))

    def open(self) -> ButtonsState:
        """Take the pins.

        Returns:
            What there is. No hardware is a state, not an error.

        Raises:
            WiringError: a pin that this board does not have, or that cannot do what is asked of it.
            PinError: a pin that cannot be taken, and what may hold it.
        """
        if not self._wiring.pins():
            return self.state
        import gpiozero
        import gpiozero.exc

        try:
            factory = self._factory or _factory_of_this_machine()
        except Exception as error:  # noqa: BLE001 - each library for pins has errors of its own
            self.state = ButtonsState(
                False,
                _("No buttons: this computer has no GPIO pins ({why}). Everything else works.").format(why=error),
            )
            return self.state
        try:
            self._take(gpiozero, factory)
        except (
            gpiozero.exc.PinInvalidPin,
            gpiozero.exc.PinUnsupported,
            gpiozero.exc.PinPWMUnsupported,
        ) as error:
            self.close()
            raise WiringError(
                _(
                    "The wiring table does not fit this board ({why}). Everything else works without buttons. "
                    "Correct the table in the settings."
                ).format(why=error)
            ) from error
        except Exception as error:
            # Whatever it raises: that of lgpio is a child of Exception, and gpiozero hands it on as it is.
            pin = self._taking
            self.close()
            raise PinError(_taken(pin, error)) from error
        jobs = tuple(self._wiring.buttons)
        ready = n_("{n} button ready.", "{n} buttons ready.", len(jobs)).format(n=len(jobs))
        self.state = ButtonsState(True, ready, jobs)
        return self.state

    def close(self) -> None:
        """Let the pins go; lamps go out."""
        with self._lock:
            for timer in self._down.values():
                if timer is not None:
                    timer.cancel()
            self._down.clear()
        for device in self._devices:
            try:
                device.close()
            except Exception:  # noqa: BLE001 - one that does not let go must not keep the others
                _log.exception("a pin cannot be let go")
        self._devices.clear()
        self._lamps.clear()
        self._colour = None
        self.state = ButtonsState(False, _("The buttons are closed."))

    def __enter__(self) -> Buttons:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- lamps ----

    def light(self, job: str, on: bool) -> None:
        """Set the lamp of a button; without such a lamp nothing happens.

        Args:
            job: as in the wiring table.
            on: whether it is lit.
        """
        if (lamp := self._lamps.get(job)) is not None:
            lamp.value = on

    def show_turn(self, colour: str | None, job: str | None = None) -> None:
        """Show who must act: their colour on the coloured lamp, and of all players' buttons only theirs lit.

        Args:
            colour: `#rrggbb`, or None for dark.
            job: that player's own button, if they have one.

        Raises:
            ValueError: no such colour.
        """
        match = _COLOUR.fullmatch(colour) if colour is not None else None
        if colour is not None and match is None:
            raise ValueError(f"not a colour: {colour!r}")
        if self._colour is not None:
            self._colour.color = tuple(int(part, 16) / 255 for part in match.groups()) if match else (0, 0, 0)
        for name in self._lamps:
            if name.startswith(PLAYER):
                self.light(name, name == job)

    # ---- inside; the callbacks run in gpiozero's threads ----

    def _take(self, gpiozero: Any, factory: Any) -> None:
        wiring = self._wiring
        if not issubclass(factory.pin_class, _SteadyPin):
            factory.pin_class = type("SteadyPin", (_SteadyPin, factory.pin_class), {})
        for pin in wiring.pins():
            # One by one, so that the one that is refused is known.
            self._taking = pin
            factory.pin(pin)
        for job, pin in wiring.buttons.items():
            self._taking = pin
            # A `gpiozero.Button` has a thread that looks ten times a second whether it is held, and that a close waits
            # for; a press in that moment raises.
            button = gpiozero.DigitalInputDevice(
                pin, pull_up=True, bounce_time=wiring.debounce_ms / 1000, pin_factory=factory
            )
            self._devices.append(button)
            button.when_activated = lambda job=job: self._pressed(job)
            button.when_deactivated = lambda job=job: self._released(job)
        for job, pin in wiring.lights.items():
            self._taking = pin
            self._lamps[job] = gpiozero.LED(pin, pin_factory=factory)
            self._devices.append(self._lamps[job])
        if wiring.colour is not None:
            self._taking = wiring.colour[0]
            self._colour = gpiozero.RGBLED(*wiring.colour, pin_factory=factory)
            self._devices.append(self._colour)
        if wiring.knob is not None:
            self._taking = wiring.knob[0]
            knob = gpiozero.RotaryEncoder(*wiring.knob, max_steps=0, pin_factory=factory)
            self._devices.append(knob)
            knob.when_rotated_clockwise = lambda: self._emit(KnobTurned(1))
            knob.when_rotated_counter_clockwise = lambda: self._emit(KnobTurned(-1))

    def _pressed(self, job: str) -> None:
        now = self._clock()
        if now - self._last_press.get(job, -1e9) < self._wiring.debounce_ms / 1000:
            return
        self._last_press[job] = now
        timer = Timer(self._wiring.hold_s, lambda: self._was_held(job, timer))
        timer.daemon = True
        with self._lock:
            self._down[job] = timer
            self._emit(ButtonMoved(job, True))
        timer.start()

    def _released(self, job: str) -> None:
        with self._lock:
            if job not in self._down:
                return
            timer = self._down.pop(job)
            self._emit(ButtonMoved(job, False))
            if timer is not None:
                timer.cancel()
                self._emit(ButtonPressed(job, held=False))

    def _was_held(self, job: str, timer: Timer) -> None:
        with self._lock:
            if self._down.get(job) is timer:
                self._down[job] = None
                self._emit(ButtonPressed(job, held=True))


class _SteadyPin:
    """A mix-in for gpiozero's pins: no exception in a callback ends the thread that calls it.

    lgpio has one thread for all pins; once that has ended, no button works until the companion is started again. And
    gpiozero raises by itself where a contact moves while its pin is let go.
    """

    _stumbled = False

    def _call_when_changed(self, *args: Any, **named: Any) -> None:
        try:
            super()._call_when_changed(*args, **named)  # type: ignore[misc]
        except Exception:  # noqa: BLE001 - whatever it is, the other buttons go on
            if not self._stumbled:
                self._stumbled = True
                _log.exception("a change of pin %s was lost; further ones are not written down", self)


def _taken(pin: int, error: Exception) -> str:
    """Return what people are told of a pin that could not be taken."""
    if pin in HOLDERS:
        said = _(
            "No buttons: pin {pin} cannot be used ({why}). {holder} takes it when it is switched on (pins {pins}). "
            "Everything else works without buttons. Wire another pin, or switch {holder} off: sudo raspi-config."
        )
    else:
        said = _(
            "No buttons: pin {pin} cannot be used ({why}). Everything else works without buttons. Close other "
            "programs that use the pins, and see that this user is in the group gpio."
        )
    holder = HOLDERS.get(pin, "")
    pins = ", ".join(str(one) for one, whose in HOLDERS.items() if whose == holder)
    return said.format(pin=pin, why=str(error) or type(error).__name__, holder=holder, pins=pins)


def _factory_of_this_machine() -> Any:
    from gpiozero import Device
    from gpiozero.exc import PinFactoryFallback

    # lgpio makes a pipe where the program stands while it is imported, and opens it; then the pipe may go.
    with warnings.catch_warnings(), tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        # gpiozero warns once for each kind of pins that this machine has not; the outcome is all we need.
        warnings.simplefilter("ignore", PinFactoryFallback)
        Device.ensure_pin_factory()
    return Device.pin_factory
