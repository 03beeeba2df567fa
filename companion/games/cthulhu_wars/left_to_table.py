"""Where the companion does not follow pieces (`state.follows`): what asks for places is left to the table."""

from __future__ import annotations

from typing import Any, TypeVar

from companion.games.cthulhu_wars.asking import MootError
from companion.games.cthulhu_wars.facts import BattleEnded
from companion.games.cthulhu_wars.state import CthulhuState
from companion.table.prompts import TABLE, Assign, Choose, Place, Prompt, Tell, Together
from companion.table.script import Marker, Script, ask
from companion.table.state import Step
from companion.table.words import _

R = TypeVar("R")


def left_to_table(state: CthulhuState, name: str, text: str, steps: Script[R]) -> Script[R | None]:
    """Run steps of the rules to their end, or up to the first that asks for places if the companion does not follow
    them: then people are told to see to the rest.

    Args:
        name: what they are the steps of.
        text: what it does.

    Returns:
        What the steps return, or None if they were left.
    """
    answer: Any = None
    while True:
        try:
            asked = steps.send(answer)
        except StopIteration as end:
            found: R = end.value
            return found
        except MootError:
            # Gates that are only counted are in no area that could be picked.
            if state.follows:
                raise
            break
        if not state.follows and asks_for_places(asked):
            break
        answer = yield asked
    steps.close()
    if state.battle is not None:
        state.record(BattleEnded())
        state.record(Step(""))
    yield from ask(
        state,
        lambda: Tell(
            key="on_the_board",
            who=TABLE,
            title=_("{name}: on the board").format(name=name),
            text=_("Carry it out; then tap the numbers that have changed."),
            lines=tuple(filter(None, (text,))),
            rule="help_level",
        ),
    )
    return None


def asks_for_places(asked: Prompt | Together | Marker) -> bool:
    """Whether a question is one of where pieces are, or what becomes of each."""
    if isinstance(asked, Together):
        return any(map(asks_for_places, asked.parts))
    return isinstance(asked, Place | Assign) or (isinstance(asked, Choose) and asked.on_map)
