"""Questions that come up in several steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.messina.facts import LocationHolderTold, UnitDestroyed
from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.units import MessinaUnit
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one, pick_some
from companion.table.words import _

NOBODY: Final = 2
"""Neither side."""


def unit_options(units: Sequence[MessinaUnit]) -> tuple[Option, ...]:
    """Return Units to pick from, in the colours of their factions; equal ones are interchangeable."""
    return tuple(
        Option(
            unit.id,
            names.unit(unit),
            group=f"{unit.faction} {unit.kind} {unit.support} {unit.routed}",
            symbol=unit.kind,
            colour=names.FACTIONS[unit.faction][1],
        )
        for unit in units
    )


def destroy_some(
    state: MessinaState,
    key: str,
    who: str,
    title: str,
    units: Sequence[MessinaUnit],
    number: int,
    why: str,
    rule: str,
    spared: bool = False,
) -> Script[None]:
    """Let somebody pick so many of these Units, or all if there are fewer, and destroy them.

    Where they are all alike there is nothing to pick, unless some may be `spared`.
    """

    def build() -> Choose | None:
        able = [unit for unit in units if unit in state.units]
        most = min(number, len(able))
        if not most:
            return None
        options = unit_options(able)
        return Choose(
            key=key,
            who=who,
            title=title,
            options=options,
            least=0 if spared else most,
            most=most,
            decline=_("Spare them"),
            rule=rule,
        )

    asked = build()
    forced = asked is not None and not spared and (asked.forced() is not None or _alike(units))
    if _alike(units) and not spared:
        picked = [unit.id for unit in units[:number]]
    else:
        picked = yield from pick_some(state, build)
    for name in picked:
        state.record(UnitDestroyed(next(u for u in units if u.id == name), why, forced))


def _alike(units: Sequence[MessinaUnit]) -> bool:
    """Return whether there is nothing to pick among these Units."""
    return len({option.group for option in unit_options(units)}) == 1


def pick_faction(state: MessinaState, key: str, who: str, title: str, choices: Sequence[str], rule: str) -> Script[str]:
    """Ask for one of these factions."""
    options = tuple(map(names.option, choices))
    picked = yield from pick_one(state, lambda: Choose(key=key, who=who, title=title, options=options, rule=rule))
    assert picked is not None
    return picked


def ask_holder(state: MessinaState, key: str, title: str, rule: str) -> Script[int]:
    """Ask which side holds the Location Card of the site: 0, 1, or `NOBODY` of them."""
    assert state.sides is not None
    options = [names.side_option(str(place), side) for place, side in enumerate(state.sides)]
    options.append(Option(str(NOBODY), _("None of them")))
    picked = yield from pick_one(
        state, lambda: Choose(key=key, who=TABLE, title=title, options=tuple(options), rule=rule)
    )
    assert picked is not None
    state.record(LocationHolderTold(int(picked)))
    return int(picked)
