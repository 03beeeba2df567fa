"""What can happen in a battle."""

from __future__ import annotations

from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState, RoutedUnits, Sides
from companion.games.messina.model.units import MessinaUnit
from companion.table.state import Fact, TemplatedFact, TextFact
from companion.table.words import N_, _, n_


class PlayersSeated(Fact, frozen=True):
    """Who sits at the table this Round, in order."""

    factions: tuple[str, ...]

    def apply(self, state: MessinaState) -> None:
        state.seating = list(self.factions)


class DirectionTold(Fact, frozen=True):
    """Which way turns go this Round."""

    backward: bool

    def apply(self, state: MessinaState) -> None:
        state.backward = self.backward


class TrackRanked(Fact, frozen=True):
    """Who stands where on a track this Round: 1 is the highest place."""

    track: str
    ranks: tuple[tuple[str, int], ...]

    def apply(self, state: MessinaState) -> None:
        state.tracks[self.track] = dict(self.ranks)


class NextBattle(Fact, frozen=True):
    """What was about one battle is forgotten; Units that are still at the site carry on if the next one is there."""

    here: bool

    def apply(self, state: MessinaState) -> None:
        state.carried = [*state.carried, *state.units] if self.here else []
        state.first = False
        state.open_battle((), "")


class BattleOpened(Fact, frozen=True):
    """A battle begins.

    Args:
        number: of it in the Round.
        seats: of those who fight.
        initiator: whose March began it.
    """

    number: int
    seats: tuple[str, ...]
    initiator: str

    def apply(self, state: MessinaState) -> None:
        state.number = self.number
        state.open_battle(self.seats, self.initiator)

    def text(self) -> str:
        return _("Battle between {side}, begun by {faction}.").format(
            side=names.side(self.seats), faction=names.faction(self.initiator)
        )

    def heading(self) -> tuple[str, ...]:
        return (_("Battle {number}").format(number=self.number),)


class UnitsKnown(Fact, frozen=True):
    """A faction's Units are known."""

    faction: str
    units: tuple[MessinaUnit, ...]

    def apply(self, state: MessinaState) -> None:
        state.units.extend(self.units)
        state.carried = [unit for unit in state.carried if unit.faction != self.faction]

    def text(self) -> str:
        parts = []
        for words, support, routed in (
            (_("{units} at the site"), False, False),
            (_("{units}, routed"), False, True),
            (_("{units} in support"), True, False),
        ):
            found = [u for u in self.units if u.support == support and u.routed == routed]
            if found:
                parts.append(words.format(units=names.units(found)))
        return _("{faction}: {units}.").format(
            faction=names.faction(self.faction), units="; ".join(parts) or _("no Units")
        )


class SidesFormed(Fact, frozen=True):
    """The two sides, or none."""

    sides: Sides | None

    def apply(self, state: MessinaState) -> None:
        state.sides = self.sides

    def text(self) -> str:
        if self.sides is None:
            return _("Nobody will face all the others: a stand-off.")
        return _("{side} against {other}.").format(side=names.side(self.sides[0]), other=names.side(self.sides[1]))


class OtherStrength(Fact, frozen=True):
    """A faction's strength that is not of Units: Shields, spaces, card texts."""

    faction: str
    strength: int

    def apply(self, state: MessinaState) -> None:
        state.other[self.faction] = self.strength

    def text(self) -> str:
        return (
            _("{faction} adds {strength} for Shields and the like.").format(
                faction=names.faction(self.faction), strength=self.strength
            )
            if self.strength
            else ""
        )


class CardsRevealed(Fact, frozen=True):
    """All cards are turned up at once."""

    skill: tuple[tuple[str, int], ...]
    chance: tuple[int, int]
    totals: tuple[int, int]
    words: tuple[str, str]

    def apply(self, state: MessinaState) -> None:
        state.skill, state.chance, state.totals = dict(self.skill), list(self.chance), list(self.totals)

    def text(self) -> str:
        return "; ".join(self.words) + "."


class BattleWon(Fact, frozen=True):
    """Which side has won, by how much, and by what."""

    side: int
    factions: tuple[str, ...]
    difference: int
    by: str

    def apply(self, state: MessinaState) -> None:
        state.victor, state.difference, state.won_by = self.side, self.difference, self.by

    def text(self) -> str:
        sentence = (
            n_("{factions} wins by {by}.", "{factions} win by {by}.", len(self.factions))
            if self.difference
            else n_("A tie: {factions} wins by {by}.", "A tie: {factions} win by {by}.", len(self.factions))
        )
        return sentence.format(factions=names.side(self.factions), by=self.by)


