"""Texts and dice of one side of a battle."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Sequence

from companion.app.widgets.base.marks import Die, dice_row, symbol_mark, words
from companion.table.view import SideView
from layouts.glyphs import SYMBOLS

__all__ = ["dice_of", "face_counts", "merge_equal_lines", "result_lines", "side_lines"]


def merge_equal_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines with equal ones merged, with their number before them."""
    counted: dict[str, int] = {}
    for line in lines:
        counted[line] = counted.get(line, 0) + 1
    return [line if n == 1 else f"{n} × {line}" for line, n in counted.items()]


def result_lines(side: SideView) -> list[str]:
    """Return the results of a side, one per line: symbol, number and word."""
    return [f"{symbol_mark(r, n)} {v} {words(r, v)}" for n, (r, v) in enumerate(side.results)]


def side_lines(side: SideView) -> list[str]:
    """Return all details of a side as lines of text."""
    dice = dice_row(side.faces)
    return [line for line in (side.total, *result_lines(side), dice, *merge_equal_lines(side.lines)) if line]


def dice_of(side: SideView) -> tuple[Die, ...]:
    """Return the dice of a side with their symbols."""
    faces, marks = side.faces or (0,) * len(side.marks), side.marks or ("",) * len(side.faces)
    return tuple(Die(face, mark) for face, mark in zip(faces, marks, strict=True))


def face_counts(dice: Sequence[Die]) -> str:
    """Return how many dice show each face, the highest first, as a text."""
    found = Counted((die.face, die.mark) for die in dice)
    shown = sorted(found.items(), key=lambda item: (-item[0][0], item[0][1]))
    signs = [(dice_row((face,)) if face else SYMBOLS.get(mark, SYMBOLS["miss"]), n) for (face, mark), n in shown]
    return "   ".join(f"{sign}\N{NO-BREAK SPACE}{number}" for sign, number in signs)
