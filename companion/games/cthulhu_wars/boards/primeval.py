"""Primeval (reference 3.11): glaciers that cover Gates."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.boards.asking import abandon, pick_places, put, special
from companion.games.cthulhu_wars.boards.hooks import BoardRules, SpecialAreas
from companion.games.cthulhu_wars.facts import TokensTold
from companion.games.cthulhu_wars.model.maps import PRIMEVAL
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.common_questions import MootError
from companion.table.script import Script
from companion.table.words import N_, _

GLACIER: Final = "glacier"
GLYPHS: Final = "glacier_glyph"
EACH_TURN: Final = 2


def doom_ends(state: CthulhuState) -> Script[None]:
    """Put glaciers into the start areas at the end of the first Doom Phase, and two at the end of each later one."""
    if not state.follows:
        raise MootError
    there = special(state, GLACIER)
    if state.doom_phases == 1:
        new = [area for f in state.factions.values() if (area := f.start) in state.board.on_map]
    else:
        title = _("Where do two glaciers come?")
        free = [area for area in special(state, GLYPHS) if area not in there]
        new = yield from pick_places(state, "primeval/glaciers", state.first, title, lambda: free, EACH_TURN, EACH_TURN)
    for area in new:
        if area not in there:
            there.append(area)
            put(state, GLACIER, there, _("Glacier"), area)
    yield from covered(state)


def covered(state: CthulhuState) -> Script[None]:
    """Abandon every Gate under a glacier; a Gate of a faction's own becomes a normal one."""
    there = special(state, GLACIER)
    for code in state.seats:
        own = state.factions[code].own_gates
        if set(own) & set(there):
            state.record(TokensTold(code, tuple(area for area in own if area not in there)))
    abandon(state, there)
    yield from ()


RULES: Final = BoardRules(
    PRIMEVAL,
    N_("Primeval"),
    N_(
        "At the end of the first Doom Phase a glacier comes into every start area, not onto the Moon; at the end of "
        "each later one the First Player puts two into areas with the glyph. A Gate under a glacier is abandoned for "
        "good, its keeper stays; a Gate built there is covered at once. The Beyond One takes the Gate out. A unit "
        "that is a Gate is never covered. Areas with Ocean in their name are oceans."
    ),
    N_("You describe it once: no source tells its neighbours"),
    special=(SpecialAreas(GLYPHS, N_("Which areas show the glacier glyph?"), most=0),),
    doom_ends=doom_ends,
    noticed=covered,
    closed=lambda state: special(state, GLACIER),
    signs=((GLACIER, N_("Glacier")),),
)
