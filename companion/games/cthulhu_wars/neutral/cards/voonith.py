"""Voonith: Vicious (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import KillsAdded
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import VOONITH
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.table.script import Script
from companion.table.words import N_


def vicious(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Add as many Kills as there are more Vooniths than Kills that count (D81)."""
    state.record(KillsAdded(me, vooniths(battle, me) - counted(state, battle, me), words=names.unit(me, VOONITH)))
    yield from ()


def counted(state: CthulhuState, battle: Battle, me: str) -> int:
    """Return how many Kills count for Vicious: those that were rolled, or those scored with what abilities added."""
    return battle.kills[me] if ruling(state.rulings, "D81") == OTHER else battle.rolled_kills(me)


def vooniths(battle: Battle, me: str) -> int:
    """Return the number of Vooniths that were in the battle from its beginning."""
    return sum(f.unit == VOONITH and f.side == me and f.id in battle.veterans for f in battle.figures)


def can_use_vicious(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the Vooniths can raise the number of Kills."""
    return vooniths(battle, me) > counted(state, battle, me)


POWERS: Final = CardHooks(
    VOONITH,
    battle=(
        BattleAbility(
            "vicious",
            N_("Vicious"),
            Window.TOPPED_UP,
            can_use_vicious,
            vicious,
            N_("If you scored fewer Kills than you have Vooniths there: as many more."),
        ),
    ),
)
