"""Chaugnar Faugn: Miri Nigri, the dice that he adds from anywhere (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import AddedDiceTold
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.neutral_cards import CHAUGNAR
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.mind_control import controlled, held_down_elsewhere
from companion.table.script import Script, yes
from companion.table.words import _

NIGRI_DICE: Final = 3
MIRI_NIGRI: Final = "miri_nigri"
"""What the dice are called that he adds (`Battle.said`)."""


def gates_known(state: CthulhuState) -> bool:
    """Return whether the companion knows where Gates are; a Quick Battle only knows some."""
    return state.follows and not state.skirmish


def miri_nigri(state: CthulhuState, battle: Battle, side: str) -> int:
    """Return Chaugnar Faugn's dice in an area with a Gate that his player controls.

    He need not be there himself. Where the companion does not track Gates they count until the players say otherwise.
    """
    if state.on_map(side, CHAUGNAR) <= 0:
        return 0
    told = f"{side}.{MIRI_NIGRI}"
    if told in battle.said:
        return battle.said[told]
    units = any(f.unit in roster.card(side).gate_units for f in battle.present(side))
    area = {battle.area} if battle.area else set(state.gates_of(side))
    held = any(state.gates.get(a) == side for a in area)
    return NIGRI_DICE if units or held or not gates_known(state) else 0


def with_elder_thing(state: CthulhuState, battle: Battle, me: str, unit: str) -> Script[bool]:
    """Return whether an enemy's Elder Thing is with a Great Old One; ask if that is not in the battle."""
    if battle.present(me, unit=unit):
        return controlled(battle, me)
    return bool(miri_nigri(state, battle, me)) and (yield from held_down_elsewhere(state, battle, me, unit))


def added_dice(state: CthulhuState, battle: Battle, side: str) -> tuple[str, int]:
    """Return the dice that he adds, with their label."""
    return _("Miri Nigri"), miri_nigri(state, battle, side)


def ask_added_dice(state: CthulhuState, battle: Battle, side: str) -> Script[None]:
    """Ask whether they count, where the companion cannot know it."""
    if state.on_map(side, CHAUGNAR) > 0 and (yield from with_elder_thing(state, battle, side, CHAUGNAR)):
        state.record(AddedDiceTold(side, MIRI_NIGRI, 0))
    elif state.on_map(side, CHAUGNAR) > 0 and not gates_known(state):
        title, text = _("Do you control a Gate there?"), _("Miri Nigri: 3 more dice")
        there = yield from yes(state, f"battle/miri_nigri/{side}", side, title, text=text)
        state.record(AddedDiceTold(side, MIRI_NIGRI, NIGRI_DICE if there else 0))


POWERS: Final = CardHooks(CHAUGNAR, added_dice=added_dice, ask_added_dice=ask_added_dice)
