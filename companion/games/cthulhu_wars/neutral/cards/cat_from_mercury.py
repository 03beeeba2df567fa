"""Cat from Mercury: Needs Affection (reference 7): Acolytes take the place of Monsters before the dice."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import PieceResolved, PiecesJoined, PiecesLeft
from companion.games.cthulhu_wars.model.battle_figures import fresh
from companion.games.cthulhu_wars.model.battle_state import Battle, Figure, Status
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import MERCURY
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.symbols import symbol
from companion.games.cthulhu_wars.model.units import Loss, Rank, Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.figures import label, off_gate
from companion.games.cthulhu_wars.rules.pool import enter, pool
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_some
from companion.table.words import N_, _


def monsters(battle: Battle, me: str) -> list[Figure]:
    """Return a faction's own Monsters in the battle."""
    return [f for f in battle.present(me, Rank.MONSTER) if f.owner == me]


def can_replace(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether a Cat is there, and an Acolyte for a Monster of its side."""
    cat = any(f.owner == me for f in battle.present(me, unit=MERCURY))
    return cat and pool(state, me, ACOLYTE) > 0 and bool(monsters(battle, me))


def needs_affection(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Replace one or more Monsters by Acolytes of the Pool, one for one; nobody is lost by it."""

    def build() -> Choose | None:
        options = tuple(
            Option(f.id, label(f), group=f"{f.unit}{f.bonus}", symbol=symbol(f.owner, f.unit))
            for f in monsters(battle, me)
        )
        most = min(len(options), pool(state, me, ACOLYTE))
        title, text = _("Which Monsters are replaced?"), _("An Acolyte from your Pool takes the place of each.")
        if most <= 0:
            return None
        return Choose(key="battle/needs_affection", who=me, title=title, text=text, options=options, most=most)

    for name in (yield from pick_some(state, build)):
        figure = battle.figure(name)
        off_gate(state, battle, figure)
        state.record(PieceResolved((name,), Status.GONE))
        state.record(PiecesLeft(me, figure.unit, 1, Loss.EXCHANGED, battle.area, me))
        enter(state, me, ACOLYTE, 1, _("takes its place"), battle.area)
        state.record(PiecesJoined(fresh(battle, f"{me}.{ACOLYTE}", 1)))


POWERS: Final = CardHooks(
    MERCURY,
    battle=(
        BattleAbility(
            "needs_affection",
            N_("Needs Affection"),
            Window.PRE_BATTLE,
            can_replace,
            needs_affection,
            N_("Acolytes from your Pool take the place of Monsters of yours there."),
        ),
    ),
)
