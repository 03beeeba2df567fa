"""Brown Jenkin: Familiar (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet, PowerSpent
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import JENKIN
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.pool import enter, pool
from companion.table.script import Script
from companion.table.words import _

PRICE: Final = 2
BACK: Final = "familiar"
"""Mark: how often it was lost before it last came back."""


def familiar(state: CthulhuState, me: str) -> Script[None]:
    """Killed or Eliminated, it comes back as soon as its player has 2 Power, who must pay them; no Action."""
    yield from ()
    faction = state.factions[me]
    lost = faction.lost.get(JENKIN, 0)
    if lost <= faction.marks.get(BACK, 0) or not pool(state, me, JENKIN):
        return
    if faction.power < PRICE or not state.gates_of(me):
        return
    state.record(CounterSet(me, BACK, lost))
    state.record(PowerSpent(me, PRICE, names.unit(me, JENKIN)))
    enter(state, me, JENKIN, 1, _("comes back at a controlled Gate"))


POWERS: Final = CardHooks(JENKIN, noticed=familiar)
