"""What happens on the board: pieces, Gates, tokens."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.maps import area_name
from companion.games.cthulhu_wars.state import CthulhuState
from companion.games.cthulhu_wars.units import Loss
from companion.table.state import Fact


@dataclass(frozen=True)
class Entered(Fact):
    """Pieces come from the pool into play."""

    who: str
    unit: str
    number: int
    why: str
    area: str = ""

    def apply(self, state: CthulhuState) -> None:
        held = state.factions[self.who].in_play
        held[self.unit] = held.get(self.unit, 0) + self.number

    def _piece(self) -> str:
        return names.pieces(self.who, self.unit, self.number)

    def text(self) -> str:
        return f"{names.faction(self.who)}: {self._piece()} {self.why}{names.in_area(self.area)}"

    def on_board(self) -> str:
        return f"Place {names.faction(self.who)} {self._piece()}{names.in_area(self.area)}"

    def put_back(self) -> str:
        return f"Take {names.faction(self.who)} {self._piece()}{names.in_area(self.area)} back to the pool"


@dataclass(frozen=True)
class Left(Fact):
    """Pieces go from play back to their owner's pool.

    Args:
        by: the side whose doing it is.
        words: for the log, instead of those of `how`.
    """

    who: str
    unit: str
    number: int
    how: Loss
    area: str = ""
    by: str = ""
    words: str = ""

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].in_play[self.unit] -= self.number

    def _piece(self) -> str:
        return names.pieces(self.who, self.unit, self.number)

    def text(self) -> str:
        return f"{names.faction(self.who)}: {self._piece()} {self.words or self.how}{names.in_area(self.area)}"

    def on_board(self) -> str:
        return f"Return {names.faction(self.who)} {self._piece()}{names.in_area(self.area, 'from')} to the pool"

    def put_back(self) -> str:
        return f"Put {names.faction(self.who)} {self._piece()} back{names.in_area(self.area, 'to')}"


@dataclass(frozen=True)
class LeftCard(Left):
    """Pieces that lie on their faction card go back to the pool."""

    def apply(self, state: CthulhuState) -> None:
        super().apply(state)
        card = state.factions[self.who].card
        card[self.unit] -= self.number
        if not card[self.unit]:
            del card[self.unit]

    def on_board(self) -> str:
        return f"Return {names.faction(self.who)} {self._piece()} from the faction card to the pool"

    def put_back(self) -> str:
        return f"Put {names.faction(self.who)} {self._piece()} back on the faction card"


@dataclass(frozen=True)
class Captured(Fact):
    """A Cultist goes from play onto the captor's faction card."""

    who: str
    unit: str
    by: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].in_play[self.unit] -= 1
        held = state.factions[self.by].captives
        held[self.who] = held.get(self.who, 0) + 1

    def text(self) -> str:
        return f"{names.faction(self.by)} captures a Cultist of {names.faction(self.who)}"

    def on_board(self) -> str:
        return f"Put the {names.faction(self.who)} Cultist on {names.faction(self.by)}'s faction card"

    def put_back(self) -> str:
        return f"Put the captured {names.faction(self.who)} Cultist back on the map"


@dataclass(frozen=True)
class CaptivesReturned(Fact):
    """Captured Cultists go back to their owners' pools."""

    by: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.by].captives.clear()

    def text(self) -> str:
        return f"{names.faction(self.by)} returns its captured Cultists to their owners"

    def on_board(self) -> str:
        return f"Return all Cultists on {names.faction(self.by)}'s card to their owners' pools"

    def put_back(self) -> str:
        return f"Put the captured Cultists back on {names.faction(self.by)}'s card"


@dataclass(frozen=True)
class GateSet(Fact):
    """A Gate gets a controller, loses it (`owner` None) or is built."""

    area: str
    owner: str | None
    built: bool = False

    def apply(self, state: CthulhuState) -> None:
        state.gates[self.area] = self.owner

    def text(self) -> str:
        gate = f"Gate in {area_name(self.area)}"
        if self.owner is None:
            return f"{gate} is abandoned"
        return f"{gate}: {'built and ' if self.built else ''}controlled by {names.faction(self.owner)}"

    def on_board(self) -> str:
        return f"Place a Gate in {area_name(self.area)}" if self.built else ""

    def put_back(self) -> str:
        return f"Remove the Gate from {area_name(self.area)}" if self.built else ""


@dataclass(frozen=True)
class GateGone(Fact):
    """A Gate leaves the map (only by a correction in the core box)."""

    area: str

    def apply(self, state: CthulhuState) -> None:
        del state.gates[self.area]

    def text(self) -> str:
        return f"No Gate in {area_name(self.area)} any more"


@dataclass(frozen=True)
class Moved(Fact):
    """Pieces move on the map: only the board needs to follow."""

    who: str
    unit: str
    number: int
    to: str
    why: str
    origin: str = ""

    def text(self) -> str:
        piece = names.pieces(self.who, self.unit, self.number)
        return f"{names.faction(self.who)}: {piece} {self.why} to {area_name(self.to)}"

    def on_board(self) -> str:
        piece = names.pieces(self.who, self.unit, self.number)
        return f"Move {names.faction(self.who)} {piece}{names.in_area(self.origin, 'from')} to {area_name(self.to)}"

    def put_back(self) -> str:
        piece = names.pieces(self.who, self.unit, self.number)
        origin = names.in_area(self.origin, "to") or " to where it was"
        return f"Move {names.faction(self.who)} {piece} back from {area_name(self.to)}{origin}"


@dataclass(frozen=True)
class RitualAdvanced(Fact):
    """The ritual marker moves one step; past the last number it stands on Instant Death."""

    def apply(self, state: CthulhuState) -> None:
        state.ritual = min(state.ritual + 1, len(state.track))
        state.instant_death = state.instant_death or state.ritual == len(state.track)

    def on_board(self) -> str:
        return "Advance the ritual marker one step"

    def put_back(self) -> str:
        return "Move the ritual marker one step back"


@dataclass(frozen=True)
class RitualSet(Fact):
    """The ritual marker is put on a step of its track."""

    step: int
    cost: int

    def apply(self, state: CthulhuState) -> None:
        state.ritual = self.step

    def text(self) -> str:
        return f"A Ritual of Annihilation costs {self.cost}"
