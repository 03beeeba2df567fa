"""Rulings that a table may take otherwise; the recommended reading first (reference 1.8, 1.10)."""

from __future__ import annotations

from typing import Final

from companion.table.rulings import Ruling, Rulings
from companion.table.words import N_

RULINGS: Final = Rulings(
    {
        "ring_bonus_for": Ruling(
            N_("Who has the ring bonus"),
            {"defender": N_("Only the side that holds the Node"), "both": N_("Both sides")},
        ),
        "tie": Ruling(
            N_("Equal dice"),
            {
                "both": N_("Both are lost"),
                "attacker": N_("The attacker's is lost"),
                "defender": N_("The defender's is lost"),
                "none": N_("Neither is lost"),
            },
        ),
        "both_survive": Ruling(
            N_("Both sides survive the second segment"),
            {"defender_holds": N_("The defender keeps the Node"), "more_dice_wins": N_("More dice win")},
        ),
        "reform_cap": Ruling(
            N_("Dice that may become pieces again"),
            {"natural": N_("No more than the committed pieces cost"), "none": N_("All that are left")},
        ),
        "monsters": Ruling(
            N_("Monsters after the fight"), {"vanish": N_("They vanish"), "stay": N_("Their owner says how many stay")}
        ),
        "card_order": Ruling(
            N_("Who plays cards when"), {"free": N_("Anybody, in any order"), "turns": N_("In turns")}
        ),
        "mishaps": Ruling(
            N_("Mishaps"), {"table": N_("By the table, one die each"), "ask": N_("The players say what happens")}
        ),
    }
)

VALUE_WORDS: Final = {
    "cultist": N_("Dice of a Cultist"),
    "servitor": N_("Dice of a Servitor"),
    "monster": N_("Dice of a Monster"),
    "insane": N_("Dice of an Insane Cultist"),
    "ring": N_("Ring bonus for each piece"),
    "cultist_price": N_("Dice that become a Cultist"),
    "servitor_price": N_("Dice that become a Servitor"),
    "summon_price": N_("Cultists paid for a Monster"),
    "stacking": N_("Pieces that a Node holds"),
}
"""What people read for each of `rules.VALUES`."""

ruling: Final = RULINGS.in_force
"""The reading in force."""
