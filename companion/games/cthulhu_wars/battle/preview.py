"""What a battle would be that is still being declared: how many dice, and what they may do (battle reference 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.cthulhu_wars.battle.chances import tails
from companion.games.cthulhu_wars.battle.combat_totals import combat
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_figures import piece
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import Prompt
from companion.table.view import OddsView, SideView
from companion.table.words import _


def foresee(
    state: CthulhuState, prompts: Sequence[Prompt], picked: Mapping[str, Sequence[str]]
) -> tuple[SideView, ...]:
    """Return the sides of a battle with the pieces picked so far.

    Empty where the open questions are not about the pieces of a battle.
    """
    about = next((prompt.about for prompt in prompts if prompt.about), ())
    if not about:
        return ()
    area, attacker, defender = about
    figures = [piece(name) for names_ in picked.values() for name in names_]
    battle = Battle(area, attacker, defender, figures)
    return tuple(_half(state, battle, side) for side in battle.sides)


def _half(state: CthulhuState, battle: Battle, side: str) -> SideView:
    dice = combat(state, battle, side) if battle.present(side) else 0
    met = all(battle.present(one) for one in battle.sides)
    odds = tuple(OddsView(result, chances) for result, chances in tails(state, battle, side).items()) if met else ()
    return SideView(side, names.faction(side), number=dice, unit=_("Combat"), odds=odds)
