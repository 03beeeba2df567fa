"""The worked cases of the battle reference, section 7, that the four core factions can reach.

Cases 9, 12, 13 and 15 are about abilities of expansion factions (Cannibalism, The Million Favored Ones, Demand
Sacrifice, Formless Spawn) which this box does not have.
"""

from __future__ import annotations

import pytest

from companion.table.errors import BadAnswerError
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening


def neighbours(battle: Skirmish) -> list[str]:
    """Areas next to the battle."""
    return list(battle.state.board.areas[battle.battle.area].adjacent)


def test_case_1_devour_on_a_lone_acolyte_ends_the_battle() -> None:
    """Section 7 case 1 and 2.2: it ends before the dice; the area is battled, the Devour counts, 1 Power is spent."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_cthulhu=1)
    game.fight("GC", "asia", "CC", ["GC.cthulhu.1"], ["CC.acolyte.1"])
    game.play(("battle/pre_battle/GC", "devour"), ("battle/board", True))
    assert game.state.battle is None
    assert game["CC"].in_play["acolyte"] == 5
    assert game["GC"].power == 7
    assert game.state.gates["asia"] is None
    assert game["GC"].marks["kill_one"] == 1
    assert "kill_two" not in game["GC"].marks
    assert not [line for line in game.log() if "rolled" in line]


def test_case_2_hunting_horrors_and_an_acolyte_have_combat_4() -> None:
    """Section 7 case 2: two Hunting Horrors and an Acolyte roll 4 dice."""
    battle = Skirmish({"CC": {"hunting_horror": 2, "acolyte": 1}, "GC": {"acolyte": 1}})
    assert (battle.dice("CC"), battle.dice("GC")) == (4, 0)


def test_case_3_one_undead_alone_may_not_declare() -> None:
    """Section 7 case 3 and 2.1: total Combat 0 is refused as a declaration."""
    game = Evening("YS", "CC", "BG")
    game.correct(YS_undead=2)
    game.play(("action/YS", "battle/CC"), ("battle/area", "asia"))
    with pytest.raises(BadAnswerError, match="Cannot attack with Combat 0"):
        game.play(("battle/pieces/YS", ["YS.undead.1"]))
    assert game.key == "battle/pieces/YS"
    assert game["YS"].power == 8
    game.play(("battle/pieces/YS", ["YS.undead.1", "YS.undead.2"]))
    assert game.key == "battle/pieces/CC"


def test_case_4_one_byakhee_alone_has_combat_2() -> None:
    """Section 7 case 4: Byakhee together have their number plus 1."""
    assert Skirmish({"YS": {"byakhee": 1}, "GC": {"acolyte": 1}}).dice("YS") == 2


def test_case_5_results_beyond_the_pieces_are_lost() -> None:
    """Section 7 case 5 and 2.4: two units suffer 3 Kills and 2 Pains: both die, nobody retreats."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "CC": {"acolyte": 2}})
    battle.play(("battle/pre_battle/GC", []))
    battle.roll(GC=[6, 6, 6, 4, 5, 1])
    assert list(battle.open_keys) == ["battle/board"]
    assert battle.in_play("CC") == {}
    assert battle.fates("CC") == ["gone", "gone"]


def test_case_6_regenerate_one_kill_and_one_pain_only_pain() -> None:
    """Section 7 case 6: a lone Starspawn with 1 Kill and 1 Pain is Pained."""
    battle = Skirmish(
        {"CC": {"hunting_horror": 1}, "GC": {"starspawn": 1}}, books={"GC": ["regenerate"]}, map="earth35"
    )
    battle.roll(CC=[6, 4], GC=[1, 1, 1])
    assert battle.battle.figure("GC.starspawn.1").hits == ["kill", "pain"]
    area = neighbours(battle)[0]
    battle.play(("battle/near/CC", []), ("battle/retreat/GC", {"GC.starspawn.1": area}))
    assert battle.in_play("GC") == {"starspawn": 1}
    assert battle.fates("GC") == ["retreated"]


