"""Hound of Tindalos: Angles of Time and Cronophage (reference 7). No Kill is assigned to it: see `battle.assign`."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import GateToCheck
from companion.games.cthulhu_wars.model.battle_state import Battle, Status
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.neutral_cards import HOUND
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, while_on_map
from companion.games.cthulhu_wars.rules.figures import lose
from companion.games.cthulhu_wars.rules.losses import lose_unit
from companion.games.cthulhu_wars.rules.pool import unit_gates
from companion.table.prompts import TABLE
from companion.table.script import Script, yes
from companion.table.words import N_, _


def without_a_gate(state: CthulhuState, area: str) -> Script[bool]:
    """Return whether no Gate is in an area; ask where a unit may be one."""
    if area in state.gates:
        return False
    if not unit_gates(state):
        return True
    title = _("Is there a unit that counts as a Gate?")
    return not (yield from yes(state, "hound/gate", TABLE, title, text=area_name(area)))


def lost_in_time(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Eliminate it after a battle where no Gate is, and where it had nowhere to retreat.

    Where Gates are not followed, or but for one area not known, the last page says so.
    """
    known = state.follows and not state.skirmish
    for figure in [f for f in battle.figures if (f.owner, f.unit) == (me, HOUND) and f.status is not Status.GONE]:
        area = battle.area_of(figure)
        if figure.status is Status.STAYED or (known and (yield from without_a_gate(state, area))):
            yield from lose(state, battle, figure, Loss.ELIMINATED, battle.foe(figure.side))
        elif not known and (not state.follows or area not in state.gates):
            state.record(GateToCheck(me, HOUND))


def whenever(state: CthulhuState, me: str) -> Script[None]:
    """Eliminate it at any other moment, when the players say that it has no Gate."""
    yield from lose_unit(state, me, HOUND, Loss.ELIMINATED, "", me)


def reminds(state: CthulhuState, me: str, action: str) -> str:
    """Return the reminder of Cronophage, of which nothing is counted."""
    goes = action == "move" and state.on_map(me, HOUND) > 0
    return _("The Hound may follow from one Gate to another for free") if goes else ""


POWERS: Final = CardHooks(
    HOUND,
    reminds=reminds,
    anytime=(
        Action(
            "hound",
            N_("The Hound has no Gate"),
            0,
            while_on_map(HOUND),
            whenever,
            N_("In an area without a Gate it is Eliminated"),
        ),
    ),
    battle_ends=lost_in_time,
)
