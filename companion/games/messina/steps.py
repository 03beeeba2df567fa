"""The steps of a battle (reference 2.3)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class BattleStep(StrEnum):
    """A step; the first one comes before there is a battle."""

    MEETING = "meeting"
    SIDES = "sides"
    STRENGTH = "strength"
    SKILL = "skill"
    CHANCE = "chance"
    WINNER = "winner"
    KILLS = "kills"
    CARDS = "cards"
    RETREAT = "retreat"
    OVER = "over"


LABELS: Final[dict[str, str]] = {
    BattleStep.SIDES: "Sides",
    BattleStep.STRENGTH: "Strength",
    BattleStep.SKILL: "Skill Cards",
    BattleStep.CHANCE: "Chance Cards",
    BattleStep.WINNER: "Winner",
    BattleStep.KILLS: "Kills",
    BattleStep.CARDS: "Cards",
    BattleStep.RETREAT: "Retreat",
    BattleStep.OVER: "Done",
}
"""What people read, in order."""

BEFORE_THE_RETREAT: Final = frozenset(LABELS) - {BattleStep.RETREAT, BattleStep.OVER}
"""The steps of a battle in which a card's text may change it."""
