"""Combat totals (battle reference 3): the sum over the units present, with every addend named."""

from __future__ import annotations

from companion.games.cthulhu_wars import names, roster
from companion.games.cthulhu_wars.battle.field import Battle
from companion.games.cthulhu_wars.state import CthulhuState


def addends(state: CthulhuState, battle: Battle, side: str) -> list[tuple[str, int]]:
    """What a side's total is made of: `(label, dice)`; a faction's own formulas replace the printed numbers."""
    card = roster.card(side)
    own = card.combat(state, battle, side)
    found = []
    for unit, number in battle.kinds(side).items():
        dice = own.get(unit, card.unit(unit).combat * number)
        dice += sum(f.bonus for f in battle.present(side, unit=unit))
        found.append((names.pieces(side, unit, number), dice))
    return found


def combat(state: CthulhuState, battle: Battle, side: str) -> int:
    """Dice that a side rolls; never below 0."""
    return max(0, sum(dice for __, dice in addends(state, battle, side)))


def as_sum(state: CthulhuState, battle: Battle, side: str) -> str:
    """The total as people read it: `2 Acolytes 2 + ... 6 = 8`."""
    parts = [f"{label} {dice}" for label, dice in addends(state, battle, side)]
    return f"{' + '.join(parts)} = {combat(state, battle, side)}"
