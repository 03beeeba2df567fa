"""What cards do to losses and pieces: redirected, kept out, brought back, noted, cancelled (reference 1.6)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
from companion.table.session import open_session
from tests.mythos_encounters.table import Combat
from tests.table.looks import Memory

TWO: dict[str, Any] = {"others": 0}


def to_losses(combat: Combat, mine: list[int], theirs: list[int]) -> None:
    """Roll, and look at the match."""
    combat.give((combat.open[0], []), ("1/roll/1/attacker", mine), ("1/roll/1/defender", theirs), ("1/match/1", True))


def deflect(combat: Combat, number: int, player: str, side: str, **more: Any) -> None:
    """Somebody plays Deflect Harm on a side's losses."""
    here = f"1/losses/1/{number}"
    combat.give((here, player), (f"{here}/effect", "deflect"), (f"{here}/side", side))
    combat.give(*((f"{here}/{key}", value) for key, value in more.items()))


def test_deflected_harm_takes_the_dice_from_the_opponents_pool() -> None:
    """Reference 1.6, `redirect_losses`: the new victim is the opponent, who has a pool to lose from."""
    combat = Combat(defender={"cultists": 4, "servitors": 1, "ring": False})
    to_losses(combat, [1, 1, 1, 1], [6, 6, 6, 1, 1, 1])
    assert combat.state.losses == {"attacker": 4, "defender": 1}
    deflect(combat, 1, "first", "attacker", victim="second")
    combat.give(("1/losses/1/2", []))
    assert combat.pools == (4, 6 - 1 - 4)


def test_with_two_players_the_opponent_is_the_only_victim_and_pays() -> None:
    """Reference 1.6: the choice answers itself, and it counts."""
    combat = Combat(**TWO)
    to_losses(combat, [6, 6, 2, 2], [5, 5, 5])
    deflect(combat, 1, "second", "defender")
    combat.give(("1/losses/1/2", []))
    assert combat.pools == (4 - 1 - 2, 3)


def test_two_deflections_onto_each_other_change_the_losses_over() -> None:
    """Reference 1.3: losses are removed at the same moment."""
    combat = Combat(**TWO)
    to_losses(combat, [6, 6, 2, 2], [5, 5, 5])
    deflect(combat, 1, "second", "defender")
    deflect(combat, 2, "first", "attacker")
    combat.give(("1/losses/1/3", []))
    assert combat.pools == (4 - 2, 3 - 1)


def test_losses_that_the_opponents_pool_cannot_hold_are_paid_on_the_board() -> None:
    """Reference 1.6 [R]: how a redirected loss is paid is nowhere stated, so the table agrees on the rest."""
    combat = Combat(attacker={"cultists": 4, "servitors": 0}, defender={"cultists": 2, "servitors": 0, "ring": False})
    to_losses(combat, [5, 5, 5, 5], [5, 5])
    deflect(combat, 1, "first", "attacker", victim="second")
    combat.give(("1/losses/1/2", []))
    assert combat.pools == (4, 0)
    assert "Defender: lose pieces worth 2 dice, as the table agrees." in combat.prompt("1/off/1").lines


def test_bound_pieces_stay_on_the_board() -> None:
    """Reference 1.6, `exclude`: their dice leave both segments, but they are not lost; the end says so, too."""
    combat = Combat(defender={"cultists": 2, "servitors": 2, "ring": False})
    combat.give(("1/cards/1/1", "third"), ("1/cards/1/1/effect", "bind"), ("1/cards/1/1/side", "defender"))
    combat.give(("1/cards/1/1/amount", 4))
    assert combat.pools == (4, 2)
    assert "2 Servitors are kept out and not lost." in combat.said
    assert "kept out: 2 Servitors" in combat.session.view.sides[1].lines
    combat.roll(1, [1, 1, 1, 1], [6, 5])
    combat.give(("1/retreat", "leave"), ("1/post/2", []), ("1/reform/attacker", "0+1"), ("1/reform/defender", "2+0"))
    assert "Defender now has 2 Cultists." in combat.said
    assert "Defender: 2 Servitors, kept out of the fight, stay in the Node." in combat.prompt("1/board").lines


