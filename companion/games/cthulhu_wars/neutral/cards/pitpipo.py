"""Pitpipo: he takes a Kill from afar (reference 7, one source)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import KillMoved
from companion.games.cthulhu_wars.model.battle_state import KILL, Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import PITPIPO, PRIESTS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.common_questions import (
    gate_left,
    lost_unit,
)
from companion.games.cthulhu_wars.rules.figures import called, label, one_of_each
from companion.games.cthulhu_wars.rules.losses import lose_unit
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import _


def killed(battle: Battle, me: str) -> list[str]:
    """Return the ids of own pieces with a Kill."""
    return [f.id for f in battle.present(me) if KILL in f.hits and f.owner == me and not f.spared]


def can_stand_in(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Pitpipo, elsewhere, can take a Kill."""
    away = state.on_map(me, PITPIPO) > 0 and not any(f.owner == me and f.unit == PITPIPO for f in battle.figures)
    return away and bool(killed(battle, me))


def pitpipo(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Let Pitpipo take a Kill of his player although he was not in the battle."""

    def build() -> Choose:
        options = tuple(Option(name, label(battle.figure(name))) for name in killed(battle, me))
        title = _("Whose Kill does Pitpipo take?")
        return Choose(key="battle/pitpipo", who=me, title=title, options=one_of_each(battle, options))

    picked = yield from pick_one(state, build)
    if picked is None or not state.on_map(me, PITPIPO):
        return
    gate = yield from gate_left(state, "battle/pitpipo/gate", me, told=lost_unit(me, PITPIPO), unit=PITPIPO)
    said = _("{unit} is spared: Pitpipo takes the Kill")
    state.record(KillMoved(picked, words=said.format(unit=called(battle.figure(picked)))))
    yield from lose_unit(state, me, PITPIPO, Loss.KILLED, gate or "", battle.foe(me), on_gate=gate is not None)


POWERS: Final = CardHooks(
    PITPIPO,
    from_afar=True,
    battle=(
        BattleAbility(
            "pitpipo", PRIESTS[PITPIPO].unit.name, Window.KILLS_ASSIGNED, can_stand_in, pitpipo, PRIESTS[PITPIPO].text
        ),
    ),
)
