"""Who fights with what: given in the set-up, or asked for (reference 1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from companion.games.mythos_encounters.facts import PIECES, Committed, Sat, Valued
from companion.games.mythos_encounters.options import MOST as MOST_VALUE
from companion.games.mythos_encounters.options import RULINGS, VALUE_WORDS, check_values, ruling
from companion.games.mythos_encounters.rules import ATTACKER, DEFENDER, Force
from companion.games.mythos_encounters.state import NAMES, OTHERS, SIDES, CombatState
from companion.table.errors import BadSetupError
from companion.table.prompts import TABLE, Choose, Count, Option
from companion.table.script import Script, ask, pick_some, yes

KEYS: Final = ("options", "values", "rulings", "others", "gate", *SIDES)
MOST: Final = 20
"""Pieces of one kind; so many no Node holds."""


def check(setup: Mapping[str, Any]) -> None:
    """Refuse a combat that cannot be fought. Whatever is missing is asked for. Raises `BadSetupError`."""
    if unknown := [key for key in setup if key not in KEYS]:
        raise BadSetupError(f"“{str(unknown[0])[:40]}” does not belong to a combat. Nothing was started.")
    RULINGS.check(setup.get("options", {}))
    check_values(setup.get("values", {}))
    others = setup.get("others", 0)
    if type(others) is not int or not 0 <= others <= len(OTHERS):
        raise BadSetupError(f"There are 0 to {len(OTHERS)} other players. Nothing was started.")
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
    """Collect who sits at the table and what both sides have."""
    others = state.setup.get("others")
    if others is None:
        others = yield from ask(
            state,
            lambda: Count(
                key="others",
                who=TABLE,
                title="How many other players may play cards?",
                rule="cards",
                least=0,
                most=len(OTHERS),
                suggested=1,
            ),
        )
    state.record(Sat(others))
    for side in SIDES:
        yield from _ask_force(state, side)


def _ask_force(state: CombatState, side: str) -> Script[None]:
    given: dict[str, Any] = dict(state.setup.get(side, {}))
    for kind, (_, many) in PIECES.items():
        if kind in given or (state.setup.get(side) and kind in ("monsters", "insane")):
            continue
        given[kind] = yield from ask(state, partial(_pieces_prompt, side, kind, many))
    if "ring" not in given and (side == DEFENDER or ruling(state.options, "ring_bonus_for") == "both"):
        given["ring"] = yield from yes(
            state, f"{side}/ring", side, f"Does the Node lie in {_whose(side)} own ring?", rule="ring"
        )
    if side == ATTACKER and ruling(state.options, "ring_bonus_for") == "defender":
        given["ring"] = False
    if given.get("insane", 0) > 1:
        given["insane_each"] = yield from yes(
            state, f"{side}/insane_each", side, "Do Insane Cultists bring 2 dice each?", rule="insane"
        )
    state.record(Committed(side, Force(**given)))


def _pieces_prompt(side: str, kind: str, many: str) -> Count:
    title = f"{NAMES[side]}: how many {many}?"
    return Count(key=f"{side}/{kind}", who=side, title=title, rule="pieces", least=0, most=MOST, suggested=0)


def _whose(side: str) -> str:
    return f"the {NAMES[side].lower()}'s"
