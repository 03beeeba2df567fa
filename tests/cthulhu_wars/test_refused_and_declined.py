"""Abilities refused for what is missing, and declined, as far as the tests of their own files do not say it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import companion.games.cthulhu_wars
from companion.games.cthulhu_wars.factions.great_cthulhu import Submerged
from companion.games.cthulhu_wars.facts import CardTaken, CounterSet, GateSet, WebPlaced
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
    # The Thousand Forms: if Nyarlathotep is in play.
    ("CC", ("thousand_forms",), "thousand_forms", {}, "Nyarlathotep is not in play."),
    # Black Goat: Avatar needs Shub-Niggurath and 1 Power, Ghroth 2 Power.
    ("BG", (), "avatar", {}, "Shub-Niggurath is not in play."),
    ("BG", ("ghroth",), "ghroth", {"me_power": 1}, "It costs 2; you have 1 Power."),
    ("YS", (), "desecrate", {}, "King in Yellow is not in play."),
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


@pytest.mark.parametrize(("shub", "why"), [(0, "Shub-Niggurath is not in play."), (1, "")])
def test_blood_sacrifice_needs_shub_niggurath(shub: int, why: str) -> None:
    """Section 6, BG: if she is in play."""
    game = turn("BG", "blood_sacrifice", me_shub_niggurath=shub)
    game.to_doom_phase()
    while game.key != "doom_phase/BG":
        game.answer([])
    assert game.refusal("blood_sacrifice") == why


def test_devolve_is_refused_without_acolytes_or_deep_ones() -> None:
    """Section 6, GC: Acolytes on the map, Deep Ones in the pool."""

    def why(game: Evening) -> str:
        return next(o.refused for o in game.session.interjections if o.id == "devolve/GC")

    assert why(turn("GC", "devolve", me_deep_one=4)) == "No Deep One is in your Pool."
    game = free_of_gates(turn("GC", "devolve"), "GC")
    game.correct(GC_acolyte=0)
    assert why(game) == "You have no Acolyte on the map."


def test_paying_six_and_ten() -> None:
    """Section 6, CC: Pay 6; both for 10 in one Action, which is refused once one of them is met."""
    game = turn("CC", me_power=11)
    game.play(("action/CC", "pay_ten"))
    game.take_first("book")
    assert (game["CC"].power, len(game["CC"].books)) == (1, 2)
    for one, price in (("pay_four", 4), ("pay_six", 6)):
        game = turn("CC", me_power=11)
        game.play(("action/CC", one))
        game.play((game.key, game.options()[0]))
        assert (game["CC"].power, len(game["CC"].books)) == (11 - price, 1)
        game.pass_others("CC")
        game.correct(CC_power=11)
        assert game.refusal("pay_ten") == "One of them is already met."
        assert one not in game.ids()


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
    for reading, why in (("printed", "It is not an Action: under More, at any time."), ("other", "")):
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


def test_orifices_are_not_optional() -> None:
    """Section 7, Y'Golonac: not optional; nobody is asked where there is one survivor."""
    battle = Skirmish({"CC": {"flying_polyp": 1}, "GC": {"ygolonac": 1}})
    battle.roll(CC=[6], GC=[1])
    assert "battle/killed/GC" not in battle.open_keys
    assert (battle.in_play("CC"), battle.in_play("GC")) == ({"ygolonac": 1}, {})


