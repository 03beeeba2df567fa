"""Steps of games that play themselves, and all that can be seen of one."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.autoplay import play
from companion.table.session import Session


def step(session: Session[Any], chance: Random) -> None:
    """Make one entry at random: mostly an answer, now and then something that is possible at any moment."""
    play(session, chance, 1, interject=0.02)


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
