"""Who is at the table, one combat after another, what leaves the board and what is left to do there."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
from companion.games.mythos_encounters.model.forces import SEATS
from companion.table.errors import BadSetupError
from companion.table.session import new_session
from tests.mythos_encounters.table import Combat
from tests.mythos_encounters.test_random_combats import answer, begin

GEOFF = {"name": "Geoff", "god": "Nyarlathotep"}
DANIEL = {"name": "Daniel", "god": "Great Cthulhu"}
SAM: dict[str, str] = {"name": "Sam"}
FRED: dict[str, str] = {}


def four(**setup: Any) -> Combat:
    """Four players, three of whom have names; Geoff attacks Daniel."""
    combat = Combat.__new__(Combat)
    small = {"gate": "no", "attacker": {"cultists": 2, "servitors": 1}}
    given = {"players": [GEOFF, DANIEL, SAM, FRED], **small, "defender": {"cultists": 1, "servitors": 1, "ring": False}}
    combat.session = new_session(MYTHOS_ENCOUNTERS, {**given, **setup})
    return combat


def beaten(combat: Combat) -> None:
    """The defender holds the Node; its dice are left as they were."""
    combat.roll(1, [1, 1, 1, 1], [6, 6, 6])
    combat.give(("1/retreat", "leave"), ("1/post/1", []), ("1/reform/defender", "1+1"))


def pieces(combat: Combat, side: str, *counts: int) -> None:
    """Answer the four questions for a side's pieces."""
    kinds = ("cultists", "servitors", "monsters", "insane")
    here = combat.state.number
    combat.give(*((f"{here}/{side}/{kind}", n) for kind, n in zip(kinds, counts, strict=True)))


def test_players_have_names_and_their_great_old_ones() -> None:
    """Seed: Geoff attacks Daniel, who plays Great Cthulhu; Sam and Fred play cards."""
    combat = four()
    players = combat.session.view.players
    assert [player.name for player in players] == ["Geoff", "Daniel", "Sam", "Fourth player"]
    assert players[1].details[0] == "Great Cthulhu"
    assert [option.label for option in combat.prompt("1/cards/1/1").options] == [player.name for player in players]
    assert combat.session.view.sides[0].lines[0] == "attacker"


def test_the_ring_is_asked_for_with_the_great_old_one() -> None:
    """Seed, 1: the ring belongs to the Great Old One that the owner plays."""
    combat = four(defender={"cultists": 1, "servitors": 1})
    assert combat.prompt("1/defender/ring").text == "Is the Node in Daniel's own ring, that of Great Cthulhu?"


def test_names_are_written_once_or_not_at_all() -> None:
    """A table in a hurry goes on with one tap; a name or a Great Old One alone will do, too."""
    combat = Combat()
    combat.session = new_session(MYTHOS_ENCOUNTERS, {})
    combat.give(("players", 2), ("names", []))
    assert combat.prompt("1/attacker/cultists").title == "Attacker: Cultists?"
    combat.session = new_session(MYTHOS_ENCOUNTERS, {})
    combat.give(("players", 2), ("names", "write"), ("first/name", ""), ("first/great", "ithaqua"))
    combat.give(("second/name", ""), ("second/great", "another"), ("second/god", ""))
    assert combat.prompt("1/attacker/cultists").title == "Ithaqua: Cultists?"


@pytest.mark.parametrize(
    "players",
    [
        [GEOFF],
        [GEOFF] * 6,
        "two",
        [GEOFF, "Daniel"],
        [GEOFF, {"nom": "Daniel"}],
        [GEOFF, {"name": 1}],
        [GEOFF, {"name": "D" * 11}],
        [GEOFF, {"god": " Cthulhu"}],
    ],
)
def test_players_who_cannot_be_are_refused(players: Any) -> None:
    with pytest.raises(BadSetupError):
        new_session(MYTHOS_ENCOUNTERS, {"players": players})
    with pytest.raises(BadSetupError):
        new_session(MYTHOS_ENCOUNTERS, {"players": [GEOFF, DANIEL], "others": 2})


