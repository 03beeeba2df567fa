"""What a Quick Battle's set-up may say, and the table that it lays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games.cthulhu_wars import names, roster
from companion.games.cthulhu_wars.battle.field import Battle
from companion.games.cthulhu_wars.battle.pieces import pieces
from companion.games.cthulhu_wars.battle.totals import combat
from companion.games.cthulhu_wars.elder_signs import BAG
from companion.games.cthulhu_wars.faction import Unseen
from companion.games.cthulhu_wars.facts import BookTaken, SkirmishBegun
from companion.games.cthulhu_wars.maps import BOARDS, BY_PLAYERS, board
from companion.games.cthulhu_wars.roster import FACTIONS
from companion.games.cthulhu_wars.rulings import rulings
from companion.games.cthulhu_wars.state import CthulhuState, Phase
from companion.table.errors import BadSetupError

KEYS: Final = {"attacker", "defender", "pieces", "in_play", "books", "area", "map", "gates", "others", "ritual"}
MAP: Final = BY_PLAYERS[4][0]


def check(setup: Mapping[str, Any]) -> None:
    """Refuse a Quick Battle that cannot be fought. Whatever is missing is asked for. Raises `BadSetupError`."""
    given = setup["quick_battle"]
    for key in setup:
        if key not in ("quick_battle", "options"):
            raise BadSetupError(f"“{str(key)[:40]}” does not belong to a Quick Battle. Nothing was started.")
    if not rulings().allow(setup.get("options", {})):
        raise BadSetupError("There is no such option. Nothing was started.")
    if not isinstance(given, dict) or not set(given) <= KEYS:
        raise BadSetupError(f"A Quick Battle is given by: {', '.join(sorted(KEYS))}. Nothing was started.")
    sides = [given[k] for k in ("attacker", "defender") if k in given] + list_of(given, "others")
    if any(not isinstance(s, str) or s not in FACTIONS for s in sides) or len(set(sides)) != len(sides):
        raise BadSetupError(f"The sides are two different ones of {', '.join(FACTIONS)}. Nothing was started.")
    layout = given.get("map", MAP)
    if not isinstance(layout, str) or layout not in BOARDS:
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
    for code, fighting in given.get("pieces", {}).items():
        in_play = given.get("in_play", {}).get(code, {})
        if any(in_play.get(unit, number) < number for unit, number in fighting.items()):
            raise BadSetupError(f"{names.faction(code)} cannot fight with more pieces than it has in play.")
    if not (type(given.get("ritual", 0)) is int and 0 <= given.get("ritual", 0) <= 8):
        raise BadSetupError("The ritual marker is on step 0 to 8. Nothing was started.")
    check_combat(setup)


def check_combat(setup: Mapping[str, Any]) -> None:
    """Refuse an attack with Combat 0, if all that counts is given. Raises `BadSetupError`."""
    given = setup["quick_battle"]
    sides = [given[k] for k in ("attacker", "defender") if k in given]
    if len(sides) < 2 or sides[0] not in given.get("pieces", {}) or not set(sides) <= set(given.get("books", {})):
        return
    state = quick_battle_state(setup)
    lay_out(state, given, (*sides, *given.get("others", [])))
    attacker, defender = sides
    battle = Battle("", attacker, defender, pieces(attacker, given["pieces"][attacker]))
    if missing(state, given, battle, attacker) == Unseen() and combat(state, battle, attacker) == 0:
        raise BadSetupError(f"These pieces of {names.faction(attacker)} have Combat 0, which may not attack.")


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
            known = {b.id for b in roster.card(code).books}
            if not isinstance(content, list) or any(not isinstance(b, str) or b not in known for b in content):
                raise BadSetupError(f"Spellbooks of {names.faction(code)}: {', '.join(sorted(known))}.")
            continue
        stock = {u.id: u.count for u in roster.card(code).units}
        if not isinstance(content, dict) or any(
            u not in stock or type(n) is not int or not 0 <= n <= stock[u] for u, n in content.items()
        ):
            raise BadSetupError(f"Pieces of {names.faction(code)} are counted by kind, up to its stock.")


def quick_battle_state(setup: Mapping[str, Any]) -> CthulhuState:
    """The state before a Quick Battle. Elder Signs that it gives are taken from the printed ones."""
    state = CthulhuState(dict(setup))
    state.phase = Phase.QUICK_BATTLE
    state.bag = list(BAG)
    state.chits = True
    return state


def lay_out(state: CthulhuState, given: Mapping[str, Any], seats: tuple[str, ...]) -> None:
    """Lay a table that holds just the sides, and third parties whose abilities matter."""
    in_play = {c: {**given.get("pieces", {}).get(c, {}), **given.get("in_play", {}).get(c, {})} for c in seats}
    layout = given.get("map", MAP)
    state.record(SkirmishBegun(seats, layout, in_play, dict(given.get("gates", {})), given.get("ritual", 0)))
    for code in seats:
        for book in given.get("books", {}).get(code, []):
            state.record(BookTaken(code, book, ""))


def missing(state: CthulhuState, given: Mapping[str, Any], battle: Battle, code: str) -> Unseen:
    """What the rules of a faction look at in this battle and the set-up does not say.

    Who gives the pieces of a side there gives what counts with them, too; left out, it is none.
    """
    if code in given.get("pieces", {}):
        return Unseen()
    unseen = roster.card(code).unseen(state, battle, code)
    return Unseen(
        ritual=unseen.ritual and "ritual" not in given,
        gates=unseen.gates and "gates" not in given,
        in_play=() if code in given.get("in_play", {}) else unseen.in_play,
    )
