"""Rulings that a table may take otherwise; the recommended reading first (reference 2.6, 2.7, 2.9)."""

from __future__ import annotations

from typing import Final

from companion.table.rulings import Ruling, Rulings

RULINGS: Final = Rulings(
    {
        "victimless_pairs": Ruling(
            "Pairs without a victim",
            {
                "formed": "It is a pair all the same, and draws nothing",
                "draw_cards": "Its two Units draw cards instead",
            },
            "What a Killing Pair is that can legally destroy nothing.",
        ),
        "pair_kills": Ruling(
            "Killing Pairs",
            {"must": "Each destroys a Unit that it can", "may": "The victor may spare them"},
            "Whether they destroy by themselves.",
        ),
        "civilian_is_military": Ruling(
            "Civilians and Workers",
            {"yes": "They may be given up", "civilians": "Civilians may, Workers may not", "no": "They may not"},
            "Where a card takes a Military Unit.",
        ),
        "dealt_civ": Ruling(
            "Civ against pooled losers",
            {"receiver": "Takes a Civilian or Worker of that faction", "any": "The victor picks any pooled faction's"},
            "A red Civ was dealt to one of several factions that lost together.",
        ),
        "victor_victims": Ruling(
            "Cards against the victor",
            {"site": "Units at the site", "support": "Supporting Units, too"},
            "Which Units they may take.",
        ),
        "standoff": Ruling(
            "After a stand-off",
            {"damage_only": "Everybody stays", "all_retreat": "Everybody retreats"},
            "When all have taken their damage.",
        ),
        "stacking": Ruling(
            "Stacking in a retreat",
            {"all": "Holds for every Unit", "marched": "Only for Units that marched in"},
            "For whom the limit of Military Units in a space holds.",
        ),
        "excess": Ruling(
            "No room for all",
            {"owner": "Their owner", "victor": "The victor"},
            "Who picks the Units that are destroyed.",
        ),
    }
)

ruling: Final = RULINGS.in_force
"""The reading in force."""
