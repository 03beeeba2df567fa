"""Sizes of the parts of a half of a battle, from the largest to the smallest."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from layouts.theme import look

__all__ = ["HalfSizes", "choices", "crowded"]

_NAMED: Final = 10
"""Number of sizes that are tried, the largest first, before a name in two lines is left out."""


class HalfSizes:
    """Sizes of the parts of a half, in pixels.

    Args:
        share: of the sizes in the settings, where there is no room for them.
        lines: maximum lines of pieces.
        die: minimum size of a die in units; 0 for no dice.
        counted: whether only the number of each face is shown.
        told: whether the summary in words is shown.
        named: for a name in two lines; the sigil alone says who it is otherwise.
        nameless: whether the sigil alone says who it is, so that all pieces have room.
    """

    def __init__(
        self,
        share: float = 1.0,
        lines: int = 9,
        die: float = 26,
        *,
        counted: bool = False,
        told: bool = True,
        named: bool = False,
        nameless: bool = False,
    ) -> None:
        self.counted, self.told, self.named, self.nameless = counted, told, named, nameless
        self.body = max(look.least, share * look.body)
        self.pieces = max(look.least, 1.12 * share * look.small)
        self.flag = max(44 * look.u, min(52 * look.u, 1.12 * self.body + self.pieces))
        if (named or nameless) and lines < 9:
            # A name in two lines, or many pieces, take some of its height.
            self.flag = 36 * look.u
        self.die = die * look.u if die < 26 else max(26 * look.u, 34 * look.u * share, 1.2 * share * look.body)
        self.number = min(self.flag, 0.8 * look.numeral)
        self.lines = lines


@lru_cache(maxsize=1)
def choices(*_looks: float) -> tuple[HalfSizes, ...]:
    """Return the possible sizes, the largest first; cached until the look changes."""
    named = (sizes for told in (True, False) for sizes in [*_sizes_of(told=told, named=True)][:_NAMED])
    return (*named, *_sizes_of(told=True), *_sizes_of(told=False))


@lru_cache(maxsize=1)
def crowded(*_looks: float) -> tuple[HalfSizes, ...]:
    """Return sizes for pieces of many kinds, the best first; cached until the look changes."""
    smaller = (HalfSizes(0.66, 8, die, told=False, named=named) for die in (26, 20, 15) for named in (True, False))
    nameless = (HalfSizes(0.66, 8, die, told=False, nameless=True) for die in (26, 20, 15, 11))
    counted = (HalfSizes(0.66, lines, 11, counted=True, told=False, nameless=True) for lines in range(8, 1, -1))
    return (*smaller, *nameless, *counted)


def _sizes_of(*, told: bool, named: bool = False) -> Iterator[HalfSizes]:
    yield from (HalfSizes(share, told=told, named=named) for share in (1.0, 0.9, 0.82, 0.74, 0.66))
    # A hundred dice beside a map, with their summary below them.
    few: tuple[tuple[int, float], ...] = ((2, 26), (1, 26), (2, 20), (1, 20), (1, 15), (1, 11))
    yield from (HalfSizes(0.66, *one, told=told, named=named) for one in few)
    yield HalfSizes(0.66, 1, 11, counted=True, told=told)
    if not told:
        # Without dice: the question beside it shows them.
        yield HalfSizes(0.66, 1, 0, told=False)
