"""Where a rule wants so many pieces or so much Power: with just enough it may be done, with one less it may not."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_faction_actions import with_books


class Enough(NamedTuple):
    """Counters with which an Action can just be taken, those with one less, and why not then."""

    factions: tuple[str, ...]
    action: str
    enough: dict[str, int]
    less: dict[str, int]
    refused: str
    books: tuple[str, ...] = ()
    met: tuple[str, ...] = ()


TWO_CULTISTS = "You need 2 Cultists on the map."
CASES = {
    # Section 6, BG: she is awakened for two Cultists, and two of them are given up for a spellbook.
    "shub_niggurath": Enough(
        ("BG", "CC", "YS"), "awaken/shub_niggurath", {"BG_acolyte": 2}, {"BG_acolyte": 1}, TWO_CULTISTS
    ),
    "two_cultists": Enough(("BG", "CC", "YS"), "two_cultists", {"BG_acolyte": 2}, {"BG_acolyte": 1}, TWO_CULTISTS),
    # Section 6, BG, requirements 2 and 3: units in so many areas.
    "six_areas": Enough(
        ("BG", "CC", "YS"),
        "claim/six_areas",
        {"BG_acolyte": 6},
        {"BG_acolyte": 5},
        "You have only 5 units in play.",
        met=("four_areas",),
    ),
    "eight_areas": Enough(
        ("BG", "CC", "YS"),
        "claim/eight_areas",
        {"BG_acolyte": 6, "BG_ghoul": 2},
        {"BG_acolyte": 6, "BG_ghoul": 1},
        "You have only 7 units in play.",
        met=("four_areas", "six_areas"),
    ),
    # Section 6, BG: Avatar costs 1 Power; two Cultists for a spellbook cost none.
    "avatar": Enough(
        ("BG", "CC", "YS"),
        "avatar",
        {"BG_power": 1, "BG_shub_niggurath": 1},
        {"BG_power": 1, "BG_shub_niggurath": 0},
        "Shub-Niggurath is not in play.",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_just_enough(name: str) -> None:
    """The reference of each stands beside it."""
    case = CASES[name]
    me = case.factions[0]
    game = Evening(*case.factions, first=me)
    game[me].met += case.met
    with_books(game, me, *case.books)
    game.correct(**case.enough)
    assert game.refusal(case.action) == ""
    game.correct(**case.less)
    assert game.refusal(case.action) == case.refused
