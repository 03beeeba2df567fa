"""Names: from ids to what people read, in their language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH_MARK, BOOKS
from companion.games.cthulhu_wars.model.roster import card
from companion.games.cthulhu_wars.model.state import ACOLYTE, Phase
from companion.games.cthulhu_wars.model.units import Rank, Unit
from companion.table.words import N_, _, n_

COUNTERS: Final = {
    "power": N_("Power"),
    "doom": N_("Doom"),
    "signs": N_("Elder Signs"),
    "gates": N_("Gates"),
    "dice": N_("Dice"),
}
"""What every faction counts besides its pieces, as the ledger calls it."""

TABLE_COUNTERS: Final = {
    "ritual": N_("Ritual"),
    "turn": N_("Turn"),
    "decay": N_("Decay"),
    "abandoned": N_("abandoned Gates"),
}
"""Numbers that belong to nobody."""

AZATHOTH: Final = N_("Azathoth marker")

OF_BOARDS: Final = {"silence": N_("Silence tokens"), "cylinders": N_("Brain Cylinders")}
"""Counters that every faction has on some boards."""


PHASES: Final = {
    Phase.SETUP: N_("Set-up"),
    Phase.ACTION: N_("Action Phase"),
    Phase.GATHER: N_("Gather Power"),
    Phase.FIRST_PLAYER: N_("First Player"),
    Phase.DOOM: N_("Doom Phase"),
    Phase.END: N_("The end"),
    Phase.OVER: N_("Game over"),
    Phase.QUICK_BATTLE: N_("Quick Battle"),
}


def moment(turn: int, phase: Phase) -> tuple[str, ...]:
    """Return the moment of an evening in words: the turn, none for 0, and the phase."""
    said = _(PHASES[phase])
    return (_("Turn {number}").format(number=turn), said) if turn else (said,)


def faction(code: str) -> str:
    """Return the name of a faction."""
    return _(card(code).name)


def sigil(code: str) -> str:
    """Return the name of the drawing that stands for a faction, where there is one."""
    return card(code).name.lower().replace(" ", "-").removeprefix("the-")


def hand(codes: Iterable[str]) -> str:
    """Return the factions of one person, joined by “with” where there are several."""
    said = ""
    for name in map(faction, codes):
        said = _("{factions} with {faction}").format(factions=said, faction=name) if said else name
    return said


def unit(code: str, unit_id: str, number: int = 1) -> str:
    """Return a kind of unit in the form that goes with a number, as in 1 Acolyte, 2 Acolytes."""
    return unit_of(card(code).unit(unit_id), number)


def unit_of(kind: Unit, number: int = 1) -> str:
    """Return the name of a kind of unit that perhaps nobody has, as `unit` does."""
    return n_(kind.name, kind.plural, number)


def unit_label(code: str, unit_id: str) -> str:
    """Return a kind of unit as a label with a number after it: plural if there can be two."""
    return label_of(card(code).unit(unit_id))


def label_of(kind: Unit) -> str:
    """Return the label of a kind of unit that perhaps nobody has, as `unit_label` does."""
    # “6 Akolitów”, but “Akolici: 6”.
    return unit_of(kind, min(kind.count, 2))


def unit_in_short(code: str, unit_id: str) -> str:
    """Return the short name of a kind of unit."""
    return in_short(card(code).unit(unit_id))


def in_short(kind: Unit) -> str:
    """Return the short name of a kind of unit that perhaps nobody has."""
    return _(kind.short) if kind.short else unit_of(kind)


def pieces(code: str, unit_id: str, number: int) -> str:
    """Return pieces with their number, in words, as in Acolyte or 2 Acolytes."""
    name = unit(code, unit_id, number)
    return name if number == 1 else f"{number} {name}"


def book(code: str, book_id: str) -> str:
    """Return the name of a spellbook."""
    return _(BOOKS[book_id].name if book_id in BOOKS else next(b.name for b in card(code).books if b.id == book_id))


def ability_text(code: str, ability: BattleAbility) -> str:
    """Return what an ability of a battle does: in its own words, or else in those of its spellbook."""
    if ability.text or not ability.book:
        return ability.text and _(ability.text)
    if ability.book in BOOKS:
        return _(BOOKS[ability.book].text)
    return next((_(b.text) for b in card(code).books if b.id == ability.book), "")


def token(code: str) -> str:
    """Return the name of a faction's tokens for areas; empty if it has none."""
    kind = card(code).token
    return _(kind.name) if kind else ""


def requirement(code: str, requirement_id: str) -> str:
    """Return the text of a spellbook requirement."""
    return _(next(r.text for r in card(code).requirements if r.id == requirement_id))


def counter(key: str) -> str:
    """Return the name of a correctable number, with its owner."""
    code, __, name = key.partition(".")
    if not name:
        return _(TABLE_COUNTERS[code])
    return _("{faction}, {counter}").format(faction=faction(code), counter=_own_counter(code, name))


def counter_alone(key: str) -> str:
    """Return the name of a correctable number without its owner."""
    code, __, name = key.partition(".")
    return _own_counter(code, name)


def _own_counter(code: str, name: str) -> str:
    if name in COUNTERS:
        return _(COUNTERS[name])
    match name.split("."):
        case ["captives", owner] if card(owner).of_rank(Rank.CULTIST):
            return _("captured Cultists of {faction}").format(faction=faction(owner))
        case ["captives", owner, *kinds]:
            kind = kinds[0] if kinds else ACOLYTE
            words = _("captured {units} of {faction}")
            return words.format(units=unit_label(owner, kind), faction=faction(owner))
    marks = {AZATHOTH_MARK: AZATHOTH, **OF_BOARDS, **{mark.id: mark.label for mark in card(code).marks}}
    return _(marks[name]) if name in marks else unit_label(code, name)
