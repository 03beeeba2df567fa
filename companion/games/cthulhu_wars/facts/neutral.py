"""What happens with neutral pieces (reference 7)."""

from __future__ import annotations

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.neutral_cards import (
    ASTEROID_CAT,
    BOOKS,
    CARDS,
    HIGH_PRIESTS,
    MOONBEAST,
    UNIQUE_PRIESTS,
)
from companion.games.cthulhu_wars.model.state import ASIDE, COVERED, FAN, SLOT, WEB, CthulhuState
from companion.table.state import Fact, TemplatedFact, TextFact
from companion.table.words import N_, _, n_


class NeutralsChosen(Fact, frozen=True):
    """Which neutral cards and spellbooks lie in the common pool.

    Args:
        silent: whether nobody need read it.
    """

    there: tuple[str, ...]
    silent: bool = False

    def apply(self, state: CthulhuState) -> None:
        state.neutral = list(self.there)

    def text(self) -> str:
        if self.silent:
            return ""
        return _("Neutral: {cards}").format(cards=", ".join(map(called, self.there)) or _("none"))


class CardTaken(TemplatedFact, frozen=True):
    """A Loyalty Card goes to a faction.

    Args:
        payer: who pays for it.
    """

    ON_BOARD = N_("{faction}: take the Loyalty Card {card}")
    PUT_BACK = N_("Put the Loyalty Card {card} back")

    who: str
    card: str
    payer: str
    doom: int
    power: int

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.payer].doom -= self.doom
        state.factions[self.payer].power -= self.power
        state.factions[self.who].loyalty.append(self.card)
        state.neutral.remove(self.card)

    def text(self) -> str:
        paid = [_("{number} Doom").format(number=self.doom)] if self.doom else []
        paid += [_("{number} Power").format(number=self.power)] if self.power else []
        words = _("{payer}: {paid} paid; {card} goes to {faction}") if paid else _("{faction}: {card} taken")
        return words.format(
            payer=names.faction(self.payer),
            paid=", ".join(paid),
            faction=names.faction(self.who),
            card=called(self.card),
        )

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.who), "card": called(self.card)}


class CardReturned(TemplatedFact, frozen=True):
    """A Loyalty Card, or a neutral spellbook, goes back to the common pool."""

    TEXT = N_("{card} is available again")
    ON_BOARD = N_("Put {card} back to the common pool")
    PUT_BACK = N_("{faction}: take {card} again")

    who: str
    card: str

    def apply(self, state: CthulhuState) -> None:
        held = state.factions[self.who].loyalty if self.card in CARDS else state.factions[self.who].books
        held.remove(self.card)
        state.neutral.append(self.card)

    def gaps(self) -> dict[str, object]:
        return {"card": called(self.card), "faction": names.faction(self.who)}


class PiecesOntoCard(TemplatedFact, frozen=True):
    """Pieces go from the pool onto their owner's faction card, where they wait; so many less come off it."""

    who: str
    unit: str
    number: int

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].marks[f"{ASIDE}{self.unit}"] = state.aside(self.who, self.unit) + self.number

    def text(self) -> str:
        return self.told(N_("{faction}: {pieces} on the faction card")) if self.number > 0 else ""

    def on_board(self) -> str:
        return self.told(N_("Put {faction} {pieces} on the faction card")) if self.number > 0 else ""

    def put_back(self) -> str:
        back = N_("Return {faction} {pieces} from the faction card to the Pool")
        return self.told(back if self.number > 0 else N_("Put {faction} {pieces} back on the faction card"))

    def gaps(self) -> dict[str, object]:
        pieces = names.pieces(self.who, self.unit, abs(self.number))
        return {"faction": names.faction(self.who), "pieces": pieces}


class BookCovered(TemplatedFact, frozen=True):
    """Moonbeasts lie down on an enemy's spellbook, which cannot be used then; so many less leave it."""

    who: str
    victim: str
    book: str
    number: int

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].marks[f"{ASIDE}{MOONBEAST}"] = state.aside(self.who, MOONBEAST) + self.number
        state.factions[self.victim].marks[f"{COVERED}{self.book}"] = state.covers(self.victim, self.book) + self.number

    def text(self) -> str:
        lying, gone = N_("{pieces} on {book} of {faction}"), N_("{book} of {faction} is free again")
        return self.told(lying if self.number > 0 else gone)

    def on_board(self) -> str:
        return self.told(N_("Put {pieces} on {book} of {faction}")) if self.number > 0 else ""

    def put_back(self) -> str:
        off, on = N_("Take {pieces} off {book} of {faction}"), N_("Put {pieces} on {book} of {faction}")
        return self.told(off if self.number > 0 else on)

    def gaps(self) -> dict[str, object]:
        return {
            "pieces": names.pieces(self.who, MOONBEAST, abs(self.number)),
            "book": names.book(self.victim, self.book),
            "faction": names.faction(self.victim),
        }


