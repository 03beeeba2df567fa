"""Rulings that a table may take otherwise; the recommended reading first (reference 1.8, 1.10)."""

from __future__ import annotations

from typing import Final

from companion.table.rulings import Ruling, Rulings

RULINGS: Final = Rulings(
    {
        "ring_bonus_for": Ruling(
            "Who has the ring bonus", {"defender": "Only the side that holds the Node", "both": "Both sides"}
        ),
        "tie": Ruling(
            "Equal dice",
            {
                "both": "Both are lost",
                "attacker": "The attacker's is lost",
                "defender": "The defender's is lost",
                "none": "Neither is lost",
            },
        ),
        "both_survive": Ruling(
            "Both sides survive the second segment",
            {"defender_holds": "The defender keeps the Node", "more_dice_wins": "More dice win"},
        ),
        "reform_cap": Ruling(
            "Dice that may become pieces again",
            {"natural": "No more than the committed pieces cost", "none": "All that are left"},
        ),
        "monsters": Ruling(
            "Monsters after the fight", {"vanish": "They vanish", "stay": "Their owner says how many stay"}
        ),
        "card_order": Ruling("Who plays cards when", {"free": "Anybody, in any order", "turns": "In turns"}),
        "mishaps": Ruling("Mishaps", {"table": "By the table, one die each", "ask": "The players say what happens"}),
    }
)

VALUE_WORDS: Final = {
    "cultist": "Dice of a Cultist",
    "servitor": "Dice of a Servitor",
    "monster": "Dice of a Monster",
    "insane": "Dice of an Insane Cultist",
    "ring": "Ring bonus for each piece",
    "cultist_price": "Dice that become a Cultist",
    "servitor_price": "Dice that become a Servitor",
    "summon_price": "Cultists paid for a Monster",
    "stacking": "Pieces that a Node holds",
}
"""What people read for each of `rules.VALUES`."""

ruling: Final = RULINGS.in_force
"""The reading in force."""
