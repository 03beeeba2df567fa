"""Abhoth: Filth, and his spellbook The Brood (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import PiecesEntered
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import ABHOTH, FILTH
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.earning import as_soon_as, many_monsters
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, while_in_play
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, has_book
from companion.games.cthulhu_wars.rules.common_questions import pick_areas
from companion.games.cthulhu_wars.rules.pool import pool
from companion.games.cthulhu_wars.rules.surcharges import pick_target
from companion.games.cthulhu_wars.rules.untracked import left_to_table
from companion.table.script import Script
from companion.table.words import N_, _


def no_token(state: CthulhuState, me: str) -> str:
    """Return that all Filth tokens are on the map, or an empty string."""
    return "" if pool(state, me, FILTH) > 0 else _("All Filth tokens are on the map.")


def filth(state: CthulhuState, me: str) -> Script[None]:
    """Place a Filth token in any area: a Monster that never moves or acts."""
    title = _("Where does {unit} appear?").format(unit=names.unit(me, FILTH))
    area = yield from pick_target(state, "filth/area", me, title, lambda: state.board.areas)
    if not no_token(state, me):
        state.record(PiecesEntered(me, FILTH, 1, _("placed"), area))


def brood(state: CthulhuState) -> Script[dict[str, int]]:
    """Return the number of Gates that do not count in the Doom Phase, by their owner.

    They are Gates of others in areas with Filth of the owner of The Brood.
    """
    less: dict[str, int] = {}
    for me in state.player_order():
        if not has_book(state, me, ABHOTH) or not state.on_map(me, FILTH):
            continue

        def held(me: str = me) -> list[str]:
            return [area for area, owner in state.gates.items() if owner not in (None, me)]

        seen = [area for area in held() if state.factions[me].seen.get(area, {}).get(FILTH)]
        there = yield from left_to_table(
            state,
            _(CARD_BOOKS[ABHOTH].name),
            _(CARD_BOOKS[ABHOTH].text),
            pick_areas(
                state,
                f"brood/{me}",
                me,
                _("The Brood: which Gates have Filth?"),
                held,
                _("None of them"),
                text=_("They do not count in this Doom Phase."),
                suggested=seen,
            ),
        )
        for area in there or ():
            if owner := state.gates[area]:
                less[owner] = less.get(owner, 0) + 1
    return less


def tokens_known(state: CthulhuState, side: str) -> bool:
    """Return whether the number of Filth tokens that a side has in play is known.

    In a Quick Battle, those outside the battle are known only if its set-up names them.
    """
    given = state.given_battle
    return given is None or FILTH in given.pieces.get(side, {}) or FILTH in given.in_play.get(side, {})


def dice(state: CthulhuState, _battle: Battle, side: str, number: int) -> int | None:
    """Return the number of his Filth tokens in play, or None if it is not known."""
    return state.on_map(side, FILTH) * number if tokens_known(state, side) else None


def least_dice(state: CthulhuState, side: str) -> int:
    """Return the number of his tokens in the battle; others may lie elsewhere."""
    return state.on_map(side, FILTH)


POWERS: Final = CardHooks(
    ABHOTH,
    dice=dice,
    least_dice=least_dice,
    gates_without_doom=brood,
    noticed=as_soon_as(ABHOTH, many_monsters),
    actions=(
        Action(
            "filth",
            N_("Filth"),
            1,
            while_in_play(ABHOTH, no_token),
            filth,
            N_("A Filth token in any area: a Monster with Combat 0 that never moves or acts"),
            great=True,
            summons=FILTH,
        ),
    ),
)
