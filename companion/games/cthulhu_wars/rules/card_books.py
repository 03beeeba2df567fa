"""The spellbooks of neutral cards (reference 7): what there is, by what it is earned, and whose it is.

A book lies on its own card: whether it is earned is a mark of the faction that has the card.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.games.cthulhu_wars.facts import CardReturned, CardTaken, CounterSet, GateGone, PiecesEntered, PiecesLeft
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.neutral_cards import (
    ABHOTH,
    ATLACH_NACHA,
    AZATHOTH,
    BLOATED_WOMAN,
    BOKRUG,
    BYATIS,
    CARDS,
    CTHUGHA,
    DAGON,
    DAOLOTH,
    GHATANOTHOA,
    HYDRA,
    NYOGTHA,
    TULZSCHA,
    YGOLONAC,
    YIG,
)
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.rules.common_questions import pick_faction
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import N_, _, labelled

BOOK: Final = "book_"
"""What the mark of a book begins with: 1 if it is earned, 2 while it lies face down."""


EARNED: Final = 1


FACE_DOWN: Final = 2


class CardBook(Struct, frozen=True):
    """The spellbook of a card: by what it is earned, and what it does.

    Args:
        said: whether it is the players who say that it is earned.
    """

    name: str
    earned: str
    text: str
    said: bool = True


CARD_BOOKS: Final = {
    BYATIS: CardBook(
        N_("God of Forgetfulness"),
        N_("He survives a battle in which an enemy unit is Killed"),
        N_("1 Power: all enemy Cultists of a neighbouring area come to his."),
    ),
    NYOGTHA: CardBook(
        N_("Nightmare Web"),
        N_("It survives a battle against an enemy Great Old One"),
        N_("2 Power: a Nyogtha from the pool comes where you have a unit."),
    ),
    TULZSCHA: CardBook(
        N_("Ceremony of Annihilation"),
        N_("Action: every enemy gains 2 Power"),
        N_("In the Doom Phase gain the price of a Ritual instead of paying it, and move the marker."),
    ),
    YGOLONAC: CardBook(
        N_("The Revelations"),
        N_("You have just received him by Orifices"),
        N_("In the Doom Phase every other player gains an Elder Sign."),
    ),
    YIG: CardBook(
        N_("Messenger of Yig"),
        N_("Remove a Gate that you control"),
        N_("In the Doom Phase each other faction gives you 1 Power or you gain 1 Doom."),
    ),
    AZATHOTH: CardBook(
        N_("Nuclear Chaos"),
        N_("Every player has a Great Old One in play"),
        N_("All roll a die: the highest gain that much Power, the lowest that many Elder Signs."),
    ),
    DAGON: CardBook(
        N_("The Innsmouth Look"),
        N_("8 units in oceans"),
        N_("In the Doom Phase an Acolyte of yours leaves the game, and you gain 6 Power."),
    ),
    HYDRA: CardBook(
        N_("The Zygote"),
        N_("You, or an enemy, have no Great Old One in an ocean"),
        N_("1 Power: all Acolytes of your pool come where you have a unit or Gate."),
    ),
    ABHOTH: CardBook(
        N_("The Brood"),
        N_("4 kinds of Monster or 8 Monsters of yours are in play, Filth too"),
        N_("Gates of others in areas with Filth do not count in the Doom Phase."),
    ),
    DAOLOTH: CardBook(
        N_("Interdimensional"),
        N_("A Great Old One is Killed anywhere"),
        N_("He comes to an area without a Gate: one is placed there."),
    ),
    CTHUGHA: CardBook(
        N_("Firestorm"),
        N_("An enemy Great Old One is Killed in a battle"),
        N_("Each unit spared by Fire Vampires gives an Elder Sign, too."),
    ),
    BOKRUG: CardBook(
        N_("Doom that Came to Sarnath"),
        N_("You give the card to a player, who gets the book"),
        N_("At the end of the Doom Phase: a unit of yours Eliminated, or an Elder Sign discarded."),
    ),
    GHATANOTHOA: CardBook(
        N_("Execration of Mu"),
        N_("Fewer than 6 Gates and Cultists together in the Doom Phase, or pay 4"),
        N_("Mummify is no Action any more, and happens at once."),
    ),
    BLOATED_WOMAN: CardBook(
        N_("Disaster Looms"),
        N_("You have six spellbooks of your faction"),
        N_("In Gather Power your Gates give 1 Elder Sign instead of 2 Power."),
    ),
    ATLACH_NACHA: CardBook(N_("Cosmic Web"), N_("Web tokens in 6 areas"), N_("You win at once."), said=False),
}
"""All that are established."""


def has_book(state: CthulhuState, me: str, card: str) -> bool:
    """Whether the book of a card is earned and its Great Old One there."""
    return bool(state.factions[me].marks.get(f"{BOOK}{card}")) and state.in_play(me, card) > 0


def earn(state: CthulhuState, me: str, card: str) -> None:
    """Note that a faction has earned the spellbook of a card."""
    words = labelled(names.faction(me), _(CARD_BOOKS[card].name))
    state.record(CounterSet(me, f"{BOOK}{card}", EARNED, words))


def to_earn(state: CthulhuState, me: str) -> list[str]:
    """Cards of which the book is not earned yet."""
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
                _("You control no Gate.") if card == YIG and not state.held_gates(me) else "",
                detail=" ".join(
                    filter(None, (_(CARD_BOOKS[card].earned), _("Check your card.") if CARDS[card].one_source else ""))
                ),
            )
            for card in to_earn(state, me)
        )
        title = _("Which card's spellbook is earned?")
        return Choose(key="card_book", who=me, title=title, options=options, least=0) if options else None

    card = yield from pick_one(state, build)
    if card is None:
        return
    if card == YIG:

        def gates() -> Choose | None:
            held = state.held_gates(me)
            # Those that are only counted are all alike.
            options = tuple(Option(area, area_name(area)) for area in (held if state.follows else held[:1]))
            title = _("Which Gate is removed?")
            return Choose(key="card_book/gate", who=me, title=title, options=options, on_map=True) if options else None

        area = yield from pick_one(state, gates)
        if area is None:
            return
        state.record(GateGone(area, removed=True))
    if card == BOKRUG:
        me = yield from give_away(state, me, card)
    earn(state, me, card)


def give_away(state: CthulhuState, me: str, card: str) -> Script[str]:
    """Ask for a player who takes a card with its piece, and return that player."""
    title = _("{unit}: who gets the card?").format(unit=names.unit(me, card))
    to = yield from pick_faction(state, "card_book/to", me, title, lambda: state.of_others(me))
    number = state.in_play(me, card)
    if number:
        state.record(PiecesLeft(me, card, number, Loss.EXCHANGED, by=me))
    state.record(CardReturned(me, card))
    state.record(CardTaken(to, card, to, 0, 0))
    if number:
        state.record(PiecesEntered(to, card, number, _("goes with its Loyalty Card")))
    return to


def forget(state: CthulhuState, me: str, card: str) -> None:
    """Return a card to the common pool; its spellbook must be earned again."""
    if state.factions[me].marks.get(f"{BOOK}{card}"):
        state.record(CounterSet(me, f"{BOOK}{card}", 0))
