"""What a Quick Battle's set-up may say, and the table that it lays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from msgspec import UNSET

from companion.games.cthulhu_wars.battle.combat_totals import combat
from companion.games.cthulhu_wars.facts import BookTaken, CounterSet, QuickBattleBegan, TokenPlaced
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_figures import pieces
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import OffBoardInputs
from companion.games.cthulhu_wars.model.maps import board
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, HIGH_PRIEST, PRIESTS, UNITS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.setup_form import EveningSetup, QuickBattleSetup
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Rank
from companion.table.setup import refuse
from companion.table.words import _

LONGEST_SHOWN: Final = 40
"""Letters of an id that nobody knows which are shown."""


def check(given: EveningSetup, battle: QuickBattleSetup) -> None:
    """Refuse a Quick Battle that cannot be fought. Whatever is missing is asked for. Raises `BadSetupError`."""
    owners = [owner for owner in (battle.gates or {}).values() if owner is not None]
    if any(code not in FACTIONS for code in (*battle.sides, *(battle.others or ()), *owners)):
        refuse(_("The factions are: {factions}.").format(factions=", ".join(FACTIONS)))
    brought = {roster.card(code).place for code in (*battle.sides, *(battle.others or ()))}
    areas = {*board(battle.map).areas, *(place.id for place in brought if place)}
    named = {*(battle.gates or ()), *(area for places in battle.tokens.values() for area in places)}
    if not named <= areas or (battle.area is not UNSET and battle.area not in areas):
        refuse(_("There is no such area on that map."))
    for by_side in (battle.pieces, battle.in_play):
        for code, kinds in by_side.items():
            if unknown := [unit for unit in kinds if unit not in stock(code)]:
                words = _("{faction} has no pieces “{kind}”. All ids stand on the page docs/ids.md.")
                refuse(words.format(faction=names.faction(code), kind=unknown[0][:LONGEST_SHOWN]))
            if not within(stock(code), kinds):
                refuse(
                    _("Pieces of {faction} are counted by kind, up to its stock.").format(faction=names.faction(code))
                )
    taken = Counter(unit for code in battle.in_play.keys() | battle.pieces.keys() for unit in unique_of(battle, code))
    if any(number > 1 for number in taken.values()):
        refuse(_("Each Unique High Priest is there once."))
    for code, marks in battle.marks.items():
        most = {mark.id: mark.most for mark in roster.card(code).marks}
        if any(value > most.get(mark, -1) for mark, value in marks.items()):
            counters = ", ".join(f"{mark} (0-{number})" for mark, number in most.items())
            refuse(_("Counters of {faction}: {counters}.").format(faction=names.faction(code), counters=counters))
    for code, books in battle.books.items():
        known = sorted(b.id for b in roster.card(code).books)
        if not set(books) <= {*known, *BOOKS}:
            refuse(_("Spellbooks of {faction}: {books}.").format(faction=names.faction(code), books=", ".join(known)))
    for code, fighting in battle.pieces.items():
        in_play = battle.in_play.get(code, {})
        if any(in_play.get(unit, number) < number for unit, number in fighting.items()):
            refuse(
                _("{faction} cannot fight with more pieces than it has in play.").format(faction=names.faction(code))
            )
    check_combat(given, battle)


def stock(code: str) -> dict[str, int]:
    """Return how many pieces of each kind a faction can have, neutral ones and tokens too.

    Only a faction with Cultists has High Priests.
    """
    card = roster.card(code)
    found = {unit.id: unit.count for unit in (*UNITS.values(), *card.units)}
    if not card.has(HIGH_PRIEST) and not card.of_rank(Rank.CULTIST):
        found = {unit: number for unit, number in found.items() if unit not in (HIGH_PRIEST, *PRIESTS)}
    return found


def unique_of(battle: QuickBattleSetup, code: str) -> set[str]:
    """Return the Unique High Priests that a set-up gives a faction."""
    there = {*battle.pieces.get(code, {}), *battle.in_play.get(code, {})}
    return there.intersection(PRIESTS)


def within(stock: Mapping[str, int], pieces: Mapping[str, int]) -> bool:
    """Return whether a faction can have these pieces: at most one of its High Priests is a Unique one."""
    unique = sum(pieces.get(unit, 0) for unit in PRIESTS)
    if unique > 1 or (unique and unique + pieces.get(HIGH_PRIEST, 0) > stock.get(HIGH_PRIEST, 0)):
        return False
    return all(number <= stock.get(unit, -1) for unit, number in pieces.items())


def check_combat(given: EveningSetup, battle: QuickBattleSetup) -> None:
    """Refuse an attack with Combat 0, if all that counts is given. Raises `BadSetupError`."""
    sides = battle.sides
    if len(sides) < 2 or sides[0] not in battle.pieces or not set(sides) <= set(battle.books):
        return
    state = CthulhuState(given, battle)
    lay_out(state, battle, (*sides, *(battle.others or ())))
    attacker, defender = sides
    attack = Battle("", attacker, defender, pieces(attacker, battle.pieces[attacker]))
    if missing(state, attack, attacker, battle) != OffBoardInputs():
        return
    if combat(state, attack, attacker) == 0:
        refuse(
            _("These pieces of {faction} have Combat 0, so they cannot attack.").format(faction=names.faction(attacker))
        )
    if refusal := roster.card(attacker).may_not_attack(state, attack, attacker):
        refuse(refusal)


def lay_out(state: CthulhuState, given: QuickBattleSetup, seats: tuple[str, ...]) -> None:
    """Lay a table that holds just the sides, and third parties whose abilities matter."""
    in_play = {code: {**given.pieces.get(code, {}), **given.in_play.get(code, {})} for code in seats}
    gates, ritual = dict(given.gates or {}), given.ritual or 0
    state.record(QuickBattleBegan(seats, given.map, in_play, gates, ritual, given.power, given.doom, given.great))
    for code, areas in given.tokens.items():
        for area in areas:
            state.record(TokenPlaced(code, area))
    for code in seats:
        for mark, value in given.marks.get(code, {}).items():
            state.record(CounterSet(code, mark, value))
        for book in given.books.get(code, []):
            state.record(BookTaken(code, book, ""))


def missing(state: CthulhuState, battle: Battle, code: str, given: QuickBattleSetup) -> OffBoardInputs:
    """Return what the rules of a faction need to know and the set-up does not say.

    Who gives the pieces of a side there gives what counts with them, too; left out, it is none.
    """
    if code in given.pieces:
        return OffBoardInputs()
    unseen = roster.card(code).unseen(state, battle, code)
    return OffBoardInputs(
        ritual=unseen.ritual and given.ritual is UNSET,
        gates=unseen.gates and given.gates is UNSET,
        in_play=() if code in given.in_play else unseen.in_play,
        tokens=unseen.tokens and code not in given.tokens,
        great=unseen.great and code not in given.great,
        numbers=tuple(key for key in unseen.numbers if not _told(given, key)),
    )


def _told(given: QuickBattleSetup, key: str) -> bool:
    code, __, name = key.partition(".")
    return code in {"power": given.power, "doom": given.doom}.get(name, {})
