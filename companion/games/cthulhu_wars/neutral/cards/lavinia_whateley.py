"""Lavinia Whateley: she makes a Great Old One cheaper (reference 7, one source)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model.neutral_cards import LAVINIA
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.neutral.unique_priests import give_up
from companion.games.cthulhu_wars.rules.pool import chosen_priest, cultists_on_map, priests_on_map
from companion.table.script import Script, yes
from companion.table.words import _

LESS: Final = 3
"""What a Great Old One costs less by Lavinia Whateley."""


def less(state: CthulhuState, me: str, cultists: int = 0, priests: int = 0) -> int:
    """Return what Lavinia Whateley can take off a Great Old One's cost now.

    `cultists` or `priests` must be given up besides.
    """
    if chosen_priest(state, me) != LAVINIA or state.on_map(me, LAVINIA) <= 0:
        return 0
    return LESS if cultists_on_map(state, me) > cultists and priests_on_map(state, me) > priests else 0


def offer_lavinia(
    state: CthulhuState, me: str, cost: int, cultists: int = 0, priests: int = 0, more: int = 0
) -> Script[int]:
    """Offer to Eliminate Lavinia Whateley for 3 Power less.

    She is Eliminated without a question if there is not enough Power without her. Return what is then to be paid, below
    0 if it is gained.

    Args:
        cultists: how many Cultists must go for the awakening.
        priests: how many High Priests must.
        more: what is still to be paid besides, because of the area.
    """
    if not less(state, me, cultists, priests):
        return cost
    title = _("Eliminate Lavinia Whateley?")
    text = (
        _("The Great Old One then costs {cost} Power.").format(cost=cost - LESS)
        if cost >= LESS
        else _("You then gain {power} Power.").format(power=LESS - cost)
    )
    enough = state.factions[me].power >= cost + more
    if enough and not (yield from yes(state, "lavinia_whateley", me, title, text=text)):
        return cost
    return cost - LESS if (yield from give_up(state, me, LAVINIA)) else cost


POWERS: Final = CardHooks(LAVINIA, cheaper=less, offers_cheaper=offer_lavinia)
