"""The Action Move: how many units, what it costs, and what comes of it."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import GateSet, PowerSpent, UnnamedUnitsMoved
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.neutral_cards import STILL
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.registry import moved, moves_along
from companion.games.cthulhu_wars.neutral.unique_abilities import flies
from companion.games.cthulhu_wars.rules.pool import pieces_on_map
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge
from companion.games.cthulhu_wars.turn.common_actions import pay, too_dear
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_some
from companion.table.words import NN_, _, n_

MOVED: Final = NN_("Move {n} unit", "Move {n} units")
"""The name of a Move of `n` units."""


def move_refused(state: CthulhuState, me: str) -> str:
    """Return why Move cannot be used, or an empty string."""
    if movers(state, me):
        return ""
    return _("Your units there cannot move.") if pieces_on_map(state, me) else _("You have no unit on the map.")


def still(state: CthulhuState, me: str) -> int:
    """Own pieces on the map that take no Move."""
    if state.factions[me].in_play.keys().isdisjoint(STILL):
        return 0
    return sum(state.on_map(me, unit) for unit in STILL)


def movers(state: CthulhuState, me: str) -> int:
    """Return how many pieces on the map a faction may Move, those of others that follow it too."""
    return pieces_on_map(state, me) - still(state, me) + moves_along(state, me)


def off_gates(state: CthulhuState, me: str) -> int:
    """Return how many pieces may Move without leaving a Gate."""
    return max(0, movers(state, me) - (len(state.held_gates(me)) if state.follows else 0))


def too_few_to_move(state: CthulhuState, me: str, number: int, free: int) -> str:
    """Return why so many units cannot Move if only `free` are on no Gate, or an empty string."""
    if refused := too_dear(state, me, number):
        return refused
    if free >= number:
        return ""
    if still(state, me):
        return n_(
            "Only {n} of your units can move without leaving a Gate.",
            "Only {n} of your units can move without leaving a Gate.",
            free,
        ).format(n=free)
    return n_("Only {n} of your units holds no Gate.", "Only {n} of your units hold no Gate.", free).format(n=free)


def move(state: CthulhuState, me: str, number: int) -> Script[None]:
    """Move units, none of them from a Gate that they hold."""
    first_fact = len(state.facts)
    yield from ask_surcharge(state, me, number)
    pay(state, me, number, movement(number))
    state.record(UnnamedUnitsMoved(me, number))
    yield from moved_on(state, me, first_fact)


def moved_on(state: CthulhuState, me: str, first_fact: int) -> Script[None]:
    """Settle what follows a Move, for its enemies and then the faction.

    `first_fact` is where the Move began: abilities may look at what was paid for it.
    """
    spent = sum(f.power for f in state.facts[first_fact:] if isinstance(f, PowerSpent) and f.who == me)
    if spent:
        for code in state.enemies(me):
            yield from roster.card(code).enemy_moved(state, code, me, spent)
    yield from moved(state, me)
    yield from roster.card(me).after_move(state, me, spent)


def movement(number: int) -> str:
    """Return the words for a Move of `number` units."""
    return n_(*MOVED, number).format(n=number)


def move_by_question(state: CthulhuState, me: str) -> Script[None]:
    """1 Power per unit, each one area, or two with Flight. A Gate is abandoned if the unit on it moves away."""
    first_fact = len(state.facts)
    yield from ask_surcharge(state, me, 1)

    def build() -> Choose | None:
        power, gates = state.factions[me].power, state.held_gates(me)
        unit = _("Unit not on a Gate") if gates and state.follows else _("Unit")
        free = [Option(f"unit.{n + 1}", unit, group="unit") for n in range(min(power, off_gates(state, me)))]
        on_gates = [
            Option(
                area,
                _("Unit on the Gate in {area}").format(area=area_name(area)),
                detail=_("The Gate will be abandoned."),
            )
            for area in (gates if state.follows else ())
        ]
        if not power or not (free or on_gates):
            return None
        return Choose(
            key="move",
            who=me,
            title=_("Who moves? 1 Power each"),
            text=reach(state, me),
            rule="move",
            options=(*free, *on_gates),
            most=min(power, len(free) + len(on_gates)),
            suggested=tuple(o.id for o in free[:1]),
            done=MOVED,
        )

    moved = yield from pick_some(state, build)
    if moved:
        state.record(PowerSpent(me, len(moved), movement(len(moved))))
        state.record(UnnamedUnitsMoved(me, len(moved)))
    for area in moved:
        if state.gates.get(area) == me:
            state.record(GateSet(area, None))
    yield from moved_on(state, me, first_fact)


def reach(state: CthulhuState, me: str) -> str:
    """Return how far a unit moves, in words."""
    return _("Up to two areas each") if flies(state, me) else _("One area each")
