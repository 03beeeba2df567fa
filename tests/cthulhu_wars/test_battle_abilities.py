"""Every battle ability of the four core factions: battle reference, sections 3 and 4."""

from __future__ import annotations

from itertools import product

import pytest

from companion.games.cthulhu_wars.battle.windows import abilities
from companion.games.cthulhu_wars.model.names import ability_text
from companion.games.cthulhu_wars.model.roster import FACTIONS, card
from companion.games.cthulhu_wars.model.units import Window
from companion.table.errors import BadAnswerError
from companion.table.prompts import Assign, Choose
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.test_battle_cases import neighbours

# -- Combat formulas (section 3) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "pieces", "dice"),
    [
        ("GC", {"acolyte": 2, "deep_one": 1, "shoggoth": 1, "starspawn": 1, "cthulhu": 1}, 12),
        ("CC", {"acolyte": 1, "nightgaunt": 1, "flying_polyp": 1, "hunting_horror": 1}, 3),
        ("BG", {"acolyte": 2, "ghoul": 1, "fungi": 1, "dark_young": 1}, 3),
        ("YS", {"acolyte": 1, "king_in_yellow": 1, "undead": 1}, 0),
        ("YS", {"undead": 4}, 3),
        ("YS", {"byakhee": 3}, 4),
        ("YS", {"undead": 2, "byakhee": 1}, 3),
    ],
)
def test_combat(side: str, pieces: dict[str, int], dice: int) -> None:
    """Section 3: printed numbers; Undead together count less 1, Byakhee together count plus 1 (0 without any)."""
    foe = "CC" if side != "CC" else "BG"
    battle = Skirmish({foe: {"hunting_horror" if foe == "CC" else "fungi": 1}, side: pieces})
    battle.play(*([(f"battle/pre_battle/{side}", [])] if f"battle/pre_battle/{side}" in battle.open_keys else []))
    assert battle.dice(side) == dice


def test_nyarlathotep_counts_both_sides_books() -> None:
    """Section 3: own spellbooks plus those of the battle opponent, not of a bystander."""
    books = {"CC": ["madness", "thousand_forms"], "GC": ["dreams"], "BG": ["ghroth", "frenzy"]}
    battle = Skirmish({"CC": {"nyarlathotep": 1}, "GC": {"acolyte": 1}}, books=books, others=["BG"])
    assert battle.dice("CC") == 3


@pytest.mark.parametrize(("books", "dice"), [([], 6), (["red_sign"], 8), (["frenzy"], 7)])
def test_shub_niggurath_counts_gates_and_cultists_everywhere(books: list[str], dice: int) -> None:
    """Section 3: controlled Gates + own Cultists in play (+ Dark Young with The Red Sign); Frenzy adds its 1."""
    battle = Skirmish(
        {"BG": {"shub_niggurath": 1, "acolyte": 1}, "GC": {"acolyte": 1}},
        in_play={"BG": {"acolyte": 4, "dark_young": 2, "shub_niggurath": 1}},
        gates={"antarctica": "BG", "australia": "BG", "south_pacific": "GC"},
        books={"BG": books},
    )
    assert battle.dice("BG") == dice


@pytest.mark.parametrize(("ritual", "dice"), [(0, 5), (2, 7), (8, 10)])
def test_hastur_is_the_present_ritual_cost(ritual: int, dice: int) -> None:
    """Section 3: Hastur's Combat is the current ritual cost, 10 on Instant Death."""
    battle = Skirmish({"YS": {"hastur": 1}, "GC": {"acolyte": 1}}, ritual=ritual)
    assert battle.dice("YS") == dice


def test_frenzy_gives_every_cultist_combat_1() -> None:
    """Section 4.2, Frenzy: every own Cultist has Combat 1."""
    pieces = {"BG": {"acolyte": 3}, "GC": {"acolyte": 1}}
    assert Skirmish(pieces, books={"BG": ["frenzy"]}).dice("BG") == 3


