"""Father Dagon: his Combat, Tsunami, and his spellbook The Innsmouth Look (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import GateSet, PiecesLeft, PowerGained, RemovedFromGame
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, nothing_in_the_way
from companion.games.cthulhu_wars.model.neutral_cards import DAGON
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.neutral.drive_cultists import drive_cultists
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, has_book
from companion.games.cthulhu_wars.rules.common_questions import (
    gate_left,
    lost_cultists,
)
from companion.games.cthulhu_wars.rules.pool import pool
from companion.table.script import Script
from companion.table.words import N_, _

LOOK_POWER: Final = 6
AT_SEA: Final = 6
"""His Combat in an ocean."""


def dice(state: CthulhuState, battle: Battle, _side: str, number: int) -> int | None:
    """Return his dice in an ocean, or None on land, where the printed number counts."""
    area = state.board.areas.get(battle.area)
    return AT_SEA * number if area is not None and area.ocean else None


def innsmouth_look(state: CthulhuState, me: str) -> Script[None]:
    """Remove an own Acolyte from the game for 6 Power, with his spellbook."""
    if has_book(state, me, DAGON) and (state.on_map(me, ACOLYTE) or pool(state, me, ACOLYTE)):
        why = _(CARD_BOOKS[DAGON].name)
        if not pool(state, me, ACOLYTE):
            gate = yield from gate_left(state, f"innsmouth_look/{me}/gate", me, told=lost_cultists(why))
            state.record(PiecesLeft(me, ACOLYTE, 1, Loss.REMOVED, gate or "", by=me))
            if gate is not None:
                state.record(GateSet(gate, None))
        state.record(RemovedFromGame(me, ACOLYTE))
        state.record(PowerGained(me, LOOK_POWER, why))


POWERS: Final = CardHooks(
    DAGON,
    dice=dice,
    actions_in_play=(
        Action(
            "tsunami",
            N_("Tsunami"),
            1,
            nothing_in_the_way,
            drive_cultists("tsunami", N_("Tsunami: which coast?"), ocean=False, own=True),
            N_("All Cultists in a land area next to an ocean move to adjacent oceans."),
            great=True,
        ),
    ),
    doom_begins=innsmouth_look,
)
