"""The same question put anew: what of a half-picked answer is kept, and how a late answer is told apart."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.table.errors import StaleAnswerError
from companion.table.prompts import (
    Assign,
    Blank,
    Chair,
    Choose,
    Count,
    Form,
    Option,
    Piece,
    Place,
    Placing,
    Prompt,
    Roll,
    Seats,
    Tell,
    Write,
)
from tests.table.looks import give, start

HERE, THERE, GONE = Option("here", "Here"), Option("there", "There"), Option("gone", "Gone", refused="Sunk.")
ASKED: dict[str, Any] = {"key": "k", "who": "red", "title": "?"}


@pytest.mark.parametrize(
    ("prompt", "half", "kept", "dropped"),
    [
        (Choose(options=(HERE, GONE), most=2, **ASKED), ["gone", "here"], ["here"], ["gone"]),
        (Choose(options=(HERE, THERE), **ASKED), ["there", "here"], ["there"], ["here"]),
        (
            Assign(results={"kill": 1}, pieces=(Piece("a", "A"), Piece("b", "B", refused="Safe.")), **ASKED),
            {"b": ["kill"], "a": ["kill", "kill"], "c": ["kill"]},
            {"a": ["kill"]},
            {"b": ["kill"], "a": ["kill"], "c": ["kill"]},
        ),
        (
            Place(pieces=(Placing("a", "A", (HERE, GONE)), Placing("b", "B", (HERE, THERE))), **ASKED),
            {"a": "gone", "b": "there"},
            {"b": "there"},
            {"a": "gone"},
        ),
        (Count(least=1, most=3, **ASKED), 3, 3, None),
        (Count(least=1, most=3, **ASKED), 4, None, 4),
        (Write(most=3, **ASKED), "Ann", "Ann", None),
        (Write(most=3, **ASKED), "Anna", None, "Anna"),
        (Form(blanks=(Blank("n", "N", most=2),), **ASKED), {"n": 2, "m": 1}, {"n": 2}, {"m": 1}),
        (Form(blanks=(Blank("n", "N", most=2),), **ASKED), {"n": 3}, {}, {"n": 3}),
        (Seats(chairs=(Chair("red", "Red"),), **ASKED), [{"id": "red"}, {"id": "x"}], [{"id": "red"}], [{"id": "x"}]),
        (Roll(dice=2, **ASKED), [6, 6], None, None),
        (Tell(lines=("Go.",), **ASKED), True, None, None),
    ],
)
def test_what_can_still_be_picked_is_kept(prompt: Prompt, half: object, kept: object, dropped: object) -> None:
    assert prompt.still_possible(half) == (kept, dropped)


def test_a_part_of_an_answer_has_words() -> None:
    place = Place(pieces=(Placing("a", "A", (HERE,)), Placing("b", "B", (THERE,))), **ASKED)
    assert place.part_summary({"b": "there"}) == "B to There"
    form = Form(blanks=(Blank("n", "N", suggested=1), Blank("m", "M", suggested=1)), **ASKED)
    assert form.part_summary({"m": 7}) == "M: 7"


def test_a_question_put_anew_says_that_it_is_the_same() -> None:
    session = start()
    give(session, [6, 6], [1, 1])
    (before,) = session.prompts
    session.correct({"red.gold": 9})
    (after,) = session.prompts
    assert after.ticket != before.ticket
    assert after.first == before.first == before.ticket
    give(session, {"camel.1": ["gold"]})
    assert all(item.first == item.ticket for item in session.prompts)
    session.undo(1)
    assert session.prompts[0].first == session.prompts[0].ticket, "after a step back it is asked anew"


def test_something_done_in_between_leaves_it_the_same() -> None:
    session = start()
    give(session, [6, 6], [1, 1])
    (before,) = session.prompts
    free = next(option for option in session.interjections if not option.refused)
    session.interject(free.id)
    for item in session.prompts if session.prompts[0].prompt.key != before.prompt.key else ():
        assert item.first == item.ticket
        give(session, item.prompt.any_answer(Random(1)))
    assert session.prompts[0].prompt.key == before.prompt.key
    assert session.prompts[0].first == before.first


def test_a_ticket_of_another_opening_or_question_is_refused() -> None:
    session, other = start(), start()
    item = session.prompts[0]
    assert session.epoch != other.epoch
    assert session.prompt_for(item.ticket, session.epoch, item.prompt.key) is not None
    with pytest.raises(StaleAnswerError):
        session.prompt_for(item.ticket, other.epoch)
    with pytest.raises(StaleAnswerError):
        session.prompt_for(item.ticket, session.epoch, "another")


def test_each_step_is_told_once() -> None:
    session, told = start(), list[int]()
    session.told = lambda: told.append(len(session.timeline.entries))
    give(session, [6, 6], [1, 1])
    session.correct({"red.gold": 9})
    session.undo(1)
    session.redo(1)
    session.rebuild_log()
    assert told == [1, 2, 3, 2, 3, 3]
    session.correct({"red.gold": 9})
    assert len(told) == 6, "nothing has changed"
