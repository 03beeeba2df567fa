"""Combat totals (battle reference 3): the sum over the units present, with every addend named."""

from __future__ import annotations

from collections import Counter

from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.neutral_cards import CARDS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.table.words import _


def addends(state: CthulhuState, battle: Battle, side: str) -> list[tuple[str, int]]:
    """Return the parts of a side's Combat total as `(label, dice)`.

    A faction's own formulas replace the printed numbers.
    """
    found = [(names.pieces(side, unit, number), dice) for unit, number, dice in _kinds(state, battle, side)]
    found += [(names.pieces(owner, unit, number), dice) for owner, unit, number, dice in guests(battle, side)]
    found += registry.added_dice(state, battle, side)
    if less := battle.less.get(side):
        found.append((names.faction(battle.foe(side)), -less))
    return found


def printed(state: CthulhuState, battle: Battle, side: str, unit: str, number: int) -> int:
    """Return the dice of pieces of a kind by their card; 1 each until the table has told those it must tell."""
    if f"{side}.{unit}" in battle.said:
        return battle.said[f"{side}.{unit}"]
    dice = printed_by_formula(state, battle, side, unit, number)
    if dice is not None:
        return dice
    if unit in CARDS and CARDS[unit].asks:
        return number
    return roster.card(side).unit(unit).combat * number


def printed_by_formula(state: CthulhuState, battle: Battle, side: str, unit: str, number: int) -> int | None:
    """Return the dice of pieces by the formula of their card, or None if it has none or cannot be worked out."""
    powers = registry.POWERS.get(unit)
    return powers.dice(state, battle, side, number) if powers else None


def combat_of(state: CthulhuState, battle: Battle, side: str, unit: str) -> int:
    """Return the dice of all pieces of a kind that are present."""
    return next(dice for kind, _number, dice in _kinds(state, battle, side) if kind == unit)


def whole_combat(state: CthulhuState, battle: Battle, side: str, unit: str) -> int:
    """Return the Combat of all pieces of a kind that are present, whatever keeps some from rolling."""
    own = roster.card(side).combat(state, battle, side)
    number = battle.kinds(side)[unit]
    return own[unit] if unit in own else printed(state, battle, side, unit, number)


def combat(state: CthulhuState, battle: Battle, side: str) -> int:
    """Return the dice that a side rolls; never below 0."""
    own = sum(dice for _unit, _number, dice in _kinds(state, battle, side))
    others = sum(dice for _owner, _unit, _number, dice in guests(battle, side))
    added = sum(dice for _label, dice in registry.added_dice(state, battle, side))
    return max(0, own + others + added - battle.less.get(side, 0))


def to_roll(state: CthulhuState, battle: Battle, side: str) -> int:
    """Return the dice that are rolled: as many as the table says, where it refuses the total.

    Some pieces roll theirs though the total is less; nobody attacks with those alone.
    """
    if side in battle.told:
        return battle.told[side]
    return max(combat(state, battle, side), registry.rolled_apart(battle, side))


def guests(battle: Battle, side: str) -> list[tuple[str, str, int, int]]:
    """Return guest pieces of other factions on a side, with their number and printed dice.

    Each is `(owner, unit, number, dice)`; no spellbook and no formula changes them.
    """
    own = f"{side}."
    others = [(f.owner, f.unit) for f in battle.present(side) if not f.id.startswith(own)]
    if not others:
        return []
    there = Counter(others).items()
    return [(owner, unit, n, roster.card(owner).unit(unit).combat * n) for (owner, unit), n in there]


def _kinds(state: CthulhuState, battle: Battle, side: str) -> list[tuple[str, int, int]]:
    """Return each kind of unit with its number and its dice."""
    own = roster.card(side).combat(state, battle, side)
    mine = f"{side}."
    numbers: dict[str, int] = {}
    extra: dict[str, int] = {}
    dim: dict[str, int] = {}
    for figure in battle.present(side):
        if not figure.id.startswith(mine):
            continue
        unit = figure.unit
        numbers[unit] = numbers.get(unit, 0) + 1
        if figure.id in battle.dimmed:
            dim[unit] = dim.get(unit, 0) + 1
        elif figure.bonus:
            extra[unit] = extra.get(unit, 0) + figure.bonus
    found = []
    for unit, number in numbers.items():
        dice = own[unit] if unit in own else printed(state, battle, side, unit, number)
        # Of several figures alike each brings as much as the others.
        found.append((unit, number, dice * (number - dim.get(unit, 0)) // number + extra.get(unit, 0)))
    return found


def as_sum(state: CthulhuState, battle: Battle, side: str) -> str:
    """Return the Combat total as people read it: `2 Acolytes 2 + ... 6 = 8`."""
    found = addends(state, battle, side)
    parts, dice = [f"{label} {number}" for label, number in found], sum(number for _label, number in found)
    total = f"{' + '.join(parts)} = {max(0, dice)}"
    if side not in battle.told:
        return total
    return _("{sum}; set by hand to {number}").format(sum=total, number=battle.told[side])
