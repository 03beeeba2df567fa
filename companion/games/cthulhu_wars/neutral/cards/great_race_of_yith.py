"""Great Race of Yith: Power for captured Cultists (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.neutral_cards import YITH
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks


def captives_power(state: CthulhuState, me: str) -> list[tuple[str, int]]:
    """Return 1 Power for each captured Cultist."""
    if not state.in_play(me, YITH):
        return []
    captives = (
        number
        for owner, held in state.factions[me].captives.items()
        for unit, number in held.items()
        if roster.card(owner).unit(unit).rank is Rank.CULTIST
    )
    return [(names.unit(me, YITH), sum(captives))]


POWERS: Final = CardHooks(YITH, gathers=captives_power)
