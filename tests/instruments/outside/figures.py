"""A board with figures on it, for robots that answer as a table would: by what stands there."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from companion.games.cthulhu_wars.facts import FactionStarted, PiecesEntered, PiecesLeft, UnitsMoved, UnnamedUnitsMoved
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.rules.pool import keeper_units, kinds
from companion.table.session import Session

FIGHTERS = (Rank.MONSTER, Rank.TERROR, Rank.GOO)


class Figures:
    """Where every figure stands. The companion is told of it only what its questions ask.

    Recruits come to where their faction stands, Monsters to its Gates; whoever moves goes to a neighbouring area, and
    those that fight rather to where there is an enemy.

    Args:
        session: a game of Cthulhu Wars.
        chance: what the players would do.
    """

    def __init__(self, session: Session[Any], chance: Random) -> None:
        self._session, self._chance = session, chance
        self.at: dict[str, dict[str, Counter[str]]] = {}
        self._told = 0

    @property
    def state(self) -> CthulhuState:
        state: CthulhuState = self._session.state
        return state

    def there(self, code: str, area: str) -> Counter[str]:
        """The figures of a faction in an area, by kind."""
        return +self.at.get(code, {}).get(area, Counter())

    def areas(self, code: str) -> list[str]:
        """Where a faction has figures."""
        return [area for area, kinds_ in self.at.get(code, {}).items() if +kinds_]

    def follow(self) -> None:
        """Do on the board what has happened since the last time, then set right what does not fit."""
        state = self.state
        new = state.facts[self._told :] if len(state.facts) >= self._told else []
        self._told = len(state.facts)
        for fact in new:
            if isinstance(fact, FactionStarted):
                for unit, number in state.factions[fact.who].in_play.items():
                    self._put(fact.who, fact.area, unit, number)
            elif isinstance(fact, PiecesEntered) and fact.area:
                self._put(fact.who, fact.area, fact.unit, fact.number)
            elif isinstance(fact, PiecesLeft) and fact.area:
                self._put(fact.who, fact.area, fact.unit, -fact.number)
            elif isinstance(fact, UnitsMoved):
                origins = [fact.origin] if fact.origin else self.areas(fact.who)
                origin = next((area for area in origins if self.there(fact.who, area)[fact.unit]), "")
                if origin:
                    self._put(fact.who, origin, fact.unit, -fact.number)
                self._put(fact.who, fact.to, fact.unit, fact.number)
            elif isinstance(fact, UnnamedUnitsMoved):
                for _unit in range(fact.number):
                    self._go(fact.who)
        self._settle()

    def fights(self, code: str) -> list[tuple[str, str]]:
        """Areas with enemies where a faction has somebody who fights, each with the enemy."""
        mine = [
            a
            for a in self.areas(code)
            if any(roster.card(code).unit(unit).combat and self.there(code, a)[unit] for unit in self.there(code, a))
        ]
        return [(area, foe) for area in mine for foe in self.state.enemies(code) if self.there(foe, area)]

    def pieces(self, code: str, area: str, options: list[str]) -> list[str]:
        """Of these pieces those that are there, as they are picked."""
        left = Counter(self.there(code, area))
        found = []
        for name in options:
            unit = name.split(".")[1]
            if left[unit]:
                left[unit] -= 1
                found.append(name)
        return found

    def _put(self, code: str, area: str, unit: str, number: int) -> None:
        self.at.setdefault(code, {}).setdefault(area, Counter())[unit] += number

    def _go(self, code: str) -> None:
        """One figure moves, none from a Gate that it keeps."""
        held, chance = self.state.held_gates(code), self._chance
        able = [
            (area, unit)
            for area in self.areas(code)
            for unit, number in self.there(code, area).items()
            for __ in range(number - (area in held and unit == ACOLYTE))
        ]
        if not able:
            return
        fighters = [(a, u) for a, u in able if roster.card(code).unit(u).rank in FIGHTERS]
        area, unit = chance.choice(fighters if fighters and chance.random() < 0.6 else able)
        ways = [way for way in self.state.ways(code, area) if way in self.state.board.areas]
        wanted = [w for w in ways if any(self.there(foe, w) for foe in self.state.enemies(code))]
        fights = roster.card(code).unit(unit).rank in FIGHTERS
        to = chance.choice(wanted if fights and wanted else ways)
        self._put(code, area, unit, -1)
        self._put(code, to, unit, 1)

    def _settle(self) -> None:
        """Have as many figures on the board as there are, and a keeper on every Gate."""
        state, chance = self.state, self._chance
        for code in state.seats:
            for unit in kinds(state, code):
                have = sum(self.there(code, area)[unit.id] for area in self.areas(code))
                more = state.on_map(code, unit.id) - have
                for __ in range(more):
                    gates, here = state.held_gates(code), self.areas(code)
                    places = gates if unit.rank in FIGHTERS and gates else here or list(state.board.on_map)
                    self._put(code, chance.choice(places), unit.id, 1)
                for __ in range(-more):
                    where = [a for a in self.areas(code) if self.there(code, a)[unit.id]]
                    loose = [a for a in where if a not in state.held_gates(code)]
                    self._put(code, chance.choice(loose or where), unit.id, -1)
            for gate in state.held_gates(code):
                keepers = keeper_units(state, code)
                if any(self.there(code, gate)[unit] for unit in keepers):
                    continue
                able = [
                    (area, keeper)
                    for area in self.areas(code)
                    for keeper in keepers
                    if self.there(code, area)[keeper] > (area in state.held_gates(code))
                ]
                if able:
                    area, keeper = chance.choice(able)
                    self._put(code, area, keeper, -1)
                    self._put(code, gate, keeper, 1)
