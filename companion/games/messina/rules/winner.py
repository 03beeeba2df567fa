"""Totals, who wins, and by how much (reference 2.5; 2.6, B1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.messina.rules.units import CIVILIAN, INFANTRY, WORKER

OVERWHELMED: Final = frozenset({CIVILIAN, WORKER, INFANTRY})
"""Kinds that overwhelming superiority can kill."""


@dataclass(frozen=True)
class Showing:
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


def higher(first: Showing, second: Showing) -> int | None:
    """Which side has the higher total, 0 or 1; None if they are equal."""
    return None if first.total == second.total else int(second.total > first.total)


def tie_break(
    location: Sequence[bool], military: Sequence[Sequence[int]], crypto: Sequence[Sequence[int]]
) -> tuple[int, str]:
    """Decide between equal totals: Location Card, Military Track, Crypto Track; a pooled side by its best member.

    Args:
        location: whether each side holds the site's Location Card.
        military: each side's positions, one per faction.
        crypto: the same for the Crypto Track, where positions cannot be shared.

    Returns:
        The winning side, and which step decided.
    """
    if location[0] != location[1]:
        return int(location[1]), "location_card"
    first, second = (max(positions, default=0) for positions in military)
    if first != second:
        return int(second > first), "military_track"
    first, second = (max(positions, default=0) for positions in crypto)
    return int(second > first), "crypto_track"


def overwhelming(difference: int) -> int:
    """Kills of overwhelming superiority: one for every five points of difference (reference 2.6, B1)."""
    return difference // 5
