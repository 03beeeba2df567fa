"""The Shadow Pharaoh: Hebephrenia (reference 7: RB errata card). No Gate in its area can be controlled."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import GateSet
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import SHADOW_PHARAOH
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.common_questions import pick_area, pick_areas
from companion.games.cthulhu_wars.rules.pool import enter
from companion.table.script import Script
from companion.table.words import _


def arrives(state: CthulhuState, me: str, number: int) -> Script[bool]:
    """Place it at a Gate of its player; the keeper leaves the Gate."""
    area = ""
    if len(state.held_gates(me)) == 1 == len(state.gates_of(me)):
        (area,) = state.held_gates(me)
    elif state.held_gates(me):
        title = _("Where does {unit} appear?").format(unit=names.unit(me, SHADOW_PHARAOH))
        area = yield from pick_area(state, f"shadow_pharaoh/{me}", me, title, lambda: state.gates_of(me))
    enter(state, me, SHADOW_PHARAOH, number, _("comes to a controlled Gate"), area)
    if area and not state.fixed(area):
        state.record(GateSet(area, None))
    return True


def walks(state: CthulhuState, me: str) -> Script[None]:
    """Ask after a Move whether it has come to a Gate of anybody's."""
    if not state.follows or state.on_map(me, SHADOW_PHARAOH) <= 0:
        return
    held = [area for code in state.player_order() for area in state.held_gates(code)]
    for area in (
        yield from pick_areas(
            state,
            f"shadow_pharaoh/{me}",
            me,
            _("{unit}: to which Gate?").format(unit=names.unit(me, SHADOW_PHARAOH)),
            lambda: held,
            _("To none"),
            text=_("Whoever is on it leaves it; nobody can control it."),
            rule="neutral",
            most=1,
        )
    ):
        state.record(GateSet(area, None))


POWERS: Final = CardHooks(SHADOW_PHARAOH, comes=arrives, moved=walks)
