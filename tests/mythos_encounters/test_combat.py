"""The rules of a combat, each played through a session."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
from companion.table.errors import BadAnswerError, BadCorrectionError, BadSetupError
from companion.table.prompts import Column
from companion.table.session import new_session
from tests.mythos_encounters.printed_example import EXAMPLE, Pools
from tests.mythos_encounters.table import Combat


def test_the_printed_example() -> None:
    """From assemble to reform with every printed number (reference 1.5)."""
    combat = Combat()
    combat.session = new_session(MYTHOS_ENCOUNTERS, {})
    for step in EXAMPLE:
        if isinstance(step, Pools):
            assert combat.pools == step
        else:
            combat.give(step)
    assert combat.session.view.finished == "Geoff wins."
    assert "Geoff: 3 Cultists 3 + 3 Servitors 6 = 9 dice." in combat.said
    assert "Daniel: 2 Cultists 4 + 2 Servitors 6 = 10 dice." in combat.said
    assert "Geoff loses 7, Daniel 11" in combat.said
    assert "Geoff loses 1, Daniel 5" in combat.said
    assert "Geoff now has 3 Cultists and 2 Servitors." in combat.said
    assert "Daniel: put 2 Cultists on the Spawning Node." in combat.said


def test_the_ranked_rows_are_drawn_against_each_other() -> None:
    """Everybody sees which die is lost to which (reference 1.4)."""
    combat = Combat()
    combat.give(("1/cards/1/1", []), ("1/roll/1/attacker", [2, 6, 4, 4]), ("1/roll/1/defender", [4, 5, 1]))
    prompt = combat.prompt("1/match/1")
    assert prompt.rows.columns == (
        Column(6, 5, lower_lost=True),
        Column(4, 4, upper_lost=True, lower_lost=True),
        Column(4, 1, lower_lost=True),
        Column(2, 0),
    )
    assert prompt.lines == (
        "Attacker loses 1 (0 lower, 1 equal, 1 safe), keeps 3.",
        "Defender loses 3 (2 lower, 1 equal), keeps 0.",
    )
    assert prompt.as_json()["rows"]["columns"][3] == {
        "upper": 2,
        "lower": 0,
        "upper_lost": False,
        "lower_lost": False,
    }


def test_both_rolls_are_open_at_the_same_moment() -> None:
    """Neither side's roll counts before the other's (reference 1.3, 3)."""
    combat = Combat()
    combat.give(("1/cards/1/1", []))
    assert combat.open == ["1/roll/1/attacker", "1/roll/1/defender"]
    combat.give(("1/roll/1/attacker", [1, 1, 1, 1]))
    assert combat.open == ["1/roll/1/defender"]
    assert combat.pools == (4, 3)
    assert combat.session.view.sides[0].faces == ()


def test_the_attacker_may_leave_after_segment_one() -> None:
    """Reference 1.3, RETREAT: attacker only."""
    combat = Combat()
    combat.roll(1, [6, 6, 1, 1], [5, 5, 5])
    prompt = combat.prompt("1/retreat")
    assert prompt.who == "first"
    assert prompt.text == "3 against 1 die if nothing is added."
    assert prompt.odds.startswith("Node cleared")
    combat.give(("1/retreat", "leave"), ("1/post/1", []))
    assert "The attacker leaves." in combat.said
    assert "back to the Node of Origin" in combat.said


def test_at_most_two_segments_and_the_defender_holds() -> None:
    """Reference 1.8: both survive segment two."""
    combat = Combat()
    combat.roll(1, [6, 6, 1, 1], [5, 5, 5])
    combat.give(("1/retreat", "stay"))
    combat.roll(2, [3, 2, 1], [4])
    combat.give(("1/post/1", []))
    assert combat.state.outcome == "defender_holds_attacker_retreats"


def test_more_dice_win_where_the_table_reads_it_so() -> None:
    """Reference 1.8 [R]: `both_survive = more_dice_wins`."""
    combat = Combat(options={"both_survive": "more_dice_wins"})
    combat.roll(1, [6, 6, 1, 1], [5, 5, 5])
    combat.give(("1/retreat", "stay"))
    combat.roll(2, [3, 2, 1], [4])
    combat.give(("1/post/1", []))
    assert combat.state.outcome == "attacker_wins"


@pytest.mark.parametrize("monsters", ["vanish", "stay"])
@pytest.mark.parametrize("stays", [False, True])
def test_a_lone_monster_that_does_not_clear_the_node_goes_its_own_way(stays: bool, monsters: str) -> None:
    """Reference 1.8 [P]: to an empty Node or off the board, so neither back to the Node of Origin nor simply off."""
    combat = Combat(
        options={"monsters": monsters},
        attacker={"cultists": 0, "servitors": 0, "monsters": 1},
        defender={"cultists": 3, "servitors": 0, "ring": False},
    )
    combat.roll(1, [6, 6, 1], [5, 5, 5])
    combat.give(("1/retreat", "stay" if stays else "leave"))
    if stays:
        combat.roll(2, [1, 1], [6])
    combat.give(("1/post/1", []))
    assert combat.prompt("1/board").lines == (
        "The Monster moves to an empty Node that its summoner picks, or vanishes.",
        "Defender: keep 1 Cultist of those that fought.",
    )


def test_mutual_annihilation_leaves_the_node_empty() -> None:
    """Reference 1.8 [R]."""
    combat = Combat(attacker={"cultists": 1, "servitors": 0}, defender={"cultists": 1, "servitors": 0, "ring": False})
    combat.roll(1, [4], [4])
    combat.give(("1/post/1", []))
    combat.close()
    assert combat.session.finished
    assert "The Node is unoccupied; its card goes back." in combat.said


@pytest.mark.parametrize(
    ("tie", "losses"), [("both", (3, 3)), ("attacker", (3, 0)), ("defender", (0, 3)), ("none", (0, 0))]
)
def test_equal_dice(tie: str, losses: tuple[int, int]) -> None:
    """Reference 1.4: ties cost both; an expert setting reads it otherwise."""
    combat = Combat(options={"tie": tie})
    combat.give(("1/cards/1/1", []), ("1/roll/1/attacker", [4, 4, 1, 1]), ("1/roll/1/defender", [4, 4, 1]))
    assert (combat.state.losses["attacker"], combat.state.losses["defender"]) == losses


def test_the_ring_bonus_is_for_cultists_and_servitors_of_the_holder() -> None:
    """Reference 1.1: Monsters get none, and the attacker has none by default."""
    combat = Combat(defender={"cultists": 2, "servitors": 2, "monsters": 1, "ring": True})
    assert combat.pools == (4, 2 * 2 + 2 * 3 + 3)


def test_the_ring_bonus_for_both_is_a_setting() -> None:
    """Reference 1.1 [R]: `ring_bonus_for = both`."""
    combat = Combat(
        options={"ring_bonus_for": "both"}, attacker={"cultists": 2, "servitors": 1, "monsters": 0, "ring": True}
    )
    assert combat.pools[0] == 2 * 2 + 3


def test_several_insane_cultists_are_asked_about() -> None:
    """Reference 1.1: 2 dice for the attack as a whole or 2 each is unclear, so the table says."""
    combat = Combat(attacker={"cultists": 1, "servitors": 0, "insane": 3})
    combat.give(("1/attacker/insane_each", "no"))
    assert combat.pools[0] == 1 + 2
    combat = Combat(attacker={"cultists": 1, "servitors": 0, "insane": 3})
    combat.give(("1/attacker/insane_each", "yes"))
    assert combat.pools[0] == 1 + 6


def test_values_of_pieces_may_be_set() -> None:
    """Reference 1.1 [P], 1.10: they must be editable."""
    combat = Combat(values={"servitor": 4, "ring": 2}, defender={"cultists": 1, "servitors": 1, "ring": True})
    assert combat.pools == (2 + 4, 3 + 6)


def test_only_cultists_roll_at_the_gate_and_a_mishap_costs_one() -> None:
    """Reference 1.7."""
    combat = Combat(gate="yes")
    combat.give(("1/gate/crossing", 2))
    assert combat.prompt("1/gate/roll").dice == 2
    combat.give(("1/gate/roll", [1, 3]), ("1/gate/table", [4]), ("1/gate/mishaps", True))
    assert combat.state.forces["attacker"].cultists == 1
    assert combat.pools[0] == 3


def test_a_cultist_that_changes_sides_fights_for_the_defender() -> None:
    """Reference 1.7, row 3."""
    combat = Combat(gate="yes")
    combat.give(("1/gate/crossing", 2), ("1/gate/roll", [1, 3]), ("1/gate/table", [3]), ("1/gate/mishaps", True))
    assert combat.pools == (3, 4)


def test_a_cultist_that_becomes_a_servitor_fights_if_the_table_says_so() -> None:
    """Reference 1.7, row 6: where the Servitor stands is not said, so it is asked."""
    combat = Combat(gate="yes")
    combat.give(("1/gate/crossing", 2), ("1/gate/roll", [1, 3]), ("1/gate/table", [6]), ("1/gate/servitor/0", "yes"))
    combat.give(("1/gate/mishaps", True))
    assert combat.pools[0] == 1 + 4


def test_players_may_say_what_a_mishap_does() -> None:
    """Reference 1.10: the rows of the table are a setting."""
    combat = Combat(gate="yes", options={"mishaps": "ask"})
    combat.give(("1/gate/crossing", 2), ("1/gate/roll", [1, 1]), ("1/gate/outcome/0", "1"), ("1/gate/outcome/1", "4"))
    combat.give(("1/gate/mishaps", True))
    assert combat.pools[0] == 2


def test_if_nobody_arrives_there_is_no_combat() -> None:
    """Reference 1.3, GATE."""
    combat = Combat(gate="yes", attacker={"cultists": 1, "servitors": 0})
    combat.give(("1/gate/crossing", 1), ("1/gate/roll", [1]), ("1/gate/table", [4]), ("1/gate/mishaps", True))
    combat.close()
    assert combat.session.finished
    assert combat.session.view.finished == "Nobody arrived to attack."


def test_dice_of_a_card_are_still_there_in_segment_two() -> None:
    """Reference 1.3: 15 - 7 = 8 is what is rolled."""
    combat = Combat()
    combat.give(
        ("1/cards/1/1", "third"),
        ("1/cards/1/1/effect", "more"),
        ("1/cards/1/1/name", ""),
        ("1/cards/1/1/side", "attacker"),
    )
    combat.give(("1/cards/1/1/amount", 5))
    assert combat.pools[0] == 9
    combat.roll(1, [1] * 9, [5, 5, 5])
    assert combat.pools == (6, 3)


def test_a_card_that_takes_dice_away_leaves_none_below_zero() -> None:
    """Reference 1.3: cards may remove dice."""
    combat = Combat()
    combat.give(
        ("1/cards/1/1", "third"),
        ("1/cards/1/1/effect", "fewer"),
        ("1/cards/1/1/name", ""),
        ("1/cards/1/1/side", "defender"),
    )
    combat.give(("1/cards/1/1/amount", 9))
    assert combat.pools == (4, 0)


def test_a_cancel_may_be_cancelled() -> None:
    """Reference 1.6: a cancel is a card event, too."""
    combat = Combat()
    combat.give(("1/cards/1/1", "first"), ("1/cards/1/1/effect", "dhole"), ("1/cards/1/1/side", "attacker"))
    combat.give(("1/cards/1/1/amount", 3), ("1/cards/1/1/price", 2))
    assert "Attacker: give up 2 Cultists outside this fight." in combat.said
    combat.give(
        ("1/cards/1/2", "second"),
        ("1/cards/1/2/effect", "cancel"),
        ("1/cards/1/2/name", ""),
        ("1/cards/1/2/price", 1),
    )
    assert combat.pools[0] == 4
    combat.give(
        ("1/cards/1/3", "third"), ("1/cards/1/3/effect", "cancel"), ("1/cards/1/3/name", ""), ("1/cards/1/3/price", 0)
    )
    assert combat.pools[0] == 7


def test_bound_servitors_take_their_dice_with_them() -> None:
    """Reference 1.6: Bind Servitors takes 2 for each, 3 in the owner's ring."""
    combat = Combat(defender={"cultists": 1, "servitors": 2, "ring": True})
    combat.give(("1/cards/1/1", "third"), ("1/cards/1/1/effect", "bind"), ("1/cards/1/1/side", "defender"))
    assert combat.prompt("1/cards/1/1/amount").suggested == 6
    combat.give(("1/cards/1/1/amount", 6))
    assert combat.pools[1] == 2


