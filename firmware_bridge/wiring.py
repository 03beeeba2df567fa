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
from typing import Annotated, Final, TypeAlias

import msgspec

from firmware_bridge.errors import WiringError

__all__ = ["NO_WIRING", "Wiring", "wiring_from"]

Pin: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=27)]

_PLEASE: Final = "Everything else works without it. Correct the wiring table in the settings."
_JOBS: Final = "must name a pin for each job"
_PINS: Final = "; pins are the GPIO numbers 0 to 27"
_NEEDS: Final = {
    "buttons": _JOBS + _PINS,
    "lights": _JOBS + _PINS,
    "colour": "needs 3 pins" + _PINS,
    "knob": "needs 2 pins" + _PINS,
    "debounce_ms": "must be a number from 1 to 500",
    "hold_s": "must be a number from 0.2 to 10",
}


class Wiring(msgspec.Struct, frozen=True):
    """A checked wiring table.

    Attributes:
        buttons: job to pin.
        lights: job to the pin of that button's lamp.
        colour: pins of a red, green, blue lamp that shows who must act.
        knob: pins A and B of a rotary knob.
        debounce_ms: milliseconds; a second press so soon is the contact, not a finger.
        hold_s: seconds until a press counts as held.
    """

    buttons: dict[str, Pin] = {}
    lights: dict[str, Pin] = {}
    colour: tuple[Pin, Pin, Pin] | None = None
    knob: tuple[Pin, Pin] | None = None
    debounce_ms: Annotated[float, msgspec.Meta(ge=1, le=500)] = 30
    hold_s: Annotated[float, msgspec.Meta(ge=0.2, le=10)] = 1.0

    def pins(self) -> list[int]:
        """Every pin in use."""
        return [*self.buttons.values(), *self.lights.values(), *(self.colour or ()), *(self.knob or ())]


NO_WIRING: Final = Wiring()


def wiring_from(table: Mapping[str, object]) -> Wiring:
    """Check a wiring table as it stands in the settings.

    Raises:
        WiringError: an unknown key, a pin that does not exist, or one pin for two jobs; the message says which.
    """
    for key, value in table.items():
        if key not in _NEEDS:
            raise WiringError(f"The wiring table has “{key}”, which means nothing here. {_PLEASE}")
        try:
            msgspec.convert({key: value}, Wiring)
        except msgspec.ValidationError as error:
            raise WiringError(f"“{key}” in the wiring table {_NEEDS[key]}, not {str(value)[:60]}. {_PLEASE}") from error
    wiring = msgspec.convert(dict(table), Wiring)
    pins = wiring.pins()
    if doubled := [pin for pin in pins if pins.count(pin) > 1]:
        raise WiringError(f"The wiring table gives pin {doubled[0]} to two things. {_PLEASE}")
    return wiring
