"""The two sides of a combat, what each has in the fight, what it is worth, and how it may end (reference 1.1, 1.8)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"

SEATS: Final = ("first", "second", "third", "fourth", "fifth")
"""Everybody who may sit at the table; cards may be played by all."""


class Outcome(StrEnum):
    """How a combat ends (reference 1.8)."""

    ATTACKER_WINS = "attacker_wins"
    EMPTY_NODE = "empty_node"
    DEFENDER_WINS = "defender_wins"
    MUTUAL_ANNIHILATION = "mutual_annihilation"
    ATTACKER_RETREATS = "attacker_retreats"
    DEFENDER_HOLDS = "defender_holds_attacker_retreats"
    NOBODY_ARRIVES = "nobody_arrives"

    @property
    def holder(self) -> str:
        """The side that holds the Node then, or nobody."""
        if self is Outcome.MUTUAL_ANNIHILATION:
            return ""
        return ATTACKER if self in (Outcome.ATTACKER_WINS, Outcome.EMPTY_NODE) else DEFENDER


VALUES: Final[dict[str, int]] = {
    "cultist": 1,
    "servitor": 2,
    "monster": 3,
    "insane": 2,
    "ring": 1,
    "cultist_price": 1,
    "servitor_price": 2,
    "summon_price": 2,
    "stacking": 0,
}
"""Dice of each piece, the ring bonus, what a piece costs in dice at the end, Cultists for a summons, and how many
pieces a Node holds (0: not known). All may be set otherwise (reference 1.1, 1.8, 1.10)."""


class Force(Struct, frozen=True):
    """What a side has in the fight.

    Args:
        ring: the Node lies in the side's own ring.
        insane_each: Insane Cultists count each, not all together.
    """

    cultists: int = 0
    servitors: int = 0
    monsters: int = 0
    insane: int = 0
    ring: bool = False
    insane_each: bool = True

    @property
    def total(self) -> int:
        """All pieces."""
        return self.cultists + self.servitors + self.monsters + self.insane


SYMBOLS: Final = {
    "cultists": "cultist",
    "servitors": "servitor",
    "monsters": "monster",
    "insane": "insane-cultist",
}
"""The drawing of each kind of piece."""
