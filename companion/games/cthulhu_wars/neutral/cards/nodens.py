"""Nodens: what he adds instead of dice (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import KillsAdded, PainsAdded
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import NODENS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.table.script import Script
from companion.table.words import N_, _

NODENS_PAINS: Final = 2


def is_there(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Nodens takes part."""
    return battle.took_part(me, NODENS)


def add_kill_and_pains(state: CthulhuState, _battle: Battle, me: str) -> Script[None]:
    """Add 1 Kill and 2 Pains, for he rolls no dice."""
    yield from ()
    words = _("{unit}: 1 more Kill and 2 more Pains").format(unit=names.unit(me, NODENS))
    state.record(KillsAdded(me, 1, words=words))
    state.record(PainsAdded(me, NODENS_PAINS, words=""))


POWERS: Final = CardHooks(
    NODENS,
    battle=(
        BattleAbility(
            "nodens",
            N_("Nodens"),
            Window.AFTER_ROLL,
            is_there,
            add_kill_and_pains,
            N_("Nodens adds 1 Kill and 2 Pains."),
            forced=True,
        ),
    ),
)
