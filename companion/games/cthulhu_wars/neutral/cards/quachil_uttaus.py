"""Quachil Uttaus: Dust to Dust (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import RemovedFromGame
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import QUACHIL
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.elder_signs import draw, promised
from companion.games.cthulhu_wars.rules.pool import pool
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import N_, _, labelled


def lost_kinds(state: CthulhuState, battle: Battle, me: str) -> list[str]:
    """Return the kinds of enemy unit lost in the battle that lie in their Pool."""
    foe = battle.foe(me)
    lost = dict.fromkeys(unit for owner, unit, how in battle.lost if owner == foe and how.a_loss)
    return [unit for unit in lost if pool(state, foe, unit) > 0]


def can_use_dust_to_dust(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Dust to Dust can be used."""
    return battle.took_part(me, QUACHIL) and bool(lost_kinds(state, battle, me))


def dust_to_dust(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Let the enemy remove a lost unit from the game, or draw an Elder Sign."""
    foe = battle.foe(me)
    sign = Option("sign", labelled(names.faction(me), promised(state, 1)))

    def build() -> Choose:
        words = _("{unit} leaves the game")
        units = [Option(unit, words.format(unit=names.unit(foe, unit))) for unit in lost_kinds(state, battle, me)]
        return Choose(key="battle/dust_to_dust", who=foe, title=_("Dust to Dust"), options=(sign, *units))

    picked = yield from pick_one(state, build)
    if picked in (None, sign.id):
        draw(state, me, _("Dust to Dust"))
    else:
        state.record(RemovedFromGame(foe, picked))


POWERS: Final = CardHooks(
    QUACHIL,
    battle=(
        BattleAbility(
            "dust_to_dust",
            N_("Dust to Dust"),
            Window.AFTER_BATTLE,
            can_use_dust_to_dust,
            dust_to_dust,
            N_("The enemy removes a lost unit from the game, or you take an Elder Sign."),
        ),
    ),
)
