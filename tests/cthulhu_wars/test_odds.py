"""Exact odds against enumeration of all faces, and against whole numbers where there are too many of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, isclose

import pytest

from companion.games.cthulhu_wars.battle.odds import DIE, Losses, Weights, suffered


def exactly(pieces: int, dice: int, die: Weights = DIE) -> dict[tuple[int, int], Fraction]:
    """Chance of each loss in fractions, from the number of ways in which kills and pains fall."""
    found: dict[tuple[int, int], Fraction] = {}
    for kills in range(dice + 1):
        for pains in range(dice - kills + 1):
            ways = comb(dice, kills) * comb(dice - kills, pains)
            ways *= die.kill**kills * die.pain**pains * die.miss ** (dice - kills - pains)
            loss = min(kills, pieces), min(pains, pieces - min(kills, pieces))
            found[loss] = found.get(loss, Fraction()) + Fraction(ways, sum(die) ** dice)
    return found


def as_told(chances: dict[tuple[int, int], Fraction], found: Losses) -> bool:
    """Whether every tail and both means are what single losses add up to."""
    for place, tails in enumerate((found.killed, found.pained)):
        for number, chance in enumerate(tails):
            wanted = sum(p for loss, p in chances.items() if loss[place] >= number)
            if not isclose(chance, wanted, rel_tol=1e-9, abs_tol=1e-12):
                return False
        if any(loss[place] >= len(tails) for loss in chances):
            return False
    means = [float(sum(loss[place] * p for loss, p in chances.items())) for place in (0, 1)]
    return all(isclose(one, other, abs_tol=1e-12) for one, other in zip(found.means, means, strict=True))


@pytest.mark.parametrize(("pieces", "dice"), [(0, 3), (1, 4), (2, 4), (3, 5), (6, 2), (5, 5), (6, 6)])
def test_losses_equal_the_enumeration_of_all_faces(pieces: int, dice: int) -> None:
    """One result per piece, kills first, what finds no piece is lost."""
    seen: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        killed = min(faces.count(6), pieces)
        seen[killed, min(faces.count(5) + faces.count(4), pieces - killed)] += 1
    chances = {loss: Fraction(number, 6**dice) for loss, number in seen.items()}
    assert chances == exactly(pieces, dice)
    assert as_told(chances, suffered(pieces, dice))


@pytest.mark.parametrize(("pieces", "dice"), [(30, 30), (12, 30), (30, 12), (1, 40), (29, 30)])
@pytest.mark.parametrize("die", [DIE, Weights(0, 1, 1), Weights(2, 0, 1), Weights(1, 1, 0)], ids=repr)
def test_losses_of_many_dice(pieces: int, dice: int, die: Weights) -> None:
    assert as_told(exactly(pieces, dice, die), suffered(pieces, dice, die))


def test_no_dice_do_nothing() -> None:
    assert suffered(3, 0) == Losses((1.0,), (1.0,))


def test_a_die_that_always_kills() -> None:
    found = suffered(3, 2, Weights(6, 0, 0))
    assert (found.killed, found.means) == ((1.0, 1.0, 1.0), (2.0, 0.0))


@pytest.mark.parametrize(("pieces", "dice", "die"), [(-1, 1, DIE), (1, -1, DIE), (1, 1, Weights(0, 0, 0))])
def test_what_are_no_odds_is_refused(pieces: int, dice: int, die: Weights) -> None:
    with pytest.raises(ValueError, match="0 or more"):
        suffered(pieces, dice, die)


def test_a_miss_that_is_rolled_again_is_a_die_of_other_weights() -> None:
    """Channel Power (reference, Opener of the Way): all misses are rolled again, as often as it is paid for."""
    kill, pain, miss = (Fraction(weight, sum(DIE)) for weight in DIE)
    for times, die in enumerate((DIE, Weights(3, 6, 3), Weights(7, 14, 3), Weights(15, 30, 3))):
        again = sum(miss**n for n in range(times + 1))
        assert [Fraction(weight, sum(die)) for weight in die] == [kill * again, pain * again, miss ** (times + 1)]
