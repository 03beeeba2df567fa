"""Both sides roll; neither result counts before the other is in (battle reference, state 6)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.battle.chances import outlook
from companion.games.cthulhu_wars.battle.combat_totals import as_sum, to_roll
from companion.games.cthulhu_wars.facts import Rerolled, Rolled
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import KILL, PAIN, Battle, Stage
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import Prompt, Roll
from companion.table.script import Script, ask, ask_together
from companion.table.state import StepReached
from companion.table.words import _, n_

FACES: Final = {KILL: (6,), PAIN: (4, 5)}
"""What the faces of a die mean; the others miss (reference section 1)."""


def roll_both(state: CthulhuState, battle: Battle) -> Script[None]:
    """Show the sums, roll as many dice, and note Kills and Pains."""

    rolls: dict[str, Roll] = {}

    def build() -> list[Prompt]:
        rolls.update((side, roll_for(state, battle, side)) for side in battle.sides)
        return [*rolls.values()]

    state.record(StepReached(Stage.ROLL))
    answers = yield from ask_together(state, build)
    for side, roll in rolls.items():
        given = answers[roll.key]
        result = roll.count(given)
        faces = tuple(given) if isinstance(given, list) else ()
        misses = roll.dice - result[KILL] - result[PAIN]
        state.record(Rolled(side, faces, result[KILL], result[PAIN], misses, roll.text))


def outcome(side: str, kills: int, pains: int) -> str:
    """Return what the dice of a side do to the other one, in one line."""
    return _("{faction}: {kills}, {pains}").format(
        faction=names.faction(side),
        kills=n_("{n} Kill", "{n} Kills", kills).format(n=kills),
        pains=n_("{n} Pain", "{n} Pains", pains).format(n=pains),
    )


def roll_misses_again(state: CthulhuState, battle: Battle, key: str, side: str, title: str) -> Script[None]:
    """Reroll all dice of a side that show neither a Kill nor a Pain, as a new roll."""
    dice = battle.misses[side]
    roll = Roll(key=key, who=side, title=title, rule="roll", dice=dice, symbols=FACES)
    given = yield from ask(state, lambda: roll)
    result = roll.count(given)
    kept = [face for face in battle.faces[side] if any(face in faces for faces in FACES.values())]
    # Faces that nobody has told for one roll are not known for all the dice.
    known = isinstance(given, list) and len(battle.faces[side]) == len(kept) + dice
    kills, pains = (battle.kills[side] + result[KILL], battle.pains[side] + result[PAIN])
    faces = tuple(kept + given) if known else ()
    state.record(Rerolled(side, dice, faces, kills, pains, dice - result[KILL] - result[PAIN]))


def roll_for(state: CthulhuState, battle: Battle, side: str) -> Roll:
    """Roll the dice of one side."""
    return Roll(
        key=f"battle/roll/{side}",
        who=side,
        title=_("Dice: {faction}").format(faction=names.faction(side)),
        text=as_sum(state, battle, side),
        rule="roll",
        odds=outlook(state, battle, side),
        dice=to_roll(state, battle, side),
        symbols=FACES,
    )