def test_bound_pieces_are_no_part_of_the_exchange() -> None:
    """Reference 1.8: what may be exchanged is what the committed pieces cost that fought."""
    combat = Combat(defender={"cultists": 1, "servitors": 2, "ring": True})
    combat.give(("1/cards/1/1", "third"), ("1/cards/1/1/effect", "bind"), ("1/cards/1/1/side", "defender"))
    combat.give(("1/cards/1/1/amount", 6))
    combat.roll(1, [1, 1, 1, 1], [6, 5])
    combat.give(("1/retreat", "leave"), ("1/post/2", []), ("1/reform/attacker", "2+0"))
    assert "Defender now has 1 Cultist." in combat.said


def test_when_all_are_bound_it_is_told_and_nobody_rolls() -> None:
    """Reference 1.3: without dice on one side there is no match; what is kept out is not what is lost."""
    combat = Combat(attacker={"cultists": 0, "servitors": 3})
    combat.give(("1/cards/1/1", "third"), ("1/cards/1/1/effect", "bind"), ("1/cards/1/1/side", "attacker"))
    combat.give(("1/cards/1/1/amount", 6), ("1/cards/1/2", []))
    assert combat.prompt("1/no_dice/1").lines == ("The attacker has no dice. 3 Servitors: kept out, not lost.",)
    combat.give(("1/no_dice/1", True), ("1/post/2", []), ("1/reform/defender", "1+1"))
    lines = combat.prompt("1/board").lines
    assert "Attacker: 3 Servitors, kept out of the fight, go back to the Node of Origin." in lines
    assert not any("take all pieces" in line for line in lines)


def test_where_bound_pieces_go_when_the_node_is_lost_is_asked() -> None:
    """No source says it, so nothing is computed."""
    combat = Combat(defender={"cultists": 1, "servitors": 1, "ring": False})
    combat.give(("1/cards/1/1", "first"), ("1/cards/1/1/effect", "bind"), ("1/cards/1/1/side", "defender"))
    combat.give(("1/cards/1/1/amount", 2))
    combat.roll(1, [6] * 4, [1])
    combat.give(("1/post/2", []), ("1/victor/give_up", "keep"), ("1/reform/attacker", "2+1"))
    combat.give(("1/bound/defender", "leave"))
    lines = combat.prompt("1/board").lines
    assert "Defender: take all pieces that fought off the Node, but not the 1 Servitor kept out." in lines
    assert "Defender: 1 Servitor, kept out of the fight, goes to another Node of theirs." in lines


def test_whose_the_node_is_when_only_bound_pieces_are_left_is_asked() -> None:
    """Reference 1.8: “nobody left” does not hold while pieces that were kept out stand there."""
    combat = Combat(attacker={"cultists": 1, "servitors": 0}, defender={"cultists": 1, "servitors": 1, "ring": False})
    combat.give(("1/cards/1/1", "first"), ("1/cards/1/1/effect", "bind"), ("1/cards/1/1/side", "defender"))
    combat.give(("1/cards/1/1/amount", 2))
    combat.roll(1, [4], [4])
    combat.give(("1/holds", "defender_wins"), ("1/post/2", []))
    assert "The Node is unoccupied" not in combat.said
    assert "Defender: 1 Servitor, kept out of the fight, stays in the Node." in combat.prompt("1/board").lines


def test_how_many_are_bound_in_segment_two_is_asked() -> None:
    """Reference 1.6: pool losses have been taken by then; how many pieces still stand there the table sees."""
    combat = Combat(attacker={"cultists": 1, "servitors": 3}, defender={"cultists": 4, "servitors": 0, "ring": False})
    combat.roll(1, [1, 1, 1, 1, 6, 6, 6], [6, 6, 6, 5])
    combat.give(("1/retreat", "stay"), ("1/cards/2/1", "third"), ("1/cards/2/1/effect", "bind"))
    combat.give(("1/cards/2/1/side", "attacker"), ("1/cards/2/1/amount", 2))
    prompt = combat.prompt("1/cards/2/1/bound")
    assert (prompt.suggested, prompt.most) == (1, 3)
    combat.give(("1/cards/2/1/bound", 1))
    assert combat.state.bound("attacker") == {"servitors": 1}


def test_pieces_bound_twice_leave_once() -> None:
    """Reference 1.6: a second card finds nothing left to keep out."""
    combat = Combat(defender={"cultists": 2, "servitors": 2, "ring": False})
    combat.give(("1/cards/1/1", "third"), ("1/cards/1/1/effect", "bind"), ("1/cards/1/1/side", "defender"))
    combat.give(("1/cards/1/1/amount", 4))
    combat.give(("1/cards/1/2", "first"), ("1/cards/1/2/effect", "bind"), ("1/cards/1/2/side", "defender"))
    assert combat.prompt("1/cards/1/2/amount").suggested == 0
    combat.give(("1/cards/1/2/amount", 0))
    assert combat.state.bound("defender") == {"servitors": 2}


