"""Which spaces round the site a loser may retreat to; each is asked about only as far as it matters (reference 2.6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from msgspec import Struct, field

from companion.games.messina.facts import FactionIsAi
from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.units import GROUND, MessinaUnit, human
from companion.games.messina.rules.retreat import Space
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one, pick_some, yes
from companion.table.words import N_, _

CLIFF: Final = N_("Ground Units cannot retreat across it, not even with Secret Routes.")


class Surroundings(Struct):
    """What was told of the spaces round the site.

    Args:
        victors_from: those that victorious Units came from; None before anybody was asked.
        cliffs: whether a cliff lies between a space and the site, as far as it was asked.
        pole: the North Pole, if it is one of them.
        not_pole: spaces that are not.
    """

    victors_from: list[str] | None = None
    cliffs: dict[str, bool] = field(default_factory=dict)
    pole: str | None = None
    not_pole: list[str] = field(default_factory=list)


def spaces_for(
    state: MessinaState, faction: str, units: Sequence[MessinaUnit], told: Surroundings
) -> Script[list[Space]]:
    """Ask where these Units of a faction may go. What is hostile differs, the map is the same for everybody."""
    if told.victors_from is None:
        told.victors_from = yield from _victors_from(state)
    free = yield from pick_some(state, partial(_free_prompt, state, faction, told.victors_from))
    if any(unit.kind in GROUND for unit in units) and (new := [name for name in free if name not in told.cliffs]):
        cliffs = yield from _cliffs(state, faction, new)
        told.cliffs.update({name: name in cliffs for name in new})
    if told.pole is None and any(human(unit.kind, state.ai.get(faction, False)) for unit in units):
        yield from _ask_pole(state, faction, [name for name in free if name not in told.not_pole], told)
    if told.pole in free and any(human(unit.kind) and not human(unit.kind, ai=True) for unit in units):
        yield from _ask_ai(state, faction)
    return [Space(name, cliff=told.cliffs.get(name, False), pole=name == told.pole) for name in free]


def _cliffs(state: MessinaState, faction: str, free: list[str]) -> Script[list[str]]:
    if len(free) > 1:
        return (yield from pick_some(state, partial(_cliff_prompt, state, faction, free)))
    title = _("Is space {name} across a cliff?").format(name=free[0])
    across = yield from yes(state, state.key("cliffs", faction), TABLE, title, text=_(CLIFF), rule="retreat")
    return free if across else []


def _victors_from(state: MessinaState) -> Script[list[str]]:
    """Of two factions only the one that marched came from anywhere; in a stand-off there is no victor."""
    if not state.victors or (len(state.seats) == 2 and state.initiator not in state.victors):
        return []
    return (yield from pick_some(state, partial(_from_prompt, state)))


def _ask_pole(state: MessinaState, faction: str, spaces: Sequence[str], told: Surroundings) -> Script[None]:
    if len(spaces) == 1:
        title = _("Is space {name} the North Pole?").format(name=spaces[0])
        there = yield from yes(state, state.key("pole", faction), TABLE, title, rule="pole")
        told.pole, told.not_pole = (spaces[0], told.not_pole) if there else (told.pole, [*told.not_pole, *spaces])
    elif spaces:
        told.pole = yield from pick_one(state, partial(_pole_prompt, state, faction, spaces))
        told.not_pole += [name for name in spaces if name != told.pole]


def _ask_ai(state: MessinaState, faction: str) -> Script[None]:
    if faction not in state.ai and not any(state.ai.values()):
        title = _("Is {faction} the AI faction?").format(faction=names.faction(faction))
        so = yield from yes(state, state.key("ai", faction), TABLE, title, rule="pole")
        state.record(FactionIsAi(faction, so))


def _space_options(spaces: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(name, _("Space {name}").format(name=name)) for name in spaces)


def _from_prompt(state: MessinaState) -> Choose:
    return Choose(
        key=state.key("came_from"),
        who=TABLE,
        title=_("Where did the victors come from?"),
        text=_(
            "{side}: the spaces round the site, A to F, clockwise from any you like. No loser "
            "may retreat there, unless it marched in from there itself."
        ).format(side=names.side(state.victors)),
        options=_space_options(names.SPACES),
        least=0,
        most=len(names.SPACES),
        decline=_("None of them"),
        rule="retreat",
    )


def _free_prompt(state: MessinaState, faction: str, victors_from: Sequence[str]) -> Choose:
    why = _("Victors came from it.")
    return Choose(
        key=state.key("free_spaces", faction),
        who=faction,
        title=_("{faction}: spaces to enter?").format(faction=names.faction(faction)),
        text=_("Beside the site, on the map, not hostile. If there is one, nobody may disband Units instead."),
        options=tuple(
            Option(name, _("Space {name}").format(name=name), refused=why if name in victors_from else "")
            for name in names.SPACES
        ),
        least=0,
        most=len(names.SPACES),
        decline=_("None of them"),
        rule="retreat",
    )


def _cliff_prompt(state: MessinaState, faction: str, free: Sequence[str]) -> Choose:
    return Choose(
        key=state.key("cliffs", faction),
        who=TABLE,
        title=_("Which of them lie across a cliff?"),
        text=_(CLIFF),
        options=_space_options(free),
        least=0,
        most=len(free),
        rule="retreat",
    )


def _pole_prompt(state: MessinaState, faction: str, free: Sequence[str]) -> Choose:
    return Choose(
        key=state.key("pole", faction),
        who=TABLE,
        title=_("Is one of them the North Pole?"),
        options=_space_options(free),
        least=0,
        decline=_("No"),
        rule="pole",
    )
