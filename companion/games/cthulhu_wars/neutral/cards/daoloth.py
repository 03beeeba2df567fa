"""Daoloth: Cosmic Unity, and his spellbook (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import DiceForbidden, GateSet
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import DAOLOTH
from companion.games.cthulhu_wars.model.state import GATES_IN_BOX, CthulhuState
from companion.games.cthulhu_wars.model.units import Rank, Window
from companion.games.cthulhu_wars.neutral.cards.earning import as_soon_as, great_one_slain
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, with_book
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS
from companion.games.cthulhu_wars.rules.common_questions import pick_area, taken_gates
from companion.games.cthulhu_wars.rules.figures import called, pick_figure
from companion.table.script import Script
from companion.table.words import N_, _


def no_gate_left(state: CthulhuState, _me: str) -> str:
    """Return that no Gate is left to build, or an empty string."""
    full = len(state.loose_gates()) >= min(GATES_IN_BOX, len(state.board.on_map))
    return _("No Gates are left to build.") if full else ""


def interdimensional(state: CthulhuState, me: str) -> Script[None]:
    """Place a Gate that nobody controls in an area without one to which he has come."""
    if not state.follows:
        state.record(GateSet(state.unknown_area(), None, built=True))
        return
    title = _("Where did Daoloth arrive?")
    area = yield from pick_area(
        state,
        "interdimensional",
        me,
        title,
        lambda: [a for a in state.board.areas if a not in state.gates],
        refused=taken_gates,
    )
    state.record(GateSet(area, None, built=True))


EARNED: Final = as_soon_as(DAOLOTH, great_one_slain)
"""Anywhere: Dread Curse Kills without a battle, and a battle ends before requirements are looked at."""


def cosmic_unity(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Let one enemy Great Old One roll no dice."""
    foe = battle.foe(me)
    figure = yield from pick_figure(
        state, battle, "battle/daoloth", me, _("Which Great Old One rolls no dice?"), foe, Rank.GOO
    )
    if figure is not None:
        words = _("{unit} rolls no dice (Cosmic Unity)")
        state.record(DiceForbidden(figure.id, words=words.format(unit=called(figure))))


def can_use_cosmic_unity(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Daoloth can dim dice of the enemy."""
    asked = {f.unit for f in battle.present(battle.foe(me), Rank.GOO)}
    return bool(asked) and bool(battle.present(me, unit=DAOLOTH))


POWERS: Final = CardHooks(
    DAOLOTH,
    noticed=EARNED,
    battle=(
        BattleAbility(
            "cosmic_unity",
            N_("Cosmic Unity"),
            Window.PRE_BATTLE,
            can_use_cosmic_unity,
            cosmic_unity,
            N_("One enemy Great Old One rolls no dice."),
            great=True,
        ),
    ),
    battle_ends=lambda state, _battle, me: EARNED(state, me),
    anytime=(
        Action(
            "interdimensional",
            CARD_BOOKS[DAOLOTH].name,
            0,
            with_book(DAOLOTH, no_gate_left),
            interdimensional,
            CARD_BOOKS[DAOLOTH].text,
        ),
    ),
)
