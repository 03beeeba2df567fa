"""The figures of the fairness page, against printed tables and against dice that are known."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.dice import VirtualDice
from firmware_bridge.fairness import chance_of_more, fairness, serial_correlation


@pytest.mark.parametrize(
    ("degrees", "chi_square", "chance"),
    [
        (5, 11.070, 0.05),
        (5, 15.086, 0.01),
        (5, 1.145, 0.95),
        (5, 20.515, 0.001),
        (1, 3.841, 0.05),
        (6, 12.592, 0.05),
    ],
)
def test_against_the_printed_chi_square_table(degrees: int, chi_square: float, chance: float) -> None:
    assert chance_of_more(chi_square, degrees) == pytest.approx(chance, rel=2e-3)


def test_a_worked_example() -> None:
    heap = fairness([1] * 5 + [2] * 8 + [3] * 9 + [4] * 8 + [5] * 10 + [6] * 20)
    assert heap.counts == (5, 8, 9, 8, 10, 20)
    assert heap.degrees == 5
    assert heap.expected == 10
    assert heap.chi_square == pytest.approx(13.4)
    assert heap.chance == pytest.approx(0.0199, abs=1e-4)
    assert heap.verdict == "unusual"
    assert heap.range_low == pytest.approx(0.831, abs=1e-3)
    assert heap.range_high == pytest.approx(12.833, abs=1e-3)
    assert (heap.count_low, heap.count_high) == (5, 15)


def test_few_faces_are_never_called_unfair() -> None:
    assert fairness([]).verdict == "too few"
    assert fairness([]).chi_square == 0
    assert fairness([6] * 59).verdict == "too few"
    assert fairness([6] * 60).verdict == "suspicious"


def test_a_loaded_die_is_seen() -> None:
    rng = random.Random(1)
    assert fairness(rng.choices(range(1, 7), weights=[9, 10, 10, 10, 10, 13], k=6000)).verdict == "suspicious"


def test_fair_heaps_lie_in_the_range_about_as_often_as_promised() -> None:
    rng = random.Random(2)
    heaps = [fairness(rng.choices(range(1, 7), k=300)) for _ in range(600)]
    inside = sum(heap.range_low <= heap.chi_square <= heap.range_high for heap in heaps)
    assert 0.92 < inside / 600 < 0.98


def test_serial_correlation() -> None:
    assert serial_correlation([1, 2]) is None
    assert serial_correlation([4] * 9) is None
    assert serial_correlation([1, 6] * 500) == pytest.approx(-1, abs=0.01)
    assert serial_correlation([1] * 500 + [6] * 500) == pytest.approx(1, abs=0.01)


def test_the_built_in_roller_is_fair() -> None:
    faces = [face for _ in range(60) for face in VirtualDice().roll(1000)]
    heap = fairness(faces)
    # One honest run in a million fails this; a bias of one face in fifty fails it nearly always.
    assert heap.chance > 1e-6
    assert heap.correlation is not None
    assert abs(heap.correlation) < 5 / 60000**0.5


@given(st.lists(st.integers(1, 6), max_size=200))
def test_figures_are_always_sane(faces: list[int]) -> None:
    heap = fairness(faces)
    assert heap.total == len(faces)
    assert 0 <= heap.chance <= 1
    assert heap.chi_square >= 0
    assert heap.correlation is None or -1.1 <= heap.correlation <= 1.1


def test_faces_that_no_die_has() -> None:
    with pytest.raises(ValueError, match="between 1 and 6"):
        fairness([7])
