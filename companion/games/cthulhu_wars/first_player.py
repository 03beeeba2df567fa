"""Determine First Player (reference 3.2)."""

from __future__ import annotations

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.asking import pick_faction
from companion.games.cthulhu_wars.facts import Set
from companion.games.cthulhu_wars.state import CthulhuState
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one, safe_point


def leaders(state: CthulhuState) -> list[str]:
    """The players with the most Power."""
    highest = max(f.power for f in state.factions.values())
    return [c for c in state.seats if state.factions[c].power == highest]


def determine_first_player(state: CthulhuState) -> Script[None]:
    """Most Power takes the marker; a tie is decided by the previous First Player; then the direction is chosen."""
    yield from safe_point()
    first = yield from pick_faction(
        state,
        state.first,
        "first_player/tie",
        "Who becomes First Player?",
        lambda: leaders(state),
        text="They are tied for the most Power; the previous First Player picks.",
    )
    state.record(Set("first", first, f"{names.faction(first)} is First Player"))
    yield from pick_direction(state)
    state.record(Set("phase", "doom", "Doom Phase"))


def pick_direction(state: CthulhuState) -> Script[None]:
    """The First Player chooses clockwise or counter-clockwise for the whole turn; two players need not."""
    if len(state.seats) == 2:
        return
    options = (Option("1", "Clockwise"), Option("-1", "Counter-clockwise"))
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key="first_player/direction",
            who=state.first,
            title="Direction of play",
            text="It holds until the next First Player is determined.",
            rule="first_player",
            options=options,
        ),
    )
    direction = int(picked or "1")
    word = "clockwise" if direction == 1 else "counter-clockwise"
    state.record(Set("direction", direction, f"Play goes {word}"))
