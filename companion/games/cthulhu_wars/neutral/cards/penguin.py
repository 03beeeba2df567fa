"""Giant Blind Albino Penguin: Laughingstock (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import PiecesJoined, UnitsMoved
from companion.games.cthulhu_wars.model.battle_figures import fresh
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import PENGUIN
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.figures import side_taken
from companion.table.prompts import Count
from companion.table.script import Script, ask
from companion.table.words import N_, _


def elsewhere(state: CthulhuState, battle: Battle, me: str) -> int:
    """Return how many own Penguins are on the map and not in the battle."""
    return state.on_map(me, PENGUIN) - sum(f.unit == PENGUIN and f.owner == me for f in battle.figures)


def can_come(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Penguins can come."""
    return elsewhere(state, battle, me) > 0


def laughingstock(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Bring Penguins to the battle; in that of others they fight for the side that is chosen."""
    side = yield from side_taken(state, battle, "battle/laughingstock/side", me)

    def build() -> Count | None:
        most = elsewhere(state, battle, me)
        title = _("{units}: how many join?").format(units=_("Laughingstock"))
        return Count(key="battle/laughingstock", who=me, title=title, least=1, most=most) if most > 0 else None

    number = yield from ask(state, build)
    if number is None:
        return
    state.record(PiecesJoined(fresh(battle, f"{me}.{PENGUIN}", number), side=side))
    state.record(UnitsMoved(me, PENGUIN, number, battle.area, _("comes")))


POWERS: Final = CardHooks(
    PENGUIN,
    battle=(
        BattleAbility(
            "laughingstock",
            N_("Laughingstock"),
            Window.PRE_BATTLE,
            can_come,
            laughingstock,
            N_("Penguins come to this battle, with Combat −2 each."),
            third_party=True,
        ),
    ),
)
