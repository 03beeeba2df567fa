"""Where pieces are: stock = pool + in play + captured + away. A faction never has more in play than its stock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.facts import PiecesEntered
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.card_rulings import CHEAPER_CAT, FEWER_TOKENS
from companion.games.cthulhu_wars.model.faction_parts import Spellbook
from companion.games.cthulhu_wars.model.neutral_cards import (
    BROUGHT,
    CARDS,
    DARK_DEMON,
    FILTH,
    HIGH_PRIEST,
    HIGH_PRIESTS,
    NEPTUNE,
    ONLY_IN_PLACE,
    PRIESTS,
    TOKENS,
    UNITS,
)
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import DEMON, ENEMY_GREAT, HELD_DOWN, PRIEST, CthulhuState, Phase
from companion.games.cthulhu_wars.model.units import Rank, Unit
from companion.table.words import _, n_

_NO_KEEPERS: Final = tuple(card.id for card in CARDS.values() if not card.keeps_gates)
_CHOSEN: Final = {f"{PRIEST}{name}": name for name in PRIESTS}
"""The Unique High Priests by the mark of whoever has chosen them."""
_BRING_PIECES: Final = frozenset((DEMON, *_CHOSEN))
"""Marks of whoever has a kind of neutral unit without a card of it."""


def stock(state: CthulhuState, code: str, unit_id: str) -> int:
    """Return how many pieces of a kind there are, wherever they are."""
    if unit_id == FILTH and ruling(state.rulings, "D72") == OTHER:
        # More may be in play already as the table takes that reading.
        return max(FEWER_TOKENS, state.in_play(code, unit_id))
    return roster.card(code).unit(unit_id).count


def pool(state: CthulhuState, code: str, unit_id: str) -> int:
    """Return how many pieces of a kind are in the Pool; captured ones are on the captor's card."""
    return stock(state, code, unit_id) - state.in_play(code, unit_id) - state.absent(code, unit_id)


def unit_cost(state: CthulhuState, code: str, unit: Unit) -> int:
    """Return the Power for which a faction would summon, recruit or awaken a kind of unit now."""
    card = roster.card(code)
    if unit.id == NEPTUNE and ruling(state.rulings, "D69") == OTHER:
        return CHEAPER_CAT
    if unit.rank in (Rank.MONSTER, Rank.TERROR):
        return card.summon_cost(state, code, unit)
    for awakening in card.awakenings:
        if awakening.unit == unit.id:
            return awakening.price(state, code)
    own = next((kin.power for kin in card.kin if kin.card == unit.id and unit.rank is Rank.GOO), None)
    return unit.cost if own is None else own


def enter(state: CthulhuState, code: str, unit: str, number: int, why: str, area: str = "", where: str = "") -> None:
    """Bring pieces from the Pool into play, as many as are still there.

    Their number may have been corrected since they were chosen.
    """
    number = min(number, pool(state, code, unit))
    if number > 0:
        state.record(PiecesEntered(code, unit, number, why, area, where))


def not_in_play(state: CthulhuState, code: str, unit: str) -> str:
    """Return why nothing can be done that needs a piece in play, or an empty string."""
    return "" if state.in_play(code, unit) else _("{unit} is not in play.").format(unit=names.unit(code, unit))


def needs(unit: str) -> Callable[[CthulhuState, str], str]:
    """Return a function that refuses an Action while no piece of a kind is in play."""
    return lambda state, me: not_in_play(state, me, unit)


def cultists(state: CthulhuState, code: str) -> int:
    """Own Cultists in play."""
    return of_rank(state, code, Rank.CULTIST)


def kinds(state: CthulhuState, code: str, *ranks: Rank) -> tuple[Unit, ...]:
    """Return the kinds of unit of some ranks, or all: own ones, then those of Loyalty Cards."""
    own = roster.card(code).of_rank(*ranks)
    neutral = _neutral_kinds(state, code)
    return (*own, *(unit for unit in neutral if not ranks or unit.rank in ranks)) if neutral else own


