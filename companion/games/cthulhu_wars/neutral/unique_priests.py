"""Unique High Priests (reference 7, one source): choosing one, and Eliminating him for what he does."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import PRIESTS, UNIQUE_PRIESTS
from companion.games.cthulhu_wars.model.state import PRIEST, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.rules.common_questions import (
    gate_left,
    lost_unit,
)
from companion.games.cthulhu_wars.rules.losses import lose_unit
from companion.games.cthulhu_wars.rules.pool import chosen_priest, has_priest
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import _

WORTH: Final = 3
"""What a unit that Asenath Waite brings may cost, and all that Crawford Tillinghast brings together."""


def free_priests(state: CthulhuState) -> list[str]:
    """Return the Unique High Priests that nobody has chosen."""
    taken = {chosen_priest(state, code) for code in state.seats}
    return [name for name in PRIESTS if name not in taken]


def may_choose(state: CthulhuState, me: str) -> bool:
    """Return whether a faction's next High Priest may be a Unique one that it has still to choose."""
    return UNIQUE_PRIESTS in state.neutral and has_priest(state, me) and not chosen_priest(state, me)


def choose(state: CthulhuState, me: str) -> Script[str | None]:
    """Ask for a Unique High Priest; the first choice holds for the game.

    No other faction may have that one.
    """

    def build() -> Choose:
        check = _("Check your card.")
        options = tuple(
            Option(name, names.unit_of(PRIESTS[name].unit), detail=f"{_(PRIESTS[name].text)} {check}")
            for name in free_priests(state)
        )
        title, text = _("Which Unique High Priest?"), _("You can have only one in the whole game.")
        return Choose(
            key="unique_priest",
            who=me,
            title=title,
            text=text,
            rule=UNIQUE_PRIESTS,
            options=options,
            automatic=False,
        )

    name = yield from pick_one(state, build)
    if name is not None:
        words = _("{faction}: {unit} is the Unique High Priest").format(
            faction=names.faction(me), unit=names.unit_of(PRIESTS[name].unit)
        )
        state.record(CounterSet(me, f"{PRIEST}{name}", 1, words))
    return name


def give_up(state: CthulhuState, me: str, priest: str) -> Script[bool]:
    """Eliminate him for what he does; return whether he was still there."""
    if not state.on_map(me, priest):
        # The table has taken him off by a correction meanwhile.
        return False
    gate = yield from gate_left(state, f"{priest}/gate", me, told=lost_unit(me, priest), unit=priest)
    yield from lose_unit(state, me, priest, Loss.ELIMINATED, gate or "", me, on_gate=gate is not None)
    return True
