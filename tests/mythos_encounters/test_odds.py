"""Exact odds of the match against counting every roll."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER
from companion.games.mythos_encounters.rules.arithmetic import match
from companion.games.mythos_encounters.rules.odds import expected_losses, match_counts, outlook

SIZES = [(1, 1), (2, 1), (1, 3), (3, 2), (3, 3), (4, 2)]


def counted(mine: int, theirs: int) -> Counter[tuple[int, int]]:
    """Every roll of both sides, one by one."""
    found: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=mine + theirs):
        rolled = match(faces[:mine], faces[mine:])
        found[rolled.loses(ATTACKER), rolled.loses(DEFENDER)] += 1
    return found


@pytest.mark.parametrize(("mine", "theirs"), SIZES)
def test_counts_are_those_of_every_roll(mine: int, theirs: int) -> None:
    assert match_counts(mine, theirs) == dict(counted(mine, theirs))


@pytest.mark.parametrize(("mine", "theirs"), SIZES)
def test_the_outlook_is_that_of_every_roll(mine: int, theirs: int) -> None:
    ways, every = counted(mine, theirs), 6 ** (mine + theirs)
    found = outlook(mine, theirs)
    assert found.attacker_wins == pytest.approx(
        sum(n for (a, d), n in ways.items() if d == theirs and a < mine) / every
    )
    assert found.defender_wins == pytest.approx(
        sum(n for (a, d), n in ways.items() if a == mine and d < theirs) / every
    )
    assert found.nobody_left == pytest.approx(ways[mine, theirs] / every)
    assert found.attacker_loses == pytest.approx(sum(a * n for (a, _), n in ways.items()) / every)
    assert found.defender_loses == pytest.approx(sum(d * n for (_, d), n in ways.items()) / every)


def test_large_pools_keep_the_sum_and_the_symmetry() -> None:
    counts = match_counts(12, 9)
    assert sum(counts.values()) == 6**21
    assert {(d, a): n for (a, d), n in match_counts(9, 12).items()} == counts
    mine, theirs = expected_losses(40, 40)
    assert mine == pytest.approx(theirs)
    assert 20 < mine < 40


def test_no_dice_lose_nothing() -> None:
    assert match_counts(0, 5) == {(0, 0): 6**5}
