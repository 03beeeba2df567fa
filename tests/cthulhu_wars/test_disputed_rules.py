"""Rules on which the sources disagree: the default of the reference's section 8, and the other reading where it is one
of the table's own rulings."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table.errors import BadAnswerError, NotNowError
from companion.table.prompts import Answer, Count
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_battle_cases import neighbours
from tests.cthulhu_wars.test_faction_actions import with_books

# -- D8: Emissary and the Kill books -------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "marks"), [("printed", {}), ("other", {"kill_one": 1})])
def test_d8_a_kill_that_emissary_makes_a_pain(option: str, marks: dict[str, int]) -> None:
    """D8: it does not count for Great Cthulhu's books (default), or it does."""
    battle = Skirmish(
        {"GC": {"starspawn": 1}, "CC": {"nyarlathotep": 1}}, books={"CC": ["emissary"]}, options={"D8": option}
    )
    battle.roll(GC=[6, 1, 1], CC=[1])
    battle.play(("battle/near/GC", []), ("battle/retreat/CC", {"CC.nyarlathotep.1": neighbours(battle)[0]}))
    assert {k: v for k, v in battle.state.factions["GC"].marks.items() if k.startswith("kill")} == marks


@pytest.mark.parametrize(("option", "marks"), [("printed", {}), ("other", {"kill_one": 1})])
def test_d8_holds_also_without_a_retreat(option: str, marks: dict[str, int]) -> None:
    """D8 with battle reference 2.5: Nyarlathotep cannot retreat and stays."""
    battle = Skirmish(
        {"GC": {"starspawn": 1}, "CC": {"nyarlathotep": 1}}, books={"CC": ["emissary"]}, options={"D8": option}
    )
    battle.roll(GC=[6, 1, 1], CC=[1]).play(("battle/near/GC", neighbours(battle)))
    assert battle.in_play("CC") == {"nyarlathotep": 1}
    assert battle.state.factions["GC"].marks == marks


# -- D36 and D37: Necrophagy ---------------------------------------------------------------------------------------


def pained(option: str = "printed", **more: Any) -> Skirmish:
    """Black Goat looks on, with two idle Ghouls; one Pain has been rolled against three different pieces."""
    battle = Skirmish(
        {"GC": {"starspawn": 1}, "CC": {"nightgaunt": 2, "flying_polyp": 1}},
        others=["BG"],
        in_play={"BG": {"ghoul": 2}},
        books={"BG": ["necrophagy"]},
        options={"D36": option},
        **more,
    )
    return battle.roll(GC=[4, 1, 1], CC=[1]).play(
        ("battle/kills_assigned/BG", []), ("battle/pain/CC", {"CC.flying_polyp.1": ["pain"]})
    )


def test_d36_necrophagy_after_the_rolled_pains() -> None:
    """D36: Ghouls may come after the rolled Pains are assigned; the Pains they add are then spread."""
    battle = pained().play(
        ("battle/pains_assigned/BG", "necrophagy_pains"), ("battle/necrophagy", 1), ("battle/pains_assigned/BG", [])
    )
    assert battle.battle.figure("GC.starspawn.1").hits == ["pain"]
    assert [battle.battle.figure(f"CC.nightgaunt.{n}").hits for n in (1, 2)] == [["pain"], []]
    battle.play(("battle/pains_assigned/BG", "necrophagy_pains"))
    assert battle.battle.figure("CC.nightgaunt.2").hits == ["pain"], "the second Ghoul comes, too"
    assert battle.battle.figure("BG.ghoul.called.1").hits == []


def test_d36_by_the_other_reading_it_is_too_late_then() -> None:
    """D36, *option*: only before the Pains are assigned."""
    assert "battle/pains_assigned/BG" not in pained("other").open_keys


def test_d36_nobody_is_asked_twice_when_no_pain_was_rolled() -> None:
    """D36: without rolled Pains both moments are one."""
    battle = Skirmish(
        {"GC": {"starspawn": 1}, "CC": {"nightgaunt": 2}},
        others=["BG"],
        in_play={"BG": {"ghoul": 2}},
        books={"BG": ["necrophagy"]},
    )
    battle.roll(GC=[1, 1, 1]).play(("battle/kills_assigned/BG", []))
    assert list(battle.open_keys) == ["battle/board"]


def test_d36_a_late_pain_on_a_great_old_one_pays_the_harbinger() -> None:
    """D36 with The Harbinger (battle reference 4.3): any Pain assigned to an enemy Great Old One pays, once."""
    battle = Skirmish(
        {"CC": {"nyarlathotep": 1}, "YS": {"king_in_yellow": 1, "undead": 2}},
        others=["BG"],
        in_play={"BG": {"ghoul": 1}},
        books={"BG": ["necrophagy"], "CC": ["madness"]},
    )
    battle.roll(CC=[4], YS=[1]).play(
        ("battle/kills_assigned/BG", []),
        ("battle/pain/YS", {"YS.undead.1": ["pain"]}),
        ("battle/pains_assigned/BG", "necrophagy_pains"),
        ("battle/pain/YS", {"YS.king_in_yellow.1": ["pain"]}),
        ("battle/pains_assigned/CC", "harbinger_pain"),
        ("battle/harbinger", "power"),
    )
    assert battle.state.factions["CC"].power == 8 + 2