def test_binding_in_segment_two_takes_two_dice_each_at_most_what_is_left() -> None:
    """Reference 1.6 [R]: min(2 per Servitor, pool left), editable."""
    combat = Combat(attacker={"cultists": 1, "servitors": 3}, defender={"cultists": 4, "servitors": 0, "ring": False})
    combat.roll(1, [1, 1, 1, 1, 6, 6, 6], [6, 6, 6, 5])
    assert combat.pools == (3, 1)
    combat.give(
        ("1/retreat", "stay"),
        ("1/cards/2/1", "third"),
        ("1/cards/2/1/effect", "bind"),
        ("1/cards/2/1/side", "attacker"),
    )
    assert combat.prompt("1/cards/2/1/amount").suggested == 3


def test_redirected_losses_are_paid_by_somebody_else() -> None:
    """Reference 1.6: played after the losses are known; how they are paid is entered by hand."""
    combat = Combat()
    combat.give(
        ("1/cards/1/1", []), ("1/roll/1/attacker", [1, 1, 1, 1]), ("1/roll/1/defender", [6, 6, 6]), ("1/match/1", True)
    )
    combat.give(("1/losses/1/1", "first"), ("1/losses/1/1/effect", "deflect"), ("1/losses/1/1/side", "attacker"))
    combat.give(("1/losses/1/1/victim", "third"), ("1/losses/1/2", []))
    assert combat.pools == (4, 3)
    assert "Third player: lose pieces worth 3 dice, as the table agrees." in combat.said


