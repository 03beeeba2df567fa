"""Order by lot: what dice decide where the rules leave it to the table."""

from __future__ import annotations

from collections.abc import Sequence
from math import perm
from typing import Final, TypeVar

from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import TABLE, Roll
from companion.table.script import Script, ask
from companion.table.words import _

SIDES: Final = 6

LOT: Final = "lot"
"""Answer by which the table leaves a choice to the dice."""

_FAIR: Final = 300
"""Minimum ways in which dice fall for each result; then no result is more than 1/300 likelier than another."""

T = TypeVar("T")


def by_lot(
    state: CthulhuState, key: str, title: str, things: Sequence[T], number: int
) -> Script[tuple[list[T], list[int]]]:
    """Have the dice pick `number` of the things, in the order in which they come; return these and the faces."""
    results = perm(len(things), number)

    def build() -> Roll:
        return Roll(key=key, who=TABLE, title=title, text=_("The dice decide."), dice=dice_for(results), sides=SIDES)

    faces = yield from ask(state, build)
    fallen = 0
    for face in faces:
        fallen = SIDES * fallen + face - 1
    left, found = list(things), []
    for _n in range(number):
        fallen, place = divmod(fallen, len(left))
        found.append(left.pop(place))
    return found, faces


def dice_for(results: int) -> int:
    """Return the smallest number of dice that makes all results equally likely, or nearly so."""
    dice = 0
    while SIDES**dice % results and SIDES**dice < _FAIR * results:
        dice += 1
    return dice
