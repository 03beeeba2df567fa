"""Plays a session by random legal answers, as tests and demos do."""

from __future__ import annotations

from typing import Any, Protocol

from companion.table.prompts import Chance
from companion.table.session import Session


class Dealer(Chance, Protocol):
    """The source of chance: `random.Random`, or an object with its methods."""

    def random(self) -> float: ...


def play(session: Session[Any], chance: Dealer, steps: int, *, interject: float = 0.05) -> int:
    """Answer open questions at random, and now and then do something that is possible at any moment.

    Args:
        session: the game; it goes on from where it is.
        chance: what picks.
        steps: how many entries to make at most.
        interject: how often, 0..1, to do something else than answer.

    Returns:
        How many entries were made; fewer than `steps` if the game ended.
    """
    for done in range(steps):
        if session.finished:
            return done
        able = [option.id for option in session.interjections if not (option.refused or option.setting)]
        if able and chance.random() < interject:
            session.interject(chance.choice(able), source="virtual")
            continue
        item = chance.choice(session.prompts)
        session.answer(item.ticket, item.prompt.any_answer(chance), source="virtual")
    return steps
