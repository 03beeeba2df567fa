"""What became of a battle: who lost what, what was driven off, and what the dice were worth."""

from __future__ import annotations

from collections import Counter
from typing import Final

from companion.games.cthulhu_wars.battle.roll import FACES
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import KILL, PAIN, Battle, Status
from companion.table.words import _, and_list, decimal, n_

_SIDES_OF_A_DIE: Final = 6


def marks(battle: Battle, code: str) -> tuple[str, ...]:
    """Return the symbols that the dice of a side show.

    Where nobody has told the faces, there are as many of each as there were results.
    """
    if code not in battle.faces:
        return ()
    if faces := battle.faces[code]:
        return tuple(next((result for result, shown in FACES.items() if face in shown), "") for face in faces)
    blank = max(0, battle.dice[code] - battle.kills[code] - battle.pains[code])
    return (KILL,) * battle.kills[code] + (PAIN,) * battle.pains[code] + ("",) * blank


def fell(battle: Battle, code: str) -> tuple[tuple[str, int, float], ...]:
    """Return how many dice of a side showed each result, and how many of so many dice do on average."""
    shown = marks(battle, code)
    return tuple(
        (result, shown.count(result), len(shown) * len(faces) / _SIDES_OF_A_DIE) for result, faces in FACES.items()
    )


def fate(battle: Battle, code: str) -> str:
    """Return what became of the pieces of a side, by their names."""
    lost = Counter((owner, unit) for owner, unit, __ in battle.lost if owner == code)
    left = Counter((f.owner, f.unit) for f in battle.figures if f.side == code and f.status is Status.RETREATED)
    parts = []
    if lost:
        said = and_list([names.pieces(owner, unit, number) for (owner, unit), number in lost.items()])
        parts.append(_("Lost: {pieces}.").format(pieces=said))
    if left:
        said = and_list([names.pieces(owner, unit, number) for (owner, unit), number in left.items()])
        parts.append(_("Driven off: {pieces}.").format(pieces=said))
    return " ".join(parts) or _("No losses.")


def losses(battle: Battle, code: str) -> tuple[int, int]:
    """Return how many pieces a side has lost, and how many were driven off."""
    lost = sum(owner == code for owner, __, __ in battle.lost)
    return lost, sum(f.side == code and f.status is Status.RETREATED for f in battle.figures)


def summary(battle: Battle) -> str:
    """Return the result of a battle for both sides: what became of their pieces, in numbers, and their luck."""
    return " ".join(
        filter(None, (part for side in battle.sides for part in (_came_to(battle, side), _luck(battle, side))))
    )


def _came_to(battle: Battle, side: str) -> str:
    lost, left = losses(battle, side)
    parts = [n_("{n} lost", "{n} lost", lost).format(n=lost)] if lost else []
    parts += [n_("{n} retreats", "{n} retreat", left).format(n=left)] if left else []
    said = ", ".join(parts) or _("no losses")
    return _("{faction}: {result}.").format(faction=names.faction(side), result=said)


def _luck(battle: Battle, side: str) -> str:
    """Return the Kills of a side's dice beside the average; empty if it had no dice."""
    shown = marks(battle, side)
    if not shown:
        return ""
    (__, kills, mean), *__others = fell(battle, side)
    words = n_("{n} Kill ({expected} expected).", "{n} Kills ({expected} expected).", kills)
    return words.format(n=kills, expected=decimal(mean))
