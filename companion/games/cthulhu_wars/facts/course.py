"""The course of the game: beginnings, phases, rolls, corrections, the end."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.state import ACOLYTE, CthulhuState, FactionState
from companion.table.state import Fact


@dataclass(frozen=True)
class Begun(Fact):
    """The table is laid: who plays what, board, 6 Acolytes and a controlled Gate each (reference section 2)."""

    players: tuple[tuple[str, ...], ...]
    map_id: str
    signs: str

    def apply(self, state: CthulhuState) -> None:
        state.players = [list(hand) for hand in self.players]
        state.map_id = self.map_id
        state.chits = self.signs == "chits"
        for code in state.seats:
            state.factions[code] = FactionState(code, in_play={ACOLYTE: 6})
            state.gates[names.card(code).start[self.map_id]] = code

    def text(self) -> str:
        return "Playing: " + ", ".join(names.hand(hand) for hand in self.players)


@dataclass(frozen=True)
class SkirmishBegun(Fact):
    """A table for a Quick Battle: only what the battle needs. The attacker counts as First Player."""

    seats: tuple[str, ...]
    map_id: str
    in_play: dict[str, dict[str, int]]
    gates: dict[str, str | None]
    ritual: int

    def apply(self, state: CthulhuState) -> None:
        state.players = [[code] for code in self.seats]
        state.map_id = self.map_id
        state.first = self.seats[0]
        state.ritual = self.ritual
        state.gates = dict(self.gates)
        for code in self.seats:
            state.factions[code] = FactionState(code, in_play=dict(self.in_play[code]))

    def text(self) -> str:
        return f"Quick Battle: {names.faction(self.seats[0])} against {names.faction(self.seats[1])}"


@dataclass(frozen=True)
class Set(Fact):
    """The course of the game moves on: phase, turn, whose turn, First Player and the like."""

    field: str
    value: object
    note: str = ""

    def apply(self, state: CthulhuState) -> None:
        setattr(state, self.field, list(self.value) if isinstance(self.value, tuple) else self.value)

    def text(self) -> str:
        return self.note


@dataclass(frozen=True)
class Rolled(Fact):
    """Dice that fell, as faces or as numbers of symbols."""

    who: str
    faces: tuple[int, ...]
    kills: int
    pains: int
    why: str

    def text(self) -> str:
        shown = f" {' '.join(map(str, self.faces))}" if self.faces else ""
        return f"{names.faction(self.who)} rolls{shown}: {self.kills} Kill, {self.pains} Pain ({self.why})"


@dataclass(frozen=True)
class Corrected(Fact):
    """A number set by hand."""

    key: str
    value: int

    def apply(self, state: CthulhuState) -> None:
        from companion.games.cthulhu_wars import corrections

        corrections.apply(state, self.key, self.value)

    def text(self) -> str:
        return f"Corrected by the table: {self.key} is {self.value}"


@dataclass(frozen=True)
class Ended(Fact):
    """The game is over; `winners` are the factions of each person who has won."""

    winners: tuple[tuple[str, ...], ...]

    def apply(self, state: CthulhuState) -> None:
        state.winners = [list(hand) for hand in self.winners]
        state.phase = "over"

    def text(self) -> str:
        who = " and ".join(names.hand(hand) for hand in self.winners)
        return f"Game over: won by {who}" if who else "Game over: everybody loses"
