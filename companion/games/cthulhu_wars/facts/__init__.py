"""What can happen in a game of Cthulhu Wars. Each fact changes the state in one way and can say itself."""

from __future__ import annotations

from companion.games.cthulhu_wars.facts.board import (
    CaptivesReturned,
    Captured,
    Desecrated,
    Entered,
    GateGone,
    GateSet,
    Left,
    LeftCard,
    Moved,
    RitualAdvanced,
)
from companion.games.cthulhu_wars.facts.card import (
    BookFlipped,
    BookTaken,
    DoomGained,
    Marked,
    PowerGained,
    PowerSpent,
    RequirementMet,
    SignDrawn,
    SignRevealed,
)
from companion.games.cthulhu_wars.facts.course import Begun, Corrected, Ended, Rolled, Set, SkirmishBegun

__all__ = [
    "Begun",
    "BookFlipped",
    "BookTaken",
    "CaptivesReturned",
    "Captured",
    "Corrected",
    "Desecrated",
    "DoomGained",
    "Ended",
    "Entered",
    "GateGone",
    "GateSet",
    "Left",
    "LeftCard",
    "Marked",
    "Moved",
    "PowerGained",
    "PowerSpent",
    "RequirementMet",
    "RitualAdvanced",
    "Rolled",
    "Set",
    "SignDrawn",
    "SignRevealed",
    "SkirmishBegun",
]
