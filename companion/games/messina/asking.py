"""Questions that come up in several steps."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.messina import names
from companion.games.messina.facts import Destroyed
from companion.games.messina.rules.units import Unit
from companion.games.messina.state import MessinaState
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one, pick_some


def unit_options(units: Sequence[Unit]) -> tuple[Option, ...]:
    """Units to pick from; equal ones are interchangeable."""
    return tuple(Option(u.id, names.unit(u), group=f"{u.faction} {u.kind} {u.support} {u.routed}") for u in units)


def destroy_some(
    state: MessinaState, key: str, who: str, title: str, units: Sequence[Unit], number: int, why: str, rule: str
) -> Script[None]:
    """Let somebody pick so many of these Units, or all if there are fewer, and destroy them."""

    def build() -> Choose | None:
        able = [unit for unit in units if unit in state.units]
        most = min(number, len(able))
        options = unit_options(able)
        return (
            Choose(key=key, who=who, title=title, options=options, least=most, most=most, rule=rule) if most else None
        )

    picked = yield from pick_some(state, build)
    for name in picked:
        state.record(Destroyed(next(u for u in units if u.id == name), why))


def pick_faction(state: MessinaState, key: str, who: str, title: str, choices: Sequence[str], rule: str) -> Script[str]:
    """Ask for one of these factions."""
    options = tuple(Option(name, names.faction(name)) for name in choices)
    picked = yield from pick_one(state, lambda: Choose(key=key, who=who, title=title, options=options, rule=rule))
    assert picked is not None
    return picked