def test_a_recovery_that_is_cancelled_brings_nobody_back() -> None:
    """Reference 1.6: `recover` is a card event like the others, and can be cancelled."""
    combat = Combat()
    combat.roll(1, [6] * 4, [1] * 3)
    combat.give(("1/post/1", "second"), ("1/post/1/effect", "west"), ("1/post/1/dice", 3), ("1/post/1/roll", [3, 2, 4]))
    combat.give(
        ("1/post/1/back", 2),
        ("1/post/2", "third"),
        ("1/post/2/effect", "cancel"),
        ("1/post/2/name", ""),
        ("1/post/2/price", 0),
    )
    combat.give(("1/post/3", []))
    assert "Spawning Node" not in combat.said


def test_cards_go_round_in_turns_where_the_table_reads_it_so() -> None:
    """Reference 1.3 [R]: the order of cards; the window closes when all have passed in a row."""
    combat = Combat(options={"card_order": "turns"})
    combat.give(
        ("1/cards/1/1/0", []), ("1/cards/1/1/1", "play"), ("1/cards/1/1/effect", "more"), ("1/cards/1/1/name", "")
    )
    combat.give(("1/cards/1/1/side", "defender"), ("1/cards/1/1/amount", 1))
    assert combat.prompt("1/cards/1/2/2").who == "third"
    combat.give(("1/cards/1/2/2", []), ("1/cards/1/2/3", []))
    assert combat.prompt("1/cards/1/2/4").who == "second"
    combat.give(("1/cards/1/2/4", []))
    assert combat.open == ["1/roll/1/attacker", "1/roll/1/defender"]


