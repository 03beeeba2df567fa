"""What happens on the board: pieces, Gates, tokens."""

from __future__ import annotations

from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.table.state import Fact, TemplatedFact
from companion.table.words import N_, _, and_list


class PiecesEntered(TemplatedFact, frozen=True):
    """Pieces come from the pool into play.

    Args:
        where: where they are placed, in words, if the companion does not know the area.
    """

    who: str
    unit: str
    number: int
    why: str
    area: str = ""
    where: str = ""

    def apply(self, state: CthulhuState) -> None:
        held = state.factions[self.who].in_play
        held[self.unit] = held.get(self.unit, 0) + self.number
        state.comes(self.who, self.area, self.unit, self.number)

    def text(self) -> str:
        return self.told(N_("{faction}: {pieces} {why} in {area}") if self.area else N_("{faction}: {pieces} {why}"))

    def on_board(self) -> str:
        if self.area:
            return self.told(N_("Place {faction} {pieces} in {area}"))
        return self.told(N_("Place {faction} {pieces} {where}") if self.where else N_("Place {faction} {pieces}"))

    def put_back(self) -> str:
        there = N_("Take {faction} {pieces} in {area} back to the Pool")
        return self.told(there if self.area else N_("Take {faction} {pieces} back to the Pool"))

    def gaps(self) -> dict[str, object]:
        return {**_gaps(self.who, self.unit, self.number, area=self.area), "why": self.why, "where": self.where}


class PiecesLeft(TemplatedFact, frozen=True):
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
        faction = state.factions[self.who]
        faction.in_play[self.unit] -= self.number
        if self.how.a_loss:
            faction.lost[self.unit] = faction.lost.get(self.unit, 0) + self.number
        if self.how is Loss.KILLED:
            state.slain.append((self.who, self.unit))
        state.comes(self.who, self.area, self.unit, -self.number)

    def text(self) -> str:
        return self.told(N_("{faction}: {pieces} {why} in {area}") if self.area else N_("{faction}: {pieces} {why}"))

    def on_board(self) -> str:
        there = N_("Return {faction} {pieces} from {area} to the Pool")
        return self.told(there if self.area else N_("Return {faction} {pieces} to the Pool"))

    def put_back(self) -> str:
        return self.told(
            N_("Put {faction} {pieces} back to {area}") if self.area else N_("Put {faction} {pieces} back")
        )

    def gaps(self) -> dict[str, object]:
        return {**_gaps(self.who, self.unit, self.number, area=self.area), "why": self.words or _(self.how)}


class PiecesLeftCard(PiecesLeft, frozen=True):
    """Pieces that lie on their faction card go back to the pool."""

    def apply(self, state: CthulhuState) -> None:
        super().apply(state)
        card = state.factions[self.who].card
        card[self.unit] -= self.number
        if not card[self.unit]:
            del card[self.unit]

    def on_board(self) -> str:
        return self.told(N_("Return {faction} {pieces} from the faction card to the Pool"))

    def put_back(self) -> str:
        return self.told(N_("Put {faction} {pieces} back on the faction card"))


class RemovedFromGame(TemplatedFact, frozen=True):
    """A piece that has gone to the pool leaves the game."""

    TEXT = N_("{faction}: {pieces} is out of the game")
    ON_BOARD = N_("Put {faction} {pieces} back into the box")
    PUT_BACK = N_("Take {faction} {pieces} out of the box again")

    who: str
    unit: str

    def apply(self, state: CthulhuState) -> None:
        away = state.factions[self.who].away
        away[self.unit] = away.get(self.unit, 0) + 1

    def gaps(self) -> dict[str, object]:
        return _gaps(self.who, self.unit, 1)


class TokenPlaced(TemplatedFact, frozen=True):
    """A token of a faction's own is placed in an area."""

    TEXT = N_("{faction}: {token} in {area}")
    ON_BOARD = N_("{faction}: place {token} in {area}")
    PUT_BACK = N_("{faction}: remove {token} from {area}")

    who: str
    area: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].tokens.append(self.area)

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.who), "token": names.token(self.who), "area": area_name(self.area)}


class TokenGone(TokenPlaced, frozen=True):
    """A token of a faction's own is taken off an area."""

    TEXT = N_("{faction}: no {token} in {area} any more")
    ON_BOARD, PUT_BACK = TokenPlaced.PUT_BACK, TokenPlaced.ON_BOARD

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].tokens.remove(self.area)


class TokensTold(Fact, frozen=True):
    """The table has said where the tokens of a faction lie."""

    who: str
    areas: tuple[str, ...]

    def apply(self, state: CthulhuState) -> None:
        faction, token = state.factions[self.who], roster.card(self.who).token
        if token and token.gates:
            faction.own_gates = list(self.areas)
        else:
            faction.tokens = list(self.areas)

    def text(self) -> str:
        words = _("{faction}, {token}: {areas} (corrected by hand)")
        areas = and_list([area_name(area) for area in self.areas]) or _("nowhere")
        return words.format(faction=names.faction(self.who), token=names.token(self.who), areas=areas)