def test_totals_name_every_addend() -> None:
    """Section 2, TOTALS: the sum is shown with its addends."""
    battle = Skirmish({"GC": {"deep_one": 2, "shoggoth": 1}, "CC": {"acolyte": 1}})
    text = battle.prompt("battle/roll/GC").text
    assert "2 Deep Ones 2" in text
    assert "Shoggoth 2" in text
    assert text.endswith("= 4")


# -- Great Cthulhu -------------------------------------------------------------------------------------------------


def test_devour_the_enemy_picks_and_it_is_once_per_battle() -> None:
    """Devour: the enemy must Eliminate one of its Monsters or Cultists, never a Great Old One; once per battle."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "YS": {"king_in_yellow": 1, "undead": 2, "acolyte": 1}})
    battle.play(("battle/pre_battle/GC", "devour"))
    asked = battle.prompt("battle/devour")
    assert isinstance(asked, Choose)
    assert asked.who == "YS"
    assert {o.id.split(".")[1] for o in asked.options} == {"undead", "acolyte"}
    assert not asked.optional
    battle.play(("battle/devour", "YS.acolyte.1"))
    assert list(battle.open_keys) == ["battle/roll/GC", "battle/roll/YS"]
    assert battle.in_play("YS") == {"king_in_yellow": 1, "undead": 2}


def test_devour_needs_someone_to_devour() -> None:
    """Devour does not touch Great Old Ones, so against the King alone it is not offered."""
    assert "battle/roll/GC" in Skirmish({"GC": {"cthulhu": 1}, "YS": {"king_in_yellow": 1}}).open_keys


def test_devour_by_the_defender_comes_after_the_attackers_abilities() -> None:
    """Section 2, states 3 and 4: the attacker's window is over for good before the defender's."""
    battle = Skirmish(
        {"CC": {"nightgaunt": 1, "hunting_horror": 1}, "GC": {"cthulhu": 1, "acolyte": 1}}, books={"CC": ["abduct"]}
    )
    assert list(battle.open_keys) == ["battle/pre_battle/CC"]
    battle.play(("battle/pre_battle/CC", []))
    assert list(battle.open_keys) == ["battle/pre_battle/GC"]


def test_absorb_adds_3_for_each() -> None:
    """Absorb: own Monsters and Cultists are Eliminated, +3 Combat each; nobody is paid for it and nothing Killed."""
    battle = Skirmish(
        {"GC": {"shoggoth": 1, "deep_one": 1, "acolyte": 1}, "CC": {"acolyte": 1}}, books={"GC": ["absorb"]}
    )
    battle.play(
        ("battle/pre_battle/GC", "absorb"),
        ("battle/absorb", ["GC.deep_one.1", "GC.acolyte.1"]),
    )
    assert battle.dice("GC") == 8
    assert battle.in_play("GC") == {"shoggoth": 1}


def test_absorb_asks_which_of_two_shoggoths_grows() -> None:
    """Absorb: the bonus is that Shoggoth's; with two of them each may grow, so that hiding one loses only its share."""
    battle = Skirmish(
        {"GC": {"shoggoth": 2, "deep_one": 1, "acolyte": 1}, "CC": {"acolyte": 1}}, books={"GC": ["absorb"]}
    )
    battle.play(
        ("battle/pre_battle/GC", "absorb"),
        ("battle/absorb", ["GC.acolyte.1"]),
        ("battle/pre_battle/GC", "absorb"),
        ("battle/absorb/shoggoth", "GC.shoggoth.2"),
        ("battle/absorb", ["GC.deep_one.1"]),
    )
    assert [f.bonus for f in battle.battle.present("GC", unit="shoggoth")] == [3, 3]


