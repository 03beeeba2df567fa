"""Asenath Waite: she replaces an enemy Monster or Cultist (reference 7, one source)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import GateSet, PiecesLeft
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import ASENATH, CARDS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, priest_action
from companion.games.cthulhu_wars.neutral.unique_priests import WORTH, give_up
from companion.games.cthulhu_wars.rules.common_questions import (
    MootError,
    gate_left,
    lost_unit,
)
from companion.games.cthulhu_wars.rules.pool import enter, in_pool, keeper_units, kinds, unit_cost
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import _


def enemies_lesser(state: CthulhuState, me: str) -> list[tuple[str, str]]:
    """Return the Monsters and Cultists of enemies on the map, by owner and kind."""
    return [
        (code, unit.id)
        for code in state.enemies(me)
        for unit in kinds(state, code, Rank.MONSTER, Rank.CULTIST)
        if state.on_map(code, unit.id) > 0
    ]


def cheap(state: CthulhuState, me: str) -> list[str]:
    """Return the kinds of unit in the own Pool that cost 3 or less and can be summoned."""
    able = (unit for unit in in_pool(state, me) if unit.id not in CARDS or CARDS[unit.id].summoned)
    # She awakens nobody, so of Great Old Ones the printed cost counts.
    costs_now = ((u.id, u.cost if u.rank is Rank.GOO else unit_cost(state, me, u)) for u in able)
    return [unit for unit, cost in costs_now if cost <= WORTH and unit != ASENATH]


def nobody_to_replace(state: CthulhuState, me: str) -> str:
    """Return that no unit for 3 Power or less is in the Pool, or an empty string."""
    if not enemies_lesser(state, me):
        return _("No enemy Monster or Cultist is on the map.")
    return "" if cheap(state, me) else _("No unit costing 3 or less is in your Pool.")


def asenath(state: CthulhuState, me: str) -> Script[None]:
    """Replace an enemy Monster or Cultist by an own unit that costs 3 or less, and Eliminate her."""

    def whom() -> Choose | None:
        words = _("{unit} of {faction}")
        options = tuple(
            Option(f"{code}/{unit}", words.format(unit=names.unit(code, unit), faction=names.faction(code)))
            for code, unit in enemies_lesser(state, me)
        )
        title = _("Who is replaced?")
        return Choose(key="asenath_waite/whom", who=me, title=title, options=options) if options else None

    def by() -> Choose | None:
        options = tuple(Option(unit, names.unit(me, unit)) for unit in cheap(state, me))
        title = _("By which unit?")
        return Choose(key="asenath_waite/by", who=me, title=title, options=options) if options else None

    picked = yield from pick_one(state, whom)
    mine = yield from pick_one(state, by)
    if picked is None or mine is None:
        return
    code, __, unit = picked.partition("/")
    if (code, unit) not in enemies_lesser(state, me):
        raise MootError
    state.record(PiecesLeft(code, unit, 1, Loss.EXCHANGED, by=me))
    if unit in keeper_units(state, code):
        gate = yield from gate_left(state, "asenath_waite/gate_of_theirs", code, told=lost_unit(code, unit), unit=unit)
        if gate is not None:
            state.record(GateSet(gate, None))
    enter(state, me, mine, 1, _("placed"))
    yield from give_up(state, me, ASENATH)


POWERS: Final = CardHooks(ASENATH, between_actions=(priest_action(ASENATH, asenath, nobody_to_replace),))
