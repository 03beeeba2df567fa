"""Rulings that a table may take otherwise; the recommended reading first (reference 2.6, 2.7, 2.9)."""

from __future__ import annotations

from typing import Final

from companion.table.rulings import Ruling, Rulings
from companion.table.words import N_

RULINGS: Final = Rulings(
    {
        "victimless_pairs": Ruling(
            N_("Pairs without a victim"),
            {
                "formed": N_("It is a pair all the same, and draws nothing"),
                "draw_cards": N_("Its two Units draw cards instead"),
            },
            N_("What a Killing Pair is that can legally destroy nothing."),
        ),
        "pair_kills": Ruling(
            N_("Killing Pairs"),
            {"must": N_("Each destroys a Unit that it can"), "may": N_("The victor may spare them")},
            N_("Whether they destroy by themselves."),
        ),
        "civilian_is_military": Ruling(
            N_("Civilians and Workers"),
            {
                "yes": N_("They may be given up"),
                "civilians": N_("Civilians may, Workers may not"),
                "no": N_("They may not"),
            },
            N_("Where a card takes a Military Unit."),
        ),
        "dealt_civ": Ruling(
            N_("Civ box against pooled losers"),
            {
                "receiver": N_("Takes a Civilian or Worker of that faction"),
                "any": N_("The victor picks any pooled faction's"),
            },
            N_("A Civ box was dealt to one of several factions that lost together."),
        ),
        "victor_victims": Ruling(
            N_("Cards against the victor"),
            {"site": N_("Units at the site"), "support": N_("Supporting Units, too")},
            N_("Which Units they may take."),
        ),
        "standoff": Ruling(
            N_("After a stand-off"),
            {"damage_only": N_("Everybody stays"), "all_retreat": N_("Everybody retreats")},
            N_("When all have taken their damage."),
        ),
        "stacking": Ruling(
            N_("Stacking in a retreat"),
            {"all": N_("Holds for every Unit"), "marched": N_("Only for Units that marched in")},
            N_("For whom the limit of Military Units in a space holds."),
        ),
        "excess": Ruling(
            N_("No room for all"),
            {"owner": N_("Their owner"), "victor": N_("The victor")},
            N_("Who picks the Units that are destroyed."),
        ),
    }
)

ruling: Final = RULINGS.in_force
"""The reading in force."""
