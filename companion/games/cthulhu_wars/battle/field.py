"""The working memory of one battle: who is present, what they carry, what has been rolled."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from companion.games.cthulhu_wars.units import Loss, Rank

KILL: Final = "kill"
PAIN: Final = "pain"


@dataclass
class Figure:
    """One piece in the battle.

    Args:
        id: the code of its faction, its kind and a number, unique in the battle.
        on_gate: whether it controls the Gate of the area.
        hits: results assigned to it.
        status: `present`, `exempt` (out of the battle, still in play), `gone` (Killed or Eliminated),
            `retreated`, `stayed` (pained with nowhere to go), or `called` (brought to add a Pain against both sides; it
            takes no results).
        bonus: extra Combat for this battle.
    """

    id: str
    side: str
    unit: str
    rank: Rank
    on_gate: bool = False
    hits: list[str] = field(default_factory=list)
    status: str = "present"
    bonus: int = 0


@dataclass
class Battle:
    """One battle. Part of the state while it runs, so that screens can show it; never there at a safe point.

    Args:
        step: name of the step in progress, for the screen.
        kills: Kills that a side inflicts; `pains` likewise.
        rolled: whether the dice have fallen; without them there are no post-battle abilities.
        veterans: ids of the figures present at the roll; their post-battle abilities work whatever befalls them.
        used: abilities used, as (faction, ability id).
        called: pieces brought to add a Pain against both sides each.
        lost: (owner, unit, how) of every piece that left play.
        enemy_near: areas next to the battle that hold units of a side, as the table says.
        near_asked: whether the table has been asked that for every side that retreats.
        notes: what a side's total is made of, under `total/<code>`.
    """

    area: str
    attacker: str
    defender: str
    figures: list[Figure] = field(default_factory=list)
    step: str = "pre-battle"
    faces: dict[str, list[int]] = field(default_factory=dict)
    kills: dict[str, int] = field(default_factory=dict)
    pains: dict[str, int] = field(default_factory=dict)
    rolled: bool = False
    veterans: list[str] = field(default_factory=list)
    used: list[tuple[str, str]] = field(default_factory=list)
    paid: list[str] = field(default_factory=list)
    called: int = 0
    lost: list[tuple[str, str, Loss]] = field(default_factory=list)
    enemy_near: dict[str, list[str]] = field(default_factory=dict)
    near_asked: bool = False
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

    def took_part(self, side: str, unit: str) -> bool:
        """Whether a piece of this kind was present at the roll, whatever has become of it."""
        return any(f.side == side and f.unit == unit and f.id in self.veterans for f in self.figures)

    def figure(self, figure_id: str) -> Figure:
        """Return a piece by its id."""
        return next(f for f in self.figures if f.id == figure_id)

    def over(self) -> bool:
        """Whether a side has nobody left, which ends a battle before the dice."""
        return not all(self.present(side) for side in self.sides)
