"""Rulings that a table may take otherwise; the recommended reading first (reference 2.6, 2.7, 2.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.games.messina.rules.units import STRENGTH
from companion.table.errors import BadSetupError


@dataclass(frozen=True)
class Ruling:
    """One setting: a few words, a sentence, and what people read for each choice; the first one is the default."""

    title: str
    text: str
    values: dict[str, str]


RULINGS: Final = {
    "victimless_pairs": Ruling(
        "Pairs without a victim",
        "What a Killing Pair is that can legally destroy nothing.",
        {"formed": "It is a pair all the same, and draws nothing", "draw_cards": "Its two Units draw cards instead"},
    ),
    "civilian_is_military": Ruling(
        "Civilians and Workers",
        "Where a card takes a Military Unit.",
        {"yes": "They may be given up", "civilians": "Civilians may, Workers may not", "no": "They may not"},
    ),
    "dealt_civ": Ruling(
        "Civ against pooled losers",
        "A red Civ was dealt to one of several factions that lost together.",
        {"receiver": "Takes a Civilian or Worker of that faction", "any": "The victor picks any pooled faction's"},
    ),
    "victor_victims": Ruling(
        "Cards against the victor",
        "Which Units they may take.",
        {"site": "Units at the site", "support": "Supporting Units, too"},
    ),
    "standoff": Ruling(
        "After a stand-off",
        "When all have taken their damage.",
        {"damage_only": "Everybody stays", "all_retreat": "Everybody retreats"},
    ),
    "stacking": Ruling(
        "Stacking in a retreat",
        "For whom the limit of Military Units in a space holds.",
        {"all": "Holds for every Unit", "marched": "Only for Units that marched in"},
    ),
    "excess": Ruling(
        "No room for all", "Who picks the Units that are destroyed.", {"owner": "Their owner", "victor": "The victor"}
    ),
}

MOST: Final = 20
"""The largest strength that a Unit may be given."""


def ruling(options: Mapping[str, str], key: str) -> str:
    """The reading in force."""
    return options.get(key, next(iter(RULINGS[key].values)))


def check_options(options: Any) -> None:
    """Refuse rulings that there are not. Raises `BadSetupError`."""
    if not isinstance(options, dict) or any(
        key not in RULINGS or value not in RULINGS[key].values for key, value in options.items()
    ):
        raise BadSetupError(f"The rulings are: {', '.join(RULINGS)}. Nothing was started.")


def check_strengths(values: Any) -> None:
    """Refuse strengths that cannot be. Raises `BadSetupError`."""
    if not isinstance(values, dict) or any(
        key not in STRENGTH or type(value) is not int or not 0 <= value <= MOST for key, value in values.items()
    ):
        raise BadSetupError(f"Strengths are whole numbers 0 to {MOST} of: {', '.join(STRENGTH)}. Nothing was started.")
