"""Atlach-Nacha: Spinnerets, and her spellbook Cosmic Web (reference 7, one source)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import WebPlaced
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import ATLACH_NACHA
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, while_in_play
from companion.games.cthulhu_wars.rules.card_books import earn
from companion.games.cthulhu_wars.rules.common_questions import with_token
from companion.games.cthulhu_wars.rules.people import ended, player
from companion.games.cthulhu_wars.rules.surcharges import pick_target
from companion.table.prompts import Tell
from companion.table.script import Script, ask
from companion.table.words import N_, _

ENOUGH: Final = 6
"""Areas with a Web token that win the game."""


def all_webbed(state: CthulhuState, _me: str) -> str:
    """Return that each area has a Web token, or an empty string."""
    return "" if set(state.board.areas) - set(state.webs()) else _("There is already a Web token in every area.")


def spinnerets(state: CthulhuState, me: str) -> Script[None]:
    """Place a Web token in her area if there is none; with the sixth one she wins."""
    title = _("Where is {unit}?").format(unit=names.unit(me, ATLACH_NACHA))
    text = _("The sixth Web token wins the game.")
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
    if len(state.webs()) < ENOUGH:
        return
    earn(state, me, ATLACH_NACHA)
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
)