def test_absorb_carries_the_bonus_of_an_absorbed_shoggoth() -> None:
    """Absorb: absorbing a boosted Shoggoth carries its bonus over: 2 + 3 (Shoggoth), + 3 (Acolyte) in all."""
    battle = Skirmish({"GC": {"shoggoth": 2, "acolyte": 1}, "CC": {"acolyte": 1}}, books={"GC": ["absorb"]})
    battle.play(
        ("battle/pre_battle/GC", "absorb"),
        ("battle/absorb", ["GC.acolyte.1"]),
        ("battle/pre_battle/GC", "absorb"),
        ("battle/absorb/shoggoth", "GC.shoggoth.2"),
        ("battle/absorb", ["GC.shoggoth.1"]),
    )
    assert battle.dice("GC") == 8


def test_regenerate_is_not_forced_while_another_can_take_it() -> None:
    """Regenerate: the second result goes on a Starspawn only if wanted, or if no other unit can take it."""
    battle = Skirmish(
        {"CC": {"hunting_horror": 2}, "GC": {"starspawn": 1, "deep_one": 1}}, books={"GC": ["regenerate"]}
    )
    battle.roll(CC=[6, 6, 1, 1], GC=[1, 1, 1, 1])
    asked = battle.prompt("battle/kill/GC")
    assert isinstance(asked, Assign)
    assert {p.id: p.capacity for p in asked.pieces} == {"GC.starspawn.1": 2, "GC.deep_one.1": 1}
    battle.play(("battle/kill/GC", {"GC.starspawn.1": ["kill"], "GC.deep_one.1": ["kill"]}))
    battle.play(("battle/near/CC", neighbours(battle)))
    assert battle.in_play("GC") == {}  # the Deep One is Killed, the Starspawn had nowhere to go


@pytest.mark.holds("GC.takes")
@pytest.mark.parametrize(
    ("books", "faces", "fate"),
    [
        (["regenerate"], [6, 1], "retreated"),
        (["regenerate"], [6, 6], "gone"),
        (["regenerate"], [4, 4], "retreated"),
        ([], [6, 1], "gone"),
        ([], [4, 4], "retreated"),
    ],
)
def test_regenerate_only_two_kills_kill(books: list[str], faces: list[int], fate: str) -> None:
    """Regenerate: 2 Kills kill a Starspawn; 1 Kill or any Pains only Pain it."""
    battle = Skirmish({"CC": {"hunting_horror": 1}, "GC": {"starspawn": 1}}, books={"GC": books})
    battle.roll(CC=faces, GC=[1, 1, 1])
    if fate == "retreated":
        battle.play(("battle/near/CC", []), ("battle/retreat/GC", {"GC.starspawn.1": neighbours(battle)[0]}))
    assert battle.fates("GC") == [fate]


