"""The steps of a battle around the abilities: declaring, rolling, assigning, retreating, cleaning up."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

import pytest

from companion.games.cthulhu_wars.model.battle_figures import piece
from companion.games.cthulhu_wars.rules.assign import by_worth
from companion.table.errors import BadAnswerError
from companion.table.prompts import Choose, Place, Tell
from tests.cthulhu_wars.battles import Skirmish, taps
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_battle_cases import neighbours


def at_war(foe: str = "CC", **counters: int) -> Evening:
    """Great Cthulhu has declared a battle in Asia, and both sides are asked who is there."""
    game = Evening("GC", "CC", "BG")
    game.correct(**{"GC_deep_one": 2, **counters})
    game.play(("action/GC", f"battle/{foe}"), ("battle/area", "asia"))
    return game


# -- declaring (2.1) -----------------------------------------------------------------------------------------------


def test_an_area_hosts_one_battle_in_a_turn() -> None:
    """Section 2.1: with Unlimited Battle the area just fought in is refused, other areas are not."""
    game = Evening("GC", "CC", "BG")
    game["GC"].books.extend(["absorb", "devolve", "dreams", "regenerate", "submerge", "yha_nthlei"])
    game["GC"].met.extend(["first_doom", "kill_one", "kill_two", "awaken", "ocean_gates", "five_books"])
    game.correct(GC_cthulhu=1)
    game.fight("GC", "asia", "CC", ["GC.cthulhu.1"], ["CC.acolyte.1"])
    game.play(("battle/pre_battle/GC", "devour"), ("battle/board", True), ("action/GC", "battle/CC"))
    assert game.refusal("asia")
    assert "africa" in game.options()


def test_the_same_area_may_host_a_battle_in_another_turn() -> None:
    """Section 2.1: one battle per area is counted per turn of the active player."""
    game = at_war(GC_cthulhu=1, CC_hunting_horror=1)
    game.play(
        ("battle/pieces/GC", ["GC.cthulhu.1"]),
        ("battle/pieces/CC", ["CC.acolyte.1"]),
        ("battle/pre_battle/GC", "devour"),
        ("battle/board", True),
    )
    game.until("action/CC", first=True)
    game.play(("action/CC", "battle/GC"))
    assert "asia" in game.options()


def test_pieces_are_bounded_by_what_is_in_play() -> None:
    """Design: pieces are picked by kind from what the companion counts in play; submerged ones are elsewhere."""
    game = at_war("BG")
    assert isinstance(game.prompt, Choose)
    assert sorted(o.id for o in game.prompt.options) == [
        *(f"GC.acolyte.{n}" for n in range(1, 7)),
        "GC.deep_one.1",
        "GC.deep_one.2",
    ]
    with pytest.raises(BadAnswerError):
        game.answer(["GC.deep_one.3"])


def test_the_acolyte_on_the_gate_is_told_apart_and_filled_in() -> None:
    """Reference 3.5: the side that controls the Gate has one Acolyte on it, and all units there take part."""
    game = at_war()
    game.play(("battle/pieces/GC", ["GC.deep_one.1"]))
    assert isinstance(game.prompt, Choose)
    first = next(o for o in game.prompt.options if o.id == "CC.acolyte.1")
    assert "Gate" in first.label
    assert {o.id for o in game.prompt.options if o.group == first.group} == {"CC.acolyte.1"}
    assert "CC.acolyte.1" in game.prompt.suggested


def test_power_is_paid_and_not_more_than_there_is() -> None:
    """Section 2, PAY: 1 Power; if the table corrects Power to 0 meanwhile, the board is the truth."""
    game = at_war()
    game.correct(GC_power=0)
    game.play(("battle/pieces/GC", ["GC.deep_one.1"]), ("battle/pieces/CC", ["CC.acolyte.1"]))
    assert game["GC"].power == 0


# -- rolling and assigning (2.4) -----------------------------------------------------------------------------------


def test_both_roll_at_the_same_moment_in_any_order() -> None:
    """Section 2, ROLL: both rolls are open at once, and nothing counts before the second is in."""
    battle = Skirmish({"GC": {"deep_one": 1}, "CC": {"flying_polyp": 1}})
    assert list(battle.open_keys) == ["battle/roll/GC", "battle/roll/CC"]
    battle.roll(CC=[6])
    assert not battle.battle.rolled
    battle.roll(GC=[1])
    assert battle.in_play("GC") == {}


def test_symbols_may_be_given_instead_of_faces() -> None:
    """Section 1: only Kills and Pains matter, so their numbers are enough."""
    battle = Skirmish({"GC": {"cthulhu": 1, "deep_one": 1}, "CC": {"hunting_horror": 2}})
    battle.play(("battle/pre_battle/GC", []), ("battle/roll/GC", {"kill": 2}), ("battle/roll/CC", {"pain": 1}))
    assert (battle.battle.kills["GC"], battle.battle.pains["GC"]) == (2, 0)
    assert (battle.battle.kills["CC"], battle.battle.pains["CC"]) == (0, 1)


def test_a_pain_goes_to_a_unit_without_a_result() -> None:
    """Section 2.4: one result per unit; the one assigned a Kill takes no Pain."""
    battle = Skirmish({"GC": {"shoggoth": 1}, "CC": {"flying_polyp": 1, "nightgaunt": 1, "acolyte": 1}})
    battle.roll(GC=[6, 4], CC=[1]).play(("battle/kill/CC", {"CC.acolyte.1": ["kill"]}))
    with pytest.raises(BadAnswerError):
        battle.play(("battle/pain/CC", {"CC.acolyte.1": ["pain"]}))


def test_losses_of_both_sides_are_simultaneous() -> None:
    """D7, S0: results are assigned first and applied once, so a side that is wiped out still kills."""
    battle = Skirmish({"GC": {"deep_one": 1}, "CC": {"flying_polyp": 1}}).roll(GC=[6], CC=[6])
    assert battle.in_play("GC") == battle.in_play("CC") == {}


# -- retreating (2.5) ----------------------------------------------------------------------------------------------


def test_the_attacker_retreats_first() -> None:
    """Section 2.5: the attacker's pained units go before the defender's."""
    battle = Skirmish({"CC": {"flying_polyp": 1}, "GC": {"deep_one": 1}}).roll(CC=[4], GC=[4])
    battle.play(("battle/near/GC", []), ("battle/near/CC", []))
    assert list(battle.open_keys) == ["battle/retreat/CC"]


def test_where_both_sides_stand_nearby_is_asked_at_once() -> None:
    """Section 2.5: nobody moves between the two questions; it was a page for each."""
    battle = Skirmish({"CC": {"flying_polyp": 1}, "GC": {"deep_one": 1}}).roll(CC=[4], GC=[4])
    assert list(battle.open_keys) == ["battle/near/CC", "battle/near/GC"]
    assert {battle.prompt(key).who for key in battle.open_keys} == {"CC", "GC"}
    one, two = neighbours(battle)[:2]
    battle.play(("battle/near/CC", [two]), ("battle/near/GC", [one]))
    assert battle.battle.near == {"GC": [one], "CC": [two]}


def test_a_game_stored_between_the_two_questions_goes_on_with_the_other() -> None:
    """Earlier versions asked them one after the other: such a file has the answer to the first, and nothing else."""
    game = at_war(CC_flying_polyp=1)
    game.play(*PAINED[:-2], ("battle/roll/CC", [4]), PAINED[-1])
    game.once(("battle/near/CC", ["africa"]))
    assert [item.prompt.key for item in game.session.prompts] == ["battle/near/GC"]
    game.play(("battle/near/GC", []))
    assert [item.prompt.key for item in game.session.prompts] == ["battle/retreat/GC"]
    assert game.state.running_battle.near == {"GC": [], "CC": ["africa"]}


def test_units_may_split_over_several_areas() -> None:
    """Section 2.5: each pained unit has its own destination; third factions and oceans do not matter."""
    battle = Skirmish({"GC": {"starspawn": 1}, "CC": {"acolyte": 2}}).roll(GC=[4, 4, 1])
    battle.play(("battle/near/GC", []))
    asked = battle.prompt("battle/retreat/CC")
    assert isinstance(asked, Place)
    assert {a.id for p in asked.pieces for a in p.areas} == set(neighbours(battle))
    one, two = neighbours(battle)[:2]
    battle.play(("battle/retreat/CC", {"CC.acolyte.1": one, "CC.acolyte.2": two}))
    assert battle.fates("CC") == ["retreated", "retreated"]


def test_known_enemy_gates_are_filled_in() -> None:
    """Design, section 6: what the companion knows is suggested, and what people say wins."""
    battle = Skirmish({"GC": {"deep_one": 1}, "CC": {"acolyte": 2}}, gates={"arabia": "GC", "scandinavia": None})
    battle.roll(GC=[4])
    asked = battle.prompt("battle/near/GC")
    assert isinstance(asked, Choose)
    assert asked.suggested == ("arabia",)
    battle.play(("battle/near/GC", []), ("battle/retreat/CC", {"CC.acolyte.1": "arabia"}))


def test_surrounded_on_all_sides_there_is_nothing_to_ask() -> None:
    """Section 2.5: if the first side's retreat has entered every neighbour, the second has nowhere to go."""
    battle = Skirmish({"GC": {"acolyte": 4, "deep_one": 1}, "CC": {"hunting_horror": 2}})
    battle.roll(GC=[4], CC=[4, 4, 4, 4])
    battle.play(("battle/pain/GC", {f"GC.acolyte.{n}": ["pain"] for n in range(1, 5)}))
    places = {f"GC.acolyte.{n + 1}": area for n, area in enumerate(neighbours(battle))}
    battle.play(("battle/near/CC", []), ("battle/near/GC", []), ("battle/retreat/GC", places))
    assert list(battle.open_keys) == ["battle/board"]
    assert battle.in_play("CC") == {"hunting_horror": 1}


