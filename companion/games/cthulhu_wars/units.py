"""The ground of the game: kinds of pieces and the moments of a battle. It imports nothing of the game."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Rank(enum.Enum):
    """Category of a unit; the order is that of the Capture rule."""

    CULTIST = 1
    MONSTER = 2
    GOO = 3


class Window(enum.Enum):
    """The moments of a battle at which abilities may be used (battle reference, section 2)."""

    PRE_BATTLE = "pre-battle"
    AFTER_ROLL = "after the roll"
    KILLS_ASSIGNED = "Kills assigned"
    PAINS_ASSIGNED = "Pains assigned"
    AFTER_BATTLE = "after battle"


class Loss(enum.StrEnum):
    """How a piece left play; the value is the word for the log."""

    KILLED = "Killed"
    ELIMINATED = "Eliminated"
    DEVOURED = "Devoured"
    ABSORBED = "Absorbed"
    SACRIFICED = "Sacrificed"
    REMOVED = "Removed"
    EXCHANGED = "exchanged"

    @property
    def like_a_kill(self) -> bool:
        """Whether it counts where a rule counts the enemies that one has killed."""
        return self in (Loss.KILLED, Loss.DEVOURED)


@dataclass(frozen=True)
class Unit:
    """A kind of piece. `combat` is the printed number; formulas are in `Faction.combat`."""

    id: str
    name: str
    plural: str
    rank: Rank
    count: int
    cost: int
    combat: int
