"""Both sides roll (battle reference, state 6): 6 is a Kill, 4 and 5 are Pains."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.battle.field import KILL, PAIN, Battle
from companion.games.cthulhu_wars.battle.totals import shown, total
from companion.games.cthulhu_wars.facts import Rolled
from companion.games.cthulhu_wars.state import CthulhuState
from companion.table.prompts import Prompt, Roll
from companion.table.script import Script, ask_together

SYMBOLS: Final = {KILL: (6,), PAIN: (4, 5), "miss": (1, 2, 3)}


def roll(state: CthulhuState, battle: Battle) -> Script[None]:
    """Both sides roll at the same moment; neither result counts before the other is in."""
    battle.step = "roll"
    battle.rolled_present = [f.id for side in battle.sides for f in battle.present(side)]

    def build() -> list[Prompt]:
        # A correction by hand (Gates, books, the ritual marker) changes the formulas until the dice are read.
        battle.notes.update({f"total/{side}": shown(state, battle, side) for side in battle.sides})
        return [prompt(state, battle, side) for side in battle.sides]

    answers = yield from ask_together(state, build)
    for side in battle.sides:
        asked = prompt(state, battle, side)
        given = answers[asked.key]
        results = asked.count(given)
        faces = given if isinstance(given, list) else []
        battle.faces[side] = list(faces)
        battle.kills[side], battle.pains[side] = results[KILL], results[PAIN]
        state.record(Rolled(side, tuple(faces), results[KILL], results[PAIN], "battle"))
    battle.rolled = True


def prompt(state: CthulhuState, battle: Battle, side: str) -> Roll:
    """The question for one side's dice."""
    return Roll(
        key=f"battle/roll/{side}",
        who=side,
        title=f"{names.faction(side)} rolls",
        text=f"Combat: {shown(state, battle, side)}",
        rule="roll",
        effect="6 Kills, 4 and 5 Pain.",
        dice=total(state, battle, side),
        symbols=SYMBOLS,
    )
