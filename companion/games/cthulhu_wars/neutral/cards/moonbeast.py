"""Moonbeast: Blasphemous Obeisance (reference 7): it lies on a spellbook of an enemy."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import BookCovered, DoomGained, PiecesEntered
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import MOONBEAST
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.pool import pool
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.state import Notice
from companion.table.words import N_, _, labelled

DOOM: Final = 1
"""What the victim pays to send one to the map."""


def faction_books(state: CthulhuState, code: str) -> list[str]:
    """Return the spellbooks on a faction card that are its own."""
    own = [book.id for book in roster.card(code).books]
    return [book for book in state.factions[code].books if book in own]


def no_book(state: CthulhuState, me: str) -> str:
    """Return that no enemy has a faction spellbook, or an empty string."""
    return "" if any(faction_books(state, c) for c in state.of_others(me)) else _("No enemy has a faction spellbook.")


def cover(state: CthulhuState, me: str, number: int) -> Script[bool]:
    """Place new Moonbeasts on faction spellbooks of enemies, where their owner says."""
    for n in range(number):

        def build(n: int = n) -> Choose | None:
            options = tuple(
                Option(f"{code}/{book}", labelled(names.faction(code), words))
                for code in state.of_others(me)
                for book in faction_books(state, code)
                if (words := names.book(code, book))
            )
            title = _("A Moonbeast: on which spellbook?")
            text = _("It cannot be used, but it still counts.")
            if not options or not pool(state, me, MOONBEAST):
                return None
            return Choose(key=f"moonbeast/{n + 1}", who=me, title=title, text=text, options=options)

        picked = yield from pick_one(state, build)
        if picked is None:
            unit = names.unit(me, MOONBEAST)
            state.record(Notice(me, _("{unit}: no enemy has a faction spellbook, so none is placed").format(unit=unit)))
            continue
        victim, __, book = picked.partition("/")
        state.record(BookCovered(me, victim, book, 1))
    return True


def owner(state: CthulhuState) -> str:
    """Return who has the card, or an empty string."""
    return next((code for code, faction in state.factions.items() if MOONBEAST in faction.loyalty), "")


def come_down(state: CthulhuState, victim: str, book: str, why: str, number: int = 1) -> None:
    """Move Moonbeasts from a spellbook to the map."""
    me = owner(state)
    state.record(BookCovered(me, victim, book, -number))
    state.record(PiecesEntered(me, MOONBEAST, number, why))


def covered(state: CthulhuState, code: str) -> dict[str, int]:
    """Return the books of a faction on which Moonbeasts lie, with how many."""
    books = {book: state.covers(code, book) for book in faction_books(state, code)}
    return {book: number for book, number in books.items() if number}


def to_gates(state: CthulhuState, me: str) -> Script[None]:
    """Move all to areas with a Gate of their owner's; ask what happens if there is none."""

    def lying() -> list[tuple[str, str, int]]:
        return [(code, book, n) for code in state.of_others(me) for book, n in covered(state, code).items()]

    if not state.gates_of(me):

        def build() -> Choose | None:
            if not lying():
                return None
            options = (Option("map", _("They come to the map")), Option("books", _("They stay where they are")))
            text = _("Our sources do not say what happens without a Gate: read its card.")
            title = _("Moonbeasts without a Gate of yours")
            return Choose(key=f"moonbeast/{me}/no_gate", who=me, title=title, text=text, options=options)

        if (yield from pick_one(state, build)) == "books":
            return
    for code, book, number in lying():
        come_down(state, code, book, _("comes to a controlled Gate"), number)


def send_refused(state: CthulhuState, me: str) -> str:
    """Return why Send cannot be used, or an empty string."""
    return "" if state.factions[me].doom >= DOOM else _("It costs {doom} Doom.").format(doom=DOOM)


def send_away(state: CthulhuState, me: str) -> Script[None]:
    """Let a victim send one to the map for 1 Doom."""

    def build() -> Choose | None:
        options = tuple(Option(book, names.book(me, book)) for book in covered(state, me))
        title = _("Which spellbook becomes free?")
        return Choose(key=f"moonbeast/{me}/away", who=me, title=title, options=options) if options else None

    book = yield from pick_one(state, build)
    if book is None or state.factions[me].doom < DOOM:
        return
    state.record(DoomGained(me, -DOOM, names.unit(owner(state), MOONBEAST)))
    come_down(state, me, book, _("goes to the map"))


SEND_AWAY: Final = Action(
    "moonbeast_away",
    N_("A Moonbeast enters the map"),
    0,
    send_refused,
    send_away,
    N_("It leaves your spellbook for 1 Doom"),
)
"""What the victim may do, whoever has the card."""


def victims_actions(state: CthulhuState, me: str) -> tuple[Action, ...]:
    """Return what a faction may do on whose spellbooks some lie."""
    return (SEND_AWAY,) if covered(state, me) else ()


def freed(state: CthulhuState, me: str, book: str) -> None:
    """Bring those that lie on a spellbook to the map as it is put back."""
    if number := state.covers(me, book):
        come_down(state, me, book, _("goes to the map"), number)


POWERS: Final = CardHooks(
    MOONBEAST,
    comes=cover,
    no_place=no_book,
    anytime_for_all=victims_actions,
    doom_begins=to_gates,
    book_put_back=freed,
)
