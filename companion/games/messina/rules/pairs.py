"""Killing Pairs, and the cards that Units without a pair draw (reference 2.6, B2 and B3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.messina.model.units import BOMBER, CIVILIAN, FIGHTER, INFANTRY, MECH, WORKER, MessinaUnit

VICTIMS: Final = {
    INFANTRY: frozenset({CIVILIAN, WORKER}),
    MECH: frozenset({CIVILIAN, WORKER, INFANTRY}),
    FIGHTER: frozenset({CIVILIAN, WORKER, INFANTRY, BOMBER, MECH}),
}
"""What a pair of each kind may destroy, the choosiest first."""


def counted(units: Iterable[MessinaUnit]) -> Counter[str]:
    """Units that are not routed, by kind."""
    return Counter(unit.kind for unit in units if not unit.routed)


def pairs(kinds: Mapping[str, int]) -> dict[str, int]:
    """Return how many pairs each kind forms, over site, support and all allied factions."""
    return {kind: kinds.get(kind, 0) // 2 for kind in VICTIMS}


def unpaired(kinds: Mapping[str, int], formed: Mapping[str, int]) -> dict[str, int]:
    """Units that are in no pair."""
    left = {kind: number - 2 * formed.get(kind, 0) for kind, number in kinds.items()}
    return {kind: number for kind, number in left.items() if number}


def draws(kinds: Mapping[str, int]) -> int:
    """Cards drawn for these Units: a Mech two, every other one (reference 2.6, B3)."""
    return sum(number * (2 if kind == MECH else 1) for kind, number in kinds.items())
