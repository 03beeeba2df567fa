"""Exact odds of the match: no sampling, so the numbers shown never flicker (reference 1.4)."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final

from msgspec import Struct

from companion.table.words import _, decimal, percent

__all__ = ["MOST_DICE", "Outlook", "expected_losses", "match_counts", "outlook"]

SIDES: Final = 6

MOST_DICE: Final = 40
"""Of a side; the time grows with the cube of the dice, and nobody waits for the odds of more."""


@lru_cache(maxsize=64)
def match_counts(attacker: int, defender: int) -> dict[tuple[int, int], int]:
    """In how many of the equally likely rolls each pair of losses comes out, ties costing both.

    Faces are dealt from 6 down. While `i` and `j` dice are ranked, a new face can only meet dice that are higher or
    equal, so the number of dice of each face is all that counts. The two losses are the digits of one large number
    (Kronecker substitution), which keeps 20 against 20 dice well under a second.

    Args:
        attacker: dice, 0 or more.
        defender: dice, 0 or more.

    Returns:
        Ways by (attacker's loss, defender's loss); they add up to 6 ** (attacker + defender).
    """
    digit = (SIDES ** (attacker + defender)).bit_length()
    one, two = digit, digit * (attacker + 1)  # how far to shift for a die lost by the attacker, by the defender
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for face in range(SIDES, 0, -1):
        after: dict[tuple[int, int], int] = {}
        for (i, j), packed in ways.items():
            for x in [attacker - i] if face == 1 else range(attacker - i + 1):
                some = packed * comb(attacker - i, x)
                for y in [defender - j] if face == 1 else range(defender - j + 1):
                    ties = max(0, min(i + x, j + y) - max(i, j))
                    lower_attacker = max(0, min(i + x, j) - i)
                    lower_defender = max(0, min(j + y, i) - j)
                    shift = one * (lower_attacker + ties) + two * (lower_defender + ties)
                    place = (i + x, j + y)
                    after[place] = after.get(place, 0) + ((some * comb(defender - j, y)) << shift)
        ways = after
    return _unpack(ways[attacker, defender], digit, attacker, defender)


def _unpack(packed: int, digit: int, attacker: int, defender: int) -> dict[tuple[int, int], int]:
    mask = (1 << digit) - 1
    counts = {}
    for theirs in range(defender + 1):
        for mine in range(attacker + 1):
            number = packed & mask
            packed >>= digit
            if number:
                counts[mine, theirs] = number
    return counts


def expected_losses(attacker: int, defender: int) -> tuple[float, float]:
    """Mean number of dice that attacker and defender lose, ties costing both; at any size of pool."""
    mine, theirs = _ranked(attacker), _ranked(defender)
    lose_mine = lose_theirs = 0.0
    for high, low in zip(mine, theirs, strict=False):
        for a, p in enumerate(high, start=1):
            for d, q in enumerate(low, start=1):
                lose_mine += p * q * (a <= d)
                lose_theirs += p * q * (d <= a)
    return lose_mine, lose_theirs


def _ranked(dice: int) -> list[list[float]]:
    """Chance of each face at each place of a ranked roll."""
    rows = []
    for place in range(dice):
        at_least = [
            sum(
                comb(dice, n) * ((SIDES - face + 1) / SIDES) ** n * ((face - 1) / SIDES) ** (dice - n)
                for n in range(place + 1, dice + 1)
            )
            for face in range(1, SIDES + 2)
        ]
        rows.append([at_least[face] - at_least[face + 1] for face in range(SIDES)])
    return rows


class Outlook(Struct, frozen=True):
    """What one segment may bring, ties costing both.

    Args:
        attacker_wins: chance that the defender's last die goes and the attacker's does not.
        defender_wins: the other way round.
        nobody_left: chance that both pools are emptied.
        attacker_loses: dice on average.
        defender_loses: dice on average.
    """

    attacker_wins: float
    defender_wins: float
    nobody_left: float
    attacker_loses: float
    defender_loses: float

    def words(self) -> str:
        """Say it from the attacker's side, in few words."""
        both = max(0.0, 1 - self.attacker_wins - self.defender_wins - self.nobody_left)
        return _(
            "Node cleared {cleared}, wiped out {wiped_out}, both survive {both}. Average losses {mine} and {theirs}."
        ).format(
            cleared=percent(self.attacker_wins),
            wiped_out=percent(self.defender_wins),
            both=percent(both),
            mine=decimal(self.attacker_loses),
            theirs=decimal(self.defender_loses),
        )


@lru_cache(maxsize=256)
def outlook(attacker: int, defender: int) -> Outlook:
    """Exact chances of one segment with these pools, each 1 die or more."""
    every = float(SIDES ** (attacker + defender))
    equal = _all_equal(attacker) / every if attacker == defender else 0.0
    losses = expected_losses(attacker, defender)
    return Outlook(
        _never_below(attacker, defender) / every - equal,
        _never_below(defender, attacker) / every - equal,
        equal,
        *losses,
    )


def _never_below(upper: int, lower: int) -> int:
    """Ways in which every die of the lower row has one opposite that is as high: its row is wiped out."""
    if upper < lower:
        return 0
    ways = {(0, 0): 1}
    for face in range(SIDES, 0, -1):
        more: dict[tuple[int, int], int] = {}
        for (i, j), number in ways.items():
            for x in [upper - i] if face == 1 else range(upper - i + 1):
                more[i + x, j] = more.get((i + x, j), 0) + number * comb(upper - i, x)
        ways = {}
        for (i, j), number in more.items():
            for y in [lower - j] if face == 1 else range(lower - j + 1):
                if i >= j + y:
                    ways[i, j + y] = ways.get((i, j + y), 0) + number * comb(lower - j, y)
    return ways[upper, lower]


def _all_equal(dice: int) -> int:
    """Ways in which both rows are the same."""
    ways = {0: 1}
    for face in range(SIDES, 0, -1):
        after: dict[int, int] = {}
        for i, number in ways.items():
            for x in [dice - i] if face == 1 else range(dice - i + 1):
                after[i + x] = after.get(i + x, 0) + number * comb(dice - i, x) ** 2
        ways = after
    return ways[dice]
