"""Combat totals (battle reference 3): the sum over the units present, with every addend named."""

from __future__ import annotations

from companion.games.cthulhu_wars import names, roster
from companion.games.cthulhu_wars.battle.field import Battle
from companion.games.cthulhu_wars.state import CthulhuState


def addends(state: CthulhuState, battle: Battle, side: str) -> list[tuple[str, int]]:
    """What a side's total is made of: `(label, dice)`; a faction's own formulas replace the printed numbers."""
    found = [(names.pieces(side, unit, number), dice) for unit, number, dice in _kinds(state, battle, side)]
    if less := battle.less.get(side):
        found.append((names.faction(battle.foe(side)), -less))
    return found


def combat(state: CthulhuState, battle: Battle, side: str) -> int:
    """Dice that a side rolls; never below 0."""
    return max(0, sum(dice for _unit, _number, dice in _kinds(state, battle, side)) - battle.less.get(side, 0))


def _kinds(state: CthulhuState, battle: Battle, side: str) -> list[tuple[str, int, int]]:
    """Each kind of unit with its number and the dice that these bring."""
    card = roster.card(side)
    own = card.combat(state, battle, side)
    numbers: dict[str, int] = {}
    extra: dict[str, int] = {}
    for figure in battle.present(side):
        numbers[figure.unit] = numbers.get(figure.unit, 0) + 1
        extra[figure.unit] = extra.get(figure.unit, 0) + figure.bonus
    return [
        (unit, number, own.get(unit, card.unit(unit).combat * number) + extra[unit]) for unit, number in numbers.items()
    ]


def as_sum(state: CthulhuState, battle: Battle, side: str) -> str:
    """The total as people read it: `2 Acolytes 2 + ... 6 = 8`."""
    parts = [f"{label} {dice}" for label, dice in addends(state, battle, side)]
    return f"{' + '.join(parts)} = {combat(state, battle, side)}"
