"""Crawford Tillinghast: he brings Monsters and Cultists to a battle (reference 7, one source)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import PiecesEntered, PiecesJoined
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_figures import fresh
from companion.games.cthulhu_wars.model.battle_state import Battle, Status
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import CRAWFORD, PRIESTS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.neutral.unique_priests import WORTH, give_up
from companion.games.cthulhu_wars.rules.figures import lose, side_taken
from companion.games.cthulhu_wars.rules.pool import in_pool, unit_cost
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import _

BY_CRAWFORD: Final = "crawford"
"""What the ids of those begin with whom he brings, after owner and kind."""


def can_call(state: CthulhuState, _battle: Battle, me: str) -> bool:
    """Return whether he can bring anybody."""
    return state.on_map(me, CRAWFORD) > 0 and bool(callable_kinds(state, me, WORTH))


def callable_kinds(state: CthulhuState, me: str, rest: int) -> dict[str, int]:
    """Return Monsters and Cultists of the Pool that cost no more than `rest`, with their cost."""
    price = {
        unit.id: unit_cost(state, me, unit)
        for unit in in_pool(state, me, Rank.MONSTER, Rank.CULTIST)
        if unit.id != CRAWFORD
    }
    return {unit: cost for unit, cost in price.items() if cost <= rest}


def crawford(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Eliminate him, and bring Monsters and Cultists for 3 Power to the battle.

    Those that survive are Eliminated afterwards.
    """
    side = yield from side_taken(state, battle, "battle/crawford/side", me)
    here = battle.present(me, unit=CRAWFORD)
    if here:
        yield from lose(state, battle, here[0], Loss.ELIMINATED, me)
    elif not (yield from give_up(state, me, CRAWFORD)):
        return
    rest = WORTH
    while True:

        def build(rest: int = rest) -> Choose:
            options = tuple(Option(u, names.unit(me, u), cost=c) for u, c in callable_kinds(state, me, rest).items())
            title = _("Who joins? {rest} Power left").format(rest=rest)
            decline = _("That is all")
            return Choose(
                key="battle/crawford", who=me, title=title, options=options, least=0, decline=decline, automatic=False
            )

        unit = yield from pick_one(state, build)
        if unit is None:
            return
        # Those that cost nothing come without end only as long as there are some in the pool.
        rest -= callable_kinds(state, me, rest)[unit]
        state.record(PiecesEntered(me, unit, 1, _("comes"), battle.area))
        state.record(PiecesJoined(fresh(battle, f"{me}.{unit}.{BY_CRAWFORD}", 1), side=side))


def eliminate_called(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Eliminate those that came by him and are still there."""
    for figure in [f for f in battle.figures if f.owner == me and f".{BY_CRAWFORD}." in f.id]:
        if figure.status is not Status.GONE:
            yield from lose(state, battle, figure, Loss.ELIMINATED, me)


POWERS: Final = CardHooks(
    CRAWFORD,
    from_afar=True,
    battle_ends=eliminate_called,
    battle=(
        BattleAbility(
            "crawford_tillinghast",
            PRIESTS[CRAWFORD].unit.name,
            Window.PRE_BATTLE,
            can_call,
            crawford,
            PRIESTS[CRAWFORD].text,
            third_party=True,
        ),
    ),
)