def test_the_attacker_picks_the_next_target_and_all_keep_name_and_colour() -> None:
    """Seed: “otherwise Geoff could choose who he would attack first”; reference 1.2: the attacker picks the order."""
    combat = four()
    before = {player.id: (player.name, player.colour) for player in combat.session.view.players}
    beaten(combat)
    combat.close("target")
    prompt = combat.prompt("2/defender")
    assert (prompt.who, prompt.title) == ("first", "Who does Geoff attack?")
    assert [option.label for option in prompt.options] == ["Daniel", "Sam", "Fourth player", "Empty Node"]
    combat.give(("2/defender", "third"))
    pieces(combat, "attacker", 1, 0, 0, 0)
    pieces(combat, "defender", 1, 0, 0, 0)
    combat.give(("2/defender/ring", "no"), ("2/gate", "no"))
    assert {player.id: (player.name, player.colour) for player in combat.session.view.players} == before
    combat.give(("2/cards/1/1", []))
    assert [item.prompt.title for item in combat.session.prompts] == ["Geoff rolls", "Sam rolls"]


def test_another_group_meets_what_is_left_in_the_node() -> None:
    """Reference 1.2 [P]: groups from different Nodes fight separate combats; what stands there is filled in."""
    combat = four(defender={"cultists": 1, "servitors": 1, "ring": True})
    combat.roll(1, [1, 1, 1, 1], [5, 5, 5, 5, 5])
    combat.give(("1/post/1", []), ("1/reform/defender", "1+1"))
    combat.close("group")
    pieces(combat, "attacker", 2, 0, 0, 0)
    assert combat.prompt("2/defender/cultists").suggested == 1
    combat.give(("2/defender/cultists", 1))
    assert combat.prompt("2/defender/servitors").suggested == 1
    combat.give(("2/defender/servitors", 1), ("2/defender/monsters", 0), ("2/defender/insane", 0), ("2/gate", "no"))
    assert combat.pools == (2, 2 + 3)


def test_a_group_of_the_side_that_holds_the_node_now_does_not_attack_it() -> None:
    """Reference 1.1: an attacker moves pieces into a Node that somebody else occupies."""
    combat = Combat()
    combat.roll(1, [6] * 4, [1] * 3)
    combat.give(("1/post/1", []), ("1/victor/give_up", "keep"), ("1/reform/attacker", "2+1"), ("1/board", True))
    group = combat.prompt("1/next").options[1]
    assert group.refused == "The attacker holds the Node now."


def test_somebody_else_may_attack_next() -> None:
    """The fighters change, the players do not."""
    combat = four()
    beaten(combat)
    combat.close("turn")
    combat.give(("2/attacker", "third"), ("2/defender", "first"))
    assert combat.prompt("2/attacker/cultists").title == "Sam: Cultists?"
    pieces(combat, "attacker", 1, 0, 0, 0)
    pieces(combat, "defender", 1, 0, 0, 0)
    combat.give(("2/defender/ring", "no"), ("2/gate", "no"))
    assert [player.name for player in combat.session.view.players][:2] == ["Sam", "Geoff"]
    combat.roll(1, [6], [1])
    combat.give(("2/post/1", []), ("2/victor/give_up", "keep"))
    assert combat.prompt("2/board").title == "Sam wins."
    combat.close()
    assert combat.session.view.finished == "1. Geoff leaves. 2. Sam wins."


@pytest.mark.parametrize("nobody", [True, False])
def test_an_attack_on_an_empty_node_asks_for_no_dice(nobody: bool) -> None:
    """Reference 1.1: without pieces there is no defender, so there is nothing to roll against."""
    if nobody:
        combat = four()
        beaten(combat)
        combat.close("target")
        combat.give(("2/defender", "empty"))
        pieces(combat, "attacker", 2, 0, 0, 0)
        combat.give(("2/gate", "no"))
        assert combat.open == ["2/board"]
    else:
        combat = four(defender={"cultists": 0, "servitors": 0})
        assert combat.open == ["1/board"]
    assert "Geoff: take the Node and its card." in combat.session.prompts[0].prompt.as_json()["lines"]


def test_a_cultist_that_would_change_sides_stays_home_if_the_node_is_empty() -> None:
    """Reference 1.7, row 3; and the others take the Node."""
    combat = four(gate="yes", defender={"cultists": 0, "servitors": 0})
    combat.give(("1/gate/crossing", 2), ("1/gate/roll", [1, 3]), ("1/gate/table", [3]), ("1/gate/mishaps", True))
    lines = combat.prompt("1/board").lines
    assert "Geoff: a Cultist stays home because the Node is empty." in lines


