"""Cat from Neptune: her numbers (D69), and The Final Ritual (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility, nothing
from companion.games.cthulhu_wars.model.neutral_cards import NEPTUNE
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.ritual_marker import ritual_cost
from companion.table.words import N_


def can_perform(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the Cat was Killed, and a Ritual can be paid; a Quick Battle has none."""
    killed = (me, NEPTUNE, Loss.KILLED) in battle.lost
    return killed and not state.skirmish and ritual_cost(state, me) <= state.factions[me].power


def dice(state: CthulhuState, _battle: Battle, _side: str, number: int) -> int | None:
    """Return 1 die by the other reading (D69), or None for the printed number."""
    return number if ruling(state.rulings, "D69") == OTHER else None


POWERS: Final = CardHooks(
    NEPTUNE,
    dice=dice,
    battle=(
        BattleAbility(
            "final_ritual",
            N_("The Final Ritual"),
            Window.AFTER_BATTLE,
            can_perform,
            nothing,
            N_("Perform a Ritual of Annihilation, at its price."),
            ritual=True,
        ),
    ),
)
