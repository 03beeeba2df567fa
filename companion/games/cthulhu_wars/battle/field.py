"""The working memory of one battle: who is present, what they carry, what has been rolled."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from companion.games.cthulhu_wars.factions.model import Rank

KILL: Final = "kill"
PAIN: Final = "pain"


@dataclass
class Figure:
    """One piece in the battle.

    Args:
        id: `deep_one.2`, unique in the battle with its side's code in front: `GC.deep_one.2`.
        on_gate: whether it controls the Gate of the area.
        hits: results assigned to it.
        status: `present`, `exempt` (out of the battle, still in play), `gone` (Killed or Eliminated),
            `retreated` or `called` (Ghouls brought by Necrophagy, which take no Pains).
        soaked: a Kill that became a Pain on it.
        bonus: extra Combat for this battle (Absorb).
    """

    id: str
    side: str
    unit: str
    rank: Rank
    on_gate: bool = False
    hits: list[str] = field(default_factory=list)
    status: str = "present"
    soaked: bool = False
    bonus: int = 0
    retreated_to: str = ""


@dataclass
class Battle:
    """One battle. Part of the state while it runs, so that screens can show it; never there at a safe point.

    Args:
        step: name of the step in progress, for the screen.
        used: abilities used, as (faction, ability id).
        added: results added by abilities, by (side that suffers, result).
        eliminated: (faction, unit id) of all lost by Elimination; `killed` likewise.
        enemy_areas: areas next to the battle area that hold units of a side, as answered by the table.
    """

    area: str
    attacker: str
    defender: str
    figures: list[Figure] = field(default_factory=list)
    step: str = "declare"
    faces: dict[str, list[int]] = field(default_factory=dict)
    kills: dict[str, int] = field(default_factory=dict)
    pains: dict[str, int] = field(default_factory=dict)
    rolled: bool = False
    used: list[tuple[str, str]] = field(default_factory=list)
    added: dict[tuple[str, str], int] = field(default_factory=dict)
    killed: list[tuple[str, str]] = field(default_factory=list)
    eliminated: list[tuple[str, str]] = field(default_factory=list)
    rolled_present: list[str] = field(default_factory=list)
    enemy_areas: dict[str, list[str]] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[str, str]:
        """Attacker, defender."""
        return self.attacker, self.defender

    def foe(self, side: str) -> str:
        """The other side."""
        return self.defender if side == self.attacker else self.attacker

    def present(self, side: str, *ranks: Rank, unit: str = "") -> list[Figure]:
        """Pieces of a side that take part at this moment."""
        return [
            f
            for f in self.figures
            if f.side == side
            and f.status == "present"
            and (not ranks or f.rank in ranks)
            and (not unit or f.unit == unit)
        ]

    def kinds(self, side: str) -> Counter[str]:
        """How many pieces of each kind of a side take part."""
        return Counter(f.unit for f in self.present(side))

    def figure(self, figure_id: str) -> Figure:
        """Return a piece by its id."""
        return next(f for f in self.figures if f.id == figure_id)
