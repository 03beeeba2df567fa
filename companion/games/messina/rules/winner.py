"""Totals, who wins, and by how much (reference 2.5; 2.6, B1)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.games.messina.model.units import CIVILIAN, INFANTRY, WORKER

OVERWHELMED: Final = frozenset({CIVILIAN, WORKER, INFANTRY})
"""Kinds that overwhelming superiority can kill."""


class Revelation(Struct, frozen=True):
    """What one side turns up.

    Args:
        strength: of its Units, Shields and card texts.
        skill: stars of each of its players' Skill Cards.
        chance: stars of its one Chance Card.
    """

    strength: int
    skill: tuple[int, ...] = ()
    chance: int = 0

    @property
    def total(self) -> int:
        """All of it."""
        return self.strength + sum(self.skill) + self.chance


def higher(first: Revelation, second: Revelation) -> int | None:
    """Return which side has the higher total, 0 or 1; None if they are equal."""
    return None if first.total == second.total else int(second.total > first.total)


def overwhelming(difference: int) -> int:
    """Kills of overwhelming superiority: one for every five points of difference (reference 2.6, B1)."""
    return difference // 5
