"""The built-in roller is fair by construction; typed-in faces are read generously and never guessed."""

from __future__ import annotations

import inspect
import itertools
from random import SystemRandom

import pytest

from firmware_bridge.dice import DiceSource, VirtualDice, parse_faces
from firmware_bridge.errors import BadFacesError, BridgeError


@pytest.mark.parametrize("sides", [2, 6, 10, 256])
def test_every_number_drawn_is_one_face(sides: int) -> None:
    asked: list[int] = []
    numbers = itertools.count()

    def below(limit: int) -> int:
        asked.append(limit)
        return next(numbers)

    assert VirtualDice(below).roll(sides, sides) == list(range(1, sides + 1))
    assert asked == [sides] * sides


def test_the_numbers_are_the_operating_systems() -> None:
    below = inspect.signature(VirtualDice).parameters["below"].default
    assert type(below.__self__) is SystemRandom


def test_the_roller_is_a_dice_source() -> None:
    source: DiceSource = VirtualDice()
    faces = source.roll(200)
    assert source.name == "virtual"
    assert len(faces) == 200
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert source.roll(0) == []


@pytest.mark.parametrize(("dice", "sides"), [(-1, 6), (10_000, 6), (1, 1), (1, 257)])
def test_impossible_rolls_are_refused(dice: int, sides: int) -> None:
    with pytest.raises(ValueError, match="possible"):
        VirtualDice().roll(dice, sides)


@pytest.mark.parametrize("text", ["6 4 1", "641", "6,4,1", " 6-4/1 ", "6, 4 ; 1", "1x6 1*4 1", "6 1×4 1"])
def test_faces_can_be_typed_in_many_ways(text: str) -> None:
    assert parse_faces(text, 3) == [6, 4, 1]


def test_groups_of_equal_faces() -> None:
    assert parse_faces("3x6 2x1", 5) == [6, 6, 6, 1, 1]
    assert parse_faces("12 7", 2, sides=12) == [12, 7]


@pytest.mark.parametrize("text", ["", "6 4", "6 4 1 2", "6 4 7", "6 4 0", "6 4 x", "six", "9x6", "99999999x6", "²11"])
def test_anything_else_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadFacesError, match=r"\.$") as caught:
        parse_faces(text, 3)
    assert isinstance(caught.value, BridgeError)
