"""Mind Control of the Elder Thing (reference 7).

Great Old Ones of enemies in its area cannot use their special abilities.
"""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle, Figure, Status
from companion.games.cthulhu_wars.model.neutral_cards import ELDER_THING, GLAAKI
from companion.games.cthulhu_wars.model.state import HELD_DOWN, CthulhuState
from companion.table.script import Script, yes
from companion.table.words import _

THERE: Final = (Status.PRESENT, Status.STAYED)


def in_game(state: CthulhuState, me: str) -> bool:
    """Return whether an enemy has an Elder Thing on the map."""
    return any(state.on_map(code, ELDER_THING) > 0 for code in state.enemies(me))


def controlled(battle: Battle, me: str) -> bool:
    """Return whether an enemy's Elder Thing is in the battle, or in its area by what was said."""
    return here_or_beside(battle, me, [f for f in enemy_elder_things(battle, me) if f.status in THERE])


def was_controlled(battle: Battle, me: str) -> bool:
    """Return whether an enemy's Elder Thing was there as all Killed units left."""
    return here_or_beside(battle, me, [f for f in enemy_elder_things(battle, me) if f.status is not Status.EXEMPT])


def enemy_elder_things(battle: Battle, me: str) -> list[Figure]:
    """Return the enemy Elder Things in a battle, whoever they fight for."""
    return [f for f in battle.figures if f.unit == ELDER_THING and f.owner != me]


def here_or_beside(battle: Battle, me: str, inside: list[Figure]) -> bool:
    """Return whether one of these Elder Things is there, or one stands by in the area."""
    return bool(inside) or any(code != me for code in battle.onlookers)


def held_down(state: CthulhuState, me: str, unit: str) -> Script[bool]:
    """Ask whether an enemy's Elder Thing is with a Great Old One outside of battles."""
    if state.on_map(me, unit) <= 0 or not in_game(state, me):
        return False
    title = _("{unit}: with an Elder Thing?").format(unit=names.unit(me, unit))
    text = _("With an enemy's Elder Thing there, it cannot use its special ability.")
    return (yield from yes(state, f"mind_control/{unit}", me, title, text=text))


def held_down_elsewhere(state: CthulhuState, battle: Battle, me: str, unit: str) -> Script[bool]:
    """Ask the same of a Great Old One that counts in a battle from elsewhere."""
    number = sum(state.on_map(code, ELDER_THING) for code in state.enemies(me))
    if battle.present(me, unit=unit) or number <= sum(f.status in THERE for f in enemy_elder_things(battle, me)):
        return False
    return (yield from held_down(state, me, unit))


def unless_there(state: CthulhuState, me: str) -> str:
    """Return a reminder that an enemy's Elder Thing stops this, or an empty string."""
    return _("Not with an enemy's Elder Thing there") if in_game(state, me) else ""


def settle_gathering(state: CthulhuState) -> Script[None]:
    """Ask, before Power is gathered, which Great Old Ones are with an enemy's Elder Thing.

    The answer holds until the next Actions, for nobody moves before.
    """
    for code in state.seats:
        for unit in (*roster.card(code).gate_units, GLAAKI):
            if (yield from held_down(state, code, unit)):
                state.record(CounterSet(code, f"{HELD_DOWN}{unit}", state.turn))