@pytest.mark.parametrize(
    ("card", "action"),
    [
        ("father_dagon", "tsunami"),
        ("mother_hydra", "agony_sting"),
        ("tulzscha", "ceremony_of_annihilation"),
        ("byatis", "god_of_forgetfulness"),
        ("mother_hydra", "zygote"),
        ("nyogtha", "nightmare_web"),
        ("yig", "gate_for_yig"),
        ("atlach_nacha", "cosmic_web"),
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
    assert game.refusal("zygote") == "None is in your Pool."


def test_the_zygote_needs_a_unit_on_the_map() -> None:
    """Section 7, Mother Hydra: each Acolyte comes where its player has a unit; a Gate is none."""
    game = turn("GC", neutral=("mother_hydra",), me_mother_hydra=1, me_cthulhu=1)
    game.session.interject("card_book/GC")
    game.answer("mother_hydra")
    free_of_gates(game, "GC")
    game.state.record(Submerged("GC", (("mother_hydra", 1), ("cthulhu", 1))))
    game.correct(GC_acolyte=0)
    assert game.refusal("zygote") == "You have no unit on the map."


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


# -- where there is nobody, or nothing left --------------------------------------------------------------------------


def alone(game: Evening, me: str, *kept: str) -> Evening:
    """The others have no Gate and no piece on the map but those of the kinds that are kept."""
    for code in (c for c in game.state.seats if c != me):
        free_of_gates(game, code)
        there = {unit: n for unit, n in game[code].in_play.items() if n and unit not in kept}
        game.correct(**{f"{code}_{unit}": 0 for unit in there})
    game.take_first("book")
    return game


def why_not(game: Evening, name: str) -> str:
    """Why something that may be done at any moment, or after any Action, cannot be done now."""
    return next(o.refused for o in game.session.interjections if o.id == name)


NOBODY = [
    # Section 6: each wants an enemy's Acolyte, or any unit of an enemy.
    ("GC", ("dreams",), "dreams", {"me_acolyte": 5}, "No enemy has an Acolyte on the map."),
    ("YS", ("zingaya",), "zingaya", {"me_undead": 1}, "No enemy Acolyte is on the map."),
    ("TT", ("surprise",), "surprise", {}, "No enemy Acolyte is on the map."),
    ("OW", ("dread_curse",), "dread_curse", {"me_abomination": 1}, "No enemy unit is on the map."),
    ("SL", ("capture_monster",), "capture_monster", {"me_tsathoggua": 1}, "No enemy Monster is on the map."),
    ("GC", (), "battle/CC", {"me_deep_one": 1}, "No enemy unit is on the map."),
]


@pytest.mark.parametrize(("code", "books", "action", "numbers", "why"), NOBODY)
def test_an_action_is_refused_where_there_is_nobody_for_it(
    code: str, books: tuple[str, ...], action: str, numbers: dict[str, Any], why: str
) -> None:
    """Reference 3.4: an Action that cannot be fully performed may not be chosen. Before, with them, it can be."""
    game = turn(code, *books, **numbers)
    if code == "GC" and action == "dreams":
        free_of_gates(game, "GC").correct(GC_acolyte=5)
    if action == "capture_monster":
        assert game.refusal(action) == why
        game.correct(BG_ghoul=1)
    assert game.refusal(action) == ""
    assert alone(game, code).refusal(action) == why


def test_zingaya_needs_undead_on_the_map_and_one_in_the_pool() -> None:
    """Section 6, YS: where it has Undead; impossible with none in the pool."""
    game = turn("YS", "zingaya")
    assert game.refusal("zingaya") == "No Undead are on the map."
    game.correct(YS_undead=6)
    assert game.refusal("zingaya") == "No Undead are in your Pool."


@pytest.mark.parametrize("reading", ["printed", "other"])
def test_doomsday_is_once_only(reading: str) -> None:
    """Section 6, TT, Doomsday: once, at any moment or, by the other reading (D54), as an Action."""
    game = Evening(
        "TT",
        "CC",
        "BG",
        neutral=["father_dagon", "yig"],
        first="TT",
        starts={"TT": "south_pacific"},
        options={"D54": reading},
    )
    give(game, "TT", "doomsday")
    game.take_first("book")
    if reading == "printed":
        game.session.interject("doomsday/TT")
    else:
        game.play(("action/TT", "doomsday_action"))
    game.take_first("doomsday")
    game.pass_others("TT")
    assert game["TT"].flipped == ["doomsday"]
    assert "doomsday/TT" not in [o.id for o in game.session.interjections]
    if reading == "other":
        assert game.refusal("doomsday_action") == "It has been used."


def test_no_gate_is_built_where_every_area_has_one() -> None:
    """Reference 3.5: at most one Gate per area; Interdimensional (section 7, Daoloth) wants a free area, too."""
    game = turn("GC", neutral=("daoloth",), me_daoloth=1)
    game.state.record(CounterSet("GC", "book_daoloth", 1))
    assert (game.refusal("create_gate"), why_not(game, "interdimensional/GC")) == ("", "")
    for area in game.state.board.areas:
        if area not in game.state.gates:
            game.state.record(GateSet(area, None))
    game.correct(GC_doom=4)
    assert game.refusal("create_gate") == "No Gates are left to build."
    assert "interdimensional/GC" not in [o.id for o in game.session.interjections]


def test_where_only_filth_is_left_nothing_moves() -> None:
    """Section 7, Abhoth: Filth never Moves."""
    game = free_of_gates(turn("GC", neutral=("abhoth",), me_filth=1), "GC")
    assert game.refusal("move") == ""
    game.correct(GC_acolyte=0)
    assert game.refusal("move") == "Your units there cannot move."


def test_spinnerets_needs_an_area_without_a_web() -> None:
    """Section 7, Atlach-Nacha: a Web token in her area if there is none."""
    game = turn("GC", neutral=("atlach_nacha",), me_atlach_nacha=1)
    assert game.refusal("spinnerets") == ""
    for area in game.state.board.areas:
        game.state.record(WebPlaced("GC", area))
    game.correct(GC_doom=4)
    assert game.refusal("spinnerets") == "There is already a Web token in every area."


def test_mummify_needs_an_enemys_acolyte() -> None:
    """Section 7, Ghatanothoa."""
    game = turn("GC", neutral=("ghatanothoa",), me_ghatanothoa=1)
    assert game.refusal("mummify") == ""
    assert alone(game, "GC").refusal("mummify") == "No enemy Acolyte is on the map."


def test_a_moonbeast_needs_a_spellbook_to_lie_on_and_to_leave() -> None:
    """Section 7, Blasphemous Obeisance: on a faction book of an enemy; the victim sends one away for 1 Doom."""
    game = turn("GC", neutral=("moonbeast",))
    assert game.refusal("summon/moonbeast") == "No enemy has a faction spellbook."
    give(game, "BG", "frenzy")
    game.correct(GC_doom=4)
    assert game.refusal("summon/moonbeast") == ""
    assert "moonbeast_away/BG" not in [o.id for o in game.session.interjections]
    game.play(("action/GC", "summon/moonbeast"))
    game.take_first("summon", "moonbeast")
    game.correct(BG_doom=0)
    assert why_not(game, "moonbeast_away/BG") == "It costs 1 Doom."


def test_asenath_waite_needs_somebody_to_replace_and_somebody_to_send() -> None:
    """Section 7: any enemy Monster or Cultist is replaced by a unit of the pool that costs 3 or less."""
    game = Evening("CC", "BG", "YS", neutral=["high_priests", "unique_priests"], first="CC")
    game.play(("action/CC", "recruit/unique"))
    game.play((game.key, "asenath_waite"))
    game.pass_others("CC")
    assert why_not(game, "asenath_waite/CC") == ""
    game.correct(CC_acolyte=6, CC_nightgaunt=3, CC_flying_polyp=3, CC_hunting_horror=2, CC_high_priest=1)
    assert why_not(game, "asenath_waite/CC") == "No unit costing 3 or less is in your Pool."
    game.correct(CC_nightgaunt=2)
    assert why_not(alone(game, "CC"), "asenath_waite/CC") == "No enemy Monster or Cultist is on the map."


# -- every step of an awakening ------------------------------------------------------------------------------------

AWAKENINGS = [
    # Reference 6, the steps of each: what is there already, and what that leaves to be said.
    ("CC", "nyarlathotep", {"me_power": 10}, ""),
    ("CC", "nyarlathotep", {"me_power": 9}, "It costs 10; you have 9 Power."),
    ("CC", "nyarlathotep", {"me_power": 10, "gates": 0}, "You control no Gate."),
    ("BG", "shub_niggurath", {"me_power": 8}, ""),
    ("BG", "shub_niggurath", {"me_power": 7}, "It costs 8; you have 7 Power."),
    ("BG", "shub_niggurath", {"gates": 0}, "You control no Gate."),
    ("BG", "shub_niggurath", {"me_acolyte": 1}, "You need 2 Cultists on the map."),
    ("YS", "king_in_yellow", {"me_power": 4}, ""),
    ("YS", "king_in_yellow", {"me_power": 3}, "It costs 4; you have 3 Power."),
    ("YS", "king_in_yellow", {"gates": 0, "me_acolyte": 0}, "You have no unit on the map."),
    ("YS", "hastur", {"me_king_in_yellow": 1, "me_power": 10}, ""),
    ("YS", "hastur", {"me_power": 10}, "King in Yellow is not in play."),
    ("YS", "hastur", {"me_king_in_yellow": 1, "me_power": 9}, "It costs 10; you have 9 Power."),
    ("YS", "hastur", {"me_king_in_yellow": 1, "me_power": 10, "gates": 0}, "You control no Gate."),
    ("SL", "tsathoggua", {"me_formless_spawn": 1, "me_power": 8}, ""),
    ("SL", "tsathoggua", {"me_power": 8}, "No Formless Spawn is on the map."),
    ("OW", "yog_sothoth", {"me_spawn_of_yog_sothoth": 1, "me_power": 6}, ""),
    ("OW", "yog_sothoth", {"me_power": 6}, "You have no Spawn of Yog-Sothoth on the map."),
    ("DS", "avatar_thesis", {"me_larva_thesis": 1, "me_power": 0 + 1}, ""),
    ("TT", "ubbo_sathla", {"me_high_priest": 1, "me_power": 6}, ""),
    ("TT", "ubbo_sathla", {"me_high_priest": 0, "me_power": 6}, "You have no High Priest on the map."),
    ("TT", "ubbo_sathla", {"me_high_priest": 1, "gates": 0}, "You control no Gate."),
]


@pytest.mark.parametrize(("code", "great", "there", "why"), AWAKENINGS)
def test_an_awakening_says_which_step_is_missing(code: str, great: str, there: dict[str, int], why: str) -> None:
    """Reference 6: each is refused for each of its steps that cannot be taken, and open where none is missing."""
    game = turn(code)
    if there.pop("gates", 1) == 0 or "me_acolyte" in there:
        free_of_gates(game, code)
        there = {"me_power": 10, **there}
    if "me_acolyte" in there and not why.startswith("You have no unit"):
        game.session.interject("gate")
        game.play(("gate/area", game[code].start), ("gate/owner", code))
    game.correct(**{key.replace("me_", f"{code}_", 1): number for key, number in there.items()})
    while game.key.startswith("book"):
        game.answer(game.options()[-1])
    assert game.refusal(f"awaken/{great}") == why


def test_the_king_needs_an_area_without_a_gate() -> None:
    """Section 6, YS: a unit in an area with no Gate."""
    game = turn("YS")
    for area in game.state.board.areas:
        if area not in game.state.gates:
            game.state.record(GateSet(area, None))
    game.correct(YS_doom=4)
    assert game.refusal("awaken/king_in_yellow") == "Every area has a Gate."


# -- what neutral pieces may do in battles, declined -----------------------------------------------------------------

DECLINED: list[tuple[dict[str, dict[str, int]], dict[str, list[int]], str]] = [
    # Reference 4.2 and 4.3: whoever may use it does not; nothing changes.
    ({"GC": {"star_vampire": 1, "deep_one": 1}, "CC": {"flying_polyp": 1}}, {"GC": [6, 1], "CC": [1]}, "after_roll"),
    ({"GC": {"voonith": 1, "deep_one": 1}, "CC": {"flying_polyp": 1}}, {"GC": [1, 1], "CC": [1]}, "topped_up"),
    ({"GC": {"leng_spider": 1, "deep_one": 1}, "CC": {"flying_polyp": 1}}, {"GC": [4, 4], "CC": [1]}, "after_roll"),
]


@pytest.mark.parametrize(("pieces", "faces", "window"), DECLINED)
def test_what_a_neutral_piece_may_do_after_the_roll_is_declined(
    pieces: dict[str, dict[str, int]], faces: dict[str, list[int]], window: str
) -> None:
    """Vampirism, Vicious and Bloodthirst: every ability is optional; the results stay as they were rolled."""
    battle = Skirmish(pieces, doom={"CC": 3})
    battle.roll(**faces).play((f"battle/{window}/GC", []))
    rolled = faces["GC"]
    assert (battle.battle.kills["GC"], battle.battle.pains["GC"]) == (rolled.count(6), rolled.count(4))
    assert (battle.state.factions["GC"].doom, battle.state.factions["CC"].doom) == (0, 3)


def test_planetary_destruction_may_be_declined() -> None:
    """Section 7: nothing is drawn or gained."""
    battle = Skirmish({"GC": {"dhole": 1}, "CC": {"hunting_horror": 1}})
    battle.roll(GC=[1] * 5, CC=[6, 1]).play(("battle/after_battle/GC", []))
    assert (battle.in_play("GC"), battle.state.factions["GC"].signs) == ({}, [])
    assert (battle.state.factions["CC"].doom, battle.state.factions["CC"].power) == (0, 8)


def test_prime_cause_may_be_declined() -> None:
    """Section 7: nothing is replaced."""
    battle = Skirmish({"GC": {"elder_shoggoth": 1, "deep_one": 1}, "CC": {"flying_polyp": 1}})
    battle.play(("battle/pre_battle/GC", []))
    assert (battle.dice("GC"), battle.in_play("GC")) == (3, {"elder_shoggoth": 1, "deep_one": 1})


# -- all of them -----------------------------------------------------------------------------------------------------


def test_every_refusal_of_the_rules_stands_in_a_test() -> None:
    """Whatever the rules say to refuse something is expected by some test, so that none is without its own."""
    rules, tests = Path(companion.games.cthulhu_wars.__file__).parent, Path(__file__).parent
    said = re.sub(r'"\s*f?"', "", "".join(file.read_text("utf-8") for file in tests.glob("test_*.py")))
    missing = []
    # What is shown is no refusal.
    for file in sorted(set(rules.rglob("*.py")) - {rules / "view" / "view.py", rules / "battle" / "outcome.py"}):
        for words in refusals(ast.parse(file.read_text("utf-8"))):
            gaps = re.sub(r"\\{\w+\\}", ".+?", re.escape(words))
            if not re.search(gaps, said):
                missing.append(f"{file.name}: {words}")
    assert missing == []


def refusals(module: ast.Module) -> Iterator[str]:
    """The sentences that functions return which say why something is refused: each returns text, and says nothing, or
    what is in the way."""
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef) or ast.unparse(function.returns or ast.Constant("")) != "str":
            continue
        nodes = list(ast.walk(function))
        if not any(isinstance(node, ast.Constant) and node.value == "" for node in nodes):
            continue
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "n_"):
                first = node.args[0]
                if isinstance(first, ast.Constant) and str(first.value).endswith("."):
                    yield str(first.value)
