"""Abilities refused for what is missing, and declined, as far as the tests of their own files do not say it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cthulhu_wars.facts import CardTaken
from companion.table.prompts import Choose
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, give


def turn(code: str, *books: str, neutral: tuple[str, ...] = (), **numbers: int) -> Evening:
    """The Action of a faction that has these spellbooks and cards."""
    others = [other for other in ("BG", "CC", "YS") if other != code][:2]
    game = Evening(code, *others, neutral=[*neutral], first=code)
    for card in neutral:
        game.state.record(CardTaken(code, card, code, 0, 0))
    give(game, code, *books)
    while game.key.startswith("book"):
        game.answer(game.options()[-1])
    game.correct(**{f"{code}_doom": 3})
    game.correct(**{key.replace("me_", f"{code}_", 1): number for key, number in numbers.items()})
    while game.key.startswith("book"):
        game.answer(game.options()[-1])
    game.pass_others(code)
    return game


def free_of_gates(game: Evening, code: str) -> Evening:
    """Its Gates are abandoned, so that its Cultists may be corrected away."""
    for area in game.state.held_gates(code):
        game.session.interject("gate")
        game.play(("gate/area", area), ("gate/owner", "abandoned"))
    return game


REFUSED = [
    # Great Cthulhu (reference 6): Submerge with Cthulhu in an ocean; Surface ends it.
    ("GC", ("submerge",), "submerge", {}, "Cthulhu is not in play."),
    ("GC", ("submerge",), "surface", {}, "Cthulhu is not submerged."),
    ("GC", ("submerge",), "submerge", {"me_cthulhu": 1, "me_power": 1}, ""),
    # Crawling Chaos: 4, 6 or both for 10.
    ("CC", (), "pay_four", {"me_power": 3}, "It costs 4; you have 3 Power."),
    ("CC", (), "pay_six", {"me_power": 5}, "It costs 6; you have 5 Power."),
    ("CC", (), "pay_ten", {"me_power": 9}, "It costs 10; you have 9 Power."),
    # Black Goat: Avatar needs Shub-Niggurath and 1 Power, Ghroth 2 Power.
    ("BG", (), "avatar", {}, "Shub-Niggurath is not in play."),
    ("BG", ("ghroth",), "ghroth", {"me_power": 1}, "It costs 2; you have 1 Power."),
    # Yellow Sign: The Screaming Dead moves the King, the Shriek Byakhee, He Who is Not to be Named Hastur.
    ("YS", ("screaming_dead",), "screaming_dead", {}, "King in Yellow is not in play."),
    ("YS", ("shriek",), "shriek", {}, "No Byakhee are in play."),
    ("YS", ("not_to_be_named",), "not_to_be_named", {}, "Hastur is not in play."),
    # Sleeper: each of its three requirements costs 3.
    ("SL", (), "give_three", {"me_power": 2}, "It costs 3; you have 2 Power."),
    ("SL", (), "give_one", {"me_power": 2}, "It costs 3; you have 2 Power."),
    ("SL", (), "take_one", {"me_power": 2}, "It costs 3; you have 2 Power."),
]


@pytest.mark.parametrize(("code", "books", "action", "numbers", "why"), REFUSED)
def test_an_action_is_refused_for_what_is_missing(
    code: str, books: tuple[str, ...], action: str, numbers: dict[str, Any], why: str
) -> None:
    """Reference 6, the tables of spellbooks and requirements of each faction, and 3.4: pay first, then perform."""
    assert turn(code, *books, **numbers).refusal(action) == why


def test_submerge_is_refused_while_cthulhu_is_submerged() -> None:
    """Section 6, GC: he must be in an ocean."""
    game = turn("GC", "submerge", me_cthulhu=1)
    game.play(("action/GC", "submerge"), ("submerge/area", "south_pacific"), ("submerge/with", []))
    game.pass_others("GC")
    assert game.refusal("submerge") == "Cthulhu is already submerged."
    assert game.refusal("surface") == ""


def test_devolve_is_refused_without_acolytes_or_deep_ones() -> None:
    """Section 6, GC: Acolytes on the map, Deep Ones in the pool."""

    def why(game: Evening) -> str:
        return next(o.refused for o in game.session.interjections if o.id == "devolve/GC")

    assert why(turn("GC", "devolve", me_deep_one=4)) == "No Deep One is in your pool."
    game = free_of_gates(turn("GC", "devolve"), "GC")
    game.correct(GC_acolyte=0)
    assert why(game) == "You have no Acolyte on the map."


def test_paying_six_and_ten() -> None:
    """Section 6, CC: Pay 6; both for 10 in one Action, which is refused once one of them is met."""
    game = turn("CC", me_power=11)
    game.play(("action/CC", "pay_ten"))
    game.take_first("book")
    assert (game["CC"].power, len(game["CC"].books)) == (1, 2)
    game = turn("CC", me_power=11)
    game.play(("action/CC", "pay_six"))
    game.play((game.key, game.options()[0]))
    assert (game["CC"].power, len(game["CC"].books)) == (5, 1)
    game.pass_others("CC")
    assert game.refusal("pay_ten") == "One of them is already done."
    assert "pay_six" not in [o.id for o in game.prompt.options]  # type: ignore[attr-defined]


def test_two_cultists_must_be_on_the_map() -> None:
    """Section 6, BG: Eliminate 2 of your Cultists."""
    game = free_of_gates(turn("BG"), "BG")
    game.correct(BG_acolyte=1)
    assert game.refusal("two_cultists") == "You need 2 Cultists on the map."


@pytest.mark.parametrize(("answer", "power"), [("harbinger_pain", 10), ([], 8)])
def test_the_harbinger_for_a_pain(answer: str | list[str], power: int) -> None:
    """Section 6, CC: for each enemy Great Old One assigned a Pain, half its cost: Yig costs 4."""
    battle = Skirmish({"CC": {"nyarlathotep": 1, "hunting_horror": 1}, "GC": {"yig": 1}})
    battle.roll(CC=[4, 1], GC=[1, 1])
    battle.play(("battle/pains_assigned/CC", answer))
    if answer:
        battle.play(("battle/harbinger", "power"))
    assert battle.state.factions["CC"].power == power


@pytest.mark.parametrize(("answer", "power"), [("eternal_pain", 7), ([], 8)])
def test_eternal_for_a_pain(answer: str | list[str], power: int) -> None:
    """Section 6, WW: pay 1 to cancel its effect, and he does not retreat; or not."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "CC": {"flying_polyp": 2}})
    battle.roll(WW=[1, 1, 1], CC=[4, 1]).play(("battle/pains_assigned/WW", answer))
    assert battle.state.factions["WW"].power == power
    assert ("battle/near/CC" in battle.open_keys) is not bool(answer)


