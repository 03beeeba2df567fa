"""Brown Jenkin: Familiar, and his Power at enemies' Gates (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet, PowerSpent
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import JENKIN
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.pool import enter, pool
from companion.table.prompts import Count
from companion.table.script import Script, ask, yes
from companion.table.words import _

PRICE: Final = 2
BACK: Final = "familiar"
"""Mark: how often it was lost before it last came back."""


def come_back(state: CthulhuState, me: str) -> Script[None]:
    """Bring a lost one back for 2 Power as soon as its player has them; the player must pay."""
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


MOST_CULTISTS: Final = 20


def power_at_enemy_gate(state: CthulhuState, me: str) -> Script[list[tuple[str, int]]]:
    """Return 2 Power at an enemy's Gate in Gather Power, and 1 more per enemy Cultist there."""
    if not state.in_play(me, JENKIN):
        return []
    if not (yield from yes(state, f"brown_jenkin/{me}", me, _("Is Brown Jenkin at an enemy's Gate?"))):
        return []

    def build() -> Count:
        title = _("Enemy Cultists beside Brown Jenkin?")
        return Count(key=f"brown_jenkin/{me}/cultists", who=me, title=title, least=0, most=MOST_CULTISTS)

    return [(names.unit(me, JENKIN), 2 + int((yield from ask(state, build))))]


POWERS: Final = CardHooks(JENKIN, noticed=come_back, asks_gather=power_at_enemy_gate)