# -- cleaning up (5) -----------------------------------------------------------------------------------------------


def test_the_board_list_says_every_piece_that_moves() -> None:
    """Design, section 2: one list at the end of what to move on the board."""
    battle = Skirmish({"GC": {"starspawn": 1}, "CC": {"acolyte": 2}}).roll(GC=[6, 4, 1])
    battle.play(
        ("battle/near/GC", []),
        ("battle/retreat/CC", {"CC.acolyte.2": "arabia"}),
    )
    asked = battle.prompt("battle/board")
    assert isinstance(asked, Tell)
    assert len(asked.lines) == 2
    assert any("to the Pool" in line for line in asked.lines)
    assert any("to Arabia" in line for line in asked.lines)
    battle.play(("battle/board", True))
    assert battle.session.finished
    assert battle.state.battle is None


def test_the_board_list_says_alike_pieces_that_go_together_in_one_line() -> None:
    """Eight lines of single pieces had to be scrolled."""
    battle = Skirmish({"GC": {"starspawn": 2}, "CC": {"acolyte": 5}}).roll(GC=[6, 6, 4, 4, 4, 1])
    battle.play(
        ("battle/near/GC", []),
        ("battle/retreat/CC", {"CC.acolyte.3": "arabia", "CC.acolyte.4": "arabia", "CC.acolyte.5": "scandinavia"}),
    )
    asked = battle.prompt("battle/board")
    assert isinstance(asked, Tell)
    assert asked.lines == (
        "Return Crawling Chaos 2 Acolytes from Europe to the Pool",
        "Move Crawling Chaos 2 Acolytes from Europe to Arabia",
        "Move Crawling Chaos Acolyte from Europe to Scandinavia",
    )


