"""Questions about Gates and neighbours can be turned off, apart from the level of help.

The Referee then leads through battles as before; Gates are counted, and where pieces go is the table's business. The
switch is ours; what is worked out follows the same sections of the reference.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.state import HelpLevel, Phase
from companion.games.cthulhu_wars.rules.pool import gates
from companion.games.cthulhu_wars.rules.untracked import asks_for_places
from companion.table.errors import BadSetupError
from companion.table.prompts import Choose, Prompt
from companion.table.session import Session, new_session, open_session
from tests.chance import back_and_forth, picture
from tests.cthulhu_wars.evening import Evening, battle
from tests.cthulhu_wars.test_help_levels import one_step, sensible, sound
from tests.replica import Replica


def left(*factions: str) -> Evening:
    return Evening(*factions, options={"places": "table"})


def begun(chance: Random, players: int) -> Session[Any]:
    """A game of so many factions, in which nothing about places is asked."""
    while True:
        codes = chance.sample(list(FACTIONS), players)
        try:
            return new_session(CTHULHU_WARS, {"factions": codes, "options": {"places": "table"}})
        except BadSetupError:
            continue


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_evening_without_questions_about_places_comes_to_its_end(players: int) -> None:
    """Only where a battle is that the companion leads through is asked."""
    # Whether there is a battle is chance, and some evenings have none.
    evenings = (asked_in_an_evening(Random(f"places {players} {number}"), players) for number in range(6))
    assert any("battle/board" in seen for seen in evenings), "battles are led through"


def asked_in_an_evening(chance: Random, players: int) -> set[str]:
    """Play one to its end, and return the keys of its questions, of which none is about places."""
    session = begun(chance, players)
    replica = Replica(session)
    seen: set[str] = set()
    for _n in range(4000):
        if session.finished:
            break
        if session.state.phase is not Phase.SETUP:
            asked = [i.prompt for i in session.prompts if not i.prompt.key.startswith(("ruling", "neutral"))]
            assert not any(asks_for_places(prompt, guided=True) for prompt in asked), asked
            seen |= {prompt.key for prompt in asked}
        one_step(session, chance)
        sound(session, replica)
    assert session.finished
    return seen


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_switch_can_be_turned_in_the_middle_of_anything(players: int) -> None:
    """Also in a battle and between two answers of one question; undo goes over it, and what is stored opens the
    same."""
    chance = Random(198 + players)
    session = begun(chance, players)
    first = {"game": CTHULHU_WARS.name, "rules": CTHULHU_WARS.rules_version, "setup": session.setup}
    replica, turned = Replica(session), 0
    for n in range(500):
        if session.finished:
            break
        if session.interjections and chance.random() < 0.08:
            before = session.state.follows
            session.interject("places")
            while not session.interjections and not session.finished:
                item = session.prompts[0]
                assert item.prompt.key.startswith(("help/gates", "tokens/")), item.prompt.key
                session.answer(item.ticket, sensible(item.prompt, chance))
            assert session.state.follows is not before
            turned += 1
        else:
            one_step(session, chance)
        sound(session, replica)
        if n % 60 == 59:
            back_and_forth(session, chance, 25)
            entries = [{"entry": entry.as_json()} for entry in session.timeline.entries]
            assert picture(open_session([CTHULHU_WARS], [{"new": first}, *entries], None)) == picture(session)
    assert turned > 5


def to(game: Evening, key: str) -> None:
    """Answer with the first that can be picked, up to a question."""
    while game.key != key:
        prompt: Prompt = game.prompt
        game.answer(sensible(prompt, Random(1)))


def test_a_battle_is_led_through_and_the_retreat_is_the_tables() -> None:
    """Battle reference 2.4 and 2.5: Kills and Pains piece by piece, no question about neighbours."""
    game = left("GC", "CC", "BG")
    assert game.state.level is HelpLevel.REFEREE
    battle(game)
    game.play(("battle/roll/GC", [6, 5]))
    to(game, "battle/retreat/by_hand/CC")
    assert isinstance(game.prompt, Choose)
    assert not game.prompt.on_map
    asked = {entry.key for entry in game.session.timeline.entries}
    assert not {key for key in asked if key.startswith("battle/near")}
    game.answer([])
    assert any("Acolyte retreats to an area" in line for line in game.log())
    to(game, "battle/board")
    game.answer(True)
    assert game["CC"].in_play["acolyte"] == 5
    assert game.state.battle is None


def test_who_has_nowhere_to_go_is_said_by_a_tap() -> None:
    """Battle reference 2.5: with every way blocked one pained unit is Eliminated, the others stay."""
    game = left("GC", "CC", "BG")
    battle(game)
    game.play(("battle/roll/GC", [5, 5]))
    to(game, "battle/retreat/by_hand/CC")
    assert isinstance(game.prompt, Choose)
    assert len(game.prompt.options) == 2
    game.answer([game.prompt.options[0].id])
    assert game["CC"].in_play["acolyte"] == 5
    to(game, "battle/board")


def test_a_new_gate_is_counted_and_gather_power_adds_it_up() -> None:
    """Reference 3.4 and 3.1: 2 Power for a Gate, wherever it is; its number on the ledger can be tapped."""
    game = left("GC", "CC", "BG")
    game.play(("action/GC", "create_gate"))
    assert game.key == "action/CC"
    assert gates(game.state, "GC") == 2
    game.session.correct({"GC.gates": 3})
    game.pass_all()
    assert game.prompt.sheet is not None
    assert game.prompt.sheet.rows[0].cells[:2] == ("6", "6")


def test_the_switch_is_one_tap_off_and_asks_where_the_gates_are_on() -> None:
    """In the log, taken back by undo; the next game of the same table keeps it."""
    game = Evening("GC", "CC", "BG")
    before = picture(game.session)
    game.session.interject("places")
    assert "Gates and neighbours: left to the table." in game.log()
    assert game.key == "action/GC"
    assert not game.state.follows
    assert CTHULHU_WARS.again(game.state)["options"] == {"places": "table"}
    game.session.interject("places")
    assert game.key == "help/gates/GC"
    game.session.undo(2)
    assert picture(game.session) == before
    with pytest.raises(BadSetupError):
        new_session(CTHULHU_WARS, {"factions": ["GC", "CC"], "options": {"places": "perhaps"}})


def test_the_referee_returns_without_asking_for_places_left_to_the_table() -> None:
    """The switch stays as it is while the level changes."""
    game = left("GC", "CC", "BG")
    for level in ("clerk", "referee"):
        game.session.interject("help")
        game.answer([level])
        assert game.key == "action/GC"
    assert game.state.guides
    assert not game.state.follows


@pytest.mark.parametrize("level", list(HelpLevel))
def test_a_level_is_picked_while_the_board_is_set_up(level: HelpLevel) -> None:
    """At any question of the set-up, nothing is asked for it, and what is set up is kept."""
    chance = Random(8)
    steps = 0
    while True:
        session = new_session(CTHULHU_WARS, {"seating": "table"})
        for _n in range(steps):
            session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(chance))
        if session.state.phase is not Phase.SETUP:
            break
        key = session.prompts[0].prompt.key
        option = next(option for option in session.interjections if option.id == "help")
        assert option.near
        session.interject("help")
        if level is not HelpLevel.REFEREE:
            session.answer(session.prompts[0].ticket, [level.value])
            assert session.prompts[0].prompt.key == key
            assert ["places" for o in session.interjections if o.id == "places"] == []
        else:
            session.answer(session.prompts[0].ticket, ["referee"])
            session.interject("places")
            assert session.state.rulings == {"places": "table"}
        replica = Replica(session)
        while session.state.phase is Phase.SETUP:
            session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(chance))
        sound(session, replica)
        assert session.state.level is level
        again = CTHULHU_WARS.again(session.state)["options"]
        assert again == ({"help": level.value} if level is not HelpLevel.REFEREE else {"places": "table"})
        steps += 1
    assert steps > 3
