"""What Chance Cards do after the battle, and how they are dealt to pooled factions (reference 2.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")


class ChanceCard(Struct, frozen=True):
    """The fields of a Chance Card that matter for damage.

    Args:
        faction: named bottom right, or nobody.
        square: that name stands in a red square.
        civ: it shows the red Civ.
    """

    faction: str = ""
    square: bool = False
    civ: bool = False


class ChanceEffect(Struct, frozen=True):
    """What a card does to the faction it was drawn against.

    Args:
        unit: it costs one Unit, of the owner's choice.
        utility: it also damages a Utility, of the victor's choice.
        civ: it costs one Civilian or Worker.
    """

    unit: bool
    utility: bool
    civ: bool

    @property
    def nothing(self) -> bool:
        """Whether the card does nothing at all."""
        return not (self.unit or self.civ)


def against_loser(card: ChanceCard, faction: str) -> ChanceEffect:
    """Effect on a loser at the site: the red square makes it a Utility's damage, too (2.6, B3)."""
    named = card.faction == faction
    return ChanceEffect(named, named and card.square, card.civ)


def against_support(card: ChanceCard, faction: str) -> ChanceEffect:
    """Effect on a losing supporter; no Utility is damaged (2.6, C)."""
    return ChanceEffect(card.faction == faction, False, card.civ)


def dealing_order(seats: Sequence[str], initiator: str, backward: bool, pool: Sequence[str]) -> list[str]:
    """In which order a pooled side is dealt its cards: from the initiator round the table (2.6, pooled factions)."""
    start = seats.index(initiator)
    step = -1 if backward else 1
    round_table = [seats[(start + step * n) % len(seats)] for n in range(len(seats))]
    return [seat for seat in round_table if seat in pool]


def deal(cards: Sequence[T], order: Sequence[str]) -> dict[str, list[T]]:
    """Deal cards one at a time, before anybody looks at them."""
    return {faction: list(cards[place :: len(order)]) for place, faction in enumerate(order)}
