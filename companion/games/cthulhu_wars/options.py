"""Table settings: rules on which the sources disagree, the printed rule first (reference section 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PRINTED: Final = "printed"
OTHER: Final = "other"


@dataclass(frozen=True)
class TableOption:
    """One setting. `values` maps each choice to what people read; the first is the default."""

    title: str
    values: dict[str, str]


OPTIONS: Final = {
    "D3": TableOption(
        "30 Doom reached in the Action Phase",
        {PRINTED: "The game ends after the current player's turn", OTHER: "The game ends at once"},
    ),
    "D4": TableOption("One battle in an area", {PRINTED: "per turn of a player", OTHER: "per Action Phase"}),
    "D8": TableOption(
        "A Kill that an ability cancels",
        {PRINTED: "counts for Great Cthulhu's spellbooks", OTHER: "does not count"},
    ),
    "D9": TableOption(
        "A Ghoul hidden by Invisibility", {PRINTED: "may be called by Necrophagy", OTHER: "may not be called"}
    ),
    "D28": TableOption(
        "Unlimited Actions at 0 Power", {PRINTED: "allowed while it is still your turn", OTHER: "not allowed"}
    ),
}


def chosen(options: dict[str, str], key: str) -> str:
    """The setting in force."""
    return options.get(key, PRINTED)
