"""Bloodthirst, from the roll until the Pains are assigned (`battle.md` 2, states 7 and 9, and 4.2; the rulebook's
worked examples 2 and 7): Pains that Ghouls add after the Kills count, and the Kill is assigned at once."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table.prompts import Choose
from tests.cthulhu_wars.battles import Skirmish

pytestmark = pytest.mark.usefixtures("battles_again")

LATER = "battle/before_pains/CC"


def with_ghouls(**more: Any) -> Skirmish:
    """Two Leng Spiders with 2 Pains, against Hastur with 1 Kill; Black Goat looks on with two idle Ghouls."""
    given = {"books": {"BG": ["necrophagy"]}, "in_play": {"BG": {"ghoul": 2}}, "others": ["BG"], **more}
    return Skirmish({"CC": {"leng_spider": 2, "acolyte": 1}, "YS": {"hastur": 1, "acolyte": 1}}, **given)


def ghouls_have_come(**more: Any) -> Skirmish:
    """Crawling Chaos has waited; 4 Pains against Yellow Sign now, 2 against Crawling Chaos."""
    battle = with_ghouls(**more)
    battle.roll(CC=[4, 5], YS=[6, *[1] * (battle.dice("YS") - 1)])
    battle.play(("battle/after_roll/CC", []))
    kill(battle, "CC", "CC.acolyte.1")
    return battle.play(("battle/kills_assigned/BG", "necrophagy"), ("battle/necrophagy", 2))


def kill(battle: Skirmish, victim: str, figure: str) -> None:
    """Assign one Kill to a piece, if that is asked."""
    key = f"battle/kill/{victim}"
    if key in battle.open_keys:
        battle.play((key, {figure: ["kill"]}))


def thirst(battle: Skirmish, whose: str, key: str = LATER) -> Skirmish:
    """Exchange 2 Pains for 1 Kill in the results of a side."""
    battle.play((key, next(o.id for o in options(battle, key))))
    if "battle/leng_spider" in battle.open_keys:
        battle.play(("battle/leng_spider", whose))
    return battle


def options(battle: Skirmish, key: str) -> list[Any]:
    prompt = battle.prompt(key)
    assert isinstance(prompt, Choose)
    return list(prompt.open_options())


def hits(battle: Skirmish, side: str) -> dict[str, list[str]]:
    return {f.id: f.hits for f in battle.battle.figures if f.side == side and f.hits}


def test_it_is_offered_again_after_necrophagy() -> None:
    """Worked examples 2 and 7: Pains of Ghouls may be exchanged, twice with two spiders and 4 Pains."""
    battle = thirst(ghouls_have_come(), "CC")
    kill(battle, "YS", "YS.hastur.1")
    assert hits(battle, "YS") == {"YS.hastur.1": ["kill"]}
    thirst(battle, "CC")
    assert hits(battle, "YS") == {"YS.hastur.1": ["kill"], "YS.acolyte.1": ["kill"]}
    assert LATER not in battle.open_keys, "each spider once"
    assert battle.in_play("YS") == {}


def test_how_many_pains_there_are_is_shown() -> None:
    """Those of the Ghouls are counted in each half."""
    sides = ghouls_have_come().session.view.sides
    assert {side.player: side.results for side in sides} == {
        "CC": (("Kill", 0), ("Pain", 4)),
        "YS": (("Kill", 1), ("Pain", 2)),
    }


@pytest.mark.parametrize(("whose", "left"), [("CC", (2, 2)), ("YS", (4, 0))])
def test_the_rest_of_the_pains_is_assigned(whose: str, left: tuple[int, int]) -> None:
    """2 of the 4 Pains, or the 2 of the Ghouls, are none any more; those of the Ghouls count for each side apart."""
    battle = thirst(ghouls_have_come(), whose)
    kill(battle, "YS", "YS.acolyte.1")
    kill(battle, "CC", "CC.leng_spider.1")
    assert (battle.battle.inflicts("CC"), battle.battle.inflicts("YS")) == left
    if LATER in battle.open_keys:
        battle.play((LATER, []))
    pained = {side: [name for name, found in hits(battle, side).items() if found == ["pain"]] for side in ("YS", "CC")}
    assert (
        pained
        == {
            "CC": {"YS": ["YS.hastur.1"], "CC": ["CC.leng_spider.1", "CC.leng_spider.2"]},
            "YS": {"YS": ["YS.hastur.1", "YS.acolyte.1"], "CC": []},
        }[whose]
    )


def test_the_kill_goes_to_a_unit_without_a_result() -> None:
    """One result per unit (`battle.md` 2.4): the Acolyte with a Kill takes no other."""
    battle = thirst(ghouls_have_come(), "YS")
    kill(battle, "CC", "CC.leng_spider.1")
    assert hits(battle, "CC") == {"CC.acolyte.1": ["kill"], "CC.leng_spider.1": ["kill"]}


def test_both_moments_use_up_one_spider() -> None:
    """Once per spider in the battle: with one there is no second time."""
    battle = Skirmish(
        {"CC": {"leng_spider": 1, "flying_polyp": 3}, "YS": {"undead": 4}},
        books={"BG": ["necrophagy"]},
        in_play={"BG": {"ghoul": 2}},
        others=["BG"],
    )
    battle.roll(CC=[4, 4, 4, 4], YS=[1, 1, 1])
    thirst(battle, "CC", "battle/after_roll/CC")
    battle.play(("battle/kills_assigned/BG", "necrophagy"), ("battle/necrophagy", 2))
    assert LATER not in battle.open_keys


def test_it_may_wait_without_any_ghoul() -> None:
    """Any moment until the Pains are assigned: also once it is seen who takes the Kills."""
    battle = Skirmish({"CC": {"leng_spider": 1, "flying_polyp": 2}, "YS": {"undead": 3}})
    battle.roll(CC=[6, 4, 4], YS=[1, 1]).play(("battle/after_roll/CC", []))
    thirst(battle, "CC")
    assert sorted(hits(battle, "YS").values()) == [["kill"], ["kill"]]


def test_it_is_over_once_the_pains_are_assigned() -> None:
    """Ghouls that come only then (D36) are too late for it."""
    battle = with_ghouls()
    battle.roll(CC=[4, 1], YS=[6, 4, *[1] * (battle.dice("YS") - 2)])
    kill(battle, "CC", "CC.acolyte.1")
    battle.play(("battle/kills_assigned/BG", []), ("battle/pain/YS", {"YS.acolyte.1": ["pain"]}))
    battle.play(("battle/pains_assigned/BG", "necrophagy_pains"), ("battle/necrophagy", 2))
    assert battle.battle.inflicts("CC") == 3
    assert LATER not in battle.open_keys


def test_the_harbinger_is_paid_for_such_a_kill() -> None:
    """The Harbinger (4.3): a Great Old One that is assigned a Kill by it counts like any other."""
    battle = Skirmish(
        {"CC": {"leng_spider": 1, "nyarlathotep": 1, "flying_polyp": 1}, "GC": {"cthulhu": 1, "deep_one": 1}},
    )
    battle.play(("battle/pre_battle/GC", []))
    battle.roll(CC=[4, 4], GC=[1] * battle.dice("GC")).play(("battle/after_roll/CC", []))
    thirst(battle, "CC").play(("battle/kill/GC", {"GC.cthulhu.1": ["kill"]}))
    assert [o.id for o in options(battle, "battle/kills_assigned/CC")] == ["harbinger_kill"]


def test_berserkergang_answers_such_a_kill() -> None:
    """Berserkergang (4.3): a Gnoph-Keh that is assigned a Kill by it rages."""
    battle = Skirmish(
        {"CC": {"leng_spider": 1, "flying_polyp": 2}, "WW": {"gnoph_keh": 1}}, books={"WW": ["berserkergang"]}
    )
    battle.roll(CC=[4, 4, 1], WW=[1, 1, 1]).play(("battle/after_roll/CC", []))
    thirst(battle, "CC").play(("battle/kills_assigned/WW", "berserkergang"))


def test_snakebite_answers_such_a_kill() -> None:
    """Snakebite (4.3): a Cultist that is assigned a Kill by it sets it off."""
    battle = Skirmish({"CC": {"leng_spider": 1, "flying_polyp": 2}, "GC": {"yig": 1, "acolyte": 1}})
    battle.roll(CC=[4, 4, 1], GC=[1, 1]).play(("battle/after_roll/CC", []))
    thirst(battle, "CC").play(("battle/kill/GC", {"GC.acolyte.1": ["kill"]}))
    battle.play(("battle/more_kills/GC", "snakebite"))
    kill(battle, "CC", "CC.leng_spider.1")
    assert hits(battle, "CC") == {"CC.leng_spider.1": ["kill"]}


def test_eternal_answers_such_a_kill() -> None:
    """Eternal (4.3): in state 9, whenever in it Rhan Tegoth is assigned the Kill."""
    battle = Skirmish({"CC": {"leng_spider": 1, "flying_polyp": 2}, "WW": {"rhan_tegoth": 1}})
    battle.roll(CC=[4, 4, 1], WW=[1, 1, 1]).play(("battle/after_roll/CC", []))
    thirst(battle, "CC").play(("battle/kills_assigned/WW", "eternal_kill"))
    assert battle.in_play("WW") == {"rhan_tegoth": 1}


def test_a_kill_after_martyrdom_is_a_pain_too() -> None:
    """Martyrdom (4.3): all other Kills become Pains, assigned before or after; the first priest keeps his."""
    battle = Skirmish(
        {
            "CC": {"leng_spider": 1, "flying_polyp": 3, "hunting_horror": 1},
            "TT": {"high_priest": 2, "proto_shoggoth": 2},
        },
        books={"TT": ["martyrdom"]},
    )
    battle.roll(CC=[6, 6, 4, 4, 1, 1], TT=[1, 1]).play(("battle/after_roll/CC", []))
    battle.play(("battle/kill/TT", {"TT.high_priest.2": ["kill"], "TT.proto_shoggoth.1": ["kill"]}))
    battle.play(("battle/kills_assigned/TT", "martyrdom"))
    thirst(battle, "CC").play(("battle/kill/TT", {"TT.high_priest.1": ["kill"]}))
    battle.play(("battle/kills_assigned/TT", "martyrdom"))
    assert hits(battle, "TT")["TT.high_priest.2"] == ["kill"]
    assert hits(battle, "TT")["TT.high_priest.1"] == ["pain"]


@pytest.mark.parametrize(("ruling", "expected"), [("printed", "pain"), ("other", "kill")])
def test_under_demand_sacrifice_such_a_kill_is_one_pain(ruling: str, expected: str) -> None:
    """Pair Demand Sacrifice - Bloodthirst, after the Kills too: one Pain, unless only rolled Kills are (D45)."""
    battle = Skirmish(
        {"GC": {"leng_spider": 1, "deep_one": 2}, "SL": {"serpent_man": 3}},
        in_play={"SL": {"tsathoggua": 1, "serpent_man": 3}},
        books={"SL": ["demand_sacrifice"]},
        options={"D45": ruling},
    )
    battle.play(("battle/pre_battle/SL", "demand_sacrifice"), ("battle/demand_sacrifice", "pains"))
    battle.roll(GC=[4, 5, 1], SL=[1, 1, 1]).play(("battle/after_roll/GC", []))
    thirst(battle, "GC", "battle/before_pains/GC")
    assert list(hits(battle, "SL").values()) == [[expected]]


def test_pains_of_the_dice_are_exchanged_first() -> None:
    """D37: where their owner assigns those that Ghouls add, it assigns those of them that are left."""
    battle = Skirmish(
        {"YS": {"hastur": 1, "leng_spider": 1}, "CC": {"flying_polyp": 3, "acolyte": 1}},
        books={"BG": ["necrophagy"]},
        in_play={"BG": {"ghoul": 2}},
        others=["BG"],
        options={"D37": "other"},
    )
    battle.roll(YS=[4, *[1] * (battle.dice("YS") - 1)], CC=[1, 1, 1])
    battle.play(("battle/kills_assigned/BG", "necrophagy"), ("battle/necrophagy", 2))
    thirst(battle, "YS", "battle/before_pains/YS").play(("battle/kill/CC", {"CC.acolyte.1": ["kill"]}))
    assert (battle.battle.pains["YS"], battle.battle.inflicts("YS")) == (0, 1)
    assert sum(found == ["pain"] for found in hits(battle, "CC").values()) == 1


def test_no_spider_no_question() -> None:
    """It needs a Leng Spider."""
    battle = Skirmish({"CC": {"flying_polyp": 3}, "YS": {"undead": 3}})
    battle.roll(CC=[4, 4, 4], YS=[1, 1])
    assert LATER not in battle.open_keys