def test_tokens_leave_as_dice_are_lost() -> None:
    """Seed, Match: “both Great Old Ones will remove tokens at the same time”; as many as the exchange of 1.8 keeps."""
    combat = Combat(attacker={"cultists": 3, "servitors": 3}, defender={"cultists": 2, "servitors": 0, "ring": False})
    combat.give(("1/cards/1/1", []), ("1/roll/1/attacker", [1] * 9), ("1/roll/1/defender", [6, 6]))
    combat.give(("1/match/1", True), ("1/losses/1/1", []))
    lines = combat.prompt("1/off/1").lines
    assert lines == ("Attacker: 7 dice left, keep 1 Cultist and 3 Servitors, or 3 Cultists and 2 Servitors.",)


def test_a_side_without_dice_takes_all_off() -> None:
    """Seed, Segment Two: “Daniel's remaining forces have been annihilated”."""
    combat = Combat()
    combat.give(("1/cards/1/1", []), ("1/roll/1/attacker", [6] * 4), ("1/roll/1/defender", [1] * 3))
    combat.give(("1/match/1", True), ("1/losses/1/1", []))
    assert combat.prompt("1/off/1").lines == ("Defender: no dice left, remove all that fought.",)


def test_the_last_page_says_all_that_is_to_do_on_the_board() -> None:
    """Reference 1.8: Node and card, prices, pieces that are left, pieces that are gone."""
    combat = four()
    combat.give(("1/cards/1/1", "first"), ("1/cards/1/1/effect", "dhole"), ("1/cards/1/1/side", "attacker"))
    combat.give(("1/cards/1/1/amount", 3), ("1/cards/1/1/price", 2))
    combat.roll(1, [6] * 7, [1] * 3)
    combat.give(("1/post/2", []), ("1/victor/give_up", "keep"), ("1/reform/attacker", "2+1"))
    assert combat.prompt("1/board").title == "Geoff wins."
    assert combat.prompt("1/board").lines == (
        "Geoff: give up 2 Cultists outside this fight.",
        "Geoff: take the Node and its card.",
        "Geoff: keep 2 Cultists and 1 Servitor of those that fought.",
        "Geoff: take 1 Monster off.",
        "Daniel: take all pieces that fought off the Node.",
    )


def test_numbers_and_words_go_together() -> None:
    """One die becomes, two dice become; one Cultist comes back."""
    combat = Combat(attacker={"cultists": 1, "servitors": 0}, options={"reform_cap": "none"})
    combat.give(("1/cards/1/1", "third"), ("1/cards/1/1/effect", "more"), ("1/cards/1/1/name", ""))
    combat.give(("1/cards/1/1/side", "attacker"), ("1/cards/1/1/amount", 1))
    combat.roll(1, [1, 1], [1, 6, 6])
    combat.give(("1/post/2", "third"), ("1/post/2/effect", "west"), ("1/post/2/dice", 1), ("1/post/2/roll", [3]))
    combat.give(("1/post/2/back", 1), ("1/post/2/place", "origin"), ("1/post/3", []))
    assert "Third player: 1 Cultist comes back." in combat.said
    combat = Combat(attacker={"cultists": 1, "servitors": 0}, defender={"cultists": 1, "servitors": 0, "ring": True})
    combat.roll(1, [1], [6, 6])
    assert "Defender: 2 dice left, so no Cultist or Servitor leaves yet." not in combat.said
    combat.give(("1/post/1", []))
    assert "1 dice" not in combat.said


@pytest.mark.parametrize("seed", range(30))
def test_a_fresh_script_over_every_safe_point_asks_the_same(seed: int) -> None:
    """docs/engine.md, Safe points: the state alone says where the table stands, names and places included."""
    chance = Random(seed)
    session = begin(chance)
    asked = 0
    for _ in range(400):
        if session.finished:
            break
        answer(session, chance)
        key = session.prompts[0].prompt.key if session.prompts else ""
        if session.timeline.entries[-1].key.endswith("/next") and key:
            asked += 1
            fresh = MYTHOS_ENCOUNTERS.script(pickle.loads(pickle.dumps(session.state)))
            step = next(fresh)
            while not hasattr(step, "key"):
                step = next(fresh)
            assert step == session.prompts[0].prompt
    assert set(session.state.people) <= set(SEATS)


def test_the_header_says_which_combat_and_which_roll() -> None:
    """Reference 1.3: at most two segments; a table fights several combats in a row."""
    combat = four()
    assert list(combat.session.view.header) == ["Combat 1", "Roll 1 of 2"]
    beaten(combat)
    combat.close("target")
    assert list(combat.session.view.header) == ["Combat 2"]
