"""Keziah Mason: what results on her bring (reference 7, one source)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import KillsAdded, PainsAdded
from companion.games.cthulhu_wars.model.battle_state import KILL, PAIN, Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import KEZIAH, PRIESTS
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.assign import assigner, spread
from companion.table.script import Script
from companion.table.words import N_, _


def struck(battle: Battle, me: str, result: str) -> bool:
    """Return whether Keziah Mason has been assigned this result."""
    return any(f.owner == me and f.unit == KEZIAH and result in f.hits for f in battle.figures)


def keziah_kill(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Cause 2 more Kills for a Kill on her; they are Pains where this side's Kills are (D45)."""
    foe = battle.foe(me)
    point = battle.softened.get(me)
    if point and ruling(state.rulings, point) != OTHER:
        state.record(PainsAdded(me, 2, words=_("Keziah Mason: 2 more Pains")))
        return
    state.record(KillsAdded(me, 2, words=_("Keziah Mason: 2 more Kills")))
    yield from spread(state, battle, foe, KILL, 2, assigner(state, battle, foe, added=True))


def keziah_pain(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Cause 2 more Pains for a Pain on her."""
    foe = battle.foe(me)
    state.record(PainsAdded(me, 2, words=_("Keziah Mason: 2 more Pains")))
    yield from spread(state, battle, foe, PAIN, 2, assigner(state, battle, foe, added=True))


POWERS: Final = CardHooks(
    KEZIAH,
    battle=(
        BattleAbility(
            "keziah_kill",
            PRIESTS[KEZIAH].unit.name,
            Window.MORE_KILLS,
            lambda _s, b, me: struck(b, me, KILL),
            keziah_kill,
            N_("2 more Kills on the enemy."),
        ),
        BattleAbility(
            "keziah_pain",
            PRIESTS[KEZIAH].unit.name,
            Window.PAINS_ASSIGNED,
            lambda _s, b, me: struck(b, me, PAIN),
            keziah_pain,
            N_("2 more Pains on the enemy."),
        ),
    ),
)
