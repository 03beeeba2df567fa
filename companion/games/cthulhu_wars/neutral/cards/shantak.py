"""Shantak: Horror Steed (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model.neutral_cards import SHANTAK
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.losses import leave_gates
from companion.table.script import Script
from companion.table.words import _


def passengers(state: CthulhuState, me: str) -> Script[None]:
    """Ask which Gates lost their keepers, for each Shantak may take a Cultist along."""
    steeds = state.on_map(me, SHANTAK)
    yield from leave_gates(
        state,
        f"shantak/{me}",
        me,
        _("Shantak: off a Gate?"),
        near=lambda _gate: steeds > 0,
        most=steeds,
        text=_("It may take a Cultist along for free."),
        rule="neutral",
        decline=_("No"),
    )


POWERS: Final = CardHooks(SHANTAK, moved=passengers)
