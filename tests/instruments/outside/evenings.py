"""Real games at random, for the instruments: from set-up to the end, and battles of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Protocol

from companion.games import GAMES
from companion.table.game import Game
from companion.table.session import Session


def games() -> Iterator[tuple[str, Game[Any], dict[str, Any]]]:
    """Name, game and set-up of every way to start a game."""
    for game in GAMES:
        for mode in game.modes:
            yield f"{game.name} {mode.id}", game, dict(mode.setup)


def sensible(session: Session[Any], chance: Random) -> tuple[int, Any]:
    """Return the ticket of an open question and a random answer; idle palettes are left sooner than at random.

    Pure chance takes and leaves the same Gate for dozens of steps, which no table does and no check learns from.
    """
    item = chance.choice(session.prompts)
    answer = item.prompt.any_answer(chance)
    if item.prompt.key.startswith("action/") and answer in (["control"], ["abandon"]) and chance.random() < 0.8:
        answer = item.prompt.any_answer(chance)
    return item.ticket, answer


def play_to_the_end(session: Session[Any], chance: Random, factions: Sequence[str]) -> None:
    """Play an evening of Cthulhu Wars to its end; now and then Doom is corrected, so that it comes in good time."""
    number = 0
    while not session.finished:
        number += 1
        if number % 60 == 0:
            known = session.game.counters(session.state)
            dooms = [key for key in (f"{code}.doom" for code in factions) if key in known]
            session.correct({key: min(29, known[key] + 3) for key in dooms})
        session.answer(*sensible(session, chance))


class Hands(Protocol):
    """What acts on a game: its session, or a face over it."""

    @property
    def session(self) -> Session[Any]: ...

    def answer(self, ticket: int, value: Any) -> None: ...

    def undo(self, count: int) -> None: ...

    def redo(self) -> None: ...

    def correct(self, key: str, value: int) -> None: ...

    def interject(self, key: str) -> None: ...


def step(hands: Hands, chance: Random) -> str:
    """Do one thing at random: mostly an answer; now and then an undo, a redo, a correction, or what may be done at any
    moment. Returns what."""
    session, dice = hands.session, chance.random()
    if dice < 0.04 and session.timeline.entries:
        hands.undo(chance.randint(1, min(3, len(session.timeline.entries))))
        return "undo"
    if dice < 0.06 and session.timeline.undone:
        hands.redo()
        return "redo"
    known = session.game.counters(session.state)
    if dice < 0.08 and known:
        key = chance.choice(sorted(known))
        # Some numbers may not be that; then the face says why, and nothing has changed.
        hands.correct(key, max(0, known[key] + chance.choice((-1, 1))))
        return "correction"
    able = [o.id for o in session.interjections if not (o.refused or o.setting)] if dice < 0.11 else []
    if able:
        hands.interject(chance.choice(able))
        return "interjection"
    ticket, answer = sensible(session, chance)
    hands.answer(ticket, answer)
    return "answer"
