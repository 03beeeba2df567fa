"""Who fights with what: given in the set-up, or asked for (reference 1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from companion.games.mythos_encounters.facts import PIECES, Committed, Valued
from companion.games.mythos_encounters.people import check_people
from companion.games.mythos_encounters.rules import ATTACKER, DEFENDER, Force
from companion.games.mythos_encounters.rulings import MOST as MOST_VALUE
from companion.games.mythos_encounters.rulings import RULINGS, VALUE_WORDS, check_values, ruling
from companion.games.mythos_encounters.state import SEATS, SIDES, CombatState
from companion.table.errors import BadSetupError
from companion.table.prompts import TABLE, Choose, Count, Option, dice_words
from companion.table.script import Script, ask, pick_some, yes

KEYS: Final = ("options", "values", "rulings", "players", "others", "gate", *SIDES)
MOST: Final = 20
"""Pieces of one kind; so many no Node holds."""


def check(setup: Mapping[str, Any]) -> None:
    """Refuse a combat that cannot be fought. Whatever is missing is asked for. Raises `BadSetupError`."""
    if unknown := [key for key in setup if key not in KEYS]:
        raise BadSetupError(f"“{str(unknown[0])[:40]}” does not belong to a combat. Nothing was started.")
    RULINGS.check(setup.get("options", {}))
    check_values(setup.get("values", {}))
    others, most = setup.get("others", 0), len(SEATS) - len(SIDES)
    if type(others) is not int or not 0 <= others <= most:
        raise BadSetupError(f"There are 0 to {most} other players. Nothing was started.")
    if "players" in setup:
        check_people(setup["players"])
        if setup.get("others", len(setup["players"]) - len(SIDES)) != len(setup["players"]) - len(SIDES):
            raise BadSetupError("“players” and “others” differ. Leave one of them out. Nothing was started.")
    if setup.get("gate", "no") not in ("yes", "no") or setup.get("rulings", "ask") != "ask":
        raise BadSetupError("“gate” is yes or no, “rulings” is ask. Nothing was started.")
    for side in SIDES:
        given = setup.get(side, {})
        if not isinstance(given, dict) or any(key not in (*PIECES, "ring") for key in given):
            raise BadSetupError(f"A side has {', '.join(PIECES)} and ring. Nothing was started.")
        if any(type(given[k]) is not int or not 0 <= given[k] <= MOST for k in PIECES if k in given):
            raise BadSetupError(f"A side has 0 to {MOST} pieces of a kind. Nothing was started.")
        if not isinstance(given.get("ring", False), bool):
            raise BadSetupError("“ring” is true or false. Nothing was started.")


def ask_rulings(state: CombatState) -> Script[None]:
    """Let the table choose its readings, where the mode says so."""
    if state.setup.get("rulings") != "ask":
        return
    yield from RULINGS.ask(state)
    yield from _ask_values(state)


def _ask_values(state: CombatState) -> Script[None]:
    """The published values are not certain (1.1), so any of them may be another one here."""
    names = yield from pick_some(state, partial(_values_prompt, state))
    for name in [key for key in VALUE_WORDS if key in names]:
        value = yield from ask(state, partial(_value_prompt, state, name))
        state.record(Valued(name, value, f"{VALUE_WORDS[name]}: {value}."))


def _values_prompt(state: CombatState) -> Choose:
    options = [Option(key, words, detail=_value_detail(state.values[key])) for key, words in VALUE_WORDS.items()]
    return Choose(
        key="values",
        who=TABLE,
        title="Which numbers are different here?",
        options=tuple(options),
        least=0,
        most=len(options),
        decline="None of them",
        rule="rulings",
    )


def _value_detail(value: int) -> str:
    return str(value) if value else "not known"


def _value_prompt(state: CombatState, name: str) -> Count:
    least = 1 if name in ("cultist_price", "servitor_price") else 0
    return Count(
        key=f"values/{name}",
        who=TABLE,
        title=VALUE_WORDS[name],
        least=least,
        most=MOST_VALUE,
        suggested=state.values[name],
        rule="rulings",
    )


def ask_forces(state: CombatState) -> Script[None]:
    """Collect what both sides have."""
    for side in SIDES:
        if side == DEFENDER and not state.fighters[DEFENDER]:
            state.record(Committed(side, "The Node", Force()))
        else:
            yield from _ask_force(state, side)


def _ask_force(state: CombatState, side: str) -> Script[None]:
    setup: dict[str, Any] = state.setup.get(side, {}) if state.number == 1 else {}
    given = dict(setup)
    before = state.standing if side == DEFENDER else None
    for kind, (_, many) in PIECES.items():
        if kind in given or (setup and kind in ("monsters", "insane")):
            continue
        given[kind] = yield from ask(state, partial(_pieces_prompt, state, side, kind, many, before))
    if before is not None:
        given["ring"] = before.ring
    if side == ATTACKER and ruling(state.rulings, "ring_bonus_for") == "defender":
        given["ring"] = False
    if "ring" not in given and any(given.get(kind) for kind in PIECES):
        given["ring"] = yield from yes(
            state,
            state.key(side, "ring"),
            state.fighters[side],
            "In the own ring?",
            text=_ring_text(state, side),
            rule="ring",
        )
    if given.get("insane", 0) > 1:
        given["insane_each"] = yield from yes(
            state,
            state.key(side, "insane_each"),
            state.fighters[side],
            f"Do Insane Cultists bring {dice_words(state.values['insane'])} each?",
            rule="insane",
        )
    state.record(Committed(side, state.label(side), Force(**given)))


def _pieces_prompt(state: CombatState, side: str, kind: str, many: str, before: Force | None) -> Count:
    return Count(
        key=state.key(side, kind),
        who=state.fighters[side],
        title=f"{state.label(side)}: {many}?",
        rule="pieces",
        least=0,
        most=MOST,
        suggested=min(MOST, getattr(before, kind, 0)),
    )


def _ring_text(state: CombatState, side: str) -> str:
    """Whose ring: the player's, and the Great Old One's if it is known."""
    god, name = state.people[state.fighters[side]].god, state.the(side)
    return f"Does the Node lie in {name}'s own ring{f', that of {god}' if god and god != name else ''}?"
