"""What happens on the board: pieces, Gates, tokens."""

from __future__ import annotations

from companion.games.cthulhu_wars import names, roster
from companion.games.cthulhu_wars.maps import area_name
from companion.games.cthulhu_wars.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.units import Loss, Rank
from companion.table.state import Fact
from companion.table.words import _, and_list


class Entered(Fact, frozen=True):
    """Pieces come from the pool into play."""

    who: str
    unit: str
    number: int
    why: str
    area: str = ""

    def apply(self, state: CthulhuState) -> None:
        held = state.factions[self.who].in_play
        held[self.unit] = held.get(self.unit, 0) + self.number
        state.comes(self.who, self.area, self.unit, self.number)

    def _gaps(self) -> dict[str, str]:
        return _gaps(self.who, self.unit, self.number, area=self.area)

    def text(self) -> str:
        words = _("{faction}: {pieces} {why} in {area}") if self.area else _("{faction}: {pieces} {why}")
        return words.format(why=self.why, **self._gaps())

    def on_board(self) -> str:
        words = _("Place {faction} {pieces} in {area}") if self.area else _("Place {faction} {pieces}")
        return words.format(**self._gaps())

    def put_back(self) -> str:
        words = (
            _("Take {faction} {pieces} in {area} back to the pool")
            if self.area
            else _("Take {faction} {pieces} back to the pool")
        )
        return words.format(**self._gaps())


class Left(Fact, frozen=True):
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
        state.comes(self.who, self.area, self.unit, -self.number)

    def _gaps(self) -> dict[str, str]:
        return _gaps(self.who, self.unit, self.number, area=self.area)

    def text(self) -> str:
        words = _("{faction}: {pieces} {why} in {area}") if self.area else _("{faction}: {pieces} {why}")
        return words.format(why=self.words or _(self.how), **self._gaps())

    def on_board(self) -> str:
        words = (
            _("Return {faction} {pieces} from {area} to the pool")
            if self.area
            else _("Return {faction} {pieces} to the pool")
        )
        return words.format(**self._gaps())

    def put_back(self) -> str:
        words = _("Put {faction} {pieces} back to {area}") if self.area else _("Put {faction} {pieces} back")
        return words.format(**self._gaps())


class LeftCard(Left, frozen=True):
    """Pieces that lie on their faction card go back to the pool."""

    def apply(self, state: CthulhuState) -> None:
        super().apply(state)
        card = state.factions[self.who].card
        card[self.unit] -= self.number
        if not card[self.unit]:
            del card[self.unit]

    def on_board(self) -> str:
        return _("Return {faction} {pieces} from the faction card to the pool").format(**self._gaps())

    def put_back(self) -> str:
        return _("Put {faction} {pieces} back on the faction card").format(**self._gaps())


class OutOfGame(Fact, frozen=True):
    """A piece that has gone to the pool leaves the game."""

    who: str
    unit: str

    def apply(self, state: CthulhuState) -> None:
        away = state.factions[self.who].away
        away[self.unit] = away.get(self.unit, 0) + 1

    def text(self) -> str:
        return _("{faction}: {pieces} is out of the game").format(**_gaps(self.who, self.unit, 1))

    def on_board(self) -> str:
        return _("Put {faction} {pieces} back into the box").format(**_gaps(self.who, self.unit, 1))

    def put_back(self) -> str:
        return _("Take {faction} {pieces} out of the box again").format(**_gaps(self.who, self.unit, 1))


class TokenPlaced(Fact, frozen=True):
    """A token of a faction's own is placed in an area."""

    who: str
    area: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].tokens.append(self.area)

    def text(self) -> str:
        return self._said(_("{faction}: {token} in {area}"))

    def on_board(self) -> str:
        return self._said(_("{faction}: place {token} in {area}"))

    def put_back(self) -> str:
        return self._said(_("{faction}: remove {token} from {area}"))

    def _said(self, words: str) -> str:
        return words.format(faction=names.faction(self.who), token=names.token(self.who), area=area_name(self.area))


class TokenGone(TokenPlaced, frozen=True):
    """A token of a faction's own is taken off an area."""

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].tokens.remove(self.area)

    def text(self) -> str:
        return self._said(_("{faction}: no {token} in {area} any more"))

    def on_board(self) -> str:
        return super().put_back()

    def put_back(self) -> str:
        return super().on_board()


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
        words = _("{faction}, {token}: {areas}, says the table")
        areas = and_list([area_name(area) for area in self.areas]) or _("nowhere")
        return words.format(faction=names.faction(self.who), token=names.token(self.who), areas=areas)


