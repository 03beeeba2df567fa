"""Dark Demon (reference 7): everybody has one, in place of an Acolyte."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet, GateSet, PiecesLeft, RemovedFromGame
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import DARK_DEMON
from companion.games.cthulhu_wars.model.state import ACOLYTE, DEMON, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.common_questions import (
    gate_left,
    lost_cultists,
)
from companion.games.cthulhu_wars.rules.pool import enter, pool
from companion.table.script import Script
from companion.table.words import _


def everybody_gets_one(state: CthulhuState, me: str, _number: int) -> Script[bool]:
    """Place the buyer's Dark Demon, and give one to each other faction's Pool.

    Each other faction loses an Acolyte for good, one of its Pool first.
    """
    state.record(CounterSet(me, DEMON, 1))
    enter(state, me, DARK_DEMON, 1, _("comes with its Loyalty Card, anywhere"))
    for code in state.enemies(me):
        words = _("{faction}: a Dark Demon instead of an Acolyte").format(faction=names.faction(code))
        state.record(CounterSet(code, DEMON, 1, words))
        if not pool(state, code, ACOLYTE):
            if not state.on_map(code, ACOLYTE):
                continue
            gate = yield from gate_left(
                state, f"dark_demon/{code}/gate", code, told=lost_cultists(names.unit(code, DARK_DEMON))
            )
            state.record(PiecesLeft(code, ACOLYTE, 1, Loss.REMOVED, gate or "", me))
            if gate is not None:
                state.record(GateSet(gate, None))
        state.record(RemovedFromGame(code, ACOLYTE))
    return True


def gathers_less(state: CthulhuState, code: str) -> list[tuple[str, int]]:
    """Return what Dark Demons take off Gather Power: they give no Power."""
    number = state.in_play(code, DARK_DEMON)
    return [(names.unit(code, DARK_DEMON), -number)] if number > 0 else []


def first_the_demon(state: CthulhuState, me: str) -> tuple[str, str] | None:
    """Return its Recruit as the Action to take first while it is in the Pool, and what is said of all others."""
    waits = state.factions[me].marks.get(DEMON) and pool(state, me, DARK_DEMON) > 0
    return (f"recruit/{DARK_DEMON}", _("Recruit your Dark Demon first.")) if waits else None


POWERS: Final = CardHooks(
    DARK_DEMON, comes=everybody_gets_one, gathers_for_all=gathers_less, first_action=first_the_demon
)
