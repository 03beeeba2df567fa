"""Pieces that leave the battle for good: Killed or Eliminated, back to the owner's pool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.cthulhu_wars.battle.field import Battle, Figure
from companion.games.cthulhu_wars.factions.model import Rank
from companion.games.cthulhu_wars.facts import GateSet, Left
from companion.games.cthulhu_wars.losses import enemy_took_cultists
from companion.games.cthulhu_wars.state import CthulhuState

KILLED = "Killed"
ELIMINATED = "Eliminated"


def remove(state: CthulhuState, battle: Battle, figures: Iterable[Figure], how: str, by: str = "") -> None:
    """Return pieces to their owners' pools.

    Args:
        how: `KILLED` or `ELIMINATED`; only Kills set off what reacts to Kills.
        by: the faction that did it, if it was not the owner and not the lack of a retreat.
    """
    lost = list(figures)
    for (side, unit), number in Counter((f.side, f.unit) for f in lost).items():
        # A correction by hand may have said that some are gone already.
        number = min(number, state.in_play(side, unit))
        if number:
            state.record(Left(side, unit, number, how, battle.area, by))
    for figure in lost:
        figure.status = "gone"
        (battle.killed if how == KILLED else battle.eliminated).append((figure.side, figure.unit))
        leave_gate(state, battle, figure)
    for side in dict.fromkeys(f.side for f in lost if f.rank is Rank.CULTIST):
        if by and by != side:
            enemy_took_cultists(state, side, by)


def leave_gate(state: CthulhuState, battle: Battle, figure: Figure) -> None:
    """A Gate is abandoned as soon as its controller leaves (reference 3.5)."""
    if figure.on_gate:
        figure.on_gate = False
        if state.gates.get(battle.area) == figure.side:
            state.record(GateSet(battle.area, None))
