"""One battle: who is present, what they carry, what has been rolled. Only facts change it."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.table.words import N_

KILL: Final = N_("kill")
PAIN: Final = N_("pain")


class Stage(StrEnum):
    """The steps of a battle (`TableState.step`)."""

    PRE_BATTLE = "pre-battle"
    ROLL = "roll"
    KILLS = "kills"
    PAINS = "pains"
    RETREAT = "retreat"
    CLEANUP = "cleanup"


class Status(StrEnum):
    """What has become of a piece in a battle; the value is in words.

    Exempt is out of the battle and still in play, gone is Killed, Eliminated or, by a correction, not there at all;
    stayed is pained with nowhere to go; called is brought to add a Pain against both sides, and takes no results.
    """

    PRESENT = "present"
    EXEMPT = N_("exempt")
    GONE = N_("gone")
    RETREATED = N_("retreated")
    STAYED = N_("stayed")
    CALLED = N_("called")


class Figure(Struct, omit_defaults=True):
    """One piece in the battle.

    Args:
        id: the code of its faction, its kind and a number, unique in the battle.
        on_gate: whether it controls the Gate of the area.
        hits: results assigned to it.
        bonus: extra Combat for this battle.
        area: where it has retreated to.
        spared: whether the results on it have no effect; they were assigned all the same.
    """

    id: str
    side: str
    unit: str
    rank: Rank
    on_gate: bool = False
    hits: list[str] = field(default_factory=list)
    status: Status = Status.PRESENT
    bonus: int = 0
    area: str = ""
    spared: bool = False

    @property
    def owner(self) -> str:
        """Whose piece it is; by some rules it fights on another side."""
        return self.id.partition(".")[0]


class RemovedFigure(Struct):
    """A piece that a correction has taken off, as it was: it comes back so if it is corrected back.

    Args:
        veteran: whether it was present at the roll.
        struck: whether it was assigned results since abilities were last offered.
    """

    figure: Figure
    veteran: bool
    struck: bool


class Battle(Struct, omit_defaults=True):
    """One battle. Part of the state while it runs; never there at a safe point.

    Args:
        kills: Kills that a side inflicts; `pains` likewise; `misses` are its dice that show neither.
        less: dice that a side has less because of its enemy.
        eased: ids of pieces of which a Kill became a Pain.
        dice: how many dice a side has rolled at first.
        softened: sides whose Kills count as Pains, each with the ruling by which added ones may be left out.
        added: how many of a side's Kills are none of its dice's.
        cancelled: how many of the Kills that a side's dice show do not count.
        exchanged: how many of the Pains that called pieces add to a side's are Kills instead.
        totals: what the number of a side's dice was made of.
        veterans: ids of the figures present at the roll; their post-battle abilities work whatever befalls them.
        used: abilities used, as (faction, ability id).
        paid: ids of pieces that have done what they can do, or be paid for, once.
        lost: (owner, unit, how) of every piece that left play.
        struck: ids of pieces that were assigned results since abilities were last offered.
        dimmed: ids of pieces that roll no dice, whatever their Combat is.
        told: how many dice a side rolls, where the table has said so.
        said: dice of kinds of pieces that the table has told, by side and kind.
        onlookers: factions with a piece in the area that keeps Great Old Ones from their special abilities.
        taken: pieces that corrections have taken off, the last of them at the end.
        near: areas next to the battle that hold units of a side, once the table has said so.
    """

    area: str
    attacker: str
    defender: str
    figures: list[Figure] = field(default_factory=list)
    faces: dict[str, list[int]] = field(default_factory=dict)
    kills: dict[str, int] = field(default_factory=dict)
    pains: dict[str, int] = field(default_factory=dict)
    misses: dict[str, int] = field(default_factory=dict)
    less: dict[str, int] = field(default_factory=dict)
    eased: list[str] = field(default_factory=list)
    dice: dict[str, int] = field(default_factory=dict)
    softened: dict[str, str] = field(default_factory=dict)
    added: dict[str, int] = field(default_factory=dict)
    cancelled: dict[str, int] = field(default_factory=dict)
    exchanged: dict[str, int] = field(default_factory=dict)
    totals: dict[str, str] = field(default_factory=dict)
    veterans: list[str] = field(default_factory=list)
    used: list[tuple[str, str]] = field(default_factory=list)
    paid: list[str] = field(default_factory=list)
    lost: list[tuple[str, str, Loss]] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)
    dimmed: list[str] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)
    said: dict[str, int] = field(default_factory=dict)
    onlookers: list[str] = field(default_factory=list)
    taken: list[RemovedFigure] = field(default_factory=list)
    near: dict[str, list[str]] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[str, str]:
        """Attacker, defender."""
        return self.attacker, self.defender

    @property
    def rolled(self) -> bool:
        """Whether the dice have fallen; without them there are no post-battle abilities."""
        return len(self.faces) == len(self.sides)

    @property
    def called(self) -> list[str]:
        """Ids of the pieces that were brought to add a Pain against both sides each."""
        return [f.id for f in self.figures if f.status is Status.CALLED]

    def calls(self, side: str) -> list[str]:
        """Return the ids of the pieces that were called and still add a Pain to those that a side inflicts."""
        return self.called[self.exchanged.get(side, 0) :]

    def inflicts(self, side: str) -> int:
        """Return how many Pains a side inflicts, those of pieces that were called included."""
        return self.pains.get(side, 0) + len(self.calls(side))

    def rolled_kills(self, side: str) -> int:
        """Return how many Kills the dice of a side show, whatever abilities have added or taken off."""
        return self.kills.get(side, 0) - self.added.get(side, 0) + self.cancelled.get(side, 0)

    def area_of(self, figure: Figure) -> str:
        """Return the area in which a piece is: that of the battle, unless it has retreated."""
        return figure.area or self.area

    def results(self) -> int:
        """Return how many results all pieces carry together; it grows whenever one is assigned."""
        return sum(len(figure.hits) for figure in self.figures)

    def foe(self, side: str) -> str:
        """Return the other side."""
        return self.defender if side == self.attacker else self.attacker

    def present(self, side: str, *ranks: Rank, unit: str = "") -> list[Figure]:
        """Return the pieces of a side that take part at this moment."""
        # Looked up once, not for each piece: this is what a battle asks most.
        present = Status.PRESENT
        there = [f for f in self.figures if f.side == side and f.status is present and (not unit or f.unit == unit)]
        return [f for f in there if f.rank in ranks] if ranks else there

    def kinds(self, side: str) -> Counter[str]:
        """Return how many pieces of each kind of a side take part, without those of others."""
        own = f"{side}."
        return Counter([f.unit for f in self.present(side) if f.id.startswith(own)])

    def took_part(self, side: str, unit: str) -> bool:
        """Return whether a piece of this kind was present at the roll, whatever has become of it."""
        return any(f.side == side and f.unit == unit and f.id in self.veterans for f in self.figures)

    def figure(self, figure_id: str) -> Figure:
        """Return a piece by its id."""
        return next(f for f in self.figures if f.id == figure_id)

    def beyond(self, side: str, unit: str, number: int) -> tuple[str, ...]:
        """Return the ids of pieces that are too many if `number` of a kind are on the map.

        Those without results come first, and the keeper of the Gate last.
        """
        there = [
            f for f in reversed(self.figures) if f.unit == unit and f.status is not Status.GONE and f.owner == side
        ]
        there.sort(key=lambda f: (f.on_gate, bool(f.hits), f.status is not Status.PRESENT))
        return tuple(f.id for f in there[: max(0, len(there) - number)])

    def back(self, side: str, unit: str, number: int) -> tuple[str, ...]:
        """Return the ids of up to so many pieces of a kind that come back if corrections are corrected back."""
        there = [one.figure.id for one in self.taken if one.figure.unit == unit and one.figure.owner == side]
        return tuple(there[::-1][: max(0, number)])

    def emptied(self) -> str:
        """Return the side of which a correction has taken the last piece, or an empty string."""
        here = {f.side for f in self.figures if f.status in (Status.PRESENT, Status.RETREATED, Status.STAYED)}
        taken = {one.figure.side for one in self.taken}
        return next((side for side in self.sides if side in taken and side not in here), "")

    def take_off(self, name: str) -> None:
        """Take a piece out of the battle after a correction; only facts call this."""
        figure = self.figure(name)
        before = replace(figure, hits=[*figure.hits])
        self.taken.append(RemovedFigure(before, veteran=name in self.veterans, struck=name in self.struck))
        figure.status, figure.on_gate = Status.GONE, False
        figure.hits.clear()
        for names in (self.veterans, self.struck):
            if name in names:
                names.remove(name)

    def put_back(self, name: str) -> None:
        """Put a piece back into the battle as it was; only facts call this."""
        taken = next(one for one in self.taken if one.figure.id == name)
        self.taken.remove(taken)
        figure, before = self.figure(name), taken.figure
        figure.status, figure.on_gate, figure.hits = before.status, before.on_gate, [*before.hits]
        if taken.veteran:
            self.veterans.append(name)
        if taken.struck:
            self.struck.append(name)

    def over(self) -> bool:
        """Return whether a side has nobody left, which ends a battle before the dice."""
        return not all(self.present(side) for side in self.sides)