def test_all_dice_that_may_be_spent_are_spent_on_pieces() -> None:
    """Reference 1.8: 1 die a Cultist, 2 dice a Servitor; the pieces that fought come first, other mixes on request."""
    combat = Combat()
    combat.roll(1, [6, 6, 6, 6], [1, 1, 1])
    combat.give(("1/post/1", []), ("1/victor/give_up", "keep"))
    options = combat.prompt("1/reform/attacker").options
    assert [option.id for option in options] == ["2+1", "other"]
    combat.give(("1/reform/attacker", "other"))
    assert [option.id for option in combat.prompt("1/reform/attacker/other").options] == ["0+2", "4+0"]


def test_no_more_comes_back_than_the_committed_pieces_cost() -> None:
    """Reference 1.8: `reform.cap = natural`."""
    combat = Combat(defender={"cultists": 1, "servitors": 0, "ring": True})
    combat.give(
        ("1/cards/1/1", "second"),
        ("1/cards/1/1/effect", "more"),
        ("1/cards/1/1/name", ""),
        ("1/cards/1/1/side", "defender"),
    )
    combat.give(("1/cards/1/1/amount", 10))
    combat.roll(1, [1] * 4, [6] * 12)
    combat.give(("1/post/2", []))
    assert "Defender now has 1 Cultist." in combat.said


