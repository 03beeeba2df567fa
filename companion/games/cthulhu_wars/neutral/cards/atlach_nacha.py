"""Atlach-Nacha: Spinnerets, and her spellbook Cosmic Web, an Action (reference 7, D77)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import WebPlaced
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action, nothing_in_the_way
from companion.games.cthulhu_wars.model.neutral_cards import ATLACH_NACHA
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.earning import as_soon_as
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, while_in_play
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS
from companion.games.cthulhu_wars.rules.common_questions import with_token
from companion.games.cthulhu_wars.rules.people import ended, player
from companion.games.cthulhu_wars.rules.surcharges import pick_target
from companion.table.prompts import Tell
from companion.table.script import Script, ask
from companion.table.words import N_, _

ENOUGH: Final = 6
"""Areas with a Web token that earn her spellbook."""


def all_webbed(state: CthulhuState, _me: str) -> str:
    """Return that each area has a Web token, or an empty string."""
    return "" if set(state.board.areas) - set(state.webs()) else _("There is already a Web token in every area.")


def spinnerets(state: CthulhuState, me: str) -> Script[None]:
    """Place a Web token in her area if there is none."""
    title = _("Where is {unit}?").format(unit=names.unit(me, ATLACH_NACHA))
    text = _("With the sixth Web token her spellbook is earned.")
    area = yield from pick_target(
        state,
        "spinnerets/area",
        me,
        title,
        lambda: [a for a in state.board.areas if a not in state.webs()],
        text=text,
        refused=with_token,
    )
    state.record(WebPlaced(me, area))


def enough_webs(state: CthulhuState, _me: str) -> bool:
    """Return whether there are Web tokens in six areas, whoever has placed them."""
    return len(state.webs()) >= ENOUGH


def cosmic_web(state: CthulhuState, me: str) -> Script[None]:
    """Win the game, with whatever spellbooks and Doom."""
    said = _("{players}: Cosmic Web wins the game at once.").format(players=player(state, state.hand(me)))
    yield from ask(state, lambda: Tell(key="cosmic_web", who=me, title=said, verb=_("End the game"), rule="victory"))
    state.record(ended(state, [state.hand(me)]))


POWERS: Final = CardHooks(
    ATLACH_NACHA,
    actions=(
        Action(
            "spinnerets",
            N_("Spinnerets"),
            1,
            while_in_play(ATLACH_NACHA, all_webbed),
            spinnerets,
            N_("Place a Web token in Atlach-Nacha's area"),
            great=True,
        ),
    ),
    book_actions=(
        Action(
            "cosmic_web",
            CARD_BOOKS[ATLACH_NACHA].name,
            0,
            nothing_in_the_way,
            cosmic_web,
            CARD_BOOKS[ATLACH_NACHA].text,
            known=True,
        ),
    ),
    noticed=as_soon_as(ATLACH_NACHA, enough_webs),
)