def test_case_7_nowhere_to_go_costs_one_unit() -> None:
    """Section 7 case 7 and 2.5: three Pained units with every way blocked: the owner loses one, two stay."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "CC": {"nightgaunt": 1, "flying_polyp": 1, "hunting_horror": 1}})
    battle.play(("battle/pre_battle/GC", [])).roll(GC=[4, 4, 5, 1, 1, 1], CC=[1, 1, 1])
    battle.play(("battle/near/GC", neighbours(battle)))
    assert battle.prompt("battle/nowhere/CC").who == "CC"
    battle.play(("battle/nowhere/CC", "CC.flying_polyp.1"))
    assert battle.in_play("CC") == {"nightgaunt": 1, "hunting_horror": 1}
    assert battle.fates("CC") == ["stayed", "gone", "stayed"]


def test_case_8_the_attackers_retreat_blocks_the_defender() -> None:
    """Section 7 case 8 and 2.5: the attacker takes the last open area, so the defender's Pained unit is Eliminated."""
    battle = Skirmish({"GC": {"deep_one": 1}, "CC": {"flying_polyp": 1}})
    battle.roll(GC=[4], CC=[4])
    last, *others = neighbours(battle)
    battle.play(("battle/near/CC", others), ("battle/near/GC", others))
    # One way is left to the attacker, so it goes there without a question.
    assert battle.in_play("CC") == {}
    assert battle.fates("GC") == ["retreated"]
    assert last in battle.battle.near["GC"]


def test_case_10_necrophagy_by_a_third_party() -> None:
    """Section 7 case 10: two Ghouls add 2 Pains against both sides, take none of them and stay in the area."""
    battle = Skirmish(
        {"GC": {"deep_one": 3}, "CC": {"nightgaunt": 3}},
        others=["BG"],
        in_play={"BG": {"ghoul": 2}},
        books={"BG": ["necrophagy"]},
    )
    battle.roll(GC=[1, 1, 1])
    battle.play(("battle/kills_assigned/BG", "necrophagy"), ("battle/necrophagy", 2))
    # Three pieces of one kind are alike, so nobody is asked which two of them take the Pains.
    area = neighbours(battle)[0]
    other = neighbours(battle)[1]
    battle.play(
        ("battle/near/CC", []),
        ("battle/near/GC", []),
        ("battle/retreat/GC", {"GC.deep_one.1": area, "GC.deep_one.2": area}),
        ("battle/retreat/CC", {"CC.nightgaunt.1": other, "CC.nightgaunt.2": other}),
    )
    assert battle.fates("BG") == ["called", "called"]
    assert battle.in_play("BG") == {"ghoul": 2}
    assert not any(f.hits for f in battle.battle.figures if f.side == "BG")


def test_case_11_madness_orders_and_sends_retreats_of_others() -> None:
    """Section 7 case 11: Crawling Chaos, not involved, picks the order of the sides and legal areas for both."""
    battle = Skirmish({"GC": {"deep_one": 1}, "BG": {"fungi": 1}}, others=["CC"], books={"CC": ["madness"]})
    battle.roll(GC=[4], BG=[4])
    blocked, area, other = neighbours(battle)[:3]
    battle.play(("battle/near/BG", []), ("battle/near/GC", [blocked]), ("battle/madness", "BG"))
    asked = battle.prompt("battle/retreat/BG")
    assert asked.who == "CC"
    with pytest.raises(BadAnswerError, match="Taken by Great Cthulhu"):
        battle.play(("battle/retreat/BG", {"BG.fungi.1": blocked}))
    battle.play(("battle/retreat/BG", {"BG.fungi.1": area}))
    with pytest.raises(BadAnswerError, match="Taken by Black Goat"):
        battle.play(("battle/retreat/GC", {"GC.deep_one.1": area}))
    assert battle.prompt("battle/retreat/GC").who == "CC"
    battle.play(("battle/retreat/GC", {"GC.deep_one.1": other}))


def test_case_14_combat_dropping_to_0_before_the_dice() -> None:
    """Section 7 case 14 and section 3: the battle goes on and the attacker rolls no dice."""
    battle = Skirmish(
        {"GC": {"deep_one": 1, "acolyte": 1}, "CC": {"flying_polyp": 1, "hunting_horror": 1}},
        books={"CC": ["invisibility"]},
    )
    battle.play(
        ("battle/pre_battle/CC", "invisibility"),
        ("battle/invisibility", "GC.deep_one.1"),
    )
    assert (battle.dice("GC"), battle.dice("CC")) == (0, 3)


def test_where_both_retreat_each_sides_neighbours_are_asked_first() -> None:
    """Section 2.5: both are known before anybody moves, for whoever directs the retreats of both."""
    battle = Skirmish({"GC": {"deep_one": 1}, "CC": {"flying_polyp": 1}})
    battle.roll(GC=[4], CC=[4])
    mine, theirs, *__ = neighbours(battle)
    battle.play(("battle/near/CC", [theirs]), ("battle/near/GC", [mine]))
    assert {side: list(areas) for side, areas in battle.battle.near.items()} == {"GC": [mine], "CC": [theirs]}
    assert list(battle.open_keys) == ["battle/retreat/GC"]
