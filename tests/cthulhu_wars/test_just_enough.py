"""Where a rule wants so many pieces or so much Power: with just enough it may be done, with one less it may not.

And what each Action of a faction's own costs, from the tables of spellbooks and abilities in section 6.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from companion.games.cthulhu_wars.model.roster import card
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


PRICES = {
    "GC": {"dreams": 2, "submerge": 1, "surface": 0},
    "CC": {"thousand_forms": 0, "pay_four": 4, "pay_six": 6, "pay_ten": 10},
    "BG": {"avatar": 1, "ghroth": 2, "two_cultists": 0, "blood_sacrifice": 0},
    "YS": {
        "desecrate": 2,
        "not_to_be_named": 1,
        "screaming_dead": 1,
        "shriek": 1,
        "zingaya": 1,
        "three_doom": 0,
    },
    "OW": {"dread_curse": 2, "beyond_one": 1},
    "SL": {
        "lethargy": 0,
        "ancient_sorcery": 1,
        "capture_monster": 1,
        "cursed_slumber": 1,
        "end_slumber": 1,
        "give_three": 3,
        "give_one": 3,
        "take_one": 3,
        "death_from_below": 0,
    },
    "WW": {"ice_age": 1, "hibernate": 0},
    "DS": {
        "animate_matter": 1,
        "chaos_gate": 1,
        "consummation": 1,
        "fiendish_growth": 1,
        "traitors": 1,
        "undirected_energy": 1,
        "psychosis": 0,
        "temptation": 0,
    },
    # What a Cathedral costs depends on its neighbours, and is paid where it is built.
    "AN": {"cathedral": 0, "cheapest": 0, "dearest": 0, "dematerialization": 0},
    "BB": {"catnapping": 1, "pay_two": 2, "ailurophobia": 0},
    # Dark Rituals and what the Doomsday Clock asks for cost no Power.
    "TT": {
        "idolatry": 1,
        "dark_rituals": 0,
        "surprise": 2,
        "doomsday_action": 0,
        "remove_gate": 0,
        "awaken_in_doom": 0,
    },
}


@pytest.mark.parametrize("code", PRICES)
def test_what_each_action_costs(code: str) -> None:
    """Section 6, the tables of each faction."""
    faction, game = card(code), Evening("GC", "BG" if code == "CC" else "CC", code if code != "GC" else "YS")
    own = (*faction.actions, *faction.unique.actions, *faction.doom_phase, *faction.unique.doom_phase)
    assert {action.id: action.price(game.state, code) for action in own} == PRICES[code]


@pytest.mark.parametrize(
    ("code", "unit", "numbers"),
    [
        ("CC", "nyarlathotep", {"CC_power": 10}),
        ("GC", "cthulhu", {"GC_power": 10}),
        ("OW", "yog_sothoth", {"OW_power": 6, "OW_spawn_of_yog_sothoth": 1}),
    ],
)
def test_just_enough_power_awakens_a_great_old_one_once(code: str, unit: str, numbers: dict[str, int]) -> None:
    """Section 6, the awakening of each. Its counter, which may be corrected under More, tells how often."""
    game = Evening(code, "BG", "YS", first=code, starts={"OW": "asia"})
    game.correct(**numbers)
    game.play((f"action/{code}", f"awaken/{unit}"))
    game.take_first("awaken", "book")
    assert (game[code].power, game[code].in_play[unit], game[code].marks["awakened"]) == (0, 1, 1)


def test_each_awakening_of_cthulhu_is_counted() -> None:
    """Section 6, GC: 10 the first time and 4 afterwards."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_power=15)
    game.act("GC", "awaken/cthulhu", ("book/GC", "absorb"))
    game.correct(GC_cthulhu=0)
    game.pass_others("GC")
    game.act("GC", "awaken/cthulhu")
    assert (game["GC"].power, game["GC"].marks["awakened"]) == (1, 2)
