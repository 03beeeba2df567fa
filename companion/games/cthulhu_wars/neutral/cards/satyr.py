"""Satyr: an Acolyte comes with it (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model.neutral_cards import SATYR
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.pool import enter
from companion.table.words import _


def with_acolyte(state: CthulhuState, me: str) -> None:
    """Place an Acolyte of the Pool with a new Satyr."""
    enter(state, me, ACOLYTE, 1, _("comes with it"))


POWERS: Final = CardHooks(SATYR, arrived=with_acolyte)