def test_the_literal_reading_of_reform_is_a_setting() -> None:
    """Reference 1.8: `reform.cap = none`."""
    combat = Combat(defender={"cultists": 1, "servitors": 0, "ring": True}, options={"reform_cap": "none"})
    combat.roll(1, [1] * 4, [6] * 2)
    combat.give(("1/retreat", "leave"), ("1/post/1", []), ("1/reform/attacker", "2+0"))
    assert [option.id for option in combat.prompt("1/reform/defender").options] == ["0+1", "2+0"]


def test_monsters_stay_only_where_the_table_reads_it_so() -> None:
    """Reference 1.8 [R]."""
    combat = Combat(attacker={"cultists": 1, "servitors": 0, "monsters": 1}, options={"monsters": "stay"})
    combat.roll(1, [6] * 4, [1] * 3)
    combat.give(("1/post/1", []), ("1/victor/give_up", "keep"))
    combat.give(("1/monsters/attacker", 1))
    assert "The attacker keeps 1 Monster." in combat.said


def test_a_winning_attacker_may_give_the_node_up_for_cards() -> None:
    """Reference 1.8 [P]."""
    combat = Combat()
    combat.roll(1, [6] * 4, [1] * 3)
    combat.give(("1/post/1", []), ("1/victor/give_up", "give"))
    assert "take up to two cards from the hand of the defender" in combat.said


def test_the_table_may_choose_every_reading_before_it_begins() -> None:
    """Reference 1.10: the second button on the home screen."""
    session = new_session(MYTHOS_ENCOUNTERS, {"rulings": "ask"})
    asked = []
    while session.prompts[0].prompt.key.startswith("ruling/"):
        asked.append(session.prompts[0].prompt.key)
        session.answer(session.prompts[0].ticket, session.prompts[0].prompt.as_json()["options"][1]["id"])
    assert len(asked) == 7
    assert session.state.rulings["tie"] == "attacker"
    session.answer(session.prompts[0].ticket, ["stacking", "monster"])
    assert session.prompts[0].prompt.key == "values/monster"
    session.answer(session.prompts[0].ticket, 4)
    session.answer(session.prompts[0].ticket, 6)
    assert (session.state.values["monster"], session.state.values["stacking"]) == (4, 6)
    assert session.prompts[0].prompt.key == "players"