@pytest.mark.holds("GC.after_battle")
@pytest.mark.parametrize(
    ("victims", "marks"), [(1, {"kill_one": 1}), (2, {"kill_two": 1}), (3, {"kill_one": 1, "kill_two": 1})]
)
def test_kill_spellbooks_in_one_battle_need_3_units(victims: int, marks: dict[str, int]) -> None:
    """Reference 6, GC: Kill and/or Devour 1, and 2; both in one battle need 3 units."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "CC": {"acolyte": victims}})
    battle.play(("battle/pre_battle/GC", "devour"))
    if victims > 1:
        battle.roll(GC=[6, 6, 1, 1, 1, 1])
    assert {k: v for k, v in battle.state.factions["GC"].marks.items() if k.startswith("kill")} == marks


def test_own_units_that_die_earn_no_kill_spellbook() -> None:
    """Reference 6, GC: Kill and/or Devour enemy units."""
    battle = Skirmish({"GC": {"deep_one": 2}, "CC": {"flying_polyp": 1}})
    battle.roll(GC=[1, 1], CC=[6])
    assert battle.in_play("GC") == {"deep_one": 1}
    assert not any(mark.startswith("kill") for mark in battle.state.factions["GC"].marks)


# -- Crawling Chaos ------------------------------------------------------------------------------------------------


def test_abduct_one_enemy_piece_for_each_nightgaunt() -> None:
    """Abduct: Nightgaunts are Eliminated; for each the enemy picks a Monster or Cultist of its own."""
    battle = Skirmish(
        {"CC": {"nightgaunt": 2, "hunting_horror": 1}, "YS": {"acolyte": 2, "undead": 2, "king_in_yellow": 1}},
        books={"CC": ["abduct"]},
    )
    battle.play(("battle/pre_battle/CC", "abduct"), ("battle/abduct", 2))
    asked = battle.prompt("battle/abducted/0")
    assert isinstance(asked, Choose)
    assert asked.who == "YS"
    assert not any("king" in o.id for o in asked.options)
    assert asked.title == "Abduct: which do you lose? (1 of 2)"
    battle.play(("battle/abducted/0", "YS.undead.1"), ("battle/abducted/1", "YS.acolyte.1"))
    assert battle.in_play("CC") == {"hunting_horror": 1}
    assert battle.in_play("YS") == {"acolyte": 1, "undead": 1, "king_in_yellow": 1}


def test_abduct_may_empty_both_sides() -> None:
    """Section 2.2: a side with nobody left ends the battle before the dice; the defender gets no window."""
    battle = Skirmish({"GC": {"deep_one": 1}, "CC": {"nightgaunt": 1}}, books={"CC": ["abduct"]})
    battle.play(("battle/pre_battle/CC", "abduct"))
    assert list(battle.open_keys) == ["battle/board"]
    assert not battle.battle.rolled


def test_early_end_stops_the_defenders_abilities() -> None:
    """Section 2.2: Devour on a lone unit stops Seek and Destroy."""
    battle = Skirmish(
        {"GC": {"cthulhu": 1}, "CC": {"acolyte": 1}},
        in_play={"CC": {"acolyte": 1, "hunting_horror": 2}},
        books={"CC": ["seek_and_destroy"]},
    )
    battle.play(("battle/pre_battle/GC", "devour"))
    assert list(battle.open_keys) == ["battle/board"]


def test_invisibility_exempts_one_piece_per_polyp() -> None:
    """Invisibility: each Polyp exempts a Monster or Cultist of either side, no Great Old One; it is still in play."""
    battle = Skirmish(
        {"CC": {"flying_polyp": 2}, "GC": {"cthulhu": 1, "starspawn": 1, "deep_one": 1}},
        books={"CC": ["invisibility"]},
    )
    battle.play(("battle/pre_battle/CC", "invisibility"))
    asked = battle.prompt("battle/invisibility")
    assert isinstance(asked, Choose)
    assert not any("cthulhu" in o.id for o in asked.options)
    battle.play(
        ("battle/invisibility", "GC.starspawn.1"),
        ("battle/pre_battle/CC", "invisibility"),
        ("battle/invisibility", "GC.deep_one.1"),
        ("battle/pre_battle/GC", []),
    )
    assert battle.dice("GC") == 6
    assert battle.in_play("GC") == {"cthulhu": 1, "starspawn": 1, "deep_one": 1}
    assert battle.fates("GC") == ["present", "exempt", "exempt"]


def test_each_ability_of_a_battle_is_offered_with_what_it_does() -> None:
    """Invisibility stood there without the line that its spellbook had when it was chosen."""
    for code, late in product(FACTIONS, (False, True)):
        books = {book.id: book.text for book in card(code).books}
        for window in Window:
            for one in abilities(code, window, late=late):
                assert ability_text(code, one), f"{code} {one.id}"
                assert one.text or ability_text(code, one) == books[one.book]
    battle = Skirmish({"CC": {"flying_polyp": 1}, "GC": {"deep_one": 1}}, books={"CC": ["invisibility"]})
    (option,) = battle.prompt("battle/pre_battle/CC").options  # type: ignore[attr-defined]
    assert option.detail.startswith("Before a battle each Flying Polyp keeps one Monster or Cultist out of it")


def test_a_polyp_may_hide_itself() -> None:
    """Invisibility: the exempted piece may be the Polyp itself; with it gone its side has nobody left."""
    battle = Skirmish({"CC": {"flying_polyp": 1}, "GC": {"deep_one": 1}}, books={"CC": ["invisibility"]})
    battle.play(("battle/pre_battle/CC", "invisibility"), ("battle/invisibility", "CC.flying_polyp.1"))
    assert list(battle.open_keys) == ["battle/board"]


def test_an_exemption_outlives_its_polyp() -> None:
    """Section 2.3: a Shoggoth stays exempt after the Flying Polyp that hid it is Devoured."""
    battle = Skirmish(
        {"CC": {"flying_polyp": 1, "hunting_horror": 1}, "GC": {"cthulhu": 1, "shoggoth": 1}},
        books={"CC": ["invisibility"]},
    )
    battle.play(
        ("battle/pre_battle/CC", "invisibility"),
        ("battle/invisibility", "GC.shoggoth.1"),
        ("battle/pre_battle/GC", "devour"),
        ("battle/devour", "CC.flying_polyp.1"),
    )
    assert (battle.dice("GC"), battle.dice("CC")) == (6, 2)


def test_seek_and_destroy_brings_horrors_into_the_battle() -> None:
    """Seek and Destroy: Hunting Horrors from anywhere join and fight."""
    battle = Skirmish(
        {"GC": {"deep_one": 1}, "CC": {"acolyte": 1}},
        in_play={"CC": {"acolyte": 1, "hunting_horror": 2}},
        books={"CC": ["seek_and_destroy"]},
    )
    battle.play(("battle/pre_battle/CC", "seek_and_destroy"), ("battle/seek_and_destroy", 2))
    assert battle.dice("CC") == 4


@pytest.mark.holds("CC.survives")
def test_emissary_turns_a_kill_into_a_pain() -> None:
    """Emissary: with no enemy Great Old One in the battle a Kill on Nyarlathotep only Pains him."""
    battle = Skirmish({"GC": {"starspawn": 1}, "CC": {"nyarlathotep": 1}}, books={"CC": ["emissary"], "GC": ["dreams"]})
    battle.roll(GC=[6, 1, 1], CC=[1, 1])
    battle.play(("battle/near/GC", []), ("battle/retreat/CC", {"CC.nyarlathotep.1": neighbours(battle)[0]}))
    assert battle.in_play("CC") == {"nyarlathotep": 1}
    assert battle.fates("CC") == ["retreated"]


def test_emissary_does_not_work_against_a_great_old_one() -> None:
    """Emissary: an enemy Great Old One in the battle, even one that is Killed, stops it."""
    battle = Skirmish(
        {"YS": {"king_in_yellow": 1, "byakhee": 1}, "CC": {"nyarlathotep": 1}}, books={"CC": ["emissary"]}
    )
    battle.roll(YS=[6, 1], CC=[1])
    assert battle.in_play("CC") == {}


@pytest.mark.holds("CC.survives")
def test_emissary_soaks_the_lack_of_a_retreat() -> None:
    """Section 2.5: Nyarlathotep may be the one picked and is then not Eliminated; the others stay."""
    battle = Skirmish({"GC": {"starspawn": 2}, "CC": {"nyarlathotep": 1, "acolyte": 1}}, books={"CC": ["emissary"]})
    battle.roll(GC=[4, 4, 1, 1, 1, 1], CC=[1])
    battle.play(("battle/near/GC", neighbours(battle)), ("battle/nowhere/CC", "CC.nyarlathotep.1"))
    assert battle.in_play("CC") == {"nyarlathotep": 1, "acolyte": 1}


def test_the_log_says_that_an_emissary_took_a_kill_as_a_pain() -> None:
    """Section 4.3: also where nobody moves, because there is nowhere to go and another one is Eliminated."""
    battle = Skirmish({"GC": {"starspawn": 2}, "CC": {"nyarlathotep": 1, "acolyte": 1}}, books={"CC": ["emissary"]})
    battle.roll(GC=[6, 4, 1, 1, 1, 1], CC=[1])
    battle.play(("battle/kill/CC", {"CC.nyarlathotep.1": ["kill"]}))
    battle.play(("battle/near/GC", neighbours(battle)), ("battle/nowhere/CC", "CC.acolyte.1"))
    assert "Nyarlathotep is Pained instead of Killed (Emissary)" in battle.log()
    assert "Great Cthulhu: rolled 6 4 1 1 1 1: 1 Kill, 1 Pain (battle)" in battle.log()
    assert "Crawling Chaos: rolled 1: 0 Kills, 0 Pains (battle)" in battle.log()


@pytest.mark.parametrize(("unit", "power"), [("king_in_yellow", 2), ("hastur", 5)])
def test_harbinger_pays_half_the_awakening_cost(unit: str, power: int) -> None:
    """The Harbinger: Power equal to half of the Great Old One's present awakening cost, for a Kill or a Pain."""
    battle = Skirmish({"CC": {"nyarlathotep": 1}, "YS": {unit: 1}}, books={"CC": ["madness"]})
    rolls = {"CC": [4]} | ({"YS": [1] * 5} if unit == "hastur" else {})
    before = battle.state.factions["CC"].power
    battle.roll(**rolls)
    battle.play(("battle/pains_assigned/CC", "harbinger_pain"), ("battle/harbinger", "power"))
    assert battle.state.factions["CC"].power == before + power


