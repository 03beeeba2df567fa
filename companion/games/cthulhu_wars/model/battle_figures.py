"""Pieces by their ids, as they stand in a battle."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.battle_state import Battle, Figure, Status


def piece(figure_id: str, *, on_gate: bool = False, status: Status = Status.PRESENT) -> Figure:
    """Return one piece; its id begins with the code of its faction and its kind."""
    side, unit, __ = figure_id.split(".", 2)
    return Figure(figure_id, side, unit, roster.card(side).unit(unit).rank, on_gate=on_gate, status=status)


def pieces(side: str, kinds: Mapping[str, int]) -> list[Figure]:
    """Return the pieces of a side, counted by kind."""
    ranks = {unit: roster.card(side).unit(unit).rank for unit in kinds}
    return [
        Figure(f"{side}.{unit}.{n + 1}", side, unit, ranks[unit])
        for unit, number in kinds.items()
        for n in range(number)
    ]


def fresh(battle: Battle, kind: str, number: int) -> tuple[str, ...]:
    """Return new ids for pieces that join a battle; `kind` is what they begin with."""
    taken = {f.id for f in battle.figures}
    free = (name for n in range(len(taken) + number) if (name := f"{kind}.{n + 1}") not in taken)
    return tuple(islice(free, number))
