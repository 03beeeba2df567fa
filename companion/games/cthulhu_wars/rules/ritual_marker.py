"""The marker of the Ritual track: what a Ritual costs, and moving on (reference 1.1)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import RitualAdvanced
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.table.state import Notice
from companion.table.words import _

MOST: Final = 5
"""What a Ritual costs at most with one of the cards."""


def ritual_cost(state: CthulhuState, me: str) -> int:
    """Return what a Ritual costs a faction.

    It is the number under the marker, unless the faction's own rules, or a card with a most, say otherwise.
    """
    cost = roster.card(me).ritual_cost(state, me)
    return min(cost, MOST) if state.in_play(me, "rhan_tegoth_free") else cost


def advance(state: CthulhuState, me: str) -> None:
    """Move the marker a step; past the last number it is Instant Death."""
    instant_death = state.instant_death
    state.record(RitualAdvanced(me))
    if state.instant_death and not instant_death:
        in_doom_phase = state.phase is Phase.DOOM
        words = _("Instant Death: the game ends with this Doom Phase") if in_doom_phase else _("Instant Death")
        state.record(Notice(me, words))