def test_the_harbinger_says_what_it_pays() -> None:
    """The Harbinger: half the cost of Hastur, 10, in Power, or 2 Elder Signs."""
    battle = Skirmish({"CC": {"nyarlathotep": 1}, "YS": {"hastur": 1}}, books={"CC": ["madness"]})
    battle.roll(CC=[4], YS=[1] * 5).play(("battle/pains_assigned/CC", "harbinger_pain"))
    asked = battle.prompt("battle/harbinger")
    assert isinstance(asked, Choose)
    assert [option.label for option in asked.options] == ["5 Power", "2 Elder Signs"]


def test_harbinger_works_though_nyarlathotep_dies() -> None:
    """Section 2.3: a post-battle ability may be used although its unit is Killed; or 2 Elder Signs instead."""
    battle = Skirmish({"CC": {"nyarlathotep": 1}, "YS": {"hastur": 1}}, books={"CC": ["madness"]})
    battle.roll(CC=[6], YS=[6, 1, 1, 1, 1])
    battle.play(("battle/kills_assigned/CC", "harbinger_kill"), ("battle/harbinger", "signs"))
    assert battle.in_play("CC") == {}
    assert len(battle.state.factions["CC"].signs) == 2
    assert "battle/pains_assigned/CC" not in battle.open_keys


