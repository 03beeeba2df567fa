"""The lesson against the rules: what it says costs that, and the others play what is told, for all their Power."""

from __future__ import annotations

import re
from typing import Any

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.setup import lesson as told
from companion.games.cthulhu_wars.setup.lesson import lessons
from companion.games.cthulhu_wars.turn import common_actions
from companion.table.session import Session, new_session


def numbers(words: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", words)]


def answer(session: Session[Any], value: Any) -> None:
    session.answer(session.prompts[0].ticket, value)


def scripted(session: Session[Any], turn: Any, who: str) -> None:
    """Play a turn of another player, whose every step must be possible as it is written."""
    first = True
    while session.prompts[0].prompt.who == who and (first or not session.prompts[0].prompt.key.startswith("action/")):
        prompt = session.prompts[0].prompt
        (answers,) = [found for key, found in turn.answers.items() if prompt.key.startswith(key)]
        able: set[str] = {option.id for option in prompt.open_options()}  # type: ignore[attr-defined]
        answer(session, next(value for value in answers if value[0] in able))
        first = False
    if session.prompts[0].prompt.who == who and session.prompts[0].prompt.key == f"action/{who}":
        answer(session, ["finish"])


def test_the_numbers_that_are_told_are_those_of_the_rules() -> None:
    lesson = lessons()[0]
    session = new_session(CTHULHU_WARS, lesson.setup)
    state, me = session.state, lesson.who
    hints = {hint.option or hint.key: hint for hint in lesson.hints}
    answer(session, True)
    assert common_actions.GATE_COST == told.GATE
    assert numbers(lesson.hints[0].words) == [state.factions[me].power]
    rounds: dict[str, int] = dict.fromkeys(lesson.turns, 0)
    # What was undone is done again; it needs to be played but once.
    opened = [hint for hint in lesson.hints if hint.option and "again" not in hint.words]
    for hint in opened:
        before = session.state.factions[me].power
        answer(session, [hint.option])
        if session.prompts[0].prompt.key == "create_gate":
            answer(session, session.prompts[0].prompt.open_options()[0].id)  # type: ignore[attr-defined]
        paid = before - session.state.factions[me].power
        assert numbers(hint.words)[-1] == paid, hint.words
        for who, turns in lesson.turns.items():
            if session.prompts[0].prompt.key != f"action/{who}":
                continue
            turn = turns[rounds[who]]
            power = session.state.factions[who].power
            scripted(session, turn, who)
            assert numbers(turn.words) == [power - session.state.factions[who].power], turn.words
            rounds[who] += 1
    # You have passed: the others spend what they have left.
    while session.prompts[0].prompt.key.startswith("action/"):
        who = session.prompts[0].prompt.who
        turn = lesson.turns[who][rounds[who]]
        power = session.state.factions[who].power
        scripted(session, turn, who)
        assert numbers(turn.words) == [power - session.state.factions[who].power], turn.words
        rounds[who] += 1
    assert rounds == {who: len(turns) for who, turns in lesson.turns.items()}
    assert [faction.power for faction in session.state.factions.values()] == [0, 0, 0, 0]
    assert [len(session.state.gates_of(code)) for code in session.state.seats] == [2, 2, 2, 2]
    assert session.prompts[0].prompt.key.startswith("gather_power")
    before = session.state.ritual_cost
    answer(session, session.prompts[0].prompt.any_answer(None))  # type: ignore[arg-type]
    words = hints["gather_power"].words
    assert numbers(words) == [told.EACH_GATE, 1, session.state.factions[me].power]
    assert numbers(hints["doom_phase/"].words) == [1, before]
