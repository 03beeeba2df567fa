"""The pixels of rounded fields: as opaque as so much of each lies within."""

from __future__ import annotations

from math import hypot, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layouts.corners import Corner, patch


def rows(radius: int, corners: Corner = Corner.ALL, ring: int = 0, height: int = 0) -> list[bytes]:
    wide, high, pixels = patch(radius, corners, ring, height)
    assert len(pixels) == wide * high
    return [pixels[wide * row : wide * (row + 1)] for row in range(high)]


@given(radius=st.integers(1, 48), ring=st.integers(0, 6))
def test_a_corner_is_as_opaque_as_it_is_far_from_the_edge(radius: int, ring: int) -> None:
    """A pixel at the very edge is half opaque, and half a pixel more or less decides; counted from its own middle."""

    def within(row: int, column: int, edge: float) -> float:
        dx, dy = radius - column - 0.5, radius - row - 0.5
        return min(1.0, max(0.0, 0.5 - (hypot(dx, dy) - edge)))

    drawn = rows(radius, ring=ring)
    for row in range(radius):
        for column in range(radius):
            hole = within(row, column, radius - ring) if 0 < ring < radius else 0.0
            if ring >= radius:
                continue
            wanted = within(row, column, radius) * (1 - hole)
            assert drawn[row][column] == pytest.approx(255 * wanted, abs=1)


@given(radius=st.integers(1, 48), height=st.integers(1, 96))
def test_a_field_is_the_same_from_all_sides_and_opaque_in_its_middle(radius: int, height: int) -> None:
    drawn = rows(radius, height=height)
    assert len(drawn) == height
    assert drawn == drawn[::-1]
    assert all(row == row[::-1] for row in drawn)
    assert all(set(row) == {255} for row in drawn[radius + 1 : height - radius - 1])


def test_only_the_corners_that_are_asked_for_are_round() -> None:
    lower = rows(10, Corner.LOWER)
    assert lower[0][0] == lower[0][-1] == 0
    assert lower[-1] == b"\xff" * len(lower[-1])
    left = rows(10, Corner.LEFT)
    assert (left[0][0], left[0][-1]) == (0, 255)


def test_a_disc_covers_what_a_disc_covers() -> None:
    radius = 40
    drawn = rows(radius)
    # The middle, which is stretched, is two pixels wide.
    corner = sum(sum(row[:radius]) for row in drawn[:radius]) / 255
    assert corner == pytest.approx(pi * radius**2 / 4, rel=0.002)
