"""Actions that drive Cultists to areas nearby (reference 7)."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.cthulhu_wars.facts import GateSet
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.surcharges import pick_target
from companion.table.script import Script
from companion.table.words import _


def drive_cultists(
    key: str, title: str, *, ocean: bool | None, own: bool
) -> Callable[[CthulhuState, str], Script[None]]:
    """Return the script of an Action that drives Cultists from an area; a Gate that one held is abandoned.

    Args:
        ocean: whether it is an ocean, or land; None for any.
        own: whether those of the user go, too.
    """

    def script(state: CthulhuState, me: str) -> Script[None]:
        def areas() -> list[str]:
            return [a.id for a in state.board.areas.values() if ocean is None or a.ocean is ocean]

        area = yield from pick_target(state, key, me, _(title), areas)
        owner = state.gates.get(area)
        if owner and (own or owner != me) and not state.fixed(area):
            state.record(GateSet(area, None))

    return script