def west(combat: Combat, player: str) -> None:
    """Play Herbert West after the combat: 9 on three dice, two Cultists."""
    combat.give(("1/post/1", player), ("1/post/1/effect", "west"), ("1/post/1/dice", 3))
    combat.give(("1/post/1/roll", [3, 2, 4]), ("1/post/1/back", 2))


def test_herbert_west_brings_the_defender_back_to_the_node_that_was_held() -> None:
    """Seed, 4: the Node of Origin; only because it was lost do they return to the Spawning Node."""
    combat = Combat()
    combat.roll(1, [1, 1, 1, 1], [6, 6, 6])
    combat.give(("1/retreat", "leave"))
    west(combat, "second")
    combat.give(("1/post/2", []))
    assert "Defender: put 2 Cultists on the Node." in combat.said


def test_herbert_west_brings_a_beaten_defender_back_to_the_spawning_node() -> None:
    """Seed, 4: “as he has lost control of his Node of Origin he returns … to his Spawning Node”."""
    combat = Combat()
    combat.roll(1, [6] * 4, [1] * 3)
    west(combat, "second")
    combat.give(("1/post/2", []))
    assert "Defender: put 2 Cultists on the Spawning Node." in combat.said


@pytest.mark.parametrize("player", ["first", "third"])
@pytest.mark.parametrize(("place", "words"), [("origin", "the Node of Origin"), ("spawning", "the Spawning Node")])
def test_herbert_west_asks_where_it_is_not_known(player: str, place: str, words: str) -> None:
    """Reference 1.6: whether an attacker or a third player still holds the Node of Origin only the table knows."""
    combat = Combat()
    combat.roll(1, [6] * 4, [1] * 3)
    west(combat, player)
    combat.give(("1/post/1/place", place), ("1/post/2", []))
    assert f"put 2 Cultists on {words}." in combat.said


def test_elder_sign_has_its_key_and_needs_no_name() -> None:
    """Seed, 2: the card that is printed there by name cancels the redirect."""
    combat = Combat()
    to_losses(combat, [1, 1, 1, 1], [6, 6, 6])
    deflect(combat, 1, "first", "attacker", victim="third")
    combat.give(("1/losses/1/2", "third"), ("1/losses/1/2/effect", "elder_sign"), ("1/losses/1/2/price", 0))
    combat.give(("1/losses/1/3", []))
    assert combat.pools == (1, 3)
    assert "The third player plays Elder Sign: Deflect Harm is cancelled." in combat.said


@pytest.mark.parametrize("window", ["1/cards/1/1", "1/losses/1/1", "1/post/1"])
def test_a_card_outside_the_list_can_be_noted_in_every_window(window: str) -> None:
    """Reference 1.6: card texts are mostly unknown; 1.3: any player, also after losses and after the combat."""
    combat = Combat()
    while window not in combat.open:
        key = combat.open[0]
        answers: dict[str, Any] = {"1/roll/1/attacker": [6] * 4, "1/roll/1/defender": [1] * 3}
        combat.give((key, answers.get(key, True if re.search("match|off", key) else [])))
    combat.give((window, "third"), (f"{window}/effect", "note"))
    combat.give((f"{window}/name", "Necronomicon"), (f"{window}/what", "the attacker draws a card"))
    assert "The third player plays Necronomicon: the attacker draws a card." in combat.said
    assert "The third player plays Necronomicon: the attacker draws a card." in combat.state.board


def test_a_card_without_a_name_is_opened_again() -> None:
    """Every question that was declined is a question that a stored game must hold."""
    memory = Memory()
    combat = Combat(journal=memory)
    combat.give(("1/cards/1/1", "third"), ("1/cards/1/1/effect", "note"), ("1/cards/1/1/name", ""))
    combat.give(("1/cards/1/1/what", ""))
    assert "The third player plays Another card: as it says." in combat.said
    again = open_session([MYTHOS_ENCOUNTERS], memory.records, None)
    assert [item.prompt for item in again.prompts] == [item.prompt for item in combat.session.prompts]
