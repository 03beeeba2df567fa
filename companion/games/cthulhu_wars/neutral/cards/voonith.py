"""Voonith: Vicious (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import KillsAdded
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import VOONITH
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.table.script import Script
from companion.table.words import N_


def vicious(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Raise the Kills to the number of Vooniths."""
    state.record(KillsAdded(me, vooniths(battle, me) - battle.kills[me], words=names.unit(me, VOONITH)))
    yield from ()


def vooniths(battle: Battle, me: str) -> int:
    """Return the number of Vooniths that were in the battle from its beginning."""
    return sum(f.unit == VOONITH and f.side == me and f.id in battle.veterans for f in battle.figures)


def can_use_vicious(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the Vooniths can raise the number of Kills."""
    return vooniths(battle, me) > battle.kills[me]


POWERS: Final = CardHooks(
    VOONITH,
    battle=(
        BattleAbility(
            "vicious", N_("Vicious"), Window.TOPPED_UP, can_use_vicious, vicious, N_("As many Kills as Vooniths.")
        ),
    ),
)