@pytest.mark.parametrize(("option", "who"), [("printed", "YS"), ("other", "GC")])
@pytest.mark.parametrize("late", [False, True])
def test_d37_pains_that_ghouls_add_against_hasturs_enemy(option: str, who: str, late: bool) -> None:
    """D37: Yellow Sign assigns them like the others (default), or their owner."""
    battle = Skirmish(
        {"YS": {"hastur": 1}, "GC": {"deep_one": 1, "shoggoth": 1, "acolyte": 1}},
        others=["BG"],
        in_play={"BG": {"ghoul": 1}},
        books={"BG": ["necrophagy"]},
        options={"D37": option},
    )
    battle.roll(YS=[4, 1, 1, 1, 1], GC=[1, 1, 1])
    if late:
        battle.play(("battle/kills_assigned/BG", []), ("battle/pain/GC", {"GC.deep_one.1": ["pain"]}))
        battle.play(("battle/pains_assigned/BG", "necrophagy_pains"))
    else:
        battle.play(("battle/kills_assigned/BG", "necrophagy"))
        if option == "other":
            battle.play(("battle/pain/GC", {"GC.deep_one.1": ["pain"]}))
    asked = battle.prompt("battle/pain/GC")
    assert asked.who == who
    assert asked.as_json()["required"] == (2 if option == "printed" and not late else 1)


# -- D38: Abduct ---------------------------------------------------------------------------------------------------


def test_d38_abduct_is_not_offered_without_a_victim() -> None:
    """D38: no ability for a part of its effect."""
    battle = Skirmish(
        {"CC": {"nightgaunt": 2, "hunting_horror": 1}, "YS": {"king_in_yellow": 1}}, books={"CC": ["abduct"]}
    )
    assert "battle/pre_battle/CC" not in battle.open_keys


def test_d38_no_more_nightgaunts_are_given_up_than_there_are_victims() -> None:
    """D38: each Nightgaunt takes one Monster or Cultist."""
    battle = Skirmish(
        {"CC": {"nightgaunt": 3, "hunting_horror": 1}, "YS": {"king_in_yellow": 1, "undead": 2}},
        books={"CC": ["abduct"]},
    )
    battle.play(("battle/pre_battle/CC", "abduct"))
    asked = battle.prompt("battle/abduct")
    assert isinstance(asked, Count)
    assert asked.most == 2


# -- D40: books earned in a battle ---------------------------------------------------------------------------------


