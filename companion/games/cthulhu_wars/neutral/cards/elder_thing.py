"""Elder Thing: Mind Control (reference 7), where one stands by in the area of a battle."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import ThirdPartyPresent
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.neutral_cards import ELDER_THING
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.table.script import Script, yes
from companion.table.words import _


def ask_if_beside(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Ask whether one stands by in the area of a battle of others, where it counts, too."""
    if me in battle.sides or state.on_map(me, ELDER_THING) <= 0:
        return
    if not any(battle.present(side, Rank.GOO) for side in battle.sides):
        return
    text = _("Other players' Great Old Ones there cannot use their special abilities.")
    title = _("Is one of your Elder Things there?")
    if (yield from yes(state, f"battle/mind_control/{me}", me, title, text=text)):
        state.record(ThirdPartyPresent(me))


POWERS: Final = CardHooks(ELDER_THING, battle_begins=ask_if_beside)
