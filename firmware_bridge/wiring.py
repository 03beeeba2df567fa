"""The wiring table of the settings file: which pin does what.

    {
      "buttons": {"roll": 17, "next": 27, "undo": 22, "faction:GC": 5},
      "lights": {"roll": 23, "next": 24, "faction:GC": 6},
      "colour": [12, 13, 19],
      "knob": [20, 21]
    }

Pins are Broadcom (GPIO) numbers, as gpiozero counts. A job is any word; `roll`, `next` and `undo` are what every
table has, `faction:...` is the button of one player. Buttons connect their pin to ground.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.errors import WiringError

__all__ = ["NO_WIRING", "Wiring", "wiring_from"]

_LAST_PIN: Final = 27
_KEYS: Final = ("buttons", "lights", "colour", "knob", "debounce_ms", "hold_s")
_PLEASE: Final = "Everything else works without it. Correct the wiring table in the settings."


@dataclass(frozen=True, slots=True)
class Wiring:
    """A checked wiring table.

    Attributes:
        buttons: job to pin.
        lights: job to the pin of that button's lamp.
        colour: pins of a red, green, blue lamp that shows who must act.
        knob: pins A and B of a rotary knob.
        debounce: seconds; a second press so soon is the contact, not a finger.
        hold: seconds until a press counts as held.
    """

    buttons: Mapping[str, int] = field(default_factory=dict)
    lights: Mapping[str, int] = field(default_factory=dict)
    colour: tuple[int, int, int] | None = None
    knob: tuple[int, int] | None = None
    debounce: float = 0.03
    hold: float = 1.0

    def pins(self) -> list[int]:
        """Every pin in use."""
        return [*self.buttons.values(), *self.lights.values(), *(self.colour or ()), *(self.knob or ())]


NO_WIRING: Final = Wiring()


def wiring_from(table: Mapping[str, object]) -> Wiring:
    """Check a wiring table as it stands in the settings.

    Raises:
        WiringError: an unknown key, a pin that does not exist, or one pin for two jobs; the message says which.
    """
    if unknown := [key for key in table if key not in _KEYS]:
        raise WiringError(f"The wiring table has “{unknown[0]}”, which means nothing here. {_PLEASE}")
    buttons, lights = _jobs(table, "buttons"), _jobs(table, "lights")
    colour, knob = _pins(table, "colour", 3), _pins(table, "knob", 2)
    wiring = Wiring(
        buttons,
        lights,
        (colour[0], colour[1], colour[2]) if colour else None,
        (knob[0], knob[1]) if knob else None,
        _number(table, "debounce_ms", 30, 1, 500) / 1000,
        _number(table, "hold_s", 1.0, 0.2, 10),
    )
    pins = wiring.pins()
    if doubled := [pin for pin in pins if pins.count(pin) > 1]:
        raise WiringError(f"The wiring table gives pin {doubled[0]} to two things. {_PLEASE}")
    return wiring


def _jobs(table: Mapping[str, object], key: str) -> dict[str, int]:
    jobs = table.get(key, {})
    if not isinstance(jobs, Mapping):
        raise WiringError(f"“{key}” in the wiring table must name a pin for each job. {_PLEASE}")
    return {str(job): _pin(pin) for job, pin in jobs.items()}


def _pins(table: Mapping[str, object], key: str, count: int) -> list[int]:
    pins = table.get(key)
    if pins is None:
        return []
    if not isinstance(pins, list | tuple) or len(pins) != count:
        raise WiringError(f"“{key}” in the wiring table needs {count} pins. {_PLEASE}")
    return [_pin(pin) for pin in pins]


def _pin(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LAST_PIN:
        return value
    raise WiringError(f"The wiring table names pin “{value}”; pins are the GPIO numbers 0 to {_LAST_PIN}. {_PLEASE}")


def _number(table: Mapping[str, object], key: str, default: float, low: float, high: float) -> float:
    value = table.get(key, default)
    if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
        return float(value)
    raise WiringError(f"“{key}” in the wiring table must be a number from {low:g} to {high:g}. {_PLEASE}")
