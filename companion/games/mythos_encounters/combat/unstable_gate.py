"""Crossing an unstable Gate, and what a mishap does (reference 1.7)."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec import UNSET

from companion.games.mythos_encounters.facts import PiecesChanged, pieces
from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER
from companion.games.mythos_encounters.model.rulings import ruling
from companion.games.mythos_encounters.model.state import CombatState
from companion.games.mythos_encounters.rules.arithmetic import mishaps
from companion.table.prompts import Choose, Count, Option, Roll, Tell
from companion.table.script import Script, ask, pick_one, yes
from companion.table.words import N_, _

ROWS: Final = {
    1: (
        N_("goes insane"),
        N_("stays in the Node of Origin and fights what was left there, run by the player on the right"),
    ),
    2: (N_("lands next door"), N_("lands in a neighbouring Node: count a die anticlockwise from the intended one")),
    3: (N_("changes sides"), N_("joins the owner of the Node")),
    4: (N_("is lost"), N_("is lost")),
    5: (N_("lands elsewhere in the ring"), N_("lands in another Node of its ring: count a die anticlockwise")),
    6: (N_("becomes a Servitor"), N_("is lost, but becomes a Servitor")),
}
"""What a mishap's die says about the Cultist, in short and for the board; a Cultist is always the subject."""


def cross_gate(state: CombatState) -> Script[None]:
    """One die per crossing Cultist; each 1 is a mishap."""
    given = state.setup.gate if state.number == 1 else UNSET
    unstable = given == "yes"
    who = state.fighters[ATTACKER]
    if given is UNSET and state.forces[ATTACKER].cultists:
        unstable = yield from yes(state, state.key("gate"), who, _("Did they cross an unstable Gate?"), rule="gate")
    if not unstable or not state.forces[ATTACKER].cultists:
        return
    crossing = yield from ask(
        state,
        lambda: Count(
            key=state.key("gate", "crossing"),
            who=state.fighters[ATTACKER],
            title=_("How many Cultists crossed it?"),
            rule="gate",
            least=0,
            most=state.forces[ATTACKER].cultists,
            suggested=state.forces[ATTACKER].cultists,
        ),
    )
    faces = yield from ask(
        state,
        lambda: Roll(
            key=state.key("gate", "roll"),
            who=state.fighters[ATTACKER],
            title=_("Gate crossing"),
            text=_("One die for each Cultist; each 1 is a mishap."),
            rule="gate",
            dice=crossing,
            apart=True,
        ),
    )
    number = len(mishaps(faces))
    if number:
        yield from _mishaps(state, number)


def _mishaps(state: CombatState, number: int) -> Script[None]:
    rows = yield from _rows(state, number)
    lines = []
    for place, row in enumerate(rows):
        yield from _apply(state, place, row)
        lines.append(
            _("{number}. Cultist (die {face}): {what}.").format(number=place + 1, face=row, what=_(ROWS[row][1]))
        )
    yield from ask(
        state,
        lambda: Tell(
            key=state.key("gate", "mishaps"),
            who=state.fighters[ATTACKER],
            title=_("Mishaps: {pieces}").format(pieces=pieces("cultists", number)),
            lines=tuple(lines),
            rule="mishap",
        ),
    )


def _rows(state: CombatState, number: int) -> Script[list[int]]:
    if ruling(state.rulings, "mishaps") == "table":
        rows: list[int] = yield from ask(
            state,
            lambda: Roll(
                key=state.key("gate", "table"),
                who=state.fighters[ATTACKER],
                title=_("Mishap table"),
                text=_("One die for each Cultist that had a mishap."),
                rule="mishap",
                dice=number,
                apart=True,
            ),
        )
        return rows
    found = []
    for place in range(number):
        picked = yield from pick_one(state, partial(_outcome_prompt, state, place))
        assert picked is not None
        found.append(int(picked))
    return found


def _outcome_prompt(state: CombatState, place: int) -> Choose:
    options = tuple(Option(str(row), _("It {what}").format(what=_(short))) for row, (short, __) in ROWS.items())
    title = _("What happens to Cultist {number}?").format(number=place + 1)
    who = state.fighters[ATTACKER]
    return Choose(key=state.key("gate", "outcome", place), who=who, title=title, options=options, rule="mishap")


def _apply(state: CombatState, place: int, row: int) -> Script[None]:
    short, board = map(_, ROWS[row])
    joins = row == 3 and state.forces[DEFENDER].total > 0
    if row == 3 and not joins:
        short, board = _("stays home"), _("stays home because the Node is empty")
    state.record(
        PiecesChanged(
            ATTACKER,
            "cultists",
            -1,
            _("A Cultist {what}.").format(what=short),
            _("{who}: a Cultist {what}.").format(who=state.label(ATTACKER), what=board),
        )
    )
    if joins:
        state.record(
            PiecesChanged(DEFENDER, "cultists", 1, _("{who} has one Cultist more.").format(who=state.The(DEFENDER)))
        )
    if row == 6:
        here = yield from yes(
            state,
            state.key("gate", "servitor", place),
            state.fighters[ATTACKER],
            _("Does the new Servitor also attack?"),
            rule="mishap",
        )
        if here:
            state.record(
                PiecesChanged(
                    ATTACKER, "servitors", 1, _("{who} has one Servitor more.").format(who=state.The(ATTACKER))
                )
            )
