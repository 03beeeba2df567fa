"""Where the companion does not follow pieces (`state.follows`): what asks for places is left to the table."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from companion.games.cthulhu_wars.facts import BattleEnded
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.common_questions import MootError, say_moot
from companion.table.prompts import TABLE, Assign, Choose, Place, Prompt, Tell, Together
from companion.table.script import Marker, Script, ask
from companion.table.state import StepReached
from companion.table.words import _

R = TypeVar("R")

BATTLE_AREA: Final = "battle/area"
"""Where a battle is that the companion leads through is asked for all the same."""


def left_to_table(state: CthulhuState, name: str, text: str, steps: Script[R], *, who: str = "") -> Script[R | None]:
    """Run steps of the rules, and leave them to the players where they need areas.

    That happens at the first question for areas if the companion does not track them.

    Args:
        name: what they are the steps of.
        text: what it does.
        who: whose they are, if they are no part of an Action: if a correction leaves nothing to choose, they alone end.

    Returns:
        What the steps return, or None if they were left; a battle that they have begun is over then.

    Raises:
        MootError: a correction has left nothing to choose, and it is not said whose steps they are.
    """
    answer: Any = None
    fought = state.battle is not None
    while True:
        try:
            asked = steps.send(answer)
        except StopIteration as end:
            found: R = end.value
            return found
        except MootError:
            # Gates that are only counted are in no area that could be picked.
            if not state.follows:
                break
            if not who:
                raise
            say_moot(state, who)
            return None
        if not state.follows and asks_for_places(asked, guided=state.guides):
            break
        answer = yield asked
    steps.close()
    if state.battle is not None and not fought:
        state.record(BattleEnded())
        state.record(StepReached(""))
    yield from ask(
        state,
        lambda: Tell(
            key="on_the_board",
            who=TABLE,
            title=_("{name}: on the board").format(name=name),
            text=_("Do it on the board, then tap the numbers that changed."),
            lines=tuple(filter(None, (text,))),
            rule="help_level",
        ),
    )
    return None


def within_battle(state: CthulhuState, who: str, name: str, text: str, steps: Script[R]) -> Script[R | None]:
    """Run somebody's steps of a battle, and leave to the players what needs areas.

    Where that happens, or a correction leaves nothing to choose, the battle goes on.
    """
    if state.guides and not state.follows:
        return (yield from left_to_table(state, name, text, steps, who=who))
    try:
        return (yield from steps)
    except MootError:
        say_moot(state, who)
        return None


def asks_for_places(asked: Prompt | Together | Marker, *, guided: bool = False) -> bool:
    """Return whether a question is one of where pieces are, or what becomes of each.

    Args:
        guided: whether the companion leads through battles: then it asks where one is, and what becomes of its pieces.
    """
    if isinstance(asked, Together):
        return any(asks_for_places(part, guided=guided) for part in asked.parts)
    if guided and (isinstance(asked, Assign) or (isinstance(asked, Choose) and asked.key == BATTLE_AREA)):
        return False
    return isinstance(asked, Place | Assign) or (isinstance(asked, Choose) and asked.on_map)
