"""Tests whether dice are fair: counts of each face, chi-square with its expected range, and a verdict.

People take short runs for cheating. So the answer is never one number alone: it comes with the range in which fair dice
lie, and with a verdict that stays "too few" until there is something to see.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct

__all__ = ["MIN_EXPECTED", "Fairness", "Verdict", "chance_of_more", "fairness", "serial_correlation"]

MIN_EXPECTED: Final = 10
"""The expected count of each face below which there is no verdict; chi-square needs at least 5."""

Verdict = Literal["too few", "fair", "unusual", "suspicious"]


class Fairness(Struct, frozen=True):
    """The result of a test of faces.

    Attributes:
        counts: how often each face fell, face 1 first.
        chi_square: sum of (count - expected)^2 / expected.
        degrees: degrees of freedom, sides - 1.
        chance: how often fair dice are at least as uneven as these, 0..1.
        range_low, range_high: 95 of 100 fair heaps have their chi-square in here.
        count_low, count_high: 95 of 100 fair faces fall this often.
        correlation: of each face with the next, -1..1; None for fewer than 3 faces or all the same.
        verdict: `unusual` below 1 chance in 20, `suspicious` below 1 in 1000.
    """

    counts: tuple[int, ...]
    chi_square: float
    degrees: int
    chance: float
    range_low: float
    range_high: float
    count_low: int
    count_high: int
    correlation: float | None
    verdict: Verdict

    @property
    def total(self) -> int:
        """The number of faces."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """The number of times that each face falls on average with fair dice."""
        return self.total / len(self.counts)


def fairness(faces: Iterable[int], sides: int = 6) -> Fairness:
    """Test whether faces are those of fair dice.

    Args:
        faces: each 1..sides, in the order they fell.
        sides: of each die.

    Raises:
        ValueError: a face that the die does not have.
    """
    heap = list(faces)
    if sides < 2 or any(not 1 <= face <= sides for face in heap):
        raise ValueError(f"faces must lie between 1 and {sides}")
    counts = tuple(heap.count(face) for face in range(1, sides + 1))
    expected, degrees = len(heap) / sides, sides - 1
    chi_square = sum((count - expected) ** 2 for count in counts) / expected if heap else 0.0
    chance = chance_of_more(chi_square, degrees)
    spread = 1.959964 * math.sqrt(expected * (1 - 1 / sides))
    return Fairness(
        counts,
        chi_square,
        degrees,
        chance,
        _chi_square_at(0.975, degrees),
        _chi_square_at(0.025, degrees),
        max(0, math.ceil(expected - spread)),
        math.floor(expected + spread),
        serial_correlation(heap),
        _verdict(expected, chance),
    )


def chance_of_more(chi_square: float, degrees: int) -> float:
    """Return how often chance alone gives at least this chi-square: the upper regularised gamma function Q(k/2, x/2).

    Args:
        chi_square: 0 or more.
        degrees: degrees of freedom, 1 or more.
    """
    x = chi_square / 2
    if degrees % 2:
        chance, half = math.erfc(math.sqrt(x)), 0.5
    else:
        chance, half = math.exp(-x), 1.0
    # Q(a + 1, x) = Q(a, x) + x^a e^-x / gamma(a + 1), from Q(1/2, x) or Q(1, x) upwards.
    while half < degrees / 2:
        chance += math.exp(half * math.log(x) - x - math.lgamma(half + 1)) if x > 0 else 0.0
        half += 1
    return min(1.0, chance)


def serial_correlation(faces: Sequence[int]) -> float | None:
    """Return the correlation of each face with the next: for fair dice within ±2 / sqrt(n) in 95 of 100 samples."""
    n = len(faces)
    if n < 3:
        return None
    mean = sum(faces) / n
    variance = sum((face - mean) ** 2 for face in faces)
    if variance == 0:
        return None
    return sum((one - mean) * (after - mean) for one, after in itertools.pairwise(faces)) / variance


def _chi_square_at(chance: float, degrees: int) -> float:
    low, high = 0.0, 10.0 * degrees + 100.0
    for _ in range(80):
        middle = (low + high) / 2
        if chance_of_more(middle, degrees) > chance:
            low = middle
        else:
            high = middle
    return low


def _verdict(expected: float, chance: float) -> Verdict:
    if expected < MIN_EXPECTED:
        return "too few"
    if chance < 0.001:
        return "suspicious"
    return "unusual" if chance < 0.05 else "fair"
