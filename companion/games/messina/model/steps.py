"""The steps of a battle (reference 2.3)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from companion.table.words import N_


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
    BattleStep.SIDES: N_("Sides"),
    BattleStep.STRENGTH: N_("Strength"),
    BattleStep.SKILL: N_("Skill Cards"),
    BattleStep.CHANCE: N_("Chance Cards"),
    BattleStep.WINNER: N_("Winner"),
    BattleStep.KILLS: N_("Kills"),
    BattleStep.CARDS: N_("Cards"),
    BattleStep.RETREAT: N_("Retreat"),
    BattleStep.OVER: N_("Done"),
}
"""What people read, in order."""

BEFORE_THE_RETREAT: Final = frozenset(LABELS) - {BattleStep.RETREAT, BattleStep.OVER}
"""The steps of a battle in which a card's text may change it."""