def test_what_a_node_cannot_hold_is_removed() -> None:
    """Reference 1.8 [P]: the limit is not known, so a table that knows it says so."""
    combat = Combat(values={"stacking": 1})
    combat.roll(1, [6] * 4, [1] * 3)
    combat.give(("1/post/1", []), ("1/victor/give_up", "keep"), ("1/reform/attacker", "2+1"))
    assert "Attacker: remove 2 more pieces." in combat.said


def test_every_number_can_be_corrected_and_the_question_follows() -> None:
    """Reference 3: card texts can change anything."""
    combat = Combat()
    combat.give(("1/cards/1/1", []))
    combat.session.correct({"attacker.dice": 6})
    assert combat.prompt("1/roll/1/attacker").dice == 6
    with pytest.raises(BadCorrectionError):
        combat.session.correct({"attacker.dice": 100})


@pytest.mark.parametrize(
    "setup",
    [
        {"others": 9},
        {"nonsense": 1},
        {"attacker": {"dragons": 1}},
        {"attacker": {"cultists": -1}},
        {"defender": {"ring": "yes"}},
        {"options": {"tie": "mine"}},
        {"values": {"cultist": 99}},
        {"values": {"servitor_price": 0}},
        {"gate": True},
    ],
)
def test_an_impossible_set_up_is_refused(setup: dict[str, Any]) -> None:
    with pytest.raises(BadSetupError):
        new_session(MYTHOS_ENCOUNTERS, setup)


def test_a_roll_needs_as_many_dice_as_the_pool() -> None:
    """Reference 1.2: the count must equal the pool."""
    combat = Combat()
    combat.give(("1/cards/1/1", []))
    with pytest.raises(BadAnswerError):
        combat.give(("1/roll/1/attacker", [6, 6]))


def test_a_card_that_is_not_known_here_may_be_named() -> None:
    """Reference 1.6: card texts are mostly unknown, so the name is written down, if anybody wants to."""
    combat = Combat()
    combat.give(("1/cards/1/1", "third"), ("1/cards/1/1/effect", "more"), ("1/cards/1/1/name", "Ancient Tome"))
    combat.give(("1/cards/1/1/side", "attacker"), ("1/cards/1/1/amount", 2))
    assert "plays Ancient Tome: the attacker gets 2 dice." in combat.said
    combat.give(("1/cards/1/2", "second"), ("1/cards/1/2/effect", "cancel"), ("1/cards/1/2/name", ""))
    combat.give(("1/cards/1/2/price", 0))
    assert "plays Cancel a card: Ancient Tome is cancelled." in combat.said


def test_undoing_the_reform_says_which_pieces_stood_there() -> None:
    """Reference 1.8, Reform: what is put back is what came to the fight."""
    combat = Combat()
    combat.roll(1, [6, 6, 6, 6], [1, 1, 1])
    combat.give(("1/post/1", []), ("1/victor/give_up", "keep"))
    combat.give(("1/reform/attacker", "other"), ("1/reform/attacker/other", "0+2"))
    assert combat.session.undo().board == (
        "Defender: put 1 Cultist and 1 Servitor into the Node again.",
        "Attacker: put 2 Cultists and 1 Servitor back there.",
    )


def test_pools_of_hundreds_of_dice_go_on_without_odds() -> None:
    """A table may enter what it likes: the odds took seconds from 120 dice a side on, and no float holds 6 ** 500."""
    combat = Combat(
        attacker={"cultists": 20, "servitors": 20, "monsters": 20},
        defender={"cultists": 20, "servitors": 0, "ring": False},
        values={"cultist": 20},
    )
    assert combat.pools == (500, 400)
    combat.roll(1, [6] * 200 + [1] * 300, [5] * 400)
    assert combat.pools == (300, 200)
    assert combat.prompt("1/retreat").odds == ""
