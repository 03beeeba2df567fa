"""The ground of the game: kinds of pieces and the moments of a battle. It imports nothing of the game."""

from __future__ import annotations

import enum
from typing import Final

from msgspec import Struct

from companion.table.words import N_

COMMON_ACTIONS: Final = ("move", "battle", "summon", "awaken", "create_gate", "recruit", "capture")
"""What every faction may do as its Action, by id."""


class Rank(enum.Enum):
    """Category of a unit.

    A Terror is summoned and captures like a Monster, but rules that name Monsters do not mean it (reference 6, "Notes
    that span factions").
    """

    CULTIST = 1
    MONSTER = 2
    TERROR = 3
    GOO = 4

    # Each is the only one of its kind. That of `Enum` is made in Python, and asked for a dozen times with each answer.
    __hash__ = object.__hash__


class Window(enum.Enum):
    """The moments of a battle at which abilities may be used (battle reference, section 2); the value is in words."""

    PRE_BATTLE = N_("Before the dice")
    TOTALS = N_("How many dice")
    REROLL = N_("Dice to reroll")
    ROLLED = N_("What the dice show")
    AFTER_ROLL = N_("After the roll")
    TOPPED_UP = N_("Kills that are added")
    MORE_KILLS = N_("More Kills")
    KILLS_ASSIGNED = N_("The Kills are assigned")
    BEFORE_PAINS = N_("Before the Pains are assigned")
    PAINS_ASSIGNED = N_("The Pains are assigned")
    KILLED = N_("The Killed are gone")
    AFTER_BATTLE = N_("After the battle")

    __hash__ = object.__hash__


class Loss(enum.StrEnum):
    """How a piece left play; the value is the word for the log."""

    KILLED = N_("Killed")
    ELIMINATED = N_("Eliminated")
    DEVOURED = N_("Devoured")
    ABSORBED = N_("Absorbed")
    SACRIFICED = N_("Sacrificed")
    REMOVED = N_("Removed")
    EXCHANGED = N_("exchanged")

    @property
    def like_a_kill(self) -> bool:
        """Whether it counts where a rule counts the enemies that one has killed."""
        return self in (Loss.KILLED, Loss.DEVOURED)

    @property
    def a_loss(self) -> bool:
        """Whether the piece was Killed or Eliminated, by whomever; what is Removed or exchanged was not."""
        return self not in (Loss.REMOVED, Loss.EXCHANGED)


class Unit(Struct, frozen=True):
    """A kind of unit, with its name in both forms.

    Args:
        combat: the printed number; formulas are in `Faction.combat`.
        short: its name where room is scarce, if it is a long one.
        formula: its Combat in words, if it is no number.
        symbol: the name of its drawing, if that is not the one of its id.
    """

    id: str
    name: str
    plural: str
    rank: Rank
    count: int
    cost: int
    combat: int
    short: str = ""
    formula: str = ""
    symbol: str = ""
