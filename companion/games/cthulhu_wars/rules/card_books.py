"""The spellbooks of neutral cards (reference 7): what there is, by what it is earned, and whose it is.

A book lies on its own card: whether it is earned is a mark of the faction that has the card.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.games.cthulhu_wars.facts import CounterSet
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import (
    ABHOTH,
    ATLACH_NACHA,
    AZATHOTH,
    BLOATED_WOMAN,
    BOKRUG,
    BYATIS,
    CHAUGNAR,
    CTHUGHA,
    DAGON,
    DAOLOTH,
    DIRE_AZATHOTH,
    DIRE_CTHULHU,
    DIRE_YOG,
    EIHORT,
    GHATANOTHOA,
    GLAAKI,
    HAGARG,
    HAUNTER,
    HYDRA,
    NODENS,
    NYOGTHA,
    TULZSCHA,
    YGOLONAC,
    YIG,
)
from companion.games.cthulhu_wars.model.state import CthulhuState
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
        N_("1 Power: move all enemy Cultists from an adjacent area to his."),
    ),
    NYOGTHA: CardBook(
        N_("Nightmare Web"),
        N_("It survives a battle against an enemy Great Old One"),
        N_("2 Power: place a Nyogtha from your Pool where you have a unit."),
    ),
    TULZSCHA: CardBook(
        N_("Ceremony of Annihilation"),
        N_("Action: every enemy gains 2 Power"),
        N_("In the Doom Phase, instead of a Ritual: gain the number under its marker in Power, and move that."),
        said=False,
    ),
    YGOLONAC: CardBook(
        N_("The Revelations"),
        N_("You have just received him through Orifices"),
        N_("In the Doom Phase every other player gains an Elder Sign."),
    ),
    YIG: CardBook(
        N_("Messenger of Yig"),
        N_("Action: remove a Gate that you control"),
        N_("In the Doom Phase each other faction gives you 1 Power, or you gain 1 Doom."),
        said=False,
    ),
    AZATHOTH: CardBook(
        N_("Nuclear Chaos"),
        N_("Every player has a Great Old One in play"),
        N_("Everybody rolls a die: the highest gains that much Power, the lowest that many Elder Signs."),
    ),
    DAGON: CardBook(
        N_("The Innsmouth Look"),
        N_("8 units in oceans"),
        N_("In the Doom Phase one of your Acolytes is removed from the game, and you gain 6 Power."),
    ),
    HYDRA: CardBook(
        N_("The Zygote"),
        N_("You, or an enemy, have no Great Old One in an ocean"),
        N_("1 Power: place all Acolytes from your Pool where you have a unit."),
    ),
    ABHOTH: CardBook(
        N_("The Brood"),
        N_("You have 4 kinds of Monster, or 8 Monsters, in play (Filth counts)"),
        N_("Other players' Gates in areas with Filth do not count in the Doom Phase."),
    ),
    DAOLOTH: CardBook(
        N_("Interdimensional"),
        N_("A Great Old One is Killed anywhere"),
        N_("If he enters an area without a Gate, one is placed there."),
    ),
    CTHUGHA: CardBook(
        N_("Firestorm"),
        N_("An enemy Great Old One is Killed in a battle"),
        N_("Each unit spared by Fire Vampires also gives an Elder Sign."),
    ),
    GLAAKI: CardBook(
        N_("Green Decay"),
        N_("You are the first to reach 0 Power in the Action Phase"),
        N_("Captured Cultists that go home give you an Elder Sign each instead of Power."),
    ),
    BOKRUG: CardBook(
        N_("Doom that Came to Sarnath"),
        N_("You give the card to a player, who gets the book"),
        N_("At the end of the Doom Phase: one of your units is Eliminated, or an Elder Sign is discarded."),
    ),
    GHATANOTHOA: CardBook(
        N_("Execration of Mu"),
        N_("Fewer than 6 Gates plus Cultists in the Doom Phase, or pay 4 as an Action"),
        N_("Mummify is no longer an Action; it happens at once."),
    ),
    BLOATED_WOMAN: CardBook(
        N_("Disaster Looms"),
        N_("You have six spellbooks of your faction"),
        N_("In Gather Power your Gates give 1 Elder Sign instead of 2 Power."),
    ),
    CHAUGNAR: CardBook(
        N_("Curse of Chaugnar Faugn"),
        N_("Action: discard 2 Elder Signs"),
        N_("All Elder Signs of the pool lie face up; whoever gains one gets the one that you choose."),
        said=False,
    ),
    EIHORT: CardBook(
        N_("Unclean Bargain"),
        N_("3 or more of your Acolytes are in play"),
        N_("In the Doom Phase your Acolytes on the map become Brood tokens, as long as there are some."),
        said=False,
    ),
    HAUNTER: CardBook(
        N_("The Shining Trapezohedron"),
        N_("Action: pay 1 Power"),
        N_("In his battle the enemy rolls a die for each of its units; for each 6 it Eliminates one."),
        said=False,
    ),
    HAGARG: CardBook(
        N_("Laziness"),
        N_("You have 0 Power"),
        N_("Action, 0 Power: each faction with exactly 1 Power loses it; for 1 Power so does whoever hibernates."),
        said=False,
    ),
    NODENS: CardBook(
        N_("Proteus"),
        N_("You perform a Ritual"),
        N_("Action, 2 Power: one of your spellbooks that names a unit works for Nodens as if he were that unit."),
    ),
    DIRE_CTHULHU: CardBook(
        N_("Non-Euclidean"),
        N_("3 enemy units are Killed in one battle"),
        N_("In his battle your results may go to any faction with units in the area; it picks the unit."),
    ),
    DIRE_YOG: CardBook(
        N_("It Walks Unseen"),
        N_("Your Great Old One is in an area with two enemy ones"),
        N_("When you move any other unit he may move too, for free."),
    ),
    DIRE_AZATHOTH: CardBook(N_("The Blind Idiot God"), N_("Action: pay 20 Power"), N_("You win at once."), said=False),
    ATLACH_NACHA: CardBook(
        N_("Cosmic Web"), N_("Web tokens in 6 areas"), N_("Action, 0 Power: you win at once."), said=False
    ),
}
"""All that are established."""


def has_book(state: CthulhuState, me: str, card: str) -> bool:
    """Return whether the book of a card is earned and its Great Old One there."""
    return bool(state.factions[me].marks.get(f"{BOOK}{card}")) and state.in_play(me, card) > 0


def books_earned(state: CthulhuState, code: str) -> int | None:
    """Return the spellbooks of a faction and its cards, or None where those are not known."""
    faction = state.factions[code]
    if state.skirmish and any(card in CARD_BOOKS for card in faction.loyalty):
        return None
    return len(faction.books) + sum(bool(faction.marks.get(f"{BOOK}{card}")) for card in faction.loyalty)


def earn(state: CthulhuState, me: str, card: str) -> None:
    """Note that a faction has earned the spellbook of a card."""
    words = labelled(names.faction(me), _(CARD_BOOKS[card].name))
    state.record(CounterSet(me, f"{BOOK}{card}", EARNED, words))


def forget(state: CthulhuState, me: str, card: str) -> None:
    """Return a card to the common pool; its spellbook must be earned again."""
    if state.factions[me].marks.get(f"{BOOK}{card}"):
        state.record(CounterSet(me, f"{BOOK}{card}", 0))
