"""After the battle (battle reference 5): what counts towards spellbooks, and what to move on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.cthulhu_wars.battle.outcome import summary
from companion.games.cthulhu_wars.battle.windows import table_order
from companion.games.cthulhu_wars.facts import BattleFought, GateSet, PieceLost, PieceRetreated
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import KILL, Battle, Stage, Status
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.duel_losses import doom_for_losses
from companion.games.cthulhu_wars.rules.untracked import within_battle
from companion.table.prompts import TABLE, Tell
from companion.table.script import Script, ask
from companion.table.state import Fact, StepReached
from companion.table.words import _

_FEW: Final = 4
"""Lines that say what is moved; more of them cannot be read beside the result of the battle."""


def clean_up(state: CthulhuState, battle: Battle, first_fact: int) -> Script[None]:
    """Mark the area, count the kills, and tell people what to move.

    Args:
        first_fact: number of facts there were when the battle began.
    """
    state.record(StepReached(Stage.CLEANUP))
    state.record(BattleFought(battle.area))
    for code in table_order(state, battle):
        after_battle = roster.card(code).after_battle(state, battle, code)
        yield from within_battle(state, code, names.faction(code), "", after_battle)
    for side in battle.sides:
        two_player_doom(state, battle, side)

    def build() -> Tell:
        lines = [_on_board(fact) for fact in together(state.facts[first_fact:])]
        return Tell(
            key="battle/board",
            who=TABLE,
            title=_("Battle over: update the board"),
            text=summary(battle),
            lines=tuple(lines) or (_("Nothing to move."),),
            rule="battle",
            wide=len(lines) > _FEW,
        )

    yield from ask(state, build)


def together(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts that leave something to do on the board, equal ones joined."""
    found: list[Fact] = []
    for fact in facts:
        if not _on_board(fact):
            continue
        if isinstance(fact, PieceLost | PieceRetreated):
            fact = replace(fact, figure="")
            last = found[-1] if found else None
            if type(last) is type(fact) and last == replace(fact, number=last.number):
                found[-1] = replace(fact, number=fact.number + last.number)
                continue
        found.append(fact)
    return found


def _on_board(fact: Fact) -> str:
    """Return what to do on the board for a fact.

    A Gate that nobody controls any more is named, since it can be taken.
    """
    return fact.text() if isinstance(fact, GateSet) and fact.owner is None else fact.on_board()


def two_player_doom(state: CthulhuState, battle: Battle, side: str) -> None:
    """Give Doom for lost units in the two-player game.

    A unit that its owner gave up counts, too; one that avoided death gives half (reference 3.8).
    """
    lost = [unit for owner, unit, __ in battle.lost if owner == side]
    spared = [
        f.unit
        for f in battle.figures
        if f.owner == side and f.status is not Status.GONE and (KILL in f.hits or f.id in battle.eased)
    ]
    doom_for_losses(
        state, side, lost, spared, _("units of {faction} lost in battle").format(faction=names.faction(side))
    )