def test_harbinger_once_declined_comes_back_only_with_something_new() -> None:
    """Section 4.3: the Kill was offered and left, and no Pain has been rolled."""
    battle = Skirmish(
        {"CC": {"nyarlathotep": 1}, "GC": {"cthulhu": 1}}, books={"CC": ["emissary", "madness", "abduct"]}
    )
    battle.roll(CC=[6, 1, 1], GC=[1] * 6).play(("battle/kills_assigned/CC", []))
    assert list(battle.open_keys) == ["battle/board"]


def test_harbinger_declined_for_one_great_old_one_is_offered_for_another() -> None:
    """Section 4.3: once per Great Old One; what is new is the other one's Pain."""
    battle = Skirmish(
        {"CC": {"nyarlathotep": 1}, "YS": {"hastur": 1, "king_in_yellow": 1}}, books={"CC": ["madness", "abduct"]}
    )
    battle.roll(CC=[6, 4], YS=[1] * 5)
    battle.play(("battle/kill/YS", {"YS.hastur.1": ["kill"]}), ("battle/kills_assigned/CC", []))
    battle.play(("battle/pains_assigned/CC", "harbinger_pain"))
    assert "King in Yellow" in battle.prompt("battle/harbinger").title


def test_harbinger_values_cthulhu_at_2() -> None:
    """Section 4.3: Cthulhu is worth 2 (his later cost is 4); who is in play was awakened once already."""
    battle = Skirmish({"CC": {"nyarlathotep": 1}, "GC": {"cthulhu": 1}}, books={"CC": ["madness"]})
    before = battle.state.factions["CC"].power
    battle.roll(CC=[4], GC=[1] * 6)
    battle.play(("battle/pains_assigned/CC", "harbinger_pain"), ("battle/harbinger", "power"))
    assert battle.state.factions["CC"].power == before + 2


