"""Symbols of units: names of the drawings that screens show for them (`layouts/symbols`)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model.neutral_cards import BROUGHT, CARDS, HIGH_PRIEST, LIKE_FACTIONS, PRIESTS
from companion.games.cthulhu_wars.model.roster import FACTIONS, card
from companion.games.cthulhu_wars.model.units import Rank

_RANKS: Final = {
    Rank.GOO: "great-old-one",
    Rank.TERROR: "terror",
    Rank.MONSTER: "monster",
    Rank.CULTIST: "cultist",
}

_NEUTRAL: Final = frozenset((*CARDS, *(unit.id for unit in BROUGHT.values())))


def symbol(code: str, unit_id: str) -> str:
    """Return the symbol of a unit of a faction: its silhouette, or that of its rank.

    Acolytes and High Priests share the family's hood and mitre, and so do units of own factions the symbol of their
    rank, unless their file names another one.
    """
    unit = card(code).unit(unit_id)
    if unit.symbol:
        return unit.symbol
    if unit_id == HIGH_PRIEST or unit_id in PRIESTS:
        return "high-priest"
    drawn = unit_id in _NEUTRAL or (FACTIONS.is_of_the_box(code) and unit.rank is not Rank.CULTIST)
    return neutral_symbol(unit_id) if drawn else _RANKS[unit.rank]


def largest(code: str) -> str:
    """Return the symbol of the largest unit of a faction."""
    return symbol(code, card(code).units[-1].id)


def neutral_symbol(card_id: str) -> str:
    """Return the silhouette of the unit of a neutral card; some look like a faction's."""
    like = card_id.removesuffix("_free") if card_id in LIKE_FACTIONS else card_id
    return f"unit-{like.replace('_', '-')}"
