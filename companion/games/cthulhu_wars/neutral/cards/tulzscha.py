"""Tulzscha's spellbook Ceremony of Annihilation (reference 7, one source)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import PowerGained
from companion.games.cthulhu_wars.model.faction_parts import Action, costs
from companion.games.cthulhu_wars.model.neutral_cards import TULZSCHA
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, with_book
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS
from companion.games.cthulhu_wars.rules.ritual_marker import advance, ritual_cost
from companion.table.script import Script
from companion.table.words import _


def ceremony(state: CthulhuState, me: str) -> Script[None]:
    """Instead of paying for a Ritual gain its price, and move the marker; nothing else is gained."""
    yield from ()
    state.record(PowerGained(me, ritual_cost(state, me), _(CARD_BOOKS[TULZSCHA].name)))
    advance(state, me)


POWERS: Final = CardHooks(
    TULZSCHA,
    doom_phase=(
        Action(
            "ceremony",
            CARD_BOOKS[TULZSCHA].name,
            costs(0),
            with_book(TULZSCHA),
            ceremony,
            CARD_BOOKS[TULZSCHA].text,
            symbol="ritual",
            instead_of_ritual=True,
        ),
    ),
)