def _neutral_kinds(state: CthulhuState, code: str) -> list[Unit]:
    faction = state.factions[code]
    loyalty, marks, in_play = faction.loyalty, faction.marks, faction.in_play
    # Hardly anybody has any, and a dozen rules ask for this with each answer.
    if not (loyalty or state.neutral) and _BRING_PIECES.isdisjoint(marks) and in_play.keys().isdisjoint(TOKENS):
        return []
    found = [UNITS[name] for name in loyalty]
    if HIGH_PRIESTS in state.neutral and has_priest(state, code) and not roster.card(code).has(HIGH_PRIEST):
        found.insert(0, UNITS[HIGH_PRIEST])
    if marks.get(DEMON) and DARK_DEMON not in loyalty:
        found.append(UNITS[DARK_DEMON])
    for card, unit in BROUGHT.items():
        # Tokens on the map stay there without their card.
        if card in loyalty or in_play.get(unit.id):
            found.append(unit)
    if unique := chosen_priest(state, code):
        found.append(UNITS[unique])
    return found


def chosen_priest(state: CthulhuState, code: str) -> str:
    """Return the Unique High Priest that a faction has chosen, or an empty string."""
    marks = state.factions[code].marks
    return "" if _CHOSEN.keys().isdisjoint(marks) else next(_CHOSEN[mark] for mark in marks if mark in _CHOSEN)


def high_priests(state: CthulhuState, code: str) -> list[str]:
    """Return the kinds of High Priest of a faction on the map, a Unique one too."""
    names = (HIGH_PRIEST, chosen_priest(state, code))
    return [name for name in names if name and state.on_map(code, name) > 0]


def priests_on_map(state: CthulhuState, code: str) -> int:
    """Return how many High Priests of a faction are on the map."""
    return sum(state.on_map(code, name) for name in high_priests(state, code))


def no_priest_left(state: CthulhuState, code: str) -> bool:
    """Return whether as many High Priests as a faction has are in play or away, a Unique one among them."""
    most = roster.card(code).unit(HIGH_PRIEST).count
    names = (HIGH_PRIEST, chosen_priest(state, code))
    return sum(state.in_play(code, name) + state.absent(code, name) for name in names if name) >= most


def in_pool(state: CthulhuState, code: str, *ranks: Rank) -> list[Unit]:
    """Return the kinds of unit that can be placed from the Pool; tokens only with their card."""
    return [u for u in kinds(state, code, *ranks) if pool(state, code, u.id) > 0 and _placeable(state, code, u.id)]


def _placeable(state: CthulhuState, code: str, unit: str) -> bool:
    if unit in ONLY_IN_PLACE:
        return False
    if unit not in TOKENS:
        return True
    loyalty = state.factions[code].loyalty
    return any(card in loyalty and token.id == unit for card, token in BROUGHT.items())


def has_priest(state: CthulhuState, code: str) -> bool:
    """Return whether High Priests are among a faction's pieces: its own, or those of a table that plays with them."""
    card = roster.card(code)
    return card.has(HIGH_PRIEST) or (state.priests and bool(card.of_rank(Rank.CULTIST)))


def cultists_on_map(state: CthulhuState, code: str) -> int:
    """Own Cultists on the map."""
    return sum(state.on_map(code, unit.id) for unit in kinds(state, code, Rank.CULTIST))


def of_rank(state: CthulhuState, code: str, *ranks: Rank) -> int:
    """Own pieces of some ranks in play."""
    return sum(state.in_play(code, u.id) for u in kinds(state, code, *ranks))


def like_cultists(state: CthulhuState, code: str) -> list[str]:
    """Return the kinds of unit to which rules for Cultists apply."""
    return [*(u.id for u in kinds(state, code, Rank.CULTIST)), *roster.card(code).like_cultists]


def keeper_units(state: CthulhuState, code: str) -> list[str]:
    """Return the kinds of unit that can control a Gate (reference 3.5)."""
    card = roster.card(code)
    neutral = [u.id for u in _neutral_kinds(state, code) if u.rank is Rank.CULTIST and u.id not in _NO_KEEPERS]
    return [*card.cultists, *neutral, *card.keeps_gates(state, code)]