def test_d40_a_book_earned_in_a_battle_comes_after_it() -> None:
    """D40: claimed by hand or noticed, it does not work in that battle."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_deep_one=2)
    game.fight("GC", "asia", "CC", ["GC.deep_one.1"], ["CC.acolyte.2"])
    with pytest.raises(NotNowError, match="is taken after it"):
        game.session.interject("claim/GC")
    game.play(("battle/roll/GC", [6]), ("battle/board", True), ("book/GC", "absorb"))
    game.session.interject("claim/GC")


# -- D41: Desecrations ---------------------------------------------------------------------------------------------


def test_d41_a_thirteenth_desecration() -> None:
    """D41: an area may be Desecrated when the tokens have run out; any marker will do."""
    game = Evening("YS", "CC", "BG", "GC", first="YS")
    game.correct(YS_king_in_yellow=1)
    areas = [a for a in game.state.board.areas if game.state.board.areas[a].glyph is None]
    glyphs = [a for a in game.state.board.areas if a not in areas]
    game["YS"].tokens = (areas + glyphs)[:12]
    game.pass_others("YS")
    game.take_first("book/")
    last = next(a for a in game.state.board.areas if a not in game["YS"].tokens)
    game.play(("action/YS", "desecrate"), ("desecrate/area", last), ("desecrate/units", 6), ("desecrate/roll", [1]))
    assert len(game["YS"].tokens) == 13
    assert "any marker as a Desecration token" in "".join(f.on_board() for f in game.state.facts)


def test_d41_an_area_is_not_desecrated_twice() -> None:
    """Desecrate: the area must not hold a token."""
    game = Evening("YS", "CC", "BG")
    game.correct(YS_king_in_yellow=1)
    game["YS"].tokens = list(game.state.board.areas)
    game.correct(YS_power=7)
    assert game.refusal("desecrate") == "Every area is desecrated."


# -- D42: submerged Cultists and Ghroth ----------------------------------------------------------------------------


def ghroth(dice: int) -> Evening:
    """Three Acolytes of Great Cthulhu are submerged, three on the map; Black Goat rolls for Ghroth."""
    game = with_books(with_books(Evening("GC", "BG", "YS"), "GC", "submerge"), "BG", "ghroth")
    game.correct(GC_cthulhu=1, BG_fungi=4)
    game.play(
        ("action/GC", "submerge"),
        ("submerge/area", "south_pacific"),
        ("submerge/with", ["acolyte.1", "acolyte.2", "acolyte.3"]),
        ("submerge/gate", []),
    )
    game.play(("action/BG", "ghroth"), ("ghroth/areas", 4), ("ghroth/roll", [dice]))
    return game


def test_d42_submerged_cultists_are_offered_by_their_owner() -> None:
    """D42: not affected unless their owner offers them."""
    game = ghroth(4)
    game.play(("ghroth/agree", "yes"), ("ghroth/share/GC", 4))
    game.play(*[(f"ghroth/GC/{n}/from", "card") for n in range(3)])
    game.play(("ghroth/GC/3/gate", []))
    assert game["GC"].card == {"cthulhu": 1}
    assert game["GC"].in_play["acolyte"] == game.state.on_map("GC", "acolyte") == 2
    assert "from the faction card to the Pool" in "".join(f.on_board() for f in game.state.facts)


def test_d42_black_goat_cannot_make_submerged_cultists_leave() -> None:
    """D42: without agreement Great Cthulhu loses no more than stand on the map, and picks which."""
    game = ghroth(4)
    game.play(("ghroth/agree", "no"))
    assert isinstance(game.prompt, Count)
    assert (game.prompt.who, game.prompt.most) == ("BG", 3)
    game.play(("ghroth/share/GC", 1), ("ghroth/GC/0/from", "map"), ("ghroth/GC/0/gate", []))
    assert game["GC"].card["acolyte"] == 3


# -- D43: Passion and Madness --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "power"), [("yes", 9), ("no", 8)])
@pytest.mark.parametrize("others", [(), ("BG",)])
def test_d43_passion_may_be_left(others: tuple[str, ...], answer: str, power: int) -> None:
    """D43: optional, like every ability, for any number of players."""
    game = with_books(Evening("GC", "YS", *others), "YS", "passion")
    game.correct(GC_deep_one=1)
    from_whom: list[tuple[str, Answer]] = [("capture", "YS")] if others else []
    game.act("GC", "capture", *from_whom, ("capture/gate", []), ("passion", answer))
    assert game["YS"].power == power


def one_pained(*others: str) -> Skirmish:
    """A Fungus is Pained; Crawling Chaos owns Madness."""
    battle = Skirmish({"GC": {"deep_one": 1}, "BG": {"fungi": 1}}, others=["CC"], books={"CC": ["madness"]})
    return battle.roll(GC=[4], BG=[1]).play(("battle/near/GC", list(others)))


@pytest.mark.parametrize(("use", "who"), [("yes", "CC"), ("no", "BG")])
def test_d43_madness_is_optional_for_one_side(use: str, who: str) -> None:
    """D43: optional, like every ability."""
    battle = one_pained().play(("battle/madness", use))
    assert battle.prompt("battle/retreat/BG").who == who


def test_d43_madness_is_optional_for_both_sides() -> None:
    """D43: declined, attacker first, and the owners choose."""
    battle = Skirmish({"GC": {"deep_one": 1}, "BG": {"fungi": 1}}, others=["CC"], books={"CC": ["madness"]})
    battle.roll(GC=[4], BG=[4]).play(("battle/near/BG", []), ("battle/near/GC", []), ("battle/madness", []))
    assert battle.prompt("battle/retreat/GC").who == "GC"
    area = neighbours(battle)[0]
    battle.play(("battle/retreat/GC", {"GC.deep_one.1": area}))
    with pytest.raises(BadAnswerError):
        battle.play(("battle/retreat/BG", {"BG.fungi.1": area}))
    assert battle.prompt("battle/retreat/BG").who == "BG"


def test_d43_madness_is_not_asked_for_where_it_changes_nothing() -> None:
    """D43: one way out, or one's own retreat: the owner's choice is the same."""
    areas = Skirmish({"GC": {"deep_one": 1}, "BG": {"fungi": 1}}).state.board.areas[AREA].adjacent
    assert list(one_pained(*areas[1:]).open_keys) == ["battle/board"]
    battle = Skirmish({"GC": {"deep_one": 1}, "CC": {"hunting_horror": 1}}, books={"CC": ["madness"]})
    battle.roll(GC=[4], CC=[1, 1]).play(("battle/near/GC", []))
    assert battle.prompt("battle/retreat/CC").who == "CC"
