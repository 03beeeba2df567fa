"""Rules on which the sources disagree, the printed rule first (reference section 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.cthulhu_wars.roster import FACTIONS
from companion.table.rulings import Ruling, Rulings

PRINTED: Final = "printed"
OTHER: Final = "other"


COMMON: Final = {
    "D2": Ruling(
        "Two players",
        {PRINTED: "One faction each, with rules of its own", OTHER: "Two factions each on the 4-player map"},
    ),
    "D3": Ruling(
        "30 Doom reached in the Action Phase",
        {PRINTED: "The game ends after the current player's turn", OTHER: "The game ends at once"},
    ),
    "D4": Ruling("One battle in an area", {PRINTED: "per turn of a player", OTHER: "per Action Phase"}),
    "D28": Ruling(
        "Unlimited Actions at 0 Power", {PRINTED: "allowed while it is still your turn", OTHER: "not allowed"}
    ),
    "D39": Ruling(
        "Two players: a unit that is Removed, not Eliminated",
        {PRINTED: "gives the other player no Doom", OTHER: "gives the other player Doom"},
    ),
}
"""Those of the rules that all factions share."""


def rulings() -> Rulings:
    """All of them, those of the factions too, in the order in which they are asked for."""
    own = (faction.rulings for faction in FACTIONS.values())
    found = {key: point for points in (COMMON, *own) for key, point in points.items()}
    return Rulings(sorted(found.items(), key=lambda item: (len(item[0]), item[0])))


def ruling(chosen: Mapping[str, str], key: str) -> str:
    """The reading in force."""
    return rulings().in_force(chosen, key)
