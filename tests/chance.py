"""Steps of games that play themselves, and all that can be seen of one."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.table.autoplay import play
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


def back_and_forth(session: Session[Any], chance: Random, most: int) -> dict[str, Any]:
    """Undo up to `most` entries and redo them; all must look as before. Returns how it looks."""
    seen = picture(session)
    count = chance.randint(1, min(most, len(session.timeline.entries)))
    session.undo(count, past_dice=True)
    session.redo(count)
    assert picture(session) == seen
    return seen
