"""Combat totals, with every addend shown (battle reference, section 3)."""

from __future__ import annotations

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.battle.field import Battle
from companion.games.cthulhu_wars.state import CthulhuState
from companion.table.state import Notice


def addends(state: CthulhuState, battle: Battle, side: str) -> list[tuple[str, int]]:
    """What a side's Combat is made of: printed numbers, what abilities added to pieces, and the faction's formulas."""
    card = names.card(side)
    found = []
    for unit, number in battle.kinds(side).items():
        printed = card.unit(unit).combat * number
        if printed:
            found.append((names.pieces(side, unit, number), printed))
    found += [(f"{names.pieces(side, f.unit, 1)} bonus", f.bonus) for f in battle.present(side) if f.bonus]
    found += card.combat(state, battle, side)
    return [(label, dice) for label, dice in found if dice]


def total(state: CthulhuState, battle: Battle, side: str) -> int:
    """Dice a side rolls; never below 0."""
    return max(0, sum(dice for _, dice in addends(state, battle, side)))


def shown(state: CthulhuState, battle: Battle, side: str) -> str:
    """`2 Deep Ones 2 + Cthulhu 6 = 8`."""
    parts = " + ".join(f"{label} {dice}" for label, dice in addends(state, battle, side))
    return f"{parts} = {total(state, battle, side)}" if parts else "0"


def show_totals(state: CthulhuState, battle: Battle) -> None:
    """State 5: the totals are fixed from who is present now."""
    battle.step = "totals"
    for side in battle.sides:
        battle.notes[f"total/{side}"] = shown(state, battle, side)
        state.record(Notice(side, f"{names.faction(side)}, Combat: {battle.notes[f'total/{side}']}"))
