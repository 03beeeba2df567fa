"""The wiring table of the settings file: which pin does what.

    {
      "buttons": {"roll": 17, "next": 27, "undo": 22, "player:GC": 5},
      "lights": {"roll": 23, "next": 24, "player:GC": 6},
      "colour": [12, 13, 19],
      "knob": [20, 21]
    }

Pins are Broadcom (GPIO) numbers, as gpiozero counts. A job is `roll`, `next`, `undo`, or `player:...`, the button of
one player. Buttons connect their pin to ground.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, TypeAlias

import msgspec

from firmware_bridge.errors import WiringError
from firmware_bridge.words import N_, _

__all__ = ["NO_WIRING", "PLAYER", "Wiring", "wiring_from"]

Pin: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=27)]

PLAYER: Final = "player:"
"""The beginning of the job of a player's own button."""
_EVERYBODYS: Final = ("roll", "next", "undo")
_BEFORE: Final = "faction:"
"""The same beginning up to version 0.2."""

_PLEASE: Final = N_("Everything else works without it. Correct the wiring table in the settings.")
_JOBS: Final = N_(
    "“{key}” in the wiring table must name a pin for each job; pins are the GPIO numbers 0 to 27, not {value}. {please}"
)
_NEEDS: Final = {
    "buttons": _JOBS,
    "lights": _JOBS,
    "colour": N_("“{key}” in the wiring table needs 3 pins; pins are the GPIO numbers 0 to 27, not {value}. {please}"),
    "knob": N_("“{key}” in the wiring table needs 2 pins; pins are the GPIO numbers 0 to 27, not {value}. {please}"),
    "debounce_ms": N_("“{key}” in the wiring table must be a number from 1 to 500, not {value}. {please}"),
    "hold_s": N_("“{key}” in the wiring table must be a number from 0.2 to 10, not {value}. {please}"),
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
        WiringError: an unknown key or job, a pin that does not exist, one pin for two jobs or two for one; the message
            says which, and what is likely meant.
    """
    please = _(_PLEASE)
    table = {key: _as_now(value) for key, value in table.items()}
    for key, value in table.items():
        if key not in _NEEDS:
            raise _unknown(key, tuple(_NEEDS))
        try:
            msgspec.convert({key: value}, Wiring)
        except msgspec.ValidationError as error:
            raise WiringError(_(_NEEDS[key]).format(key=key, value=str(value)[:60], please=please)) from error
    wiring = msgspec.convert(table, Wiring)
    for job in (*wiring.buttons, *wiring.lights):
        if job not in _EVERYBODYS and not job.startswith(PLAYER):
            raise _unknown(job, (*_EVERYBODYS, PLAYER))
    pins = wiring.pins()
    if doubled := [pin for pin in pins if pins.count(pin) > 1]:
        raise WiringError(
            _("The wiring table gives pin {pin} to two things. {please}").format(pin=doubled[0], please=please)
        )
    return wiring


def _unknown(word: str, known: Sequence[str]) -> WiringError:
    # Tables are mostly right.
    import difflib

    near = [_("Did you mean “{near}”?").format(near=name) for name in difflib.get_close_matches(word, known, 1)]
    return WiringError(
        _("The wiring table has “{key}”, which is not a known name. {please}").format(
            key=word[:40], please=" ".join([*near, _(_PLEASE)])
        )
    )


def _as_now(jobs: object) -> object:
    """Return the jobs of a table by their names of today."""
    if not isinstance(jobs, dict):
        return jobs
    named: dict[object, object] = {}
    for job, pin in jobs.items():
        now = f"{PLAYER}{job[len(_BEFORE) :]}" if isinstance(job, str) and job.startswith(_BEFORE) else job
        if now in named:
            raise WiringError(
                _("The wiring table names “{job}” twice. {please}").format(job=str(now)[:60], please=_(_PLEASE))
            )
        named[now] = pin
    return named
