"""Dimensional Shambler: Walk Between Worlds (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import PiecesEntered, PiecesOntoCard
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import SHAMBLER
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.common_questions import pick_area
from companion.games.cthulhu_wars.rules.pool import pool
from companion.table.script import Script
from companion.table.words import N_, _


def onto_card(state: CthulhuState, me: str, number: int) -> Script[bool]:
    """Place new Shamblers on the faction card."""
    yield from ()
    number = min(number, pool(state, me, SHAMBLER))
    if number > 0:
        state.record(PiecesOntoCard(me, SHAMBLER, number))
    return True


def nobody_waits(state: CthulhuState, me: str) -> str:
    """Return that no Shambler is on the faction card, or an empty string."""
    return "" if state.aside(me, SHAMBLER) else _("None lies on your faction card.")


def walk(state: CthulhuState, me: str) -> Script[None]:
    """Move one from the faction card to any area, after any player's Action."""
    title = _("Where does {unit} appear?").format(unit=names.unit(me, SHAMBLER))
    area = yield from pick_area(state, "walk_between_worlds", me, title, lambda: state.board.areas)
    if nobody_waits(state, me):
        # The table has put it elsewhere by a correction meanwhile.
        return
    state.record(PiecesOntoCard(me, SHAMBLER, -1))
    state.record(PiecesEntered(me, SHAMBLER, 1, _("comes from the faction card"), area))


POWERS: Final = CardHooks(
    SHAMBLER,
    comes=onto_card,
    between_actions=(
        Action(
            "walk_between_worlds",
            N_("Walk Between Worlds"),
            0,
            nobody_waits,
            walk,
            N_("A Dimensional Shambler comes from your faction card to any area."),
            short=N_("Shambler"),
        ),
    ),
)
