"""Elder Thing: Mind Control (reference 7, one source): Great Old Ones of enemies in its area cannot use their special
abilities."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.battle.field import Battle, Status
from companion.games.cthulhu_wars.cards.powers import Powers
from companion.games.cthulhu_wars.facts import LooksOn
from companion.games.cthulhu_wars.neutral import ELDER_THING
from companion.games.cthulhu_wars.state import CthulhuState
from companion.games.cthulhu_wars.units import Rank
from companion.table.script import Script, yes
from companion.table.words import _

THERE: Final = (Status.PRESENT, Status.STAYED)


def in_game(state: CthulhuState, me: str) -> bool:
    """Whether an enemy has one on the map."""
    return any(state.on_map(code, ELDER_THING) > 0 for code in state.enemies(me))


def controlled(battle: Battle, me: str) -> bool:
    """Whether an enemy's one is where a battle is: in it, or beside it as the table has said."""
    foe = battle.foe(me)
    inside = any(f.unit == ELDER_THING and f.owner == f.side == foe and f.status in THERE for f in battle.figures)
    return inside or any(code != me for code in battle.onlookers)


def held_down(state: CthulhuState, me: str, unit: str) -> Script[bool]:
    """Ask whether one is with a Great Old One outside of battles."""
    if state.on_map(me, unit) <= 0 or not in_game(state, me):
        return False
    title = _("{unit}: with an Elder Thing?").format(unit=names.unit(me, unit))
    text = _("With one of an enemy it cannot use its special ability.")
    return (yield from yes(state, f"mind_control/{unit}", me, title, text=text))


def beside(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """One that stands by in the area of others' battle counts, too."""
    if me in battle.sides or state.on_map(me, ELDER_THING) <= 0:
        return
    if not any(battle.present(side, Rank.GOO) for side in battle.sides):
        return
    text = _("Great Old Ones of others there cannot use their special abilities.")
    title = _("Is an Elder Thing of yours there?")
    if (yield from yes(state, f"battle/mind_control/{me}", me, title, text=text)):
        state.record(LooksOn(me))


POWERS: Final = Powers(ELDER_THING, battle_begins=beside)
