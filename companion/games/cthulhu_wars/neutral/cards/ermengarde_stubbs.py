"""Ermengarde Stubbs: a battle in her area costs Doom (reference 7, one source)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import DoomGained
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.neutral_cards import ERMENGARDE
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.table.script import Script, yes
from companion.table.words import _


def ermengarde(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Take 1 Doom from whoever declares a battle in her area, her player too."""
    if not state.on_map(me, ERMENGARDE) or not state.factions[battle.attacker].doom:
        return
    there = any(f.owner == me and f.unit == ERMENGARDE for f in battle.figures)
    if me not in battle.sides:
        title = _("Is Ermengarde Stubbs there?")
        there = yield from yes(state, "battle/ermengarde_stubbs", me, title)
    if there and state.factions[battle.attacker].doom:
        state.record(DoomGained(battle.attacker, -1, names.unit(me, ERMENGARDE)))


POWERS: Final = CardHooks(ERMENGARDE, battle_begins=ermengarde)