class Captured(TemplatedFact, frozen=True):
    """A Cultist, or by some abilities another piece, goes from play onto the captor's faction card."""

    who: str
    unit: str
    by: str

    def apply(self, state: CthulhuState) -> None:
        faction = state.factions[self.who]
        faction.in_play[self.unit] -= 1
        faction.lost[self.unit] = faction.lost.get(self.unit, 0) + 1
        held = state.factions[self.by].captives.setdefault(self.who, {})
        held[self.unit] = held.get(self.unit, 0) + 1

    def text(self) -> str:
        cultist = N_("{captor}: Cultist of {faction} captured")
        return self.told(cultist if self._acolyte else N_("{captor}: {faction} {pieces} captured"))

    def on_board(self) -> str:
        cultist = N_("Put the {faction} Cultist on the faction card of {captor}")
        return self.told(cultist if self._acolyte else N_("Put {faction} {pieces} on the faction card of {captor}"))

    def put_back(self) -> str:
        cultist = N_("Put the captured {faction} Cultist back on the map")
        return self.told(cultist if self._acolyte else N_("Put the captured {faction} {pieces} back on the map"))

    @property
    def _acolyte(self) -> bool:
        return self.unit == ACOLYTE and roster.card(self.who).unit(ACOLYTE).rank is Rank.CULTIST

    def gaps(self) -> dict[str, object]:
        return {"captor": names.faction(self.by), **_gaps(self.who, self.unit, 1)}


class CaptivesReturned(TemplatedFact, frozen=True):
    """Captured pieces go back to their owners' pools."""

    TEXT = N_("{captor}: everything captured goes back to its owners")
    ON_BOARD = N_("Return everything captured on the card of {captor} to its owners' Pools")
    PUT_BACK = N_("Put what was captured back on the card of {captor}")

    by: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.by].captives.clear()

    def gaps(self) -> dict[str, object]:
        return {"captor": names.faction(self.by)}


class GateSet(TemplatedFact, frozen=True):
    """A Gate gets a controller, loses it (`owner` None) or is built."""

    SOUND = "gate"

    area: str
    owner: str | None
    built: bool = False

    def apply(self, state: CthulhuState) -> None:
        state.gates[self.area] = self.owner

    def text(self) -> str:
        if self.owner is None:
            return self.told(N_("Gate in {area} is abandoned"))
        built = N_("Gate in {area}: built and controlled by {faction}")
        return self.told(built if self.built else N_("Gate in {area}: controlled by {faction}"))

    def on_board(self) -> str:
        return self.told(N_("Place a Gate in {area}")) if self.built else ""

    def put_back(self) -> str:
        return self.told(N_("Remove the Gate from {area}")) if self.built else ""

    def gaps(self) -> dict[str, object]:
        return {"area": area_name(self.area), "faction": names.faction(self.owner) if self.owner else ""}


class GateGone(TemplatedFact, frozen=True):
    """There is no Gate in an area any more; one that is `removed` by a rule is still to be taken off the board."""

    area: str
    removed: bool = False

    def apply(self, state: CthulhuState) -> None:
        state.gate_leaves(self.area)

    def text(self) -> str:
        return self.told(N_("The Gate in {area} is removed") if self.removed else N_("No longer a Gate in {area}"))

    def on_board(self) -> str:
        return self.told(N_("Remove the Gate from {area}")) if self.removed else ""

    def put_back(self) -> str:
        return self.told(N_("Place a Gate in {area}")) if self.removed else ""

    def gaps(self) -> dict[str, object]:
        return {"area": area_name(self.area)}


class UnitsMoved(TemplatedFact, frozen=True):
    """Pieces move on the map: only the board needs to follow."""

    TEXT = N_("{faction}: {pieces} {why} to {area}")

    who: str
    unit: str
    number: int
    to: str
    why: str
    origin: str = ""

    def apply(self, state: CthulhuState) -> None:
        state.comes(self.who, self.origin, self.unit, -self.number)
        state.comes(self.who, self.to, self.unit, self.number)

    def on_board(self) -> str:
        known = N_("Move {faction} {pieces} from {origin} to {area}")
        return self.told(known if self.origin else N_("Move {faction} {pieces} to {area}"))

    def put_back(self) -> str:
        known = N_("Move {faction} {pieces} back from {area} to {origin}")
        return self.told(known if self.origin else N_("Move {faction} {pieces} back from {area} to where it was"))

    def gaps(self) -> dict[str, object]:
        return {**_gaps(self.who, self.unit, self.number, area=self.to, origin=self.origin), "why": self.why}


class UnnamedUnitsMoved(Fact, frozen=True):
    """So many units of a faction have moved, and nobody has said which."""

    who: str
    number: int

    def apply(self, state: CthulhuState) -> None:
        for _unit in range(self.number):
            state.wanders(self.who)


class RitualAdvanced(TemplatedFact, frozen=True):
    """A Ritual is paid: the marker moves one step; past the last number it stands on Instant Death."""

    ON_BOARD = N_("Advance the ritual marker one step")
    PUT_BACK = N_("Move the ritual marker one step back")

    who: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].rituals += 1
        state.ritual = min(state.ritual + 1, len(state.track))
        state.instant_death = state.instant_death or state.ritual == len(state.track)


class RitualSet(Fact, frozen=True):
    """The ritual marker is put on a step of its track."""

    step: int
    cost: int

    def apply(self, state: CthulhuState) -> None:
        state.ritual = self.step

    def text(self) -> str:
        return _("A Ritual of Annihilation costs {cost}").format(cost=self.cost)


def _gaps(who: str, unit: str, number: int, **areas: str) -> dict[str, object]:
    """Return the values for the gaps of a sentence about pieces."""
    named = {gap: area_name(area) for gap, area in areas.items() if area}
    return {"faction": names.faction(who), "pieces": names.pieces(who, unit, number), **named}
