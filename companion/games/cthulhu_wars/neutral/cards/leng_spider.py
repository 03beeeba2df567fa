"""Leng Spider: Bloodthirst (reference 7), any moment from the roll until the Pains are assigned (`battle.md` 4.2)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import KillsBecamePains, PainsBecameKills, PieceAbilityUsed
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import KILL, Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import SPIDER
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.assign import assigner, spread
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import N_, _

PAINS: Final = 2


def spiders_left(battle: Battle, me: str) -> list[str]:
    """Return the ids of the spiders that have not exchanged any yet."""
    return [
        f.id
        for f in battle.figures
        if f.side == me and f.unit == SPIDER and f.id in battle.veterans and f.id not in battle.paid
    ]


def exchangeable(battle: Battle) -> list[str]:
    """Return the sides that inflict Pains enough for an exchange."""
    return [side for side in battle.sides if battle.inflicts(side) >= PAINS]


def can_use_bloodthirst(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to thirst can be used."""
    return bool(spiders_left(battle, me) and exchangeable(battle))


def exchange(state: CthulhuState, battle: Battle, me: str) -> Script[str | None]:
    """Let a spider exchange 2 Pains for 1 Kill in the results of either side; return whose."""

    def build() -> Choose | None:
        options = tuple(Option(side, names.faction(side)) for side in exchangeable(battle))
        title = _("Whose 2 Pains become a Kill?")
        return Choose(key="battle/leng_spider", who=me, title=title, options=options) if options else None

    side = yield from pick_one(state, build)
    spiders = spiders_left(battle, me)
    if not side or not spiders:
        return None
    state.record(PieceAbilityUsed(spiders[0]))
    state.record(PainsBecameKills(side, PAINS, 1))
    return side


def bloodthirst(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Exchange right after the roll: the Kill is assigned with the others."""
    yield from exchange(state, battle, me)


def bloodthirst_at_once(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Exchange when the Kills are assigned: this one is at once; it is a Pain where the side's Kills are (D45)."""
    side = yield from exchange(state, battle, me)
    if side is None:
        return
    point = battle.softened.get(side)
    if point and ruling(state.rulings, point) != OTHER:
        state.record(KillsBecamePains(side, 1))
        return
    victim = battle.foe(side)
    yield from spread(state, battle, victim, KILL, 1, assigner(state, battle, victim))


POWERS: Final = CardHooks(
    SPIDER,
    battle=(
        BattleAbility(
            "bloodthirst",
            N_("Bloodthirst"),
            Window.AFTER_ROLL,
            can_use_bloodthirst,
            bloodthirst,
            N_("Exchange 2 Pains for 1 Kill."),
            repeat=True,
        ),
        BattleAbility(
            "bloodthirst_later",
            N_("Bloodthirst"),
            Window.BEFORE_PAINS,
            can_use_bloodthirst,
            bloodthirst_at_once,
            N_("Exchange 2 Pains for 1 Kill, which is assigned at once."),
            repeat=True,
        ),
    ),
)
