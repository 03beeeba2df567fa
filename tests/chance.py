"""Random but legal answers, for games played through prompts alone."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.table.prompts import Answer, Assign, Choose, Count, Place, Prompt, Roll, Tell
from companion.table.session import Session


def legal_answer(prompt: Prompt, chance: Random) -> Answer:
    """Some answer that the prompt accepts."""
    match prompt:
        case Choose():
            able = [o.id for o in prompt.open_options()]
            return chance.sample(able, chance.randint(prompt.least, min(prompt.most, len(able))))
        case Count():
            return chance.randint(prompt.least, prompt.most)
        case Roll():
            return prompt.kept or [chance.randint(1, prompt.sides) for _ in range(prompt.dice)]
        case Assign():
            return _spread(prompt, chance)
        case Place():
            return {p.id: chance.choice([a.id for a in p.areas if not a.refused]) for p in prompt.pieces}
        case Tell():
            return True
    raise AssertionError(prompt)


def _spread(prompt: Assign, chance: Random) -> dict[str, list[str]]:
    room = [p.id for p in prompt.pieces if not p.refused for _ in range(p.capacity)]
    chance.shuffle(room)
    results = [result for result, number in prompt.results.items() for _ in range(number)]
    answer: dict[str, list[str]] = {}
    for piece, result in zip(room[: prompt.required], results, strict=False):
        answer.setdefault(piece, []).append(result)
    return answer


def step(session: Session[Any], chance: Random, *, interject: float = 0.02) -> None:
    """Answer one of the open questions, or now and then do something that is possible at any moment."""
    able = [o.id for o in session.interjections if not o.refused]
    if able and chance.random() < interject:
        session.interject(chance.choice(able))
        return
    item = chance.choice(session.prompts)
    session.answer(item.ticket, legal_answer(item.prompt, chance), source="virtual")


def picture(session: Session[Any]) -> dict[str, Any]:
    """All that can be seen of a session, to compare two of them; tickets left out."""
    return {
        "prompts": [item.prompt.as_json() for item in session.prompts],
        "view": session.view.as_json(),
        "counters": session.game.counters(session.state),
        "history": [line.as_json() for line in session.history],
        "anytime": [o.as_json() for o in session.interjections],
        "state": {k: repr(v) for k, v in vars(session.state).items() if k != "facts"},
    }
