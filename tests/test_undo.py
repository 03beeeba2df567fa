"""Undo and redo in every game: what is shown without running a script is what the scripts come to."""

from __future__ import annotations

from random import Random

import pytest

from companion.games import GAMES
from companion.table.errors import StaleAnswerError
from companion.table.session import new_session, open_session
from tests.chance import picture, step
from tests.table.looks import Memory

LONGEST = 90


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_back_and_forth_looks_as_if_it_had_been_played_so(name: str) -> None:
    (game,) = (game for game in GAMES if game.name == name)
    for number, mode in enumerate(game.modes):
        chance, memory = Random(number), Memory()
        session = new_session(game, mode.setup, memory)
        for _ in range(LONGEST):
            if session.finished and chance.random() < 0.3:
                break
            if not session.finished:
                step(session, chance)
            moved = chance.random()
            if moved < 0.4:
                session.undo(chance.randint(1, min(len(session.timeline.entries), 6)), past_dice=True)
            if moved < 0.2:
                session.redo(chance.randint(1, len(session.timeline.undone)))
            if moved < 0.4 and chance.random() < 0.5:
                # No script has run for what is shown now.
                assert picture(session) == picture(open_session([game], memory.records, None))
        assert picture(session) == picture(open_session([game], memory.records, None))


def test_an_undone_question_has_a_ticket_of_its_own() -> None:
    game = GAMES[0]
    session = new_session(game, game.modes[0].setup)
    old = session.prompts[0].ticket
    step(session, Random(1))
    session.undo(past_dice=True)
    with pytest.raises(StaleAnswerError):
        session.prompt_for(old)
