"""Eihort: The Brood, and his spellbook Unclean Bargain (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import PiecesTurned
from companion.games.cthulhu_wars.model.neutral_cards import BROOD, EIHORT
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.neutral.cards.earning import as_soon_as
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.card_books import has_book
from companion.games.cthulhu_wars.rules.pool import pool
from companion.table.script import Script

ENOUGH: Final = 3
"""Acolytes in play that earn his spellbook."""


def turn(state: CthulhuState, me: str, acolytes: int) -> Script[None]:
    """Turn so many Acolytes into Brood tokens where they are, as long as there are tokens."""
    yield from ()
    number = min(acolytes, pool(state, me, BROOD))
    if number > 0:
        state.record(PiecesTurned(me, ACOLYTE, BROOD, number))


def the_brood(state: CthulhuState, me: str) -> Script[None]:
    """Turn all Acolytes in play as he awakens."""
    yield from turn(state, me, state.in_play(me, ACOLYTE))


def unclean_bargain(state: CthulhuState, me: str) -> Script[None]:
    """Turn those on the map in the Doom Phase; it is not optional."""
    if has_book(state, me, EIHORT):
        yield from turn(state, me, state.on_map(me, ACOLYTE))


def enough_acolytes(state: CthulhuState, me: str) -> bool:
    """Return whether Acolytes enough are in play."""
    return state.in_play(me, ACOLYTE) >= ENOUGH


POWERS: Final = CardHooks(
    EIHORT, awakened=the_brood, doom_begins=unclean_bargain, noticed=as_soon_as(EIHORT, enough_acolytes)
)