@pytest.mark.holds("CC.directs_retreats")
def test_madness_owners_still_pick_who_is_pained_and_who_dies() -> None:
    """Section 2.5: Madness picks destinations and order only."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "BG": {"fungi": 1, "ghoul": 1}}, others=["CC"], books={"CC": ["madness"]})
    battle.play(("battle/pre_battle/GC", [])).roll(GC=[4, 4, 1, 1, 1, 1], BG=[1])
    battle.play(("battle/near/GC", neighbours(battle)))
    assert battle.prompt("battle/nowhere/BG").who == "BG"


# -- Black Goat and Yellow Sign ------------------------------------------------------------------------------------


def test_necrophagy_pains_black_goat_itself_too() -> None:
    """Necrophagy: the Pain is added even if Black Goat is a side; the called Ghoul cannot take it."""
    battle = Skirmish(
        {"BG": {"fungi": 1}, "GC": {"acolyte": 1}},
        in_play={"BG": {"fungi": 1, "ghoul": 1}},
        books={"BG": ["necrophagy"]},
    )
    battle.roll(BG=[1]).play(("battle/kills_assigned/BG", "necrophagy"))
    assert battle.battle.figure("BG.fungi.1").hits == ["pain"]
    assert battle.battle.figure("GC.acolyte.1").hits == ["pain"]


@pytest.mark.parametrize(("number", "said"), [(1, "Ghoul comes"), (2, "2 Ghouls come")])
def test_the_log_says_how_many_come_by_necrophagy(number: int, said: str) -> None:
    """What pieces do goes with their number."""
    battle = Skirmish(
        {"GC": {"deep_one": 1}, "CC": {"acolyte": 1}},
        in_play={"BG": {"ghoul": 2}},
        others=["BG"],
        books={"BG": ["necrophagy"]},
    )
    battle.roll(GC=[1]).play(("battle/kills_assigned/BG", "necrophagy"), ("battle/necrophagy", number))
    assert f"Black Goat: {said} by Necrophagy to " in battle.log()


def test_necrophagy_does_not_call_ghouls_that_fought() -> None:
    """Necrophagy: only Ghouls that did not take part."""
    battle = Skirmish({"BG": {"fungi": 1, "ghoul": 2}, "GC": {"acolyte": 1}}, books={"BG": ["necrophagy"]})
    assert list(battle.roll(BG=[1]).open_keys) == ["battle/board"]


@pytest.mark.parametrize(("option", "offered"), [("printed", True), ("other", False)])
def test_d9_a_ghoul_hidden_by_invisibility(option: str, offered: bool) -> None:
    """D9: it may be called by Necrophagy (RB FAQ, default), or not (HRF)."""
    battle = Skirmish(
        {"CC": {"flying_polyp": 1}, "BG": {"ghoul": 1, "fungi": 1}},
        books={"CC": ["invisibility"], "BG": ["necrophagy"]},
        options={"D9": option},
    )
    battle.play(("battle/pre_battle/CC", "invisibility"), ("battle/invisibility", "BG.ghoul.1"))
    battle.roll(CC=[1], BG=[1])
    assert ("battle/kills_assigned/BG" in battle.open_keys) is offered


@pytest.mark.holds("YS.assigns_for")
def test_vengeance_yellow_sign_assigns_what_it_inflicts() -> None:
    """Vengeance: with Hastur in the battle Yellow Sign assigns its Kills and Pains, even if Hastur is Killed."""
    battle = Skirmish({"GC": {"deep_one": 2, "shoggoth": 1, "starspawn": 1}, "YS": {"hastur": 1, "acolyte": 1}})
    battle.roll(GC=[6, 1, 1, 1, 1, 1, 1], YS=[6, 4, 1, 1, 1])
    assert battle.prompt("battle/kill/GC").who == "YS"
    battle.play(("battle/kill/GC", {"GC.shoggoth.1": ["kill"]}))
    assert battle.prompt("battle/kill/YS").who == "YS"
    battle.play(("battle/kill/YS", {"YS.hastur.1": ["kill"]}))
    assert battle.prompt("battle/pain/GC").who == "YS"


def test_vengeance_does_not_choose_who_dies_without_a_retreat() -> None:
    """Vengeance: it does not choose retreats or the no-retreat victim."""
    battle = Skirmish({"YS": {"hastur": 1}, "GC": {"deep_one": 1, "acolyte": 1}})
    battle.roll(YS=[4, 4, 1, 1, 1], GC=[1]).play(("battle/near/YS", neighbours(battle)))
    assert battle.prompt("battle/nowhere/GC").who == "GC"


@pytest.mark.holds("YS.cultists_lost")
def test_passion_pays_once_per_action() -> None:
    """Passion: 1 Power when an enemy removes Cultists, in total for the event and at most once per Action."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "YS": {"acolyte": 3}}, books={"YS": ["passion"]})
    before = battle.state.factions["YS"].power
    battle.play(("battle/pre_battle/GC", "devour"), ("passion", "yes")).roll(GC=[6, 6, 1, 1, 1, 1])
    assert battle.in_play("YS") == {}
    assert battle.state.factions["YS"].power == before + 1


