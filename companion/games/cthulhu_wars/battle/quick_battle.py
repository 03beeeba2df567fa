"""A Quick Battle: two factions fight without a game around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.asking import pick_faction
from companion.games.cthulhu_wars.battle.field import Battle, Figure
from companion.games.cthulhu_wars.battle.guide import fight
from companion.games.cthulhu_wars.factions import FACTIONS
from companion.games.cthulhu_wars.facts import BookTaken, Entered, Set, SkirmishBegun
from companion.games.cthulhu_wars.maps import BY_PLAYERS, board
from companion.games.cthulhu_wars.options import OPTIONS
from companion.games.cthulhu_wars.state import CthulhuState
from companion.table.errors import BadSetupError
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_some

KEYS: Final = {"attacker", "defender", "pieces", "in_play", "books", "area", "map", "gates", "others", "ritual"}
MAP: Final = BY_PLAYERS[4][0]


def check(setup: Mapping[str, Any]) -> None:
    """Refuse a Quick Battle that cannot be fought. Whatever is missing is asked for. Raises `BadSetupError`."""
    given = setup["quick_battle"]
    for key in setup:
        if key not in ("quick_battle", "options"):
            raise BadSetupError(f"“{str(key)[:40]}” does not belong to a Quick Battle. Nothing was started.")
    if not OPTIONS.allow(setup.get("options", {})):
        raise BadSetupError("There is no such option. Nothing was started.")
    if not isinstance(given, dict) or not set(given) <= KEYS:
        raise BadSetupError(f"A Quick Battle is given by: {', '.join(sorted(KEYS))}. Nothing was started.")
    sides = [given[k] for k in ("attacker", "defender") if k in given] + list_of(given, "others")
    if any(not isinstance(s, str) or s not in FACTIONS for s in sides) or len(set(sides)) != len(sides):
        raise BadSetupError(f"The sides are two different ones of {', '.join(FACTIONS)}. Nothing was started.")
    layout = given.get("map", MAP)
    if not isinstance(layout, str) or layout not in {m for maps in BY_PLAYERS.values() for m in maps}:
        raise BadSetupError("There is no such map. Nothing was started.")
    areas = board(layout).areas
    gates = given.get("gates", {})
    area = given.get("area", next(iter(areas)))
    if not isinstance(area, str) or area not in areas or not isinstance(gates, dict) or not set(gates) <= set(areas):
        raise BadSetupError("There is no such area on that map. Nothing was started.")
    if any(owner is not None and (not isinstance(owner, str) or owner not in FACTIONS) for owner in gates.values()):
        raise BadSetupError("A Gate is controlled by a faction, or by nobody (null). Nothing was started.")
    for key in ("pieces", "in_play", "books"):
        check_by_side(given, key, sides)
    for code, pieces in given.get("pieces", {}).items():
        in_play = given.get("in_play", {}).get(code, {})
        if any(in_play.get(unit, number) < number for unit, number in pieces.items()):
            raise BadSetupError(f"{names.faction(code)} cannot fight with more pieces than it has in play.")
    if not (type(given.get("ritual", 0)) is int and 0 <= given.get("ritual", 0) <= 8):
        raise BadSetupError("The ritual marker is on step 0 to 8. Nothing was started.")


def list_of(given: Mapping[str, Any], key: str) -> list[Any]:
    """A list from the set-up, or an empty one. Raises `BadSetupError`."""
    value = given.get(key, [])
    if not isinstance(value, list):
        raise BadSetupError(f"“{key}” is a list. Nothing was started.")
    return value


def check_by_side(given: Mapping[str, Any], key: str, sides: list[str]) -> None:
    """Check pieces, pieces in play or books, which are given per faction."""
    by_side = given.get(key, {})
    if not isinstance(by_side, dict) or not set(by_side) <= set(sides):
        raise BadSetupError(f"“{key}” is given by faction. Nothing was started.")
    for code, content in by_side.items():
        if key == "books":
            known = {b.id for b in FACTIONS[code].books}
            if not isinstance(content, list) or any(not isinstance(b, str) or b not in known for b in content):
                raise BadSetupError(f"Spellbooks of {names.faction(code)}: {', '.join(sorted(known))}.")
            continue
        stock = {u.id: u.count for u in FACTIONS[code].units}
        if not isinstance(content, dict) or any(
            u not in stock or type(n) is not int or not 0 <= n <= stock[u] for u, n in content.items()
        ):
            raise BadSetupError(f"Pieces of {names.faction(code)} are counted by kind, up to its stock.")


def quick_battle_state(setup: Mapping[str, Any]) -> CthulhuState:
    """The state before a Quick Battle."""
    state = CthulhuState(dict(setup))
    state.phase = "quick_battle"
    return state


def quick_battle(state: CthulhuState) -> Script[None]:
    """Ask for what is missing, fight, and end."""
    given = state.setup["quick_battle"]
    attacker = given.get("attacker") or (
        yield from pick_faction(state, TABLE, "quick/attacker", "Who attacks?", lambda: FACTIONS)
    )
    defender = given.get("defender") or (
        yield from pick_faction(
            state, TABLE, "quick/defender", "Who defends?", lambda: [c for c in FACTIONS if c != attacker]
        )
    )
    layout = given.get("map", MAP)
    area = given.get("area") or (yield from pick_area_on(state, layout))
    lay_out(state, given, attacker, defender, layout)
    battle = Battle(area, attacker, defender)
    for side in (attacker, defender):
        battle.figures += yield from pieces_of(state, given, battle, side)
    for side in (attacker, defender):
        if side not in given.get("books", {}):
            yield from ask_books(state, side)
    yield from fight(state, battle)
    state.record(Set("phase", "over", "The battle is over"))


def pick_area_on(state: CthulhuState, layout: str) -> Script[str]:
    """Ask for the area before the board is laid."""

    def build() -> Choose:
        options = tuple(Option(a.id, a.name) for a in board(layout).areas.values())
        return Choose(key="quick/area", who=TABLE, title="Where is the battle?", options=options)

    (picked,) = yield from pick_some(state, build)
    return picked


def lay_out(state: CthulhuState, given: Mapping[str, Any], attacker: str, defender: str, layout: str) -> None:
    """Lay a table that holds just the sides, and third parties whose abilities matter."""
    seats = (attacker, defender, *given.get("others", []))
    pieces = {c: {**given.get("pieces", {}).get(c, {}), **given.get("in_play", {}).get(c, {})} for c in seats}
    state.record(SkirmishBegun(seats, layout, pieces, dict(given.get("gates", {})), given.get("ritual", 0)))
    for code in seats:
        for book in given.get("books", {}).get(code, []):
            state.record(BookTaken(code, book, ""))


def pieces_of(state: CthulhuState, given: Mapping[str, Any], battle: Battle, side: str) -> Script[list[Figure]]:
    """The pieces of a side, as given or as asked; those asked for come straight from the stock."""
    card = names.card(side)
    pieces = given.get("pieces", {}).get(side)
    if pieces is None:
        options = tuple(
            Option(f"{u.id}.{n + 1}", u.name, group=u.id) for u in reversed(card.units) for n in range(u.count)
        )
        picked = yield from pick_some(
            state,
            lambda: Choose(
                key=f"quick/pieces/{side}",
                who=side,
                title=f"{card.name}: who fights?",
                options=options,
                most=len(options),
            ),
        )
        pieces = {}
        for option in picked:
            unit = option.split(".")[0]
            pieces[unit] = pieces.get(unit, 0) + 1
        for unit, number in pieces.items():
            if state.in_play(side, unit) < number:
                state.record(Entered(side, unit, number - state.in_play(side, unit), "take part", battle.area))
    on_gate = state.gates.get(battle.area) == side
    return [
        Figure(f"{side}.{u}.{n + 1}", side, u, card.unit(u).rank, on_gate and u == "acolyte" and n == 0)
        for u, number in pieces.items()
        for n in range(number)
    ]


def ask_books(state: CthulhuState, side: str) -> Script[None]:
    """Ask which spellbooks a side owns."""
    card = names.card(side)
    options = tuple(Option(b.id, b.name, detail=b.text) for b in card.books)
    picked = yield from pick_some(
        state,
        lambda: Choose(
            key=f"quick/books/{side}",
            who=side,
            title=f"{card.name}: which spellbooks?",
            options=options,
            least=0,
            most=len(options),
            decline="None",
        ),
    )
    for book in picked:
        state.record(BookTaken(side, book, ""))