def test_a_kill_counts_for_the_book_still_open_when_the_other_was_claimed() -> None:
    """Reference 6, GC, and 3.7: with `2 units` claimed by hand, two Kills still meet `1 unit`."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_cthulhu=1)
    game.claim("GC", "kill_two", "dreams")
    game.fight("GC", "asia", "CC", ["GC.cthulhu.1"], ["CC.acolyte.1", "CC.acolyte.2"])
    game.play(
        ("battle/pre_battle/GC", "devour"),
        ("battle/devour", "CC.acolyte.1"),
        ("battle/roll/GC", [6, 1, 1, 1, 1, 1]),
        ("battle/board", True),
    )
    assert "kill_one" in game["GC"].met


# -- corrections and undo ------------------------------------------------------------------------------------------


def test_a_correction_in_mid_battle_never_makes_a_count_negative() -> None:
    """Design, section 2: the table may say in mid-battle that a piece is gone; it cannot be lost a second time."""
    game = at_war()
    game.play(("battle/pieces/GC", ["GC.deep_one.1"]), ("battle/pieces/CC", ["CC.acolyte.1"]))
    game.session.interject("gate")
    game.play(("gate/area", "asia"), ("gate/owner", "abandoned"))
    game.correct(CC_acolyte=0)
    game.play(("battle/nobody_left/CC", True))
    game.play(("battle/roll/GC", [6]))
    assert game["CC"].in_play["acolyte"] == 0


def test_a_gate_correction_changes_the_totals_before_the_dice() -> None:
    """Section 3: Combat that reads Gates is read at TOTALS; the open question follows a correction."""
    game = Evening("BG", "CC", "YS")
    game.correct(BG_shub_niggurath=1)
    game.fight("BG", "asia", "CC", ["BG.shub_niggurath.1"], ["CC.acolyte.1"])
    assert "= 7" in game.prompt.text
    game.correct(BG_acolyte=4)
    assert "= 5" in game.prompt.text


# -- taps ----------------------------------------------------------------------------------------------------------


def first_battle(seed: int) -> int:
    """Touches from Declare to done: two Deep Ones against an Acolyte on a Gate and a Flying Polyp, built-in roller."""
    dice = random.Random(seed)
    game = at_war(CC_flying_polyp=1)
    count = 1
    while game.key.startswith("battle/"):
        item = game.session.prompts[0]
        value: Any
        match item.prompt.key.split("/")[1:]:
            case ["enemy"]:
                value = "CC"
            case ["pieces", "GC"]:
                value = ["GC.deep_one.1", "GC.deep_one.2"]
            case ["pieces", "CC"]:
                value = ["CC.acolyte.1", "CC.flying_polyp.1"]
            case ["roll", side]:
                value = [dice.randint(1, 6) for _ in range(2 if side == "GC" else 1)]
            case ["kill" | "pain" as result, _]:
                prompt: Any = item.prompt
                value = {p.id: [result] for p in prompt.pieces[: prompt.required]}
            case ["near", *_]:
                value = []
            case ["retreat", _]:
                prompt = item.prompt
                open_areas = [a.id for a in prompt.pieces[0].areas if not a.refused]
                value = {p.id: open_areas[0] for p in prompt.pieces}
            case _:
                assert item.prompt.key == "battle/board", item.prompt.key
                value = True
        # "Roll both here" is one touch for the two rolls.
        both = item.prompt.key.startswith("battle/roll") and len(game.session.prompts) == 2
        count += 0 if both else taps(item.prompt, value)
        game.session.answer(item.ticket, value)
    return count


def test_a_first_battle_takes_at_most_13_touches() -> None:
    """From Declare to done, places of the board counted; none of 100 battles with different dice takes more. Where
    both sides retreat and nobody is near them, that is said of each."""
    assert max(first_battle(seed) for seed in range(100)) <= 13


def test_the_chances_of_both_rolls_are_exact() -> None:
    """Section 1: 6 kills, 4 and 5 pain. Eight dice against two units, one die against two."""
    battle = Skirmish(
        {"GC": {"cthulhu": 1, "shoggoth": 1}, "CC": {"flying_polyp": 1, "acolyte": 1}}, books={"GC": ["absorb"]}
    )
    assert battle.prompt("battle/pre_battle/GC").odds == (
        "Great Cthulhu, 8 dice: Kill 77%, Pain 59%, on average 1.2 and 0.8\n"
        "Crawling Chaos, 1 die: Kill 17%, Pain 33%, on average 0.2 and 0.3"
    )
    battle.play(("battle/pre_battle/GC", []))
    assert battle.prompt("battle/roll/CC").odds == "Kill 17%, Pain 33%"


# -- who is likely to be there -------------------------------------------------------------------------------------


PAINED: Final[tuple[tuple[str, Any], ...]] = (
    ("battle/pieces/GC", ["GC.deep_one.1", "GC.deep_one.2"]),
    ("battle/pieces/CC", ["CC.acolyte.1", "CC.flying_polyp.1"]),
    ("battle/roll/GC", [4, 1]),
    ("battle/roll/CC", [1]),
    ("battle/pain/CC", {"CC.flying_polyp.1": ["pain"]}),
)
"""Two Deep Ones give a Flying Polyp a Pain."""


def filled_in(game: Evening, side: str) -> dict[str, int]:
    """How many pieces of each kind stand there already in the question for a side."""
    prompt = next(i.prompt for i in game.session.prompts if i.prompt.key == f"battle/pieces/{side}")
    assert isinstance(prompt, Choose)
    return dict(Counter(name.split(".")[1] for name in prompt.suggested))


def test_both_sides_say_at_the_same_moment_who_is_there() -> None:
    """Section 2.1: all units of both take part, so nobody waits for the other; games stored side by side still open."""
    game = at_war()
    assert [item.prompt.key for item in game.session.prompts] == ["battle/pieces/GC", "battle/pieces/CC"]
    game.once(("battle/pieces/GC", ["GC.deep_one.1"]), ("battle/pieces/CC", ["CC.acolyte.1"]))
    assert game.key == "battle/roll/GC"


def test_those_who_began_there_are_filled_in_until_they_move() -> None:
    """Whoever has moved without a word where is not believed to be there any more; the Gate keeps its Cultist."""
    game = at_war()
    assert filled_in(game, "CC") == {"acolyte": 6}
    game = Evening("CC", "GC", "BG", first="CC")
    game.correct(GC_deep_one=2)
    game.act("CC", "move/3")
    game.act("GC", "battle/CC", ("battle/area", "asia"))
    assert filled_in(game, "CC") == {"acolyte": 3}
    # An attacker has somebody who may attack.
    assert filled_in(game, "GC") == {"deep_one": 1}


def test_what_was_said_of_an_area_is_filled_in_there_again() -> None:
    """The last battle told who is there; those who retreated are believed where they went."""
    game = at_war(GC_deep_one=2, CC_flying_polyp=2)
    game.play(
        *PAINED,
        ("battle/near/GC", []),
        ("battle/retreat/CC", {"CC.flying_polyp.1": "africa"}),
        ("battle/board", True),
    )
    while game.key != "action/CC":
        game.answer("finish" if "finish" in game.options() else game.options()[0])
    game.play(("action/CC", "battle/GC"), ("battle/area", "africa"))
    assert filled_in(game, "CC") == {"flying_polyp": 1}
    game.session.undo()
    game.play(("battle/area", "asia"))
    assert filled_in(game, "GC") == {"deep_one": 2}


def test_neighbours_where_the_enemy_was_last_seen_are_filled_in() -> None:
    """Design, section 6: with what the companion already knows filled in."""
    game = at_war(GC_deep_one=3, CC_flying_polyp=2)
    game.state.stands("GC", "africa", "deep_one", 1)
    game.play(*PAINED)
    (asked,) = (item.prompt for item in game.session.prompts)
    assert isinstance(asked, Choose)
    assert (asked.key, asked.suggested) == ("battle/near/GC", ("africa",))


def test_a_summoned_monster_is_believed_at_the_only_gate() -> None:
    """Reference 3.4: Monsters are summoned at a Gate that their faction controls."""
    game = Evening("CC", "GC", "BG", first="CC")
    game.correct(GC_deep_one=1)
    game.act("CC", "summon/nightgaunt")
    game.act("GC", "battle/CC", ("battle/area", "asia"))
    assert filled_in(game, "CC") == {"acolyte": 6, "nightgaunt": 1}


def test_a_correction_takes_away_what_is_filled_in() -> None:
    """The board is the truth: no more is filled in than there is."""
    game = at_war()
    game.correct(CC_acolyte=2)
    assert filled_in(game, "CC") == {"acolyte": 2}


def test_the_acolyte_on_the_gate_is_filled_in_last() -> None:
    """While another can take a result, whoever confirms what is filled in keeps the Gate."""
    figures = [piece("CC.acolyte.1", on_gate=True), piece("CC.nightgaunt.1"), piece("CC.flying_polyp.1")]
    assert [f.id for f in by_worth(figures, dearest=False)] == ["CC.nightgaunt.1", "CC.flying_polyp.1", "CC.acolyte.1"]
    assert by_worth(figures, dearest=True)[0].id == "CC.flying_polyp.1"
