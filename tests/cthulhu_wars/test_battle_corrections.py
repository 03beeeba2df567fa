"""Corrections in the middle of a battle: what people say wins, so pieces that are not on the map leave the battle."""

from __future__ import annotations

from companion.games.cthulhu_wars.facts import PowerGained
from companion.table.prompts import Choose, Count
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.evening import Evening


def devoured() -> Skirmish:
    """Crawling Chaos attacks Great Cthulhu, who may Devour first."""
    chaos, cthulhu = {"nyarlathotep": 1, "nightgaunt": 1}, {"cthulhu": 1, "deep_one": 2}
    books = {"CC": ["emissary", "madness"], "GC": ["regenerate"]}
    return Skirmish({"CC": chaos, "GC": cthulhu}, books=books)


def correct(battle: Skirmish, **counters: int) -> None:
    """Correct counters; `GC_cthulhu=0` means `GC.cthulhu`."""
    battle.session.correct({key.replace("_", ".", 1): value for key, value in counters.items()})


def test_a_battle_without_pieces_is_over_before_the_dice() -> None:
    """Battle reference 2.2: nobody is left; nothing is offered, nobody rolls. First it is asked if it is so."""
    battle = devoured()
    battle.prompt("battle/pre_battle/GC")
    correct(battle, GC_cthulhu=0, GC_deep_one=0)
    assert list(battle.open_keys) == ["battle/nobody_left/GC"]
    battle.play(("battle/nobody_left/GC", True))
    assert list(battle.open_keys) == ["battle/board"]
    assert battle.battle.lost == []
    assert not battle.battle.rolled
    assert "Great Cthulhu, Deep Ones: 0 (corrected by hand); 2 leave the battle" in battle.log()


def test_pieces_that_are_not_there_neither_act_nor_roll() -> None:
    """Cthulhu is not there: no Devour, and the dice of the Deep Ones only."""
    battle = devoured()
    correct(battle, GC_cthulhu=0)
    assert (battle.dice("CC"), battle.dice("GC")) == (3, 2)
    correct(battle, GC_deep_one=1)
    assert battle.dice("GC") == 1


def test_dice_that_fell_stay_where_they_still_fit() -> None:
    """One side has rolled; the other one's number changes."""
    battle = devoured().play(("battle/pre_battle/GC", []))
    battle.play(("battle/roll/CC", [6, 6, 4]))
    correct(battle, GC_cthulhu=0)
    assert list(battle.open_keys) == ["battle/roll/GC"]
    battle.play(("battle/roll/GC", [1, 1]))
    assert battle.battle.kills["CC"] == 2


def test_a_number_raised_puts_nobody_into_the_battle() -> None:
    """The companion counts and does not place: more may be anywhere on the map."""
    battle = devoured()
    correct(battle, GC_deep_one=4)
    battle.play(("battle/pre_battle/GC", []))
    assert battle.dice("GC") == 8
    assert "battle" not in battle.log().splitlines()[-1]


def test_pieces_with_results_leave_after_those_without() -> None:
    """One of two Deep Ones carries the Kill; the table says that there is one: that one dies."""
    battle = devoured().play(("battle/pre_battle/GC", []))
    battle.roll(CC=[6, 4, 1], GC=[1] * 8)
    battle.play(("battle/kill/GC", {"GC.deep_one.2": ["kill"]}))
    battle.prompt("battle/pain/GC")
    correct(battle, GC_deep_one=1)
    assert battle.fates("GC") == ["present", "gone", "present"]
    assert battle.battle.figure("GC.deep_one.2").hits == ["kill"]
    correct(battle, GC_deep_one=0)
    assert battle.battle.figure("GC.deep_one.2").hits == []
    assert battle.battle.lost == []


def test_who_is_taken_off_was_not_killed() -> None:
    """Neither Killed nor Eliminated: no spellbook requirement, no Passion."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "YS": {"acolyte": 2, "undead": 2}}, books={"YS": ["passion"]})
    battle.play(("battle/pre_battle/GC", [])).roll(GC=[6, 4, 1, 1, 1, 1], YS=[1])
    battle.play(("battle/kill/YS", {"YS.acolyte.1": ["kill"]}))
    battle.prompt("battle/pain/YS")
    correct(battle, YS_acolyte=0)
    battle.play(("battle/near/GC", []), ("battle/retreat/YS", {"YS.undead.1": "arabia"}))
    assert list(battle.open_keys) == ["battle/board"]
    assert not battle.state.factions["GC"].marks.get("kill_one")
    assert not any(isinstance(fact, PowerGained) for fact in battle.state.facts)


def test_the_keeper_of_the_gate_leaves_last() -> None:
    """Reference 3.5: as long as a Cultist is left it is the one on the Gate."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "CC": {"acolyte": 3}}, gates={AREA: "CC"})
    correct(battle, CC_acolyte=1)
    (keeper,) = battle.battle.present("CC")
    assert keeper.on_gate
    assert battle.state.gates[AREA] == "CC"


def test_ghouls_that_are_not_there_add_no_pain() -> None:
    """Necrophagy: the question how the Pains are spread is built anew."""
    battle = Skirmish(
        {"GC": {"starspawn": 1, "deep_one": 1}, "CC": {"flying_polyp": 1, "nightgaunt": 1}},
        others=["BG"],
        in_play={"BG": {"ghoul": 2}},
        books={"BG": ["necrophagy"]},
    )
    battle.roll(GC=[1] * 4, CC=[1]).play(("battle/kills_assigned/BG", "necrophagy"))
    asked = battle.prompt("battle/necrophagy")
    assert isinstance(asked, Count)
    assert asked.most == 2
    correct(battle, BG_ghoul=1)
    assert len(battle.battle.called) == 1, "one can come, so one comes"
    battle.prompt("battle/pain/GC")
    correct(battle, BG_ghoul=0)
    assert list(battle.open_keys) == ["battle/board"]


def test_who_retreats_first_is_not_asked_when_one_side_is_gone() -> None:
    """Madness: the order of one side is none."""
    battle = Skirmish({"CC": {"flying_polyp": 2}, "GC": {"deep_one": 2}}, books={"CC": ["madness"]})
    battle.roll(CC=[4, 4], GC=[4, 4]).play(("battle/near/GC", []), ("battle/near/CC", []))
    asked = battle.prompt("battle/madness")
    assert isinstance(asked, Choose)
    correct(battle, GC_deep_one=0)
    battle.play(("battle/nobody_left/GC", True))
    assert list(battle.open_keys) == ["battle/retreat/CC"]


def test_pieces_corrected_away_while_the_battle_is_declared_do_not_come() -> None:
    """The attacker's pieces are named already when the table says that they are fewer: they are asked for again."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_deep_one=3, CC_nightgaunt=1)
    game.play(("action/GC", "battle/CC"), ("battle/area", "indian_ocean"))
    game.play(("battle/pieces/GC", ["GC.deep_one.1", "GC.deep_one.2", "GC.deep_one.3"]))
    game.correct(GC_deep_one=1)
    game.play(("battle/pieces/GC", ["GC.deep_one.1"]), ("battle/pieces/CC", ["CC.nightgaunt.1"]))
    assert game.state.battle is not None
    assert len(game.state.battle.present("GC")) == 1