class BattleTold(Fact, frozen=True):
    """Who has won a battle, and who lost what in it, for the last page; the log has it already."""

    words: str

    def apply(self, state: MessinaState) -> None:
        state.tales.append(self.words)


class LocationHolderTold(Fact, frozen=True):
    """Who holds the Location Card of the site: side 0 or 1, or somebody else (2)."""

    side: int

    def apply(self, state: MessinaState) -> None:
        state.location = self.side


class UnitDestroyed(TemplatedFact, frozen=True):
    """A Unit is destroyed.

    Args:
        unit: that is lost.
        why: in words.
        forced: whether nobody picked it, so that the next question says it.
    """

    TEXT = N_("{unit} destroyed: {why}.")
    ON_BOARD = N_("Remove one {unit}.")
    PUT_BACK = N_("Put one {unit} back.")

    unit: MessinaUnit
    why: str
    forced: bool = False

    def apply(self, state: MessinaState) -> None:
        state.units.remove(self.unit)
        state.destroyed.append(self.unit)
        if self.unit.routed:
            state.take_marker_off(self.unit.faction, self.unit.kind)

    def gaps(self) -> dict[str, object]:
        return {"unit": names.unit(self.unit), "why": self.why}


class UnitJoined(TemplatedFact, frozen=True):
    """A card's text brings a Unit into the battle."""

    TEXT = N_("{unit} joins: a card's text.")
    ON_BOARD = N_("Put one {unit} there.")
    PUT_BACK = N_("Take one {unit} back.")

    unit: MessinaUnit

    def apply(self, state: MessinaState) -> None:
        state.units.append(self.unit)
        state.tasks.append(self.on_board())

    def gaps(self) -> dict[str, object]:
        return {"unit": names.unit(self.unit)}


class CardDrawn(TextFact, frozen=True):
    """A card was drawn and did something, or nothing, beyond Units."""

    board: str = ""

    def apply(self, state: MessinaState) -> None:
        if self.board:
            state.tasks.append(self.board)

    def on_board(self) -> str:
        return self.board

    def put_back(self) -> str:
        return _("Undo this: {task}").format(task=self.board) if self.board else ""


class UnitsRetreated(TemplatedFact, frozen=True):
    """Units leave the site and carry a routed marker for the rest of the Round."""

    TEXT = N_("{faction}: {units} routed, to {space}.")
    ON_BOARD = N_("Move {units} of {faction} to {space}, with routed markers.")
    PUT_BACK = N_("Move {units} of {faction} back to the site, without routed markers.")

    faction: str
    units: tuple[MessinaUnit, ...]
    space: str

    def apply(self, state: MessinaState) -> None:
        for unit in self.units:
            state.units.remove(unit)
            state.retreated.append(unit)
        kinds = [unit.kind for unit in self.units]
        for kind in dict.fromkeys(kinds):
            state.routed.append(RoutedUnits(self.faction, kind, kinds.count(kind), self.space, state.number))

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.faction), "units": names.units(self.units), "space": self.space}


class FactionIsAi(Fact, frozen=True):
    """Whether a faction is the AI, whose soldiers are not human."""

    faction: str
    so: bool

    def apply(self, state: MessinaState) -> None:
        state.ai[self.faction] = self.so


class RoundOver(TemplatedFact, frozen=True):
    """The Round ends: routed markers come off."""

    TEXT = N_("The Round ends.")
    ON_BOARD = N_("Take all routed markers off.")

    last: bool

    def apply(self, state: MessinaState) -> None:
        state.routed.clear()
        state.seated_before, state.seating = state.seating, []
        state.backward = None
        state.tracks = {}
        state.over = self.last


class StrengthCorrected(Fact, frozen=True):
    """A faction's strength that is not of Units was set by hand."""

    faction: str
    strength: int

    def apply(self, state: MessinaState) -> None:
        state.other[self.faction] = self.strength

    def text(self) -> str:
        return _("Corrected: other strength of {faction} is {strength}.").format(
            faction=names.faction(self.faction), strength=self.strength
        )


class UnitStrengthTold(Fact, frozen=True):
    """The table gives a kind of Unit another strength."""

    kind: str
    strength: int

    def apply(self, state: MessinaState) -> None:
        state.values[self.kind] = self.strength

    def text(self) -> str:
        return _("Strength of each {kind}: {strength}.").format(kind=names.kind(self.kind), strength=self.strength)
