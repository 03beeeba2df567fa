"""Set-up (reference section 2): who plays what, who sits where, which board, who is First Player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.asking import pick_faction
from companion.games.cthulhu_wars.elder_signs import BAG
from companion.games.cthulhu_wars.factions import FACTIONS
from companion.games.cthulhu_wars.facts import Begun, Set
from companion.games.cthulhu_wars.first_player import pick_direction
from companion.games.cthulhu_wars.maps import BY_PLAYERS, board
from companion.games.cthulhu_wars.options import OPTIONS
from companion.games.cthulhu_wars.state import CthulhuState
from companion.table.errors import BadSetupError
from companion.table.prompts import TABLE, Choose, Option, Tell
from companion.table.script import Script, ask, pick_one, pick_some

KEYS = {"factions", "map", "signs", "first", "direction", "options", "rulings", "bag"}


def check(setup: Mapping[str, Any]) -> None:
    """Refuse a set-up that cannot be played. Whatever is missing is asked for. Raises `BadSetupError`."""
    for key in setup:
        if key not in KEYS:
            raise BadSetupError(f"“{str(key)[:40]}” is not part of a set-up. Nothing was started.")
    factions = setup.get("factions")
    if factions is not None:
        if not isinstance(factions, list) or any(f not in FACTIONS for f in factions if isinstance(f, str)):
            raise BadSetupError(f"Factions are given as a list of {', '.join(FACTIONS)}. Nothing was started.")
        if not all(isinstance(f, str) for f in factions) or len(set(factions)) != len(factions):
            raise BadSetupError("Each faction can be played once. Nothing was started.")
        if not 2 <= len(factions) <= len(FACTIONS):
            raise BadSetupError(f"2 to {len(FACTIONS)} factions can play. Nothing was started.")
    elif "first" in setup or "map" in setup:
        raise BadSetupError("The map and the First Player depend on the factions; give those too.")
    if factions and setup.get("map", BY_PLAYERS[len(factions)][0]) not in BY_PLAYERS[len(factions)]:
        raise BadSetupError(f"{len(factions)} players use {' or '.join(BY_PLAYERS[len(factions)])}.")
    if factions and setup.get("first", factions[0]) not in factions:
        raise BadSetupError("The First Player must be one of the factions. Nothing was started.")
    if setup.get("direction", 1) not in (1, -1):
        raise BadSetupError("The direction is 1 (clockwise) or -1. Nothing was started.")
    if setup.get("signs", "app") not in ("app", "chits"):
        raise BadSetupError("Elder Signs are kept by the app (“app”) or as physical “chits”.")
    bag = setup.get("bag", list(BAG))
    if not isinstance(bag, list) or not all(type(v) is int and 1 <= v <= 3 for v in bag) or len(bag) > len(BAG):
        raise BadSetupError("The bag of Elder Signs is a list of values from 1 to 3.")
    if setup.get("rulings", "ask") != "ask":
        raise BadSetupError("“rulings” can only be ask: then the table is asked for them. Nothing was started.")
    options = setup.get("options", {})
    if not isinstance(options, dict):
        raise BadSetupError("Options are given by name. Nothing was started.")
    for key, value in options.items():
        if not OPTIONS.allow({key: value}):
            raise BadSetupError(f"There is no option “{str(key)[:20]}” with the value “{str(value)[:20]}”.")


def set_up(state: CthulhuState) -> Script[None]:
    """Ask for whatever the set-up does not say yet, then lay out the table."""
    if state.setup.get("rulings") == "ask":
        yield from OPTIONS.ask(state, "setup/ruling")
    seats = state.setup.get("factions") or (yield from pick_seats(state))
    layout = state.setup.get("map") or (yield from pick_map(state, len(seats)))
    signs = state.setup.get("signs") or (yield from pick_signs(state))
    state.record(Begun(tuple(seats), layout, signs))
    yield from first_turn(state)
    lines = [line for code in seats for line in layout_lines(state, code)]
    lines.append(f"Ritual marker on {state.ritual_cost}; shuffle the Elder Signs face down")
    yield from ask(
        state,
        lambda: Tell(
            key="setup/board",
            who=TABLE,
            title="Set up the board",
            lines=tuple(lines),
            verb="Start",
            rule="setup",
        ),
    )
    state.record(Set("turn", 1))
    state.record(Set("phase", "action", "Action Phase, turn 1"))


def pick_seats(state: CthulhuState) -> Script[list[str]]:
    """Ask which factions play and in which order they sit, clockwise."""

    def build() -> Choose:
        options = tuple(Option(f.code, f.name, detail=f.ability_name) for f in FACTIONS.values())
        return Choose(
            key="setup/factions",
            who=TABLE,
            title="Who plays?",
            text="Pick 2 to 4 factions.",
            options=options,
            least=2,
            most=4,
        )

    chosen = yield from pick_some(state, build)
    left = [c for c in FACTIONS if c in chosen]
    seats = [left.pop(0)]
    while left:
        title = f"Who sits clockwise after {names.faction(seats[-1])}?"
        following = yield from pick_faction(state, TABLE, f"setup/seat/{len(seats)}", title, lambda: tuple(left))
        seats.append(following)
        left.remove(following)
    return seats


def pick_map(state: CthulhuState, players: int) -> Script[str]:
    """Ask for the layout of the two half-boards, where there is a choice."""
    options = tuple(Option(m, board(m).name) for m in BY_PLAYERS[players])
    picked = yield from pick_one(
        state, lambda: Choose(key="setup/map", who=TABLE, title="Which map halves?", options=options)
    )
    return picked or BY_PLAYERS[players][0]


def pick_signs(state: CthulhuState) -> Script[str]:
    """Ask who keeps the Elder Signs."""
    options = (
        Option("app", "The companion draws them", detail="Values are shown to their owner only"),
        Option("chits", "We use the printed ones", detail="The companion counts them"),
    )
    picked = yield from pick_one(
        state,
        lambda: Choose(key="setup/signs", who=TABLE, title="Elder Signs", options=options, rule="elder_signs"),
    )
    return picked or "app"


def first_turn(state: CthulhuState) -> Script[None]:
    """First Player on turn 1: Great Cthulhu if in play, otherwise as the table likes (D33)."""
    first = state.setup.get("first") or ("GC" if "GC" in state.seats else "")
    if not first:
        first = yield from pick_faction(
            state,
            TABLE,
            "setup/first",
            "Who is First Player?",
            lambda: state.seats,
            text="Use any method you like.",
        )
    state.record(Set("first", first, f"{names.faction(first)} is First Player"))
    if "direction" in state.setup:
        state.record(Set("direction", state.setup["direction"]))
    else:
        yield from pick_direction(state)


def layout_lines(state: CthulhuState, code: str) -> list[str]:
    """What one faction puts on the table."""
    area = state.board.areas[state.board.start[code]].name
    lines = [f"{names.faction(code)}: Gate and 6 Acolytes in {area}, one of them on the Gate; Power 8, Doom 0"]
    if code == "YS":
        lines.append("Yellow Sign: 12 Desecration tokens ready")
    return lines
