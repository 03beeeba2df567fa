"""Battles in which the companion does not track the pieces.

It adds up the dice and tells the results; the players say what was lost.
"""

from __future__ import annotations

from companion.games.cthulhu_wars.battle.dice_questions import ask_dice
from companion.games.cthulhu_wars.battle.roll import outcome, roll_both
from companion.games.cthulhu_wars.facts import BattleEnded
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.rules.losses import lose_unit
from companion.table.prompts import TABLE, Blank, Form, Tell
from companion.table.script import Script, ask
from companion.table.state import StepReached
from companion.table.words import _


def counted_battle(state: CthulhuState, battle: Battle) -> Script[None]:
    """Roll, tell the results, and take off the losses that the table tells."""
    yield from ask_dice(state, battle)
    yield from roll_both(state, battle)
    results = [outcome(side, battle.kills[side], battle.pains[side]) for side in battle.sides]
    text = _("Resolve abilities, Pains and retreats yourselves.")

    def told() -> Tell:
        return Tell(
            key="battle/results", who=TABLE, title=_("The dice"), text=text, lines=tuple(results), rule="help_level"
        )

    yield from ask(state, told)
    for side in battle.sides:
        yield from losses(state, battle, side)
    state.record(BattleEnded())
    state.record(StepReached(""))


def losses(state: CthulhuState, battle: Battle, side: str) -> Script[None]:
    """Ask what a side has lost, by kind, if there were any Kills against it."""
    foe = battle.foe(side)

    def sheet() -> Form | None:
        blanks = tuple(
            Blank(unit, names.unit(side, unit, number), most=min(number, state.on_map(side, unit)))
            for unit, number in battle.kinds(side).items()
        )
        if not blanks or not battle.kills[foe]:
            return None
        title = _("{faction}: what was Killed?").format(faction=names.faction(side))
        return Form(
            key=f"battle/lost/{side}",
            who=side,
            title=title,
            text=outcome(foe, battle.kills[foe], battle.pains[foe]),
            blanks=blanks,
            rule="help_level",
        )

    told = yield from ask(state, sheet)
    for unit, number in (told or {}).items():
        for __ in range(number):
            yield from lose_unit(state, side, unit, Loss.KILLED, "", foe)
