"""What happens on a faction card: Power, Doom, Elder Signs, spellbooks."""

from __future__ import annotations

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.table.state import Fact, TemplatedFact
from companion.table.words import N_, _


class PowerSpent(Fact, frozen=True):
    """Power paid for something.

    Args:
        words: for the log, instead of those of a payment.
    """

    who: str
    power: int
    why: str
    words: str = ""

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].power -= self.power

    def text(self) -> str:
        if not self.power or self.words:
            return self.words
        return _("{faction}: {power} Power paid ({why})").format(
            faction=names.faction(self.who), power=self.power, why=self.why
        )


class PowerGained(Fact, frozen=True):
    """Power gained (or lost, if negative and not as a payment)."""

    who: str
    power: int
    why: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].power += self.power

    def text(self) -> str:
        words = _("{faction}: +{power} Power ({why})") if self.power >= 0 else _("{faction}: −{power} Power ({why})")
        return words.format(faction=names.faction(self.who), power=abs(self.power), why=self.why)


class DoomGained(Fact, frozen=True):
    """Doom gained (or lost, if negative).

    Args:
        for_gates: whether it is what the Doom Phase gives for controlled Gates.
    """

    who: str
    doom: int
    why: str
    for_gates: bool = False

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].doom += self.doom
        if self.for_gates:
            state.doom_for_gates[self.who] = self.doom

    def text(self) -> str:
        words = _("{faction}: +{doom} Doom ({why})") if self.doom >= 0 else _("{faction}: −{doom} Doom ({why})")
        return words.format(faction=names.faction(self.who), doom=abs(self.doom), why=self.why)


class SignDrawn(Fact, frozen=True):
    """An Elder Sign taken face down. Its value is told to nobody; 0 is a physical chit."""

    who: str
    why: str

    def apply(self, state: CthulhuState) -> None:
        drawn = state.bag.pop()
        state.factions[self.who].drawn += 1
        state.factions[self.who].signs.append(0 if state.chits else drawn)

    def text(self) -> str:
        return _("{faction} draws an Elder Sign ({why})").format(faction=names.faction(self.who), why=self.why)


class SignRevealed(Fact, frozen=True):
    """An Elder Sign turned face up for its value in Doom; the chit leaves the game."""

    who: str
    index: int
    value: int

    def apply(self, state: CthulhuState) -> None:
        faction = state.factions[self.who]
        faction.signs.pop(self.index)
        faction.doom += self.value
        if state.phase is Phase.END:
            faction.turned.append(self.value)

    def text(self) -> str:
        return _("{faction}: Elder Sign revealed, {doom} Doom").format(faction=names.faction(self.who), doom=self.value)


class BookTaken(TemplatedFact, frozen=True):
    """A spellbook earned; `requirement` is what it was earned by."""

    TEXT = N_("{faction}: spellbook {book} taken")
    ON_BOARD = N_("{faction}: put {book} on the faction card")
    PUT_BACK = N_("{faction}: take {book} off the faction card")

    who: str
    book: str
    requirement: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].books.append(self.book)
        if self.book in state.neutral:
            state.neutral.remove(self.book)

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.who), "book": names.book(self.who, self.book)}


class BookPutBack(TemplatedFact, frozen=True):
    """A spellbook leaves the faction card and may be taken again; a face-down one stays face down."""

    TEXT = N_("{faction}: spellbook {book} returned")
    ON_BOARD = N_("{faction}: take {book} off the faction card")
    PUT_BACK = N_("{faction}: put {book} on the faction card")

    who: str
    book: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].books.remove(self.book)

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.who), "book": names.book(self.who, self.book)}


class RequirementMet(Fact, frozen=True):
    """A spellbook requirement is fulfilled, once and for all."""

    who: str
    requirement: str

    def apply(self, state: CthulhuState) -> None:
        met = state.factions[self.who].met
        # People may have claimed it while the Action that meets it was going on.
        if self.requirement not in met:
            met.append(self.requirement)

    def text(self) -> str:
        return _("{faction}: requirement met: {requirement}").format(
            faction=names.faction(self.who), requirement=names.requirement(self.who, self.requirement)
        )


class BookFlipped(Fact, frozen=True):
    """A spellbook is turned face down (or up again)."""

    who: str
    book: str
    down: bool = True

    def apply(self, state: CthulhuState) -> None:
        flipped = state.factions[self.who].flipped
        if self.down:
            flipped.append(self.book)
        else:
            flipped.remove(self.book)

    def text(self) -> str:
        words = _("{book} is turned face down") if self.down else _("{book} is turned face up")
        return words.format(book=names.book(self.who, self.book))


class CounterSet(Fact, frozen=True):
    """A faction's own counter changes: awakenings so far, units killed in battle, and so on."""

    who: str
    mark: str
    value: int
    note: str = ""

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].marks[self.mark] = self.value

    def text(self) -> str:
        return self.note
