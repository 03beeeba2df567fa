"""Spellbooks of cards of which the players say that they are earned (reference 7)."""

from __future__ import annotations

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import CARDS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.rules.card_books import BOOK, CARD_BOOKS, earn
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import _


def to_earn(state: CthulhuState, me: str) -> list[str]:
    """Return the cards of a faction whose spellbook is still to be said to be earned."""
    held = state.factions[me].loyalty
    return [
        card
        for card in held
        if card in CARD_BOOKS and CARD_BOOKS[card].said and not state.factions[me].marks.get(f"{BOOK}{card}")
    ]


def claim_book(state: CthulhuState, me: str) -> Script[None]:
    """Let the players say that the book of a card is earned."""

    def build() -> Choose | None:
        options = tuple(
            Option(
                card,
                _("{unit}: {book}").format(unit=names.unit(me, card), book=_(CARD_BOOKS[card].name)),
                detail=" ".join(
                    filter(None, (_(CARD_BOOKS[card].earned), _("Check your card.") if CARDS[card].one_source else ""))
                ),
            )
            for card in to_earn(state, me)
        )
        title = _("Which card's spellbook do you earn?")
        return Choose(key="card_book", who=me, title=title, options=options, least=0) if options else None

    card = yield from pick_one(state, build)
    if card is None:
        return
    owner = yield from registry.book_claimed(state, me, card)
    if owner:
        earn(state, owner, card)
