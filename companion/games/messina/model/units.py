"""Kinds of Units (reference 2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

CIVILIAN: Final = "civilian"
WORKER: Final = "worker"
INFANTRY: Final = "infantry"
BOMBER: Final = "bomber"
FIGHTER: Final = "fighter"
MECH: Final = "mech"

KINDS: Final = (CIVILIAN, WORKER, INFANTRY, BOMBER, FIGHTER, MECH)
SUPPORT: Final = (INFANTRY, FIGHTER, BOMBER, MECH, CIVILIAN)
"""Kinds that can lend strength from elsewhere; a Worker is tied to its Utility."""
PUBLISHED: Final = (INFANTRY, BOMBER, FIGHTER, MECH)
"""Kinds whose strength is only from the published list, so that tables may use another (reference 2.1)."""

STRENGTH: Final[dict[str, int]] = {CIVILIAN: 1, WORKER: 1, INFANTRY: 2, BOMBER: 3, FIGHTER: 4, MECH: 5}
"""Civilian and Worker are certain; the others are the published list and may be set otherwise (reference 2.1)."""

CIVIL: Final = frozenset({CIVILIAN, WORKER})
GROUND: Final = frozenset({CIVILIAN, WORKER, INFANTRY, MECH})
STACKING: Final = 5
"""Military Units in one space; Workers are not counted (reference 2.1)."""


class MessinaUnit(Struct, frozen=True):
    """One Unit of a battle.

    Args:
        id: like `red.infantry.1`.
        faction: whose it is.
        kind: one of `KINDS`.
        support: it lends strength from elsewhere instead of standing at the site.
        routed: it lost a battle earlier in this Round and counts for nothing.
    """

    id: str
    faction: str
    kind: str
    support: bool = False
    routed: bool = False


def strength(units: Iterable[MessinaUnit], values: Mapping[str, int] = STRENGTH) -> int:
    """Strength of Units that are not routed, at the site and in support alike (reference 2.5)."""
    return sum(values[unit.kind] for unit in units if not unit.routed)


def military(unit: MessinaUnit, reading: str = "yes") -> bool:
    """Return whether a Unit can be given up where a card takes a Military Unit (reference 2.6, B3: a ruling).

    Args:
        unit: the Unit.
        reading: Civilians and Workers count (`yes`), only Civilians off a Utility (`civilians`), neither (`no`).
    """
    return unit.kind not in CIVIL or reading == "yes" or (reading == "civilians" and unit.kind == CIVILIAN)


def human(kind: str, ai: bool = False) -> bool:
    """Return whether a kind is human: no Mechs, and of the AI faction only Civilians and Workers (reference 2.1)."""
    return kind in CIVIL if ai else kind != MECH
