"""Who fights with what: given in the set-up, or asked for (reference 1.2)."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games.mythos_encounters.facts import PIECES, ForceCommitted, ValueTold, several
from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER, SYMBOLS, Force
from companion.games.mythos_encounters.model.rulings import RULINGS, VALUE_WORDS, ruling
from companion.games.mythos_encounters.model.setup_form import MOST, MOST_VALUE
from companion.games.mythos_encounters.model.state import SIDES, CombatState
from companion.table.prompts import TABLE, Blank, Choose, Count, Form, Option
from companion.table.script import Script, ask, pick_some, yes
from companion.table.setup import given
from companion.table.words import _, labelled, n_


def ask_rulings(state: CombatState) -> Script[None]:
    """Let the table choose its readings, where the mode says so."""
    if not state.setup.ask:
        return
    yield from RULINGS.ask(state)
    yield from _ask_values(state)


def _ask_values(state: CombatState) -> Script[None]:
    """Ask which values hold: the published ones are not certain (1.1)."""
    names = yield from pick_some(state, partial(_values_prompt, state))
    for name in [key for key in VALUE_WORDS if key in names]:
        value = yield from ask(state, partial(_value_prompt, state, name))
        state.record(
            ValueTold(name, value, words=_("{what}: {number}.").format(what=_(VALUE_WORDS[name]), number=value))
        )


def _values_prompt(state: CombatState) -> Choose:
    options = [Option(key, labelled(_(words), _said(state.values[key]))) for key, words in VALUE_WORDS.items()]
    return Choose(
        key="values",
        who=TABLE,
        title=_("Which numbers are different here?"),
        options=tuple(options),
        least=0,
        most=len(options),
        decline=_("None of them"),
        rule="rulings",
    )


def _said(value: int) -> str:
    return str(value) if value else _("not known")


def _value_prompt(state: CombatState, name: str) -> Count:
    least = 1 if name in ("cultist_price", "servitor_price") else 0
    return Count(
        key=f"values/{name}",
        who=TABLE,
        title=_(VALUE_WORDS[name]),
        least=least,
        most=MOST_VALUE,
        suggested=state.values[name],
        rule="rulings",
    )


def ask_forces(state: CombatState) -> Script[None]:
    """Collect what both sides have."""
    if state.setup.forms:
        yield from _fill_forces(state)
        return
    for side in SIDES:
        if side == DEFENDER and not state.fighters[DEFENDER]:
            state.record(ForceCommitted(side, _("The Node"), Force()))
        else:
            yield from _ask_force(state, side)


def _fill_forces(state: CombatState) -> Script[None]:
    """Ask for the pieces of both sides on one sheet, as far as they are not given."""
    filled: dict[str, int] = {}
    if _sheet(state).blanks:
        picked = yield from ask(state, partial(_sheet, state))
        filled = _sheet(state).filled(picked)
    for side in SIDES:
        if side == DEFENDER and not state.fighters[DEFENDER]:
            state.record(ForceCommitted(side, _("The Node"), Force()))
            continue
        found = _known(state, side)
        told = {name.partition(".")[2]: value for name, value in filled.items() if name.startswith(f"{side}.")}
        found |= {kind: told[kind] for kind in PIECES if kind in told}
        if "ring" in told:
            found["ring"] = bool(told["ring"]) and any(found.get(kind) for kind in PIECES)
        if found.get("insane", 0) > 1:
            found["insane_each"] = bool(told.get("insane_each"))
        state.record(ForceCommitted(side, state.label(side), Force(**found)))


def _known(state: CombatState, side: str) -> dict[str, Any]:
    """Return what of a side is given, or known since the last combat."""
    found: dict[str, Any] = given(state.setup.side(side)) if state.number == 1 else {}
    if found:
        found = {"monsters": 0, "insane": 0} | found
    if side == DEFENDER and state.standing is not None:
        found["ring"] = state.standing.ring
    if side == ATTACKER and ruling(state.rulings, "ring_bonus_for") == "defender":
        found["ring"] = False
    return found


def _sheet(state: CombatState) -> Form:
    """Return the form for what is not known."""
    blanks = []
    for side in SIDES:
        if not state.fighters[side]:
            continue
        known, who, seat = _known(state, side), state.label(side), state.fighters[side]
        before = state.standing if side == DEFENDER else None
        blanks += [
            Blank(
                f"{side}.{kind}",
                several(kind),
                who,
                most=MOST,
                suggested=min(MOST, getattr(before, kind, 0)),
                side=seat,
                symbol=SYMBOLS[kind],
            )
            for kind in PIECES
            if kind not in known
        ]
        if known.get("insane", 2) > 1:
            each = state.values["insane"]
            words = n_("Insane Cultists: {n} die each?", "Insane Cultists: {n} dice each?", each).format(n=each)
            needs = (f"{side}.insane", 2)
            blanks.append(Blank(f"{side}.insane_each", words, who, most=1, whether=True, side=seat, needs=needs))
        if "ring" not in known:
            blanks.append(Blank(f"{side}.ring", _("In its own ring?"), who, most=1, whether=True, side=seat))
    return Form(
        key=state.key("forces"), who=TABLE, title=_("Who fights with what?"), blanks=tuple(blanks), rule="pieces"
    )


def _ask_force(state: CombatState, side: str) -> Script[None]:
    first = given(state.setup.side(side)) if state.number == 1 else {}
    counts = dict(first)
    before = state.standing if side == DEFENDER else None
    for kind in PIECES:
        if kind in counts or (first and kind in ("monsters", "insane")):
            continue
        counts[kind] = yield from ask(state, partial(_pieces_prompt, state, side, kind, before))
    if before is not None:
        counts["ring"] = before.ring
    if side == ATTACKER and ruling(state.rulings, "ring_bonus_for") == "defender":
        counts["ring"] = False
    if "ring" not in counts and any(counts.get(kind) for kind in PIECES):
        counts["ring"] = yield from yes(
            state,
            state.key(side, "ring"),
            state.fighters[side],
            _("In its own ring?"),
            text=_ring_text(state, side),
            rule="ring",
        )
    if counts.get("insane", 0) > 1:
        counts["insane_each"] = yield from yes(
            state,
            state.key(side, "insane_each"),
            state.fighters[side],
            n_(
                "Insane Cultists: {n} die each?",
                "Insane Cultists: {n} dice each?",
                state.values["insane"],
            ).format(n=state.values["insane"]),
            rule="insane",
        )
    state.record(ForceCommitted(side, state.label(side), Force(**counts)))


def _pieces_prompt(state: CombatState, side: str, kind: str, before: Force | None) -> Count:
    return Count(
        key=state.key(side, kind),
        who=state.fighters[side],
        title=_("{who}: {pieces}?").format(who=state.label(side), pieces=several(kind)),
        rule="pieces",
        least=0,
        most=MOST,
        suggested=min(MOST, getattr(before, kind, 0)),
    )


def _ring_text(state: CombatState, side: str) -> str:
    """Whose ring: the player's, and the Great Old One's if it is known."""
    god, name = state.people[state.fighters[side]].god, state.the(side)
    if god and god != name:
        return _("Is the Node in {who}'s own ring, that of {god}?").format(who=name, god=god)
    return _("Is the Node in {who}'s own ring?").format(who=name)
