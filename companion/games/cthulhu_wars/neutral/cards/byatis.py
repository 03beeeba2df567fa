"""Byatis: how his spellbook is earned (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.neutral_cards import BYATIS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.earning import by_battle, enemy_killed, survived
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks


def victorious(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """He survives a battle in which an enemy unit is Killed."""
    return me in battle.sides and survived(battle, me, BYATIS) and enemy_killed(battle, me)


POWERS: Final = CardHooks(BYATIS, battle_ends=by_battle(BYATIS, victorious))
