"""Ghatanothoa: Mummify, and his spellbook Execration of Mu (reference 7)."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import GHATANOTHOA
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, while_in_play, with_book
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, earn, has_book
from companion.games.cthulhu_wars.rules.pool import cultists_on_map
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge
from companion.table.prompts import Blank, Form
from companion.table.script import Script, ask
from companion.table.words import N_, _

LAID_DOWN: Final = "laid_down"
"""Mark of a victim: how many of its Acolytes are laid down."""
PRICE: Final = 4


def victims(state: CthulhuState, me: str) -> list[str]:
    """Return the enemies with Acolytes on the map."""
    return [code for code in state.enemies(me) if state.on_map(code, ACOLYTE) > 0]


def nobody_there(state: CthulhuState, me: str) -> str:
    """Return that no enemy Acolyte is on the map, or an empty string."""
    return "" if victims(state, me) else _("No enemy Acolyte is on the map.")


def mummify(state: CthulhuState, me: str, *, at_once: bool = False) -> Script[None]:
    """Lay down enemy Acolytes in his area; they give no Power in the next Gather Power.

    Args:
        at_once: whether it is no Action.
    """

    def sheet() -> Form | None:
        blanks = tuple(
            Blank(
                code,
                names.faction(code),
                most=state.on_map(code, ACOLYTE),
                suggested=min(state.factions[code].marks.get(LAID_DOWN, 0), state.on_map(code, ACOLYTE)),
            )
            for code in victims(state, me)
        )
        text = _("No Move, no battle, and no Power in the next Gather Power; they keep their Gate.")
        title = _("Lay down how many Acolytes?")
        return Form(key="mummify/laid", who=me, title=title, text=text, blanks=blanks) if blanks else None

    if not at_once:
        yield from ask_surcharge(state, me)
    answer = yield from ask(state, sheet)
    form = sheet()
    if answer is None or form is None:
        return
    words = n_said(form.filled(answer))
    for code, number in form.filled(answer).items():
        if number != state.factions[code].marks.get(LAID_DOWN, 0):
            state.record(CounterSet(code, LAID_DOWN, number, words[code]))


def n_said(told: dict[str, int]) -> dict[str, str]:
    """Return what the log says of each victim."""
    said = _("{faction}: Acolytes laid down: {n}")
    return {code: said.format(faction=names.faction(code), n=number) for code, number in told.items()}


def laid_down(state: CthulhuState, code: str) -> list[tuple[str, int]]:
    """Return what a victim gathers less."""
    number = min(state.factions[code].marks.get(LAID_DOWN, 0), state.on_map(code, ACOLYTE))
    return [(_("Mummify"), -number)] if number > 0 else []


def stand_up(state: CthulhuState) -> None:
    """Stand the Acolytes up, for nothing happens between Gather Power and the Doom Phase."""
    for code in state.seats:
        if state.factions[code].marks.get(LAID_DOWN):
            words = _("{faction}: the Acolytes laid down stand up in the Doom Phase")
            state.record(CounterSet(code, LAID_DOWN, 0, words.format(faction=names.faction(code))))


def by_action(state: CthulhuState, me: str) -> str:
    """Return why the Action cannot be used, or an empty string."""
    if has_book(state, me, GHATANOTHOA):
        return _("No longer an Action: it happens at once.")
    return nobody_there(state, me)


def earned(state: CthulhuState, me: str) -> str:
    """Return that the spellbook is earned already, or an empty string."""
    return _("Already done.") if has_book(state, me, GHATANOTHOA) else ""


def pay_for_it(state: CthulhuState, me: str) -> Script[None]:
    """Pay 4 as an Action: his spellbook is earned."""
    yield from ()
    earn(state, me, GHATANOTHOA)


def dice(state: CthulhuState, battle: Battle, side: str, _number: int) -> int:
    """Return the number of the enemy's Cultists on the map."""
    return cultists_on_map(state, battle.foe(side))


POWERS: Final = CardHooks(
    GHATANOTHOA,
    dice=dice,
    counts_cultists=True,
    gathers_for_all=laid_down,
    gather_over=stand_up,
    actions=(
        Action(
            "mummify",
            N_("Mummify"),
            1,
            while_in_play(GHATANOTHOA, by_action),
            mummify,
            N_("Lay down the enemy Acolytes in Ghatanothoa's area"),
            great=True,
        ),
        Action(
            "execration_of_mu",
            N_("Pay for Ghatanothoa's book"),
            PRICE,
            while_in_play(GHATANOTHOA, earned),
            pay_for_it,
            CARD_BOOKS[GHATANOTHOA].text,
        ),
    ),
    anytime=(
        Action(
            "mummify_at_once",
            CARD_BOOKS[GHATANOTHOA].name,
            0,
            with_book(GHATANOTHOA, nobody_there),
            partial(mummify, at_once=True),
            CARD_BOOKS[GHATANOTHOA].text,
            great=True,
        ),
    ),
)