class Captured(Fact, frozen=True):
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
        return self._said(_("{captor}: a Cultist of {faction} captured"), _("{captor}: {faction} {pieces} captured"))

    def on_board(self) -> str:
        return self._said(
            _("Put the {faction} Cultist on the faction card of {captor}"),
            _("Put {faction} {pieces} on the faction card of {captor}"),
        )

    def put_back(self) -> str:
        return self._said(
            _("Put the captured {faction} Cultist back on the map"),
            _("Put the captured {faction} {pieces} back on the map"),
        )

    def _said(self, cultist: str, other: str) -> str:
        acolyte = self.unit == ACOLYTE and roster.card(self.who).unit(ACOLYTE).rank is Rank.CULTIST
        words = cultist if acolyte else other
        return words.format(captor=names.faction(self.by), **_gaps(self.who, self.unit, 1))


class CaptivesReturned(Fact, frozen=True):
    """Captured pieces go back to their owners' pools."""

    by: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.by].captives.clear()

    def text(self) -> str:
        return _("{captor}: all that was captured goes back to its owners").format(captor=names.faction(self.by))

    def on_board(self) -> str:
        return _("Return all that is captured on the card of {captor} to its owners' pools").format(
            captor=names.faction(self.by)
        )

    def put_back(self) -> str:
        return _("Put what was captured back on the card of {captor}").format(captor=names.faction(self.by))


class GateSet(Fact, frozen=True):
    """A Gate gets a controller, loses it (`owner` None) or is built."""

    area: str
    owner: str | None
    built: bool = False

    def apply(self, state: CthulhuState) -> None:
        state.gates[self.area] = self.owner

    def text(self) -> str:
        if self.owner is None:
            return _("Gate in {area} is abandoned").format(area=area_name(self.area))
        words = (
            _("Gate in {area}: built and controlled by {faction}")
            if self.built
            else _("Gate in {area}: controlled by {faction}")
        )
        return words.format(area=area_name(self.area), faction=names.faction(self.owner))

    def on_board(self) -> str:
        return _("Place a Gate in {area}").format(area=area_name(self.area)) if self.built else ""

    def put_back(self) -> str:
        return _("Remove the Gate from {area}").format(area=area_name(self.area)) if self.built else ""


class GateGone(Fact, frozen=True):
    """There is no Gate in an area any more; one that is `removed` by a rule is still to be taken off the board."""

    area: str
    removed: bool = False

    def apply(self, state: CthulhuState) -> None:
        state.gate_leaves(self.area)

    def text(self) -> str:
        words = _("The Gate in {area} is removed") if self.removed else _("No Gate in {area} any more")
        return words.format(area=area_name(self.area))

    def on_board(self) -> str:
        return _("Remove the Gate from {area}").format(area=area_name(self.area)) if self.removed else ""

    def put_back(self) -> str:
        return _("Place a Gate in {area}").format(area=area_name(self.area)) if self.removed else ""


class Moved(Fact, frozen=True):
    """Pieces move on the map: only the board needs to follow."""

    who: str
    unit: str
    number: int
    to: str
    why: str
    origin: str = ""

    def apply(self, state: CthulhuState) -> None:
        state.comes(self.who, self.origin, self.unit, -self.number)
        state.comes(self.who, self.to, self.unit, self.number)

    def text(self) -> str:
        return _("{faction}: {pieces} {why} to {area}").format(why=self.why, **self._gaps())

    def on_board(self) -> str:
        words = (
            _("Move {faction} {pieces} from {origin} to {area}")
            if self.origin
            else _("Move {faction} {pieces} to {area}")
        )
        return words.format(**self._gaps())

    def put_back(self) -> str:
        words = (
            _("Move {faction} {pieces} back from {area} to {origin}")
            if self.origin
            else _("Move {faction} {pieces} back from {area} to where it was")
        )
        return words.format(**self._gaps())

    def _gaps(self) -> dict[str, str]:
        return _gaps(self.who, self.unit, self.number, area=self.to, origin=self.origin)


class Wandered(Fact, frozen=True):
    """So many units of a faction have moved, and nobody has said which."""

    who: str
    number: int

    def apply(self, state: CthulhuState) -> None:
        for _unit in range(self.number):
            state.wanders(self.who)


class RitualAdvanced(Fact, frozen=True):
    """A Ritual is paid: the marker moves one step; past the last number it stands on Instant Death."""

    who: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].rituals += 1
        state.ritual = min(state.ritual + 1, len(state.track))
        state.instant_death = state.instant_death or state.ritual == len(state.track)

    def on_board(self) -> str:
        return _("Advance the ritual marker one step")

    def put_back(self) -> str:
        return _("Move the ritual marker one step back")


class RitualSet(Fact, frozen=True):
    """The ritual marker is put on a step of its track."""

    step: int
    cost: int

    def apply(self, state: CthulhuState) -> None:
        state.ritual = self.step

    def text(self) -> str:
        return _("A Ritual of Annihilation costs {cost}").format(cost=self.cost)


def _gaps(who: str, unit: str, number: int, **areas: str) -> dict[str, str]:
    """What stands in the gaps of a sentence on pieces."""
    named = {gap: area_name(area) for gap, area in areas.items() if area}
    return {"faction": names.faction(who), "pieces": names.pieces(who, unit, number), **named}
