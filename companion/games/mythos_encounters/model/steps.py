"""The steps of a combat (reference 1.3)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from companion.table.words import N_


class CombatStep(StrEnum):
    """A step; `NONE` stands between two combats."""

    NONE = ""
    GATE = "gate"
    CARDS = "cards"
    ROLL = "roll"
    LOSSES = "losses"
    RETREAT = "retreat"
    POST = "post"
    VICTOR = "victor"
    REFORM = "reform"


LABELS: Final[dict[str, str]] = {
    CombatStep.GATE: N_("Gate"),
    CombatStep.CARDS: N_("Cards"),
    CombatStep.ROLL: N_("Roll"),
    CombatStep.LOSSES: N_("Losses"),
    CombatStep.RETREAT: N_("Stay or leave"),
    CombatStep.POST: N_("Afterwards"),
    CombatStep.VICTOR: N_("Winner"),
    CombatStep.REFORM: N_("Reform"),
}
"""What people read, in order."""
