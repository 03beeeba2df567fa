"""How much the companion helps, chosen anew in the middle of a game: what it must know for that is asked first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.cthulhu_wars.corrections.corrections import correct, counters, limits
from companion.games.cthulhu_wars.facts import GatesCounted, GatesSeen, TokensTold
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.state import GATES_IN_BOX, HELP, PLACES, CthulhuState, HelpLevel, Phase, Places
from companion.games.cthulhu_wars.rules.common_questions import pick_areas
from companion.games.cthulhu_wars.rules.pool import gate_keepers, kinds
from companion.table.prompts import TABLE, Blank, Choose, Form, Option
from companion.table.rulings import Ruled, Ruling, Rulings
from companion.table.script import Script, ask, pick_one
from companion.table.words import N_, _

LEVELS: Final = Rulings(
    {
        HELP: Ruling(
            N_("How much help"),
            {
                HelpLevel.REFEREE: N_("Referee"),
                HelpLevel.CLERK: N_("Clerk"),
                HelpLevel.SCRIBE: N_("Scribe"),
            },
        ),
        PLACES: Ruling(
            N_("Gates and neighbours"),
            {Places.ASKED: N_("asked for"), Places.TABLE: N_("left to the table")},
        ),
    }
)
"""The levels, most help first: that is the default; and whether the Referee asks for places."""

DETAILS: Final = {
    HelpLevel.REFEREE: N_("Everything, with places"),
    HelpLevel.CLERK: N_("Sums, costs and victory; no places"),
    HelpLevel.SCRIBE: N_("Turns, phases and dice"),
}


def label(state: CthulhuState) -> str:
    """Return the help level in force, in words."""
    return _(LEVELS[HELP].readings[state.level])


def change(state: CthulhuState) -> Script[None]:
    """Ask for the level, and for what a higher one must know; only then it holds."""

    def build() -> Choose:
        options = tuple(Option(level, _(words), detail=_(DETAILS[HelpLevel(level)])) for level, words in _readings())
        return Choose(
            key="help",
            who=TABLE,
            title=_("How much help do you want?"),
            rule="help_level",
            options=options,
            suggested=(state.level,),
        )

    picked = HelpLevel((yield from pick_one(state, build)) or state.level)
    before = state.level
    if picked is before:
        return
    if before is HelpLevel.SCRIBE and not _laying_out(state):
        for code in state.seats:
            yield from count_pieces(state, code)
    follows = picked is HelpLevel.REFEREE and not _laying_out(state) and _places(state) is Places.ASKED
    if follows:
        yield from see_gates(state)
    set_level(state, picked)
    if follows:
        yield from see_tokens(state)


def places_label(state: CthulhuState) -> str:
    """Return in words whether places are asked for."""
    return _(LEVELS[PLACES].readings[_places(state)])


def change_places(state: CthulhuState) -> Script[None]:
    """Switch the questions for Gates and adjacent areas on or off.

    Switched on, the Referee first asks where the Gates are.
    """
    if _places(state) is Places.TABLE:
        laying_out = _laying_out(state)
        if not laying_out:
            yield from see_gates(state)
        _rule(state, PLACES, Places.ASKED)
        if not laying_out:
            yield from see_tokens(state)
        return
    if not _laying_out(state):
        state.record(GatesCounted())
    _rule(state, PLACES, Places.TABLE)


def _places(state: CthulhuState) -> Places:
    return Places(state.rulings.get(PLACES, Places.ASKED))


def _laying_out(state: CthulhuState) -> bool:
    """Return whether the board is still being set up: then nothing has to be told, and Gates are counted at its end."""
    return state.phase is Phase.SETUP


def _rule(state: CthulhuState, key: str, reading: str) -> None:
    words = _("{point}: {reading}.").format(point=_(LEVELS[key].title), reading=_(LEVELS[key].readings[reading]))
    state.record(Ruled(key, str(reading), words=words))


def _readings() -> list[tuple[str, str]]:
    return list(LEVELS[HELP].readings.items())


def set_level(state: CthulhuState, level: HelpLevel) -> None:
    """Set how much the companion helps from now on."""
    if state.gates and level is not HelpLevel.REFEREE and state.follows and not _laying_out(state):
        state.record(GatesCounted())
    _rule(state, HELP, level)


def count_pieces(state: CthulhuState, code: str) -> Script[None]:
    """Ask what a faction has on the board, which nobody has told while it was the table's business."""

    def sheet() -> Form:
        known = counters(state)
        blanks = []
        for key, name in _counted(state, code):
            least, most = (0, GATES_IN_BOX) if name == "gates" else limits(state, key)
            blanks.append(Blank(key, names.counter_alone(key), least=least, most=most, suggested=known[key]))
        return Form(
            key=f"help/pieces/{code}",
            who=code,
            title=_("{faction}: what is on the board?").format(faction=names.faction(code)),
            rule="help_level",
            blanks=tuple(blanks),
        )

    answer = yield from ask(state, sheet)
    told, known = sheet().filled(answer), counters(state)
    # Gates last: there can be no more of them than pieces to hold them.
    for key, __ in sorted(_counted(state, code), key=lambda one: one[1] == "gates"):
        least, most = limits(state, key)
        if told[key] != known[key]:
            correct(state, key, min(most, max(least, told[key])))


def _counted(state: CthulhuState, code: str) -> Iterator[tuple[str, str]]:
    for unit in kinds(state, code):
        yield f"{code}.{unit.id}", unit.id
    yield f"{code}.gates", "gates"


def see_gates(state: CthulhuState) -> Script[None]:
    """Ask where everybody's Gates are, then the abandoned ones; what was known of them is filled in."""
    gates: dict[str, str | None] = {}

    def free() -> list[str]:
        return [area for area in state.board.on_map if area not in gates]

    for owner in (*state.seats, None):
        number = gate_keepers(state, owner) if owner else len(state.board.on_map)
        title = _("Which Gates are abandoned?")
        if owner:
            title = _("{faction}: where are its Gates?").format(faction=names.faction(owner))
        there: list[str] = []
        if number > 0:
            there = yield from pick_areas(
                state,
                f"help/gates/{owner or ''}",
                owner or TABLE,
                title,
                free,
                _("None"),
                rule="help_level",
                most=number,
                suggested=[area for area, seen in state.gates_seen.items() if seen == owner][:number],
            )
        gates |= dict.fromkeys(there, owner)
    state.record(GatesSeen(gates))


def see_tokens(state: CthulhuState) -> Script[None]:
    """Ask where everybody's tokens are, once Gates are in areas: their number cannot be corrected any more then."""
    for code in state.seats:
        if roster.card(code).token:
            yield from tell_tokens(state, code)


def tell_tokens(state: CthulhuState, code: str) -> Script[None]:
    """Ask where the tokens of a faction lie."""
    token, faction = roster.card(code).token, state.factions[code]
    assert token is not None

    def areas() -> list[str]:
        if not token.gates:
            return list(state.board.areas)
        return [a for a in state.loose_gates() if state.gates[a] in (None, code)]

    there = yield from pick_areas(
        state,
        f"tokens/{code}",
        TABLE,
        _("{token}: in which areas?").format(token=_(token.name)),
        areas,
        _("Nowhere"),
        text=_("Everything {faction} has, as it is on the board.").format(faction=names.faction(code)),
        most=token.number or None,
        suggested=faction.own_gates if token.gates else faction.tokens,
    )
    state.record(TokensTold(code, tuple(there)))