def test_eternal_needs_power() -> None:
    """Section 6, WW: 1 Power."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "CC": {"flying_polyp": 2}}, power={"WW": 0})
    battle.roll(WW=[1, 1, 1], CC=[4, 1])
    assert "battle/pains_assigned/WW" not in battle.open_keys


def test_doomsday_is_an_action_only_by_a_ruling() -> None:
    """D54: at any moment, or as an Action."""
    for reading, why in (("printed", "It is no Action: under More, at any moment."), ("other", "")):
        game = Evening(
            "TT", "CC", "BG", neutral=["yig"], first="TT", starts={"TT": "south_pacific"}, options={"D54": reading}
        )
        give(game, "TT", "doomsday")
        while game.key.startswith(("book", "doomsday")):
            game.answer(game.options()[-1])
        assert game.refusal("doomsday_action") == why


@pytest.mark.parametrize(("answer", "away"), [("fulmination", 1), ([], 0)])
def test_fulmination_may_be_declined(answer: str | list[str], away: int) -> None:
    """Section 6, TT: Optional; Ubbo-Sathla then lies in the pool. One unit Killed: one Elder Sign."""
    battle = Skirmish({"GC": {"starspawn": 1}, "TT": {"ubbo_sathla": 1}}, books={"TT": ["fulmination"]})
    battle.roll(GC=[6, 1, 1])
    if "battle/roll/TT" in battle.open_keys:
        battle.roll(TT=[1] * battle.dice("TT"))
    battle.play(("battle/after_battle/TT", answer))
    assert battle.state.factions["TT"].away.get("ubbo_sathla", 0) == away
    assert len(battle.state.factions["TT"].signs) == away


def test_orifices_may_be_declined() -> None:
    """Section 7, Y'Golonac: then he goes to the common pool."""
    battle = Skirmish({"CC": {"flying_polyp": 2}, "GC": {"ygolonac": 1}})
    battle.roll(CC=[6, 1], GC=[1]).play(("battle/killed/GC", []))
    assert battle.in_play("CC") == {"flying_polyp": 2}
    assert battle.in_play("GC") == {}


@pytest.mark.parametrize(
    ("card", "action"),
    [
        ("father_dagon", "tsunami"),
        ("mother_hydra", "agony_sting"),
        ("tulzscha", "ceremony_of_annihilation"),
        ("byatis", "god_of_forgetfulness"),
        ("mother_hydra", "zygote"),
        ("nyogtha", "nightmare_web"),
    ],
)
def test_without_its_piece_a_card_offers_no_action(card: str, action: str) -> None:
    """Section 7: what a Great Old One or its book lets one do needs it in play."""
    game = turn("GC", neutral=(card,))
    assert isinstance(game.prompt, Choose)
    assert action not in [o.id for o in game.prompt.options]


def test_the_zygote_needs_an_acolyte_in_the_pool() -> None:
    """Section 7, Mother Hydra."""
    game = turn("GC", neutral=("mother_hydra",), me_mother_hydra=1)
    game.session.interject("card_book/GC")
    game.answer("mother_hydra")
    assert game.refusal("zygote") == "None is in your pool."


def test_the_ceremonys_condition_is_met_once() -> None:
    """Section 7, Tulzscha: the Action that earns the book."""
    game = turn("GC", neutral=("tulzscha",), me_tulzscha=1)
    game.play(("action/GC", "ceremony_of_annihilation"))
    game.pass_others("GC")
    assert game.refusal("ceremony_of_annihilation") == "Already done."


def test_a_shambler_must_lie_on_the_card() -> None:
    """Section 7, Walk Between Worlds."""
    game = turn("GC", neutral=("dimensional_shambler",))
    (walk,) = (o for o in game.session.interjections if o.id == "walk_between_worlds/GC")
    assert walk.refused == "None lies on your faction card."
