"""Dhole: Planetary Destruction (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import DoomGained, PowerGained
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import DHOLE
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import N_, _

SIGNS: Final = 2


DEATHS: Final = (Loss.KILLED, Loss.ELIMINATED)


def planetary_destruction(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Pay for a lost Dhole: 2 Elder Signs, and 2 Doom or 2 Power for the enemy."""
    foe, why = battle.foe(me), names.unit(me, DHOLE)
    draw(state, me, why, SIGNS)
    options = (Option("doom", _("2 Doom")), Option("power", _("2 Power")))
    title = _("What does {faction} gain?").format(faction=names.faction(foe))
    picked = yield from pick_one(state, lambda: Choose(key="battle/dhole", who=me, title=title, options=options))
    state.record(DoomGained(foe, 2, why) if picked == "doom" else PowerGained(foe, 2, why))


def can_use_planetary_destruction(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether a Dhole was lost in the battle."""
    return any((owner, unit) == (me, DHOLE) and how in DEATHS for owner, unit, how in battle.lost)


POWERS: Final = CardHooks(
    DHOLE,
    battle=(
        BattleAbility(
            "planetary_destruction",
            N_("Planetary Destruction"),
            Window.AFTER_BATTLE,
            can_use_planetary_destruction,
            planetary_destruction,
            N_("2 Elder Signs for you, 2 Doom or 2 Power for the enemy."),
        ),
    ),
)
