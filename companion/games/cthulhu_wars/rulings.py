"""Rules on which the sources disagree, the printed rule first (reference section 8)."""

from __future__ import annotations

from typing import Final

from companion.table.rulings import Ruling, Rulings

PRINTED: Final = "printed"
OTHER: Final = "other"


RULINGS: Final = Rulings(
    {
        "D2": Ruling(
            "Two players",
            {PRINTED: "One faction each, with rules of its own", OTHER: "Two factions each on the 4-player map"},
        ),
        "D3": Ruling(
            "30 Doom reached in the Action Phase",
            {PRINTED: "The game ends after the current player's turn", OTHER: "The game ends at once"},
        ),
        "D4": Ruling("One battle in an area", {PRINTED: "per turn of a player", OTHER: "per Action Phase"}),
        "D8": Ruling(
            "A Kill that an ability turns into a Pain",
            {PRINTED: "does not count for Great Cthulhu's spellbooks", OTHER: "counts"},
        ),
        "D9": Ruling(
            "A Ghoul hidden by Invisibility", {PRINTED: "may be called by Necrophagy", OTHER: "may not be called"}
        ),
        "D28": Ruling(
            "Unlimited Actions at 0 Power", {PRINTED: "allowed while it is still your turn", OTHER: "not allowed"}
        ),
        "D36": Ruling(
            "Ghouls may be called by Necrophagy",
            {PRINTED: "after the Kills or after the rolled Pains are assigned", OTHER: "only after the Kills"},
        ),
        "D37": Ruling(
            "Pains that Ghouls add against Hastur's enemy",
            {PRINTED: "are assigned by Yellow Sign like the others", OTHER: "are assigned by their owner"},
        ),
        "D39": Ruling(
            "Two players: a unit that is Removed, not Eliminated",
            {PRINTED: "gives the other player no Doom", OTHER: "gives the other player Doom"},
        ),
    }
)


ruling: Final = RULINGS.in_force
"""The reading in force."""
