"""The moments at which abilities may be used, offered to the players in the order of the rules.

Pre-battle: the attacker until it is done, then the defender (battle reference, states 3 and 4). Later windows:
attacker, defender, then third parties in player order (section 4.4).
"""

from __future__ import annotations

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.battle.field import Battle
from companion.games.cthulhu_wars.factions.model import BattleAbility, Window
from companion.games.cthulhu_wars.state import CthulhuState
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.state import Notice


def pre_battle(state: CthulhuState, battle: Battle) -> Script[bool]:
    """Run both pre-battle windows; return whether both sides still have a piece present."""
    battle.step = "pre-battle"
    for side in battle.sides:
        yield from offer(state, battle, Window.PRE_BATTLE, side)
        if ended_early(battle):
            return False
    return True


def ended_early(battle: Battle) -> bool:
    """Whether a side has nobody left before the dice (section 2.2)."""
    return not all(battle.present(side) for side in battle.sides)


def window(state: CthulhuState, battle: Battle, moment: Window) -> Script[None]:
    """Offer a window after the roll to both sides, then to everybody else."""
    others = [c for c in state.player_order() if c not in battle.sides]
    for code in (*battle.sides, *others):
        yield from offer(state, battle, moment, code)


def usable(state: CthulhuState, battle: Battle, moment: Window, code: str) -> list[BattleAbility]:
    """What a faction may use now."""
    return [
        a
        for a in names.card(code).battle
        if a.window is moment
        and (a.third_party or code in battle.sides)
        and (not a.book or state.can_use(code, a.book))
        and (a.repeat or (code, a.id) not in battle.used)
        and a.usable(state, battle, code)
    ]


def offer(state: CthulhuState, battle: Battle, moment: Window, code: str) -> Script[None]:
    """Let one faction use abilities of a window, in any order, until it is done or the battle has ended."""
    while True:

        def build() -> Choose | None:
            found = usable(state, battle, moment, code)
            if not found:
                return None
            return Choose(
                key=f"battle/{moment.value.replace(' ', '_')}/{code}",
                who=code,
                title=f"{names.faction(code)}: use an ability?",
                text=f"This is the moment for: {moment.value}.",
                rule="pre_battle" if moment is Window.PRE_BATTLE else "battle",
                options=tuple(Option(a.id, a.name, detail=a.text) for a in found),
                least=0,
                decline="Nothing more" if any(c == code for c, _ in battle.used) else "Nothing",
            )

        picked = yield from pick_one(state, build)
        if picked is None:
            return
        ability = next(a for a in usable(state, battle, moment, code) if a.id == picked)
        battle.used.append((code, ability.id))
        state.record(Notice(code, f"{names.faction(code)} uses {ability.name}"))
        yield from ability.script(state, battle, code)
        if moment is Window.PRE_BATTLE and ended_early(battle):
            return