class SlotTaken(TemplatedFact, frozen=True):
    """Asteroid Cats go from the map onto the slot of an enemy's spellbook; so many less leave it."""

    who: str
    victim: str
    requirement: str
    number: int

    def apply(self, state: CthulhuState) -> None:
        faction = state.factions[self.who]
        faction.in_play[ASTEROID_CAT] -= max(0, self.number)
        faction.marks[f"{ASIDE}{ASTEROID_CAT}"] = state.aside(self.who, ASTEROID_CAT) + self.number
        state.factions[self.victim].marks[f"{SLOT}{self.requirement}"] = max(0, self.number)

    def text(self) -> str:
        lying, gone = N_("{pieces} on a spellbook slot of {faction}: {requirement}"), N_("{pieces} leaves the slot")
        return self.told(lying if self.number > 0 else gone)

    def on_board(self) -> str:
        return self.told(N_("Put {pieces} on a spellbook slot of {faction}")) if self.number > 0 else ""

    def put_back(self) -> str:
        off, on = N_("Put {pieces} back on the map"), N_("Put {pieces} on a spellbook slot of {faction}")
        return self.told(off if self.number > 0 else on)

    def gaps(self) -> dict[str, object]:
        return {
            "pieces": names.pieces(self.who, ASTEROID_CAT, abs(self.number)),
            "requirement": names.requirement(self.victim, self.requirement),
            "faction": names.faction(self.victim),
        }


class CaptiveFreed(TemplatedFact, frozen=True):
    """A captured piece goes back to its owner's pool at once."""

    TEXT = N_("{faction}: {pieces} goes back to the Pool")
    ON_BOARD = N_("Return {faction} {pieces} from the faction card of {captor} to the Pool")
    PUT_BACK = N_("Put {faction} {pieces} on the faction card of {captor}")

    who: str
    unit: str
    by: str

    def apply(self, state: CthulhuState) -> None:
        held = state.factions[self.by].captives[self.who]
        held[self.unit] -= 1

    def gaps(self) -> dict[str, object]:
        return {
            "faction": names.faction(self.who),
            "pieces": names.pieces(self.who, self.unit, 1),
            "captor": names.faction(self.by),
        }


class PieceFanned(TemplatedFact, frozen=True):
    """A lost piece goes from its owner's pool onto a card of another faction."""

    TEXT = N_("{faction}: {pieces} on the card of {holder}")
    ON_BOARD = N_("Put {faction} {pieces} on the card of {holder}")
    PUT_BACK = N_("Return {faction} {pieces} from the card of {holder} to the Pool")

    who: str
    unit: str
    holder: str

    def apply(self, state: CthulhuState) -> None:
        key = f"{FAN}{self.who}/{self.unit}"
        marks = state.factions[self.holder].marks
        marks[key] = marks.get(key, 0) + 1

    def gaps(self) -> dict[str, object]:
        return {
            "faction": names.faction(self.who),
            "pieces": names.pieces(self.who, self.unit, 1),
            "holder": names.faction(self.holder),
        }


class PieceUnfanned(PieceFanned, frozen=True):
    """It comes off that card again, to the pool."""

    TEXT = ""
    ON_BOARD, PUT_BACK = PieceFanned.PUT_BACK, PieceFanned.ON_BOARD

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.holder].marks[f"{FAN}{self.who}/{self.unit}"] -= 1


class WebPlaced(TemplatedFact, frozen=True):
    """A Web token lies in an area."""

    TEXT = N_("{faction}: Web token in {area}")
    ON_BOARD = N_("Put a Web token in {area}")
    PUT_BACK = N_("Take the Web token off {area}")

    who: str
    area: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].marks[f"{WEB}{self.area}"] = 1

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.who), "area": area_name(self.area)}


class SignDiscarded(TemplatedFact, frozen=True):
    """An Elder Sign is discarded; nobody gains its value."""

    TEXT = ON_BOARD = N_("{faction}: Elder Sign discarded")

    who: str
    index: int

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].signs.pop(self.index)

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.who)}


class SignTaken(TemplatedFact, frozen=True):
    """An Elder Sign goes face down from one faction to another."""

    TEXT = N_("{other}: an Elder Sign of {faction}")
    ON_BOARD = N_("{faction}: give an Elder Sign to {other}")
    PUT_BACK = N_("{other}: give the Elder Sign back to {faction}")

    who: str
    to: str
    index: int

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.to].signs.append(state.factions[self.who].signs.pop(self.index))

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.who), "other": names.faction(self.to)}


