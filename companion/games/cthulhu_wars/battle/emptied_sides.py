"""A correction that takes a side's last piece out of a battle: the battle waits until the table says that it is so."""

from __future__ import annotations

from typing import Any

from companion.games.cthulhu_wars.facts import SideEmptied
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Stage
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import TABLE, Tell
from companion.table.script import REASK, Script, ask
from companion.table.words import _


def waits_if_emptied(state: CthulhuState, steps: Script[None]) -> Script[None]:
    """Run the steps of a battle, and pause where a correction empties a side.

    The players then say whether nobody is left. If the piece is put back, the open question is asked again.
    """
    answer: Any = None
    while True:
        try:
            asked = steps.send(answer)
        except StopIteration:
            return
        before = emptied(state)
        answer = yield asked
        if answer is REASK and (side := emptied(state)) not in ("", before):
            if (yield from ask(state, lambda: nobody_left(state))) is not None:
                state.record(SideEmptied(side))
            answer = REASK


def emptied(state: CthulhuState) -> str:
    """Return the side that a correction has emptied, or an empty string.

    Once only the board is left to do, nothing waits for it.
    """
    return "" if state.battle is None or state.step == Stage.CLEANUP else state.battle.emptied()


def nobody_left(state: CthulhuState) -> Tell | None:
    """Return the notice that a side has nobody left; None if it has."""
    side = emptied(state)
    if not side:
        return None
    return Tell(
        key=f"battle/nobody_left/{side}",
        who=TABLE,
        title=_("{faction} has no unit left in the battle").format(faction=names.faction(side)),
        lines=(_("A number was corrected. If that was a slip, correct it back: the battle goes on where it was."),),
        rule="battle",
        verb=_("Go on without"),
    )
