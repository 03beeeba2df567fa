"""Joseph Curwen: he removes or places a Gate (reference 7, one source)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import GateGone, GateSet
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import nothing_in_the_way
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.neutral_cards import CURWEN
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, priest_action
from companion.games.cthulhu_wars.neutral.unique_priests import give_up
from companion.games.cthulhu_wars.rules.common_questions import other_gates, pick_area, taken_gates
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import _


def curwen(state: CthulhuState, me: str) -> Script[None]:
    """Eliminate him, and remove an own Gate or build one.

    The controller of a removed Gate stays; a new one is built in an area with an own unit.
    """

    def build() -> Choose:
        gone = "" if state.held_gates(me) else _("You control no Gate.")
        options = (Option("remove", _("Remove your Gate"), gone), Option("place", _("Place a new Gate")))
        return Choose(key="joseph_curwen", who=me, title=names.unit(me, CURWEN), options=options)

    def which() -> Choose | None:
        held = state.held_gates(me)
        options = (*(Option(area, area_name(area)) for area in held), *other_gates(state, held))
        title = _("Which Gate is removed?")
        return Choose(key="joseph_curwen/gate", who=me, title=title, options=options, on_map=True) if held else None

    picked = yield from pick_one(state, build)
    if picked == "remove":
        area = yield from pick_one(state, which)
        if area is not None and (yield from give_up(state, me, CURWEN)):
            state.record(GateGone(area, removed=True))
        return
    title, text = _("Where is the new Gate?"), _("Any area where you have a unit.")
    where = yield from pick_area(
        state,
        "joseph_curwen/area",
        me,
        title,
        lambda: [a for a in state.board.areas if a not in state.gates],
        text=text,
        refused=taken_gates,
    )
    if (yield from give_up(state, me, CURWEN)):
        state.record(GateSet(where, None, built=True))


POWERS: Final = CardHooks(CURWEN, between_actions=(priest_action(CURWEN, curwen, nothing_in_the_way),))
