"""Who is likely to stand in an area, for what people see filled in and change: no rule looks at it."""

from __future__ import annotations

from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.rules.pool import keeper_units, kinds


def likely(state: CthulhuState, code: str, area: str) -> dict[str, int]:
    """Return how many pieces of each kind a faction probably has in an area, kinds with none left out.

    Those that were last said to be there; one on the Gate that it controls there; and at such a Gate its share of the
    Monsters of which nobody has said where they are, since they are summoned at Gates.
    """
    held = state.held_gates(code)
    found = {unit.id: _last_seen(state, code, area, unit.id) for unit in kinds(state, code)}
    if area in held:
        for unit in kinds(state, code, Rank.MONSTER, Rank.TERROR):
            found[unit.id] += _unseen(state, code, unit.id) // len(held)
        if state.on_map(code, ACOLYTE) and not any(found.get(unit) for unit in keeper_units(state, code)):
            found[ACOLYTE] = 1
    return {unit: n for unit, n in found.items() if n}


def _last_seen(state: CthulhuState, code: str, area: str, unit: str) -> int:
    return min(state.on_map(code, unit), state.factions[code].seen.get(area, {}).get(unit, 0))


def _unseen(state: CthulhuState, code: str, unit: str) -> int:
    seen = sum(there.get(unit, 0) for there in state.factions[code].seen.values())
    return max(0, state.on_map(code, unit) - seen)
