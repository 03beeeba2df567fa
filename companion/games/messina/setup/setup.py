"""Who fights, and with which Units (reference 2.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from msgspec import UNSET

from companion.games.messina.facts import BattleOpened, PlayersSeated, UnitsKnown, UnitStrengthTold
from companion.games.messina.model import names
from companion.games.messina.model.rulings import RULINGS
from companion.games.messina.model.setup_form import MOST, MOST_STRENGTH, RoundSetup
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.units import KINDS, PUBLISHED, SUPPORT, MessinaUnit
from companion.games.messina.rules.common_questions import pick_faction, unit_options
from companion.table.people import Place
from companion.table.prompts import TABLE, Blank, Choose, Count, Form, Option
from companion.table.script import Script, ask, pick_some, yes
from companion.table.words import _

ROUTED: Final = "routed"
LEFT: Final = "left"
OTHERS: Final = "others"


def ask_rulings(state: MessinaState) -> Script[None]:
    """Let the table choose its readings, where the mode says so."""
    if not state.setup.ask:
        return
    yield from RULINGS.ask(state)
    if state.setup.values is UNSET:
        yield from _ask_strengths(state)


def _ask_strengths(state: MessinaState) -> Script[None]:
    kinds = yield from pick_some(state, partial(_strengths_prompt, state))
    for kind in kinds:
        value = yield from ask(state, partial(_strength_prompt, state, kind))
        state.record(UnitStrengthTold(kind, value))


def _strengths_prompt(state: MessinaState) -> Choose:
    return Choose(
        key="strengths",
        who=TABLE,
        title=_("Which Units have another strength?"),
        options=tuple(
            Option(k, names.kind(k), detail=_("strength {number}").format(number=state.values[k])) for k in PUBLISHED
        ),
        least=0,
        most=len(PUBLISHED),
        decline=_("None"),
        rule="strengths",
    )


def _strength_prompt(state: MessinaState, kind: str) -> Count:
    return Count(
        key=f"strength/{kind}",
        who=TABLE,
        title=_("Strength of each {kind}").format(kind=names.kind(kind)),
        least=0,
        most=MOST_STRENGTH,
        suggested=state.values[kind],
        rule="strengths",
    )


def gather(state: MessinaState) -> Script[bool]:
    """Ask who meets at the site; return whether it comes to a battle."""
    given = state.setup if state.first else RoundSetup()
    key = str(state.number + 1)
    if given.seats:
        seats = list(given.seats)
        state.record(PlayersSeated(tuple(seats)))
    else:
        seats = yield from _who_fights(state, key)
    initiator = given.initiator
    if not initiator:
        initiator = yield from pick_faction(
            state, f"{key}/initiator", TABLE, _("Whose March began this?"), seats, "seats"
        )
    if given.units is UNSET and not (
        yield from yes(state, f"{key}/trigger", TABLE, _("Does anybody want to fight?"), rule="trigger")
    ):
        return False
    state.record(BattleOpened(state.number + 1, tuple(seats), initiator))
    for seat in seats:
        counts = (given.units or {}).get(seat)
        if counts is None:
            counts = yield from _ask_units(state, seat)
        state.record(UnitsKnown(seat, _made(seat, counts)))
    return True


def _who_fights(state: MessinaState, key: str) -> Script[list[str]]:
    """Seats are asked once a Round; later only who of them fights, or whether there is somebody else."""
    if not state.seating:
        if state.first and state.setup.seating:
            state.record(PlayersSeated(tuple(state.setup.seating)))
        else:
            yield from _seat(state, key)
        if len(state.seating) == 2:
            return list(state.seating)
    picked = yield from pick_some(state, partial(_fighters_prompt, state, f"{key}/fighters"))
    while OTHERS in picked:
        yield from _seat(state, key)
        picked = yield from pick_some(state, partial(_fighters_prompt, state, f"{key}/fighters"))
    return [seat for seat in state.seating if seat in picked]


def places(state: MessinaState) -> list[Place]:
    """Return everybody in the game as far as that is known, for who wants to change that."""
    return [
        Place(name, names.faction(name), state.names.get(name, ""), colour=names.FACTIONS[name][1])
        for name in state.seating or state.seats
    ]


def _seat(state: MessinaState, key: str) -> Script[None]:
    seated = yield from pick_some(state, partial(_seats_prompt, state, f"{key}/seats"))
    state.record(PlayersSeated(tuple(seated)))


def _seats_prompt(state: MessinaState, key: str) -> Choose:
    return Choose(
        key=key,
        who=TABLE,
        title=_("Who is in the game, by seats?"),
        text=_("Tap them in the order in which they sit."),
        options=tuple(map(names.option, names.FACTIONS)),
        least=2,
        most=5,
        suggested=tuple(state.seating or state.seated_before),
        rule="seats",
    )


def _fighters_prompt(state: MessinaState, key: str) -> Choose:
    options = [*map(names.option, state.seating)]
    if len(state.seating) < len(names.FACTIONS):
        options.append(Option(OTHERS, _("Another")))
    here = tuple(seat for seat in state.seating if any(unit.faction == seat for unit in state.carried))
    return Choose(
        key=key,
        who=TABLE,
        title=_("Who has Units in this battle?"),
        text=_("At the site or in support."),
        options=tuple(options),
        least=2,
        most=len(options),
        suggested=here or tuple(state.seating),
        rule="seats",
    )


def _ask_units(state: MessinaState, faction: str) -> Script[dict[str, int]]:
    """Ask which Units a faction has here, besides those that carry on from the battle before."""
    if state.setup.forms:
        picked = yield from ask(state, partial(_units_sheet, state, faction))
        return {name: number for name, number in _units_sheet(state, faction).filled(picked).items() if number}
    kinds = yield from pick_some(state, partial(_kinds_prompt, state, faction))
    counts: dict[str, int] = {}
    for name in [option.id for option in _kinds_prompt(state, faction).options if option.id in kinds]:
        if name not in (ROUTED, LEFT):
            counts[name] = yield from ask(state, partial(_count_prompt, state, faction, name))
    if ROUTED in kinds:
        yield from _mark_routed(state, faction, counts)
    staying = [unit for unit in state.carried if unit.faction == faction]
    if LEFT in kinds:
        gone = yield from pick_some(state, partial(_left_prompt, state, faction, staying))
        staying = [unit for unit in staying if unit.id not in gone]
    for unit in staying:
        name = f"support.{unit.kind}" if unit.support else f"{ROUTED}.{unit.kind}" if unit.routed else unit.kind
        counts[name] = counts.get(name, 0) + 1
    return counts


def _units_sheet(state: MessinaState, faction: str) -> Form:
    """One sheet for a faction: what stands there since the battle before is filled in, and so are routed markers."""
    there: dict[str, int] = {}
    for unit in state.carried:
        if unit.faction == faction:
            name = f"support.{unit.kind}" if unit.support else f"{ROUTED}.{unit.kind}" if unit.routed else unit.kind
            there[name] = there.get(name, 0) + 1
    roles = (("", _("At the site"), KINDS), ("support.", _("In support"), SUPPORT), (f"{ROUTED}.", _("Routed"), KINDS))
    blanks = tuple(
        Blank(role + kind, names.kind(kind, 2), heading, most=max(MOST, number), suggested=number, symbol=kind)
        for role, heading, kinds in roles
        for kind in kinds
        for number in [there.get(role + kind, 0)]
    )
    said = ", ".join(
        _("{units} at {space}").format(units=f"{r.number} {names.kind(r.kind, r.number)}", space=r.where)
        for r in state.routed
        if r.faction == faction
    )
    return Form(
        key=state.key("units", faction),
        who=faction,
        title=_("{faction}: what fights here?").format(faction=names.faction(faction)),
        why=_("Routed this Round: {units}.").format(units=said) if said else "",
        blanks=blanks,
        rule="units",
    )


def _kinds_prompt(state: MessinaState, faction: str) -> Choose:
    name = names.faction(faction)
    marked = [r for r in state.routed if r.faction == faction]
    said = ", ".join(
        _("{units} at {space}").format(units=f"{r.number} {names.kind(r.kind, r.number)}", space=r.where)
        for r in marked
    )
    options = [Option(kind, names.kind(kind, 2), detail=_("at the site")) for kind in KINDS]
    options += [Option(f"support.{kind}", names.kind(kind, 2), detail=_("in support")) for kind in SUPPORT]
    options.append(
        Option(ROUTED, _("Some are routed"), detail=_("This Round: {units}").format(units=said) if said else "")
    )
    staying = [unit for unit in state.carried if unit.faction == faction]
    if staying:
        options.append(Option(LEFT, _("Some have left"), detail=_("of those from the battle before")))
    return Choose(
        key=state.key("units", faction),
        who=faction,
        title=_("{faction}: what else fights here?").format(faction=name)
        if staying
        else _("{faction}: what fights here?").format(faction=name),
        text=_("From the battle before: {units}.").format(units=_standing(staying)) if staying else "",
        options=tuple(options),
        least=0,
        most=len(options),
        decline=_("Nothing else") if staying else _("Nothing"),
        rule="units",
    )


def _standing(units: Sequence[MessinaUnit]) -> str:
    at_site, support = [u for u in units if not u.support], [u for u in units if u.support]
    parts = [names.units(at_site)] if at_site else []
    return "; ".join([*parts, _("{units} in support").format(units=names.units(support))] if support else parts)


def _left_prompt(state: MessinaState, faction: str, staying: Sequence[MessinaUnit]) -> Choose:
    return Choose(
        key=state.key("units", faction, LEFT),
        who=faction,
        title=_("Which of them have left?"),
        options=unit_options(staying),
        least=0,
        most=len(staying),
        rule="units",
    )


def _count_prompt(state: MessinaState, faction: str, name: str) -> Count:
    kind = name.removeprefix("support.")
    title = _("{units} in support") if name != kind else _("{units} at the site")
    return Count(
        key=state.key("units", faction, name),
        who=faction,
        title=title.format(units=names.kind(kind, 2)),
        least=1,
        most=MOST,
        suggested=1,
        rule="units",
    )


def _mark_routed(state: MessinaState, faction: str, counts: dict[str, int]) -> Script[None]:
    units = [u for u in _made(faction, counts) if not u.support]
    if not units:
        return
    wanted = [r.kind for r in state.routed if r.faction == faction for _ in range(r.number)]
    suggested = []
    for unit in units:
        if unit.kind in wanted:
            wanted.remove(unit.kind)
            suggested.append(unit.id)
    picked = yield from pick_some(
        state,
        lambda: Choose(
            key=state.key("units", faction, ROUTED),
            who=faction,
            title=_("Which of them are routed?"),
            options=unit_options(units),
            least=0,
            most=len(units),
            suggested=tuple(suggested),
            rule="routed",
        ),
    )
    for unit in units:
        if unit.id in picked:
            counts[unit.kind] -= 1
            counts[f"routed.{unit.kind}"] = counts.get(f"routed.{unit.kind}", 0) + 1


def _made(faction: str, counts: Mapping[str, int]) -> tuple[MessinaUnit, ...]:
    """One Unit for each that was counted."""
    units = []
    for name, number in counts.items():
        role, __, kind = name.rpartition(".")
        prefix = f"{faction}.{name}"
        units += [
            MessinaUnit(f"{prefix}.{n}", faction, kind, role == "support", role == ROUTED) for n in range(1, number + 1)
        ]
    return tuple(units)
