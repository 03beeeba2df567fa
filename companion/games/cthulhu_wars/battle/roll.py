"""Both sides roll; neither result counts before the other is in (battle reference, state 6)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.battle.chances import outlook
from companion.games.cthulhu_wars.battle.field import KILL, PAIN, Battle, Stage
from companion.games.cthulhu_wars.battle.totals import as_sum, combat
from companion.games.cthulhu_wars.facts import Rolled
from companion.games.cthulhu_wars.state import CthulhuState
from companion.table.prompts import Prompt, Roll
from companion.table.script import Script, ask_together
from companion.table.state import Step
from companion.table.words import _

FACES: Final = {KILL: (6,), PAIN: (4, 5)}
"""What the faces of a die mean; the others miss (reference section 1)."""


def roll_both(state: CthulhuState, battle: Battle) -> Script[None]:
    """Show the sums, roll as many dice, and note Kills and Pains."""

    def build() -> list[Prompt]:
        return [roll_for(state, battle, side) for side in battle.sides]

    state.record(Step(Stage.ROLL))
    answers = yield from ask_together(state, build)
    for side in battle.sides:
        given = answers[f"battle/roll/{side}"]
        result = roll_for(state, battle, side).count(given)
        faces = tuple(given) if isinstance(given, list) else ()
        state.record(Rolled(side, faces, result[KILL], result[PAIN], as_sum(state, battle, side)))


def roll_for(state: CthulhuState, battle: Battle, side: str) -> Roll:
    """One side's roll."""
    return Roll(
        key=f"battle/roll/{side}",
        who=side,
        title=_("{faction} rolls").format(faction=names.faction(side)),
        text=as_sum(state, battle, side),
        rule="roll",
        odds=outlook(state, battle, side),
        dice=combat(state, battle, side),
        symbols=FACES,
    )
