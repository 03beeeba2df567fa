"""The state of the battles of one Round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.games.messina.model.setup_form import NAME, RoundSetup
from companion.games.messina.model.units import STRENGTH, MessinaUnit, strength
from companion.table.names import held_to
from companion.table.rulings import RuledState
from companion.table.words import _

Sides: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The factions of both sides of a battle."""


class RoutedUnits(Struct, frozen=True):
    """Units that lost earlier in this Round and stand somewhere with a marker."""

    faction: str
    kind: str
    number: int
    space: str
    battle: int = 0

    @property
    def where(self) -> str:
        """The space; each battle names those round its own site."""
        return _("{space} of battle {battle}").format(space=self.space, battle=self.battle)


class MessinaState(RuledState):
    """The state of one Round's battles. Attributes that concern a single battle are set anew for each of them.

    Where it stands between two battles is told by `step` (empty until the rulings are chosen), `first` (what the set-up
    gives still counts) and `over`. `seating`, `backward` and `tracks` are known from when they are asked for until the
    Round ends. `names` are what people are called, by faction, and `former` those who played it before somebody else
    took it over, oldest first. `carried` are Units that stay for another battle at the same site.
    """

    setup: RoundSetup
    values: dict[str, int]
    first: bool
    over: bool
    number: int
    routed: list[RoutedUnits]
    seating: list[str]
    seated_before: list[str]
    backward: bool | None
    tracks: dict[str, dict[str, int]]
    carried: list[MessinaUnit]
    ai: dict[str, bool]
    tales: list[str]
    seats: list[str]
    initiator: str
    sides: Sides | None
    units: list[MessinaUnit]
    other: dict[str, int]
    skill: dict[str, int]
    chance: list[int]
    totals: list[int]
    victor: int | None
    difference: int
    won_by: str
    location: int | None
    destroyed: list[MessinaUnit]
    retreated: list[MessinaUnit]
    tasks: list[str]
    names: dict[str, str]
    former: dict[str, list[str]]

    def __init__(self, setup: RoundSetup) -> None:
        super().__init__()
        self.setup = setup
        self.rulings = dict(setup.rulings)
        self.values = {**STRENGTH, **(setup.values or {})}
        self.first = True
        self.over = False
        self.number = 0
        self.routed = []
        self.seating = []
        self.seated_before = []
        self.backward = None
        self.tracks = {}
        self.carried = []
        self.ai = {}
        self.tales = []
        self.names = dict(setup.names)
        self.former = {}
        self.open_battle((), "")

    def hold_to_setup(self) -> None:
        self.names = {faction: held_to(name, NAME) for faction, name in self.names.items()}
        self.former = {faction: [held_to(one, NAME) for one in people] for faction, people in self.former.items()}

    def rename(self, place: str, name: str) -> None:
        """Call whoever plays a faction something else; only facts call this."""
        self.names.pop(place, None)
        if name:
            self.names[place] = name

    def hand_over(self, place: str, name: str) -> None:
        """Have somebody else play a faction from now on; only facts call this."""
        self.former.setdefault(place, []).append(self.names.get(place, ""))
        self.rename(place, name)

    def open_battle(self, seats: tuple[str, ...], initiator: str) -> None:
        """Forget the last battle; only facts call this."""
        self.seats = list(seats)
        self.initiator = initiator
        self.sides = None
        self.units = []
        self.other = dict.fromkeys(seats, 0)
        self.skill = {}
        self.chance = []
        self.totals = []
        self.victor = None
        self.difference = 0
        self.won_by = ""
        self.location = None
        self.destroyed = []
        self.retreated = []
        self.tasks = []

    @property
    def victors(self) -> tuple[str, ...]:
        """The factions of the winning side."""
        return () if self.sides is None or self.victor is None else self.sides[self.victor]

    @property
    def losers(self) -> tuple[str, ...]:
        """The factions of the losing side."""
        return () if self.sides is None or self.victor is None else self.sides[1 - self.victor]

    def of(
        self, factions: Iterable[str], *, support: bool | None = None, routed: bool | None = None
    ) -> list[MessinaUnit]:
        """Units of these factions; of one role only, routed or not only, if said so."""
        names = set(factions)
        return [
            unit
            for unit in self.units
            if unit.faction in names and support in (None, unit.support) and routed in (None, unit.routed)
        ]

    def unit_strength(self, factions: Iterable[str]) -> int:
        """Return the strength of these factions' Units, at the site and in support (2.5)."""
        return strength(self.of(factions), self.values)

    def strength(self, factions: Iterable[str]) -> int:
        """Return the strength of factions before cards: Units, Shields and the like (2.5)."""
        names = list(factions)
        return self.unit_strength(names) + sum(self.other[name] for name in names)

    def take_marker_off(self, faction: str, kind: str) -> None:
        """Remove the routed marker of a Unit that is gone.

        Units that were routed before the first battle have none.
        """
        for place, marked in enumerate(self.routed):
            if (marked.faction, marked.kind) == (faction, kind):
                rest = replace(marked, number=marked.number - 1)
                self.routed[place : place + 1] = [rest] if rest.number else []
                return

    def key(self, *parts: object) -> str:
        """Return the key of a question of this battle."""
        return "/".join(str(part) for part in (self.number, *parts))
