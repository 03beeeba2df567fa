"""Windows: the moments of a battle at which abilities may be used, and who is asked in which order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.battle.chances import both_outlooks, outlook_again
from companion.games.cthulhu_wars.facts import AbilityUsed
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.neutral.neutral_books import BATTLE_ABILITIES
from companion.games.cthulhu_wars.neutral.ritual import perform_ritual
from companion.games.cthulhu_wars.rules.mind_control import controlled
from companion.games.cthulhu_wars.rules.untracked import within_battle
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import _

_NEUTRAL: Final = {
    (window, late): tuple(a for a in (*BATTLE_ABILITIES, *registry.ABILITIES) if a.window is window and a.late is late)
    for window in Window
    for late in (False, True)
}


def abilities(code: str, window: Window, *, late: bool) -> tuple[BattleAbility, ...]:
    """Return the battle abilities of a window: the faction's own, then neutral ones."""
    return roster.card(code).in_window(window, late=late) + _NEUTRAL[window, late]


def usable(state: CthulhuState, battle: Battle, window: Window, code: str, *, late: bool) -> list[BattleAbility]:
    """Return the abilities that a faction could use in a window now."""
    there, takes_part = abilities(code, window, late=late), code in battle.sides
    if not there:
        return []
    return [
        a
        for a in there
        if (takes_part or a.third_party)
        and (not a.book or state.can_use(code, a.book))
        and (a.repeat or (code, a.id) not in battle.used)
        and a.usable(state, battle, code)
        and not (a.great and controlled(battle, code))
    ]


def offer(state: CthulhuState, battle: Battle, window: Window, code: str, *, late: bool = False) -> Script[None]:
    """Let a faction use its abilities of a window in any order until it is done; ending the window is final.

    Before the dice the battle may be over after any of them (battle reference 2.2).
    """
    if not usable(state, battle, window, code, late=late):
        # So it is mostly, sixty times in a battle.
        return

    def odds() -> str:
        if window is Window.PRE_BATTLE:
            return both_outlooks(state, battle)
        return outlook_again(battle, code) if window is Window.REROLL and code in battle.sides else ""

    def build() -> Choose | None:
        if window is Window.PRE_BATTLE and battle.over():
            return None
        options = tuple(
            Option(a.id, _(a.name), detail=names.ability_text(code, a))
            for a in usable(state, battle, window, code, late=late)
        )
        return Choose(
            key=f"battle/{window.name.lower()}/{code}",
            who=code,
            title=_("{faction}: abilities?").format(faction=names.faction(code)),
            text=_(window.value),
            rule="pre_battle" if window is Window.PRE_BATTLE else "battle",
            options=options,
            odds=odds(),
            least=0,
            decline=_("Fight") if window is Window.PRE_BATTLE else _("No ability"),
        )

    while (ability := (yield from pick_ability(state, battle, window, code, build, late=late))) is not None:
        state.record(AbilityUsed(code, ability.id))
        steps = perform_ritual(state, code) if ability.ritual else ability.script(state, battle, code)
        yield from within_battle(state, code, _(ability.name), names.ability_text(code, ability), steps)


def pick_ability(
    state: CthulhuState,
    battle: Battle,
    window: Window,
    code: str,
    build: Callable[[], Choose | None],
    *,
    late: bool,
) -> Script[BattleAbility | None]:
    """Return the next ability: one that is not left to its player, else what is picked."""
    there = usable(state, battle, window, code, late=late)
    if forced := next((a for a in there if a.forced), None):
        return forced
    picked = yield from pick_one(state, build)
    return next((a for a in abilities(code, window, late=late) if a.id == picked), None)


def table_order(state: CthulhuState, battle: Battle) -> list[str]:
    """Return attacker, defender, then third parties in player order (battle reference 4.4)."""
    return [*battle.sides, *(c for c in state.player_order() if c not in battle.sides)]
