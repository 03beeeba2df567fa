"""Random but legal answers to any question: for games that play themselves."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.table.prompts import Answer, Assign, Choose, Count, Place, Prompt, Roll, Tell, Write
from companion.table.session import Session


def legal_answer(prompt: Prompt, rng: Random) -> Answer:
    """Return some answer that the prompt accepts.

    Args:
        prompt: the open question.
        rng: what picks.

    Raises:
        ValueError: the question has no legal answer, or is of an unknown kind.
    """
    match prompt:
        case Choose():
            able = [option.id for option in prompt.open_options()]
            picked = rng.sample(able, rng.randint(prompt.least, min(prompt.most, len(able))))
            return able[: prompt.most] if prompt.lacks(picked) else picked
        case Count():
            return rng.randint(prompt.least, prompt.most)
        case Roll():
            # Dice that fell before an undo stand.
            return [rng.randint(1, prompt.sides) for _ in range(prompt.dice)] if prompt.kept is None else prompt.kept
        case Assign():
            return _spread(prompt, rng)
        case Place():
            return {p.id: rng.choice([a.id for a in p.areas if not a.refused]) for p in prompt.pieces}
        case Write():
            return "".join(rng.choice("Elder Sign") for _ in range(rng.randint(0, prompt.most))).strip()
        case Tell():
            return True
    raise ValueError(f"no answer is known for a question of the kind “{prompt.kind}”")


def play(session: Session[Any], rng: Random, steps: int, *, interject: float = 0.05) -> int:
    """Answer open questions at random, and now and then do something that is possible at any moment.

    Args:
        session: the game; it goes on from where it is.
        rng: what picks.
        steps: how many entries to make at most.
        interject: how often, 0..1, to do something else than answer.

    Returns:
        How many entries were made; fewer than `steps` if the game ended.
    """
    for done in range(steps):
        if session.finished:
            return done
        able = [option.id for option in session.interjections if not option.refused]
        if able and rng.random() < interject:
            session.interject(rng.choice(able), source="virtual")
            continue
        item = rng.choice(session.prompts)
        session.answer(item.ticket, legal_answer(item.prompt, rng), source="virtual")
    return steps


def _spread(prompt: Assign, rng: Random) -> dict[str, list[str]]:
    room = [piece.id for piece in prompt.pieces if not piece.refused for _ in range(piece.capacity)]
    results = [result for result, number in prompt.results.items() for _ in range(number)]
    rng.shuffle(room)
    rng.shuffle(results)
    answer: dict[str, list[str]] = {}
    # Either may be the shorter one: results that nobody has room for are lost.
    for piece, result in zip(room, results, strict=False):
        answer.setdefault(piece, []).append(result)
    return answer
