"""The moments of an evening that a table remembers: awakenings, Rituals, sixth spellbooks, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from companion.games.cthulhu_wars.facts import (
    BookTaken,
    GameEnded,
    PiecesEntered,
    RitualAdvanced,
    SignRevealed,
)
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.games.cthulhu_wars.model.symbols import symbol
from companion.games.cthulhu_wars.model.units import Rank
from companion.table.state import Fact
from companion.table.view import GreatMoment
from companion.table.words import _, and_list

_BOOKS: Final = 6


def great_moment(state: CthulhuState, facts: Sequence[Fact]) -> GreatMoment | None:
    """Return the greatest moment among the facts of a step; None if there is none."""
    if state.phase in (Phase.SETUP, Phase.QUICK_BATTLE):
        # What is set up has happened already.
        return None
    found = [moment for fact in facts for moment in _found(state, fact)]
    return min(found, key=lambda one: one[0])[1] if found else None


def _found(state: CthulhuState, fact: Fact) -> list[tuple[int, GreatMoment]]:
    """Return the moment of a fact with its rank, 0 for the greatest."""
    for rank, (kind, moment_of) in enumerate(_MOMENTS):
        if isinstance(fact, kind):
            moment = moment_of(state, fact)
            return [(rank, moment)] if moment is not None else []
    return []


def _end(_state: CthulhuState, fact: GameEnded) -> GreatMoment:
    if not fact.winners:
        return GreatMoment(_("Everybody loses"), _("Nobody has six spellbooks."), symbol="instant-death", sound="lost")
    people = fact.people or tuple(names.hand(hand) for hand in fact.winners)
    alone = fact.winners[0][0] if len(fact.winners) == 1 else ""
    return GreatMoment(_("Victory"), and_list(list(people)), alone, "" if alone else "first-player", "end")


def _ritual(state: CthulhuState, fact: RitualAdvanced) -> GreatMoment:
    faction = names.faction(fact.who)
    if state.instant_death:
        return GreatMoment(
            _("Instant Death"),
            _("{faction} has performed the last Ritual").format(faction=faction),
            fact.who,
            "instant-death",
            "ritual",
        )
    cost = state.track[state.ritual]
    return GreatMoment(
        _("Ritual of Annihilation"), _("The next one costs {cost}").format(cost=cost), fact.who, "ritual", "ritual"
    )


def _awakening(_state: CthulhuState, fact: PiecesEntered) -> GreatMoment | None:
    if roster.card(fact.who).unit(fact.unit).rank is not Rank.GOO:
        return None
    where = area_name(fact.area) if fact.area else names.faction(fact.who)
    return GreatMoment(
        names.unit(fact.who, fact.unit),
        _("awakens: {where}").format(where=where),
        fact.who,
        symbol(fact.who, fact.unit),
        f"awaken-{roster.card(fact.who).sound}".removesuffix("-"),
        once=f"{fact.who} {fact.unit}",
    )


def _book(state: CthulhuState, fact: BookTaken) -> GreatMoment | None:
    if len(state.factions[fact.who].books) != _BOOKS:
        return None
    return GreatMoment(_("Six spellbooks"), names.faction(fact.who), fact.who, "book-open", "books", once=fact.who)


def _sign(state: CthulhuState, fact: SignRevealed) -> GreatMoment | None:
    if state.phase in (Phase.END, Phase.OVER):
        # The last page turns them itself.
        return None
    return GreatMoment(
        _("Elder Sign: {doom} Doom").format(doom=fact.value), names.faction(fact.who), fact.who, "elder-sign", "sign"
    )


_MOMENTS: Final[tuple[tuple[type[Fact], Callable[..., GreatMoment | None]], ...]] = (
    (GameEnded, _end),
    (PiecesEntered, _awakening),
    (RitualAdvanced, _ritual),
    (BookTaken, _book),
    (SignRevealed, _sign),
)
"""From the greatest down."""
