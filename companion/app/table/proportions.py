"""Proportions of the table page: how much of it ledger, head and question take, without a window."""

from __future__ import annotations

from typing import Final

from companion.app.widgets.controls.palette_form import Measures
from layouts.theme import look

__all__ = ["BROAD", "HEAD", "MOST_NAMED", "NARROW", "RACE", "SPINE", "STRIP", "measures", "question_high"]

FOOT: Final = 74
"""Height of the bar of keys below each page, in units."""
HEAD: Final = 54
"""Height of the head of the table page, in units."""
BROAD: Final = 312
"""Width of a ledger with names on a wide screen, in units."""
NARROW: Final = 168
"""Width of a ledger without names, in units."""
MOST_NAMED: Final = 6
"""Players whose rows are high enough beside their names."""
SPINE: Final = 8
"""Width of what joins the row of who acts and the question, in units."""
STRIP: Final = 106
"""Width of the players' numbers beside a wide question, in units."""
RACE: Final = 44
"""Height of the race in a row of its own on an upright screen, in units."""
_QUESTION: Final = 56
"""Height of the line of the question, in units."""
_PAD: Final = 7, 6
"""Units that a question keeps around what it holds: at each side, and above and below together."""
_PITCH: Final = 49.7
"""Units from one row of keys to the next on an upright screen."""
_USUAL: Final = 7
"""Rows of keys that a question without any is as high as."""
_GAP: Final = 6
"""Units between two rows of keys."""


def question_high(rows: int) -> float:
    """Return the height of a question on an upright screen, in pixels, with so many rows of keys; 0 for the usual."""
    return float(rows_high(rows or _USUAL) + (_QUESTION + _PAD[1]) * look.u)


def rows_high(rows: int) -> float:
    """Return the height of so many rows of keys on an upright screen, in pixels."""
    return float((rows * _PITCH - _GAP) * look.u)


def measures(width: float, height: float) -> Measures:
    """Return what the form of a game depends on besides its keys.

    Args:
        width: of the page, in pixels.
        height: of the page, in pixels.
    """
    u, (side, ends) = look.u, _PAD
    if look.portrait:
        across = width - 2 * look.gap - 2 * side * u
        return Measures.now((across, rows_high(6)), (across, rows_high(7)))
    below, beside = height - (HEAD + FOOT + ends) * u, 2 * side + SPINE
    # Beside a ledger without names the way on says who acts, and the question needs no line.
    return Measures.now((width - (BROAD + beside) * u, below - _QUESTION * u), (width - (NARROW + beside) * u, below))
