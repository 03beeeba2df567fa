"""The Risen One, and Cthulhu, the Harbinger (reference 7, one source): where they awaken, and what ends the first."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.battle_state import Battle, Status
from companion.games.cthulhu_wars.model.neutral_cards import HARBINGER, RISEN_ONE
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.figures import lose
from companion.table.script import Script


def anywhere(state: CthulhuState, _me: str) -> list[str]:
    """Return all areas."""
    return list(state.board.areas)


def falls(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Eliminate it if its side has scored more Kills than the other."""
    if me not in battle.sides or battle.kills.get(me, 0) <= battle.kills.get(battle.foe(me), 0):
        return
    for figure in battle.figures:
        if (figure.owner, figure.unit) == (me, RISEN_ONE) and figure.status is not Status.GONE:
            yield from lose(state, battle, figure, Loss.ELIMINATED, me)


def counts(state: CthulhuState, me: str) -> Script[None]:
    """Count the awakening as that of a faction's own Great Old One, if its card says so."""
    yield from ()
    own = next((own for own in roster.card(me).kin if own.card == HARBINGER and own.counts), None)
    if own:
        state.record(CounterSet(me, own.counts, state.factions[me].marks.get(own.counts, 0) + 1))


POWERS: Final = (
    CardHooks(HARBINGER, at_gate=False, awakens_at=anywhere, awakened=counts),
    CardHooks(RISEN_ONE, battle_ends=falls),
)
