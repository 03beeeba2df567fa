"""Exact odds against enumeration of all faces."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import isclose

import pytest

from companion.games.cthulhu_wars.battle.odds import (
    Losses,
    Side,
    Weights,
    at_least,
    battle,
    exact_counts,
    expected,
    results,
    suffered,
)


def rolls(dice: int) -> list[tuple[int, int]]:
    """Kills and pains of every roll of so many dice."""
    return [(f.count(6), f.count(5) + f.count(4)) for f in product(range(1, 7), repeat=dice)]


@pytest.mark.parametrize("dice", range(7))
def test_results_equal_the_enumeration_of_all_faces(dice: int) -> None:
    ways, all_ways = exact_counts(dice)
    assert {tuple(k): v for k, v in ways.items()} == Counter(rolls(dice))
    assert all_ways == 6**dice


@pytest.mark.parametrize("dice", [1, 12, 30])
def test_chances_sum_to_one_exactly(dice: int) -> None:
    ways, all_ways = exact_counts(dice)
    assert sum(Fraction(n, all_ways) for n in ways.values()) == 1
    assert isclose(sum(results(dice).values()), 1)


@pytest.mark.parametrize(("pieces", "dice"), [(0, 3), (1, 4), (2, 4), (3, 5), (6, 2)])
def test_losses_equal_the_enumeration(pieces: int, dice: int) -> None:
    """One result per piece, kills first, what finds no piece is lost."""
    seen = Counter((min(k, pieces), min(p, pieces - min(k, pieces))) for k, p in rolls(dice))
    found = suffered(pieces, dice)
    assert set(found) == set(seen)
    assert all(isclose(found[Losses(*loss)], n / 6**dice) for loss, n in seen.items())


def test_a_battle_joins_two_independent_rolls() -> None:
    outlook = battle(Side(2, 3), Side(4, 1))
    joint = outlook.joint()
    assert isclose(sum(joint.values()), 1)
    nobody = Losses(0, 0)
    assert isclose(joint[nobody, nobody], (3 / 6) ** 4)
    kills, pains = expected(outlook.defender)
    assert isclose(kills, 3 / 6)
    assert isclose(pains, 3 * 2 / 6)
    assert isclose(at_least(outlook.attacker, killed=1), 1 / 6)


def test_no_dice_do_nothing() -> None:
    assert suffered(3, 0) == {Losses(0, 0): 1.0}


def test_other_dice() -> None:
    """A die that always kills."""
    assert results(2, Weights(6, 0, 0))[Losses(2, 0)] == 1


@pytest.mark.parametrize(("pieces", "dice"), [(-1, 1), (1, -1)])
def test_negative_numbers_are_refused(pieces: int, dice: int) -> None:
    with pytest.raises(ValueError, match="0 or more"):
        suffered(pieces, dice)
