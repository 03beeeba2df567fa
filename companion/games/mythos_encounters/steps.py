"""The steps of a combat (reference 1.3)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


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
    CombatStep.GATE: "Gate",
    CombatStep.CARDS: "Cards",
    CombatStep.ROLL: "Roll",
    CombatStep.LOSSES: "Losses",
    CombatStep.RETREAT: "Stay or leave",
    CombatStep.POST: "Afterwards",
    CombatStep.VICTOR: "Victor",
    CombatStep.REFORM: "Reform",
}
"""What people read, in order."""
