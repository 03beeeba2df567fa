"""Gnorri: Doom for several of them (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import DoomGained
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import GNORRI
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks


def give_doom(state: CthulhuState, me: str) -> None:
    """Give 1 Doom for 2 Gnorri in play and 2 Doom for 3."""
    doom = state.in_play(me, GNORRI) - 1
    if doom > 0:
        state.record(DoomGained(me, doom, names.unit(me, GNORRI, doom + 1)))


POWERS: Final = CardHooks(GNORRI, doom_phase_begins=give_doom)