def gate_keepers(state: CthulhuState, code: str) -> int:
    """Return how many pieces on the map can control a Gate."""
    faction = state.factions[code]
    in_play, card, number = faction.in_play, faction.card, 0
    for unit in keeper_units(state, code):
        number += in_play.get(unit, 0)
        if card:
            number -= card.get(unit, 0)
    return number


def idle_keepers(state: CthulhuState, code: str) -> int:
    """Return how many pieces can control a Gate and are on none."""
    return gate_keepers(state, code) - len(state.held_gates(code))


def mind_controlled(state: CthulhuState, code: str, unit: str) -> bool:
    """Return whether an Elder Thing was said to stop a Great Old One in Gather Power."""
    return state.phase is not Phase.ACTION and state.factions[code].marks.get(f"{HELD_DOWN}{unit}") == state.turn


def units_as_gates(state: CthulhuState, code: str) -> list[str]:
    """Return the pieces of a faction on the map that are Gates themselves, by kind."""
    units = [u for u in roster.card(code).gate_units if not mind_controlled(state, code, u)]
    return [unit for unit in units for __ in range(state.on_map(code, unit))]


def gates(state: CthulhuState, code: str) -> int:
    """Return how many Gates a faction controls, units that are Gates and those by own rules too."""
    units = len(units_as_gates(state, code))
    return len(state.gates_of(code)) + units + roster.card(code).more_gates(state, code)


def unit_gates(state: CthulhuState) -> list[tuple[str, str]]:
    """Return the pieces on the map that are Gates themselves, as `(owner, unit)`.

    The players see where they stand.
    """
    return [(code, unit) for code in state.seats for unit in units_as_gates(state, code)]


def gates_on_map(state: CthulhuState) -> int:
    """Return all Gates on the map, also those that are units."""
    return len(state.loose_gates()) + len(unit_gates(state))


def enemy_great_old_ones(state: CthulhuState, code: str) -> int:
    """Return how many Great Old Ones of their own enemies have in play."""
    known = sum(great_old_ones(state, enemy) for enemy in state.enemies(code))
    return max(known, state.factions[code].marks.get(ENEMY_GREAT, 0))


def abandoned_gates(state: CthulhuState) -> int:
    """Return how many Gates nobody controls, those by factions' own rules too."""
    elsewhere = sum(roster.card(code).more_abandoned(state, code) for code in state.seats)
    return len(state.abandoned_gates()) + elsewhere


def great_old_ones(state: CthulhuState, code: str) -> int:
    """Own faction Great Old Ones in play."""
    return sum(state.in_play(code, u.id) for u in roster.card(code).of_rank(Rank.GOO))


def has_great_old_one(state: CthulhuState, code: str) -> bool:
    """Return whether a faction has a Great Old One in play, also an independent one."""
    return any(state.in_play(code, unit.id) > 0 for unit in kinds(state, code, Rank.GOO))


def pieces_on_map(state: CthulhuState, me: str) -> int:
    """Own pieces on the map; those on the faction card are not."""
    faction = state.factions[me]
    return sum(faction.in_play.values()) - sum(faction.card.values())


def too_few_units(state: CthulhuState, me: str, needed: int) -> str:
    """Return why so many units cannot be anywhere, or an empty string."""
    number = pieces_on_map(state, me)
    if number >= needed:
        return ""
    return n_("You have only {n} unit in play.", "You have only {n} units in play.", number).format(n=number)


def independent_kinds(state: CthulhuState, me: str) -> list[str]:
    """Return the independent Great Old Ones of a faction, by kind."""
    return [name for name in state.factions[me].loyalty if CARDS[name].independent]


def books_left(state: CthulhuState, code: str) -> list[Spellbook]:
    """Return the spellbooks that can still be taken.

    Which tribe a faction uses is secret until it has taken a spellbook of it.
    """
    books, owned = roster.card(code).books, state.factions[code].books
    shown = {book.tribe for book in books if book.tribe and book.id in owned}
    return [book for book in books if book.id not in owned and (not shown or book.tribe in ("", *shown))]
