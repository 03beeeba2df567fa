"""Exact odds of dice that show kills and pains: no sampling, so the numbers shown never flicker.

A die kills with 1 face in 6, pains with 2, misses with 3, unless other weights are given.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from msgspec import Struct


class Weights(NamedTuple):
    """How many faces of a die show each result."""

    kill: int = 1
    pain: int = 2
    miss: int = 3


DIE: Final = Weights()


class Losses(Struct, frozen=True):
    """What a side may suffer.

    Args:
        killed: chance of at least so many pieces killed, by their number from 0 on.
        pained: the same of pieces pained.
    """

    killed: tuple[float, ...]
    pained: tuple[float, ...]

    @property
    def means(self) -> tuple[float, float]:
        """Pieces killed and pieces pained on average."""
        return sum(self.killed[1:]), sum(self.pained[1:])


@lru_cache(maxsize=256)
def suffered(pieces: int, dice: int, die: Weights = DIE) -> Losses:
    """Return the losses that `dice` dice may cause among `pieces` plain pieces.

    A piece takes one result, kills go first, and what finds no piece is lost.

    Raises:
        ValueError: a negative number of pieces or dice, or a die without faces.
    """
    if pieces < 0 or dice < 0 or min(die) < 0 or not sum(die):
        raise ValueError(f"Odds need 0 or more pieces and dice with faces, not {pieces}, {dice} of {tuple(die)}.")
    kills = _binomial(dice, die.kill / sum(die))
    killed = _at_least(kills)[: pieces + 1]
    if dice <= pieces:
        # Every result finds a piece.
        return Losses(killed, _at_least(_binomial(dice, die.pain / sum(die))))
    # Of the dice that do not kill, so many show a pain; those count as far as kills leave pieces.
    pain = die.pain / (die.pain + die.miss) if die.pain else 0.0
    pained = [1.0] + [0.0] * pieces
    for number, chance in enumerate(kills[: pieces + 1]):
        left = _at_least(_binomial(dice - number, pain))
        for pains in range(1, min(pieces - number, dice - number) + 1):
            pained[pains] += chance * left[pains]
    return Losses(killed, tuple(pained))


def _binomial(dice: int, chance: float) -> list[float]:
    """Return the chance of each number of successes."""
    if chance == 1.0:
        return [0.0] * dice + [1.0]
    odds, found = chance / (1 - chance), [(1 - chance) ** dice]
    for number in range(dice):
        found.append(found[-1] * (dice - number) / (number + 1) * odds)
    return found


def _at_least(chances: list[float]) -> tuple[float, ...]:
    """Return the chance of each number of successes or more."""
    return (1.0, *list(accumulate(reversed(chances)))[-2::-1])
