"""Exact odds of dice that show kills and pains: no sampling, so the numbers shown never flicker.

A die kills with 1 face in 6, pains with 2, misses with 3, unless other weights are given.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple, TypeAlias


class Weights(NamedTuple):
    """How many faces of a die show each result."""

    kill: int = 1
    pain: int = 2
    miss: int = 3


class Losses(NamedTuple):
    """What a side suffers: pieces killed and pieces pained."""

    killed: int
    pained: int


Distribution: TypeAlias = dict[Losses, float]

DIE: Final = Weights()


@lru_cache(maxsize=256)
def exact_counts(dice: int, die: Weights = DIE) -> tuple[dict[Losses, int], int]:
    """In how many equally likely ways each number of kills and pains falls, and how many ways there are.

    Raises:
        ValueError: a negative number of dice, or a die without faces.
    """
    if dice < 0 or min(die) < 0 or not sum(die):
        raise ValueError(f"Odds need 0 or more dice with faces, not {dice} of {tuple(die)}.")
    kill, pain, miss = ([faces**n for n in range(dice + 1)] for faces in die)
    ways = {}
    for kills in range(dice + 1):
        rest = dice - kills
        so_far = comb(dice, kills) * kill[kills]
        for pains in range(rest + 1):
            ways[Losses(kills, pains)] = so_far * comb(rest, pains) * pain[pains] * miss[rest - pains]
    return ways, sum(die) ** dice


def results(dice: int, die: Weights = DIE) -> Distribution:
    """Chance of each (kills, pains) of a roll, before anybody takes them."""
    ways, all_ways = exact_counts(dice, die)
    return {result: number / all_ways for result, number in ways.items()}


def suffered(pieces: int, dice: int, die: Weights = DIE) -> Distribution:
    """Chance of each loss of a side of `pieces` plain pieces that `dice` dice are rolled against.

    A piece takes one result, kills go first, and what finds no piece is lost.

    Raises:
        ValueError: a negative number of pieces or dice.
    """
    if pieces < 0:
        raise ValueError(f"A side has 0 or more pieces, not {pieces}.")
    ways, all_ways = exact_counts(dice, die)
    summed: dict[Losses, int] = {}
    for (kills, pains), number in ways.items():
        killed = min(kills, pieces)
        loss = Losses(killed, min(pains, pieces - killed))
        summed[loss] = summed.get(loss, 0) + number
    return {loss: number / all_ways for loss, number in summed.items()}


@dataclass(frozen=True)
class Side:
    """A side of a battle: how many plain pieces it has and how many dice it rolls."""

    pieces: int
    dice: int


@dataclass(frozen=True)
class Outlook:
    """What both sides of a battle may suffer. The two rolls are independent, so the sides are kept apart."""

    attacker: Distribution
    defender: Distribution

    def joint(self) -> dict[tuple[Losses, Losses], float]:
        """Chance of each pair of losses: attacker's, defender's."""
        return {(a, d): p * q for a, p in self.attacker.items() for d, q in self.defender.items()}


def battle(attacker: Side, defender: Side, die: Weights = DIE) -> Outlook:
    """Exact odds of a battle of two plain sides. Raises `ValueError` for negative numbers."""
    return Outlook(suffered(attacker.pieces, defender.dice, die), suffered(defender.pieces, attacker.dice, die))


def expected(chances: Distribution) -> tuple[float, float]:
    """Mean number of pieces killed and of pieces pained."""
    return (
        sum(loss.killed * p for loss, p in chances.items()),
        sum(loss.pained * p for loss, p in chances.items()),
    )


def at_least(chances: Distribution, *, killed: int = 0, pained: int = 0) -> float:
    """Chance of at least so many killed and so many pained."""
    return sum(p for loss, p in chances.items() if loss.killed >= killed and loss.pained >= pained)