# -- Gates ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", [6, 4])
def test_a_gate_is_abandoned_when_its_cultist_dies_or_retreats(face: int) -> None:
    """Reference 3.5 and battle reference 2.5: the Gate's Cultist leaving abandons the Gate at once."""
    battle = Skirmish({"GC": {"deep_one": 1}, "CC": {"acolyte": 1}}, gates={AREA: "CC"})
    battle.roll(GC=[face])
    if face == 4:
        battle.play(("battle/near/GC", []), ("battle/retreat/CC", {"CC.acolyte.1": neighbours(battle)[0]}))
    assert battle.state.gates[AREA] is None


def test_absorb_tells_the_acolyte_on_the_gate_apart() -> None:
    """Reference 3.5: whether the Gate's Cultist is absorbed matters, so it is not grouped with the others."""
    battle = Skirmish(
        {"GC": {"shoggoth": 1, "acolyte": 2}, "CC": {"acolyte": 1}}, gates={AREA: "GC"}, books={"GC": ["absorb"]}
    )
    asked = battle.play(("battle/pre_battle/GC", "absorb")).prompt("battle/absorb")
    assert isinstance(asked, Choose)
    on_gate, other = asked.options
    assert "Gate" in on_gate.label
    assert on_gate.group != other.group


def test_a_hit_cannot_go_to_a_bystander() -> None:
    """Section 2.1: only two factions take part; nobody else is assigned results."""
    battle = Skirmish(
        {"GC": {"deep_one": 2}, "CC": {"nightgaunt": 1, "acolyte": 1}}, others=["BG"], in_play={"BG": {"ghoul": 1}}
    )
    battle.roll(GC=[6, 1])
    with pytest.raises(BadAnswerError):
        battle.play(("battle/kill/CC", {"BG.ghoul.1": ["kill"]}))
