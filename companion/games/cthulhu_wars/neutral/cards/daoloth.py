"""Daoloth's spellbook Interdimensional (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import GateSet
from companion.games.cthulhu_wars.model.faction_parts import Action, costs
from companion.games.cthulhu_wars.model.neutral_cards import DAOLOTH
from companion.games.cthulhu_wars.model.state import GATES_IN_BOX, CthulhuState
from companion.games.cthulhu_wars.neutral.cards.earning import as_soon_as, great_one_slain
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, with_book
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS
from companion.games.cthulhu_wars.rules.common_questions import pick_area, taken_gates
from companion.table.script import Script
from companion.table.words import _


def no_gate_left(state: CthulhuState, _me: str) -> str:
    """Return that no Gate is left to build, or an empty string."""
    full = len(state.loose_gates()) >= min(GATES_IN_BOX, len(state.board.on_map))
    return _("No Gate is left to build.") if full else ""


def interdimensional(state: CthulhuState, me: str) -> Script[None]:
    """He has come to an area without a Gate: one is placed there, which nobody controls yet."""
    if not state.follows:
        state.record(GateSet(state.unknown_area(), None, built=True))
        return
    title = _("Where has Daoloth come?")
    area = yield from pick_area(
        state,
        "interdimensional",
        me,
        title,
        lambda: [a for a in state.board.areas if a not in state.gates],
        refused=taken_gates,
    )
    state.record(GateSet(area, None, built=True))


EARNED: Final = as_soon_as(DAOLOTH, great_one_slain)
"""Anywhere: Dread Curse Kills without a battle, and a battle ends before requirements are looked at."""

POWERS: Final = CardHooks(
    DAOLOTH,
    noticed=EARNED,
    battle_ends=lambda state, _battle, me: EARNED(state, me),
    anytime=(
        Action(
            "interdimensional",
            CARD_BOOKS[DAOLOTH].name,
            costs(0),
            with_book(DAOLOTH, no_gate_left),
            interdimensional,
            CARD_BOOKS[DAOLOTH].text,
        ),
    ),
)