class SignExchanged(TemplatedFact, frozen=True):
    """An Elder Sign that was just drawn is another one of the pool instead."""

    TEXT = N_("{faction}: its Elder Sign was chosen from the pool")

    who: str
    index: int
    value: int

    def apply(self, state: CthulhuState) -> None:
        signs = state.factions[self.who].signs
        state.bag.remove(self.value)
        state.bag.insert(0, signs[self.index])
        signs[self.index] = self.value

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.who)}


class PiecesTurned(TemplatedFact, frozen=True):
    """Pieces become others of their faction where they are; it is no loss, and Gates stay controlled."""

    TEXT = N_("{faction}: {pieces} → {others}")
    ON_BOARD = N_("{faction}: replace {pieces} by {others}")
    PUT_BACK = N_("{faction}: replace {others} by {pieces}")

    who: str
    unit: str
    into: str
    number: int

    def apply(self, state: CthulhuState) -> None:
        faction, left = state.factions[self.who], self.number
        # Those on the map first; where they are seen their successors are seen.
        on_map = min(left, state.on_map(self.who, self.unit))
        for there in faction.seen.values():
            here = min(on_map, there.get(self.unit, 0))
            if here:
                there[self.unit] -= here
                there[self.into] = there.get(self.into, 0) + here
                on_map -= here
        on_card = max(0, left - state.on_map(self.who, self.unit))
        if on_card:
            faction.card[self.unit] -= on_card
            faction.card[self.into] = faction.card.get(self.into, 0) + on_card
            faction.card = {unit: number for unit, number in faction.card.items() if number}
        faction.in_play[self.unit] -= self.number
        faction.in_play[self.into] = faction.in_play.get(self.into, 0) + self.number

    def gaps(self) -> dict[str, object]:
        return {
            "faction": names.faction(self.who),
            "pieces": names.pieces(self.who, self.unit, self.number),
            "others": names.pieces(self.who, self.into, self.number),
        }


class UnitDiceTold(Fact, frozen=True):
    """The table has said how many dice the pieces of a kind roll in the battle that is going on."""

    who: str
    unit: str
    dice: int

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.said[f"{self.who}.{self.unit}"] = self.dice

    def text(self) -> str:
        words = n_("{unit}: {n} die (corrected by hand)", "{unit}: {n} dice (corrected by hand)", self.dice)
        return words.format(unit=called(self.unit), n=self.dice)


class AddedDiceTold(Fact, frozen=True):
    """The table has said how many dice an ability brings a side in the battle that is going on."""

    who: str
    ability: str
    dice: int

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.said[f"{self.who}.{self.ability}"] = self.dice


class GateToCheck(TemplatedFact, frozen=True):
    """A piece is Eliminated if no Gate is where it is after a battle, which only the table sees. It changes nothing."""

    TEXT = N_("{faction}: {unit} is Eliminated if no Gate is where it is")
    ON_BOARD = N_("{faction}: if no Gate is where {unit} is, return it to the Pool")

    who: str
    unit: str

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.who), "unit": names.unit(self.who, self.unit)}


class PainsBecameKills(Fact, frozen=True):
    """Pains of a side become Kills that are none of its dice's; those of pieces that were called go last."""

    who: str
    pains: int
    kills: int

    def apply(self, state: CthulhuState) -> None:
        battle = state.running_battle
        own = min(self.pains, battle.pains[self.who])
        battle.pains[self.who] -= own
        battle.exchanged[self.who] = battle.exchanged.get(self.who, 0) + self.pains - own
        battle.kills[self.who] += self.kills
        battle.added[self.who] = battle.added.get(self.who, 0) + self.kills

    def text(self) -> str:
        words = _("{faction}: {pains} Pains become {kills} Kill")
        return words.format(faction=names.faction(self.who), pains=self.pains, kills=self.kills)


class DiceForbidden(TextFact, frozen=True):
    """A piece rolls no dice in this battle."""

    figure: str

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.dimmed.append(self.figure)


class PainsAdded(TextFact, frozen=True):
    """A side has more Pains than its dice show."""

    who: str
    pains: int

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.pains[self.who] += self.pains


def called(name: str) -> str:
    """Return the name of a card or a neutral spellbook."""
    if name == HIGH_PRIESTS:
        return _("High Priests")
    if name == UNIQUE_PRIESTS:
        return _("Unique High Priests")
    return names.unit_of(CARDS[name].unit) if name in CARDS else _(BOOKS[name].name)
