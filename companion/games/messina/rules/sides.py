"""Who fights whom, and what happens if nobody does (reference 2.4, 2.7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.games.messina.model.state import Sides
from companion.games.messina.model.units import MessinaUnit
from companion.games.messina.rules.pairs import counted, draws


def by_agreement(factions: Sequence[str], agreement: Collection[str]) -> Sides:
    """Return the sides: those who pool, and the rest."""
    together = tuple(f for f in factions if f in agreement)
    return together, tuple(f for f in factions if f not in agreement)


def lone_stand(factions: Sequence[str], asked: Sequence[str], willing: Collection[str]) -> Sides | None:
    """Return the sides if the first asked who is willing stands alone; None if nobody is."""
    alone = next((faction for faction in asked if faction in willing), None)
    return None if alone is None else ((alone,), tuple(f for f in factions if f != alone))


def standoff_draws(units: Mapping[str, Iterable[MessinaUnit]]) -> dict[str, int]:
    """Cards against each faction: for every Unit of all the others that is not routed, a Mech two (2.7)."""
    each = {faction: draws(counted(own)) for faction, own in units.items()}
    everything = sum(each.values())
    return {faction: everything - own for faction, own in each.items()}
