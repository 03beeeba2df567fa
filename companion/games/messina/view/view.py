"""What everybody may see of a battle. Skill Cards are not in the state before they are turned up."""

from __future__ import annotations

from collections import Counter as TypeCount

from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.steps import LABELS
from companion.table.view import Counter, PlayerView, SideView, TokenView, View
from companion.table.words import _


def view(state: MessinaState) -> View:
    """Return the sides, their strength, and how far the battle has come."""
    steps = list(LABELS)
    fighting = state.step in steps and bool(state.seats)
    # More than two columns are too narrow to read; before there are sides, and in a stand-off, the players' rows do.
    sided = fighting and (state.sides is not None or len(state.seats) == 2)
    header = (_("Messina"), _("Battle {number}").format(number=state.number)) if state.number else (_("Messina"),)
    return View(
        title=_("Messina"),
        header=header,
        players=tuple(_player(state, name) for name in (state.seats or state.seating or names.FACTIONS)),
        counters=tuple(
            Counter(
                f"{name}.other",
                _("{faction}: strength besides Units").format(faction=names.faction(name)),
                state.other[name],
                symbol="battle",
            )
            for name in state.seats
        ),
        sides=tuple(_sides(state)) if sided else (),
        steps=tuple(map(_, LABELS.values())) if fighting else (),
        step=steps.index(state.step) if fighting else -1,
        finished=_("The Round is over.") if state.over else "",
        told=tuple(state.tales),
    )


def _player(state: MessinaState, name: str) -> PlayerView:
    label, (__, colour, glyph) = names.faction(name), names.FACTIONS[name]
    carried = tuple(
        _("{units} routed at {space}").format(units=f"{r.number} {names.kind(r.kind, r.number)}", space=r.where)
        for r in state.routed
        if r.faction == name
    )
    # A label has the form of several, whatever the number behind it.
    small = tuple(
        Counter("", names.kind(kind, 2), number, symbol=kind)
        for kind, number in TypeCount(u.kind for u in state.of([name])).items()
    )
    strong = (
        (Counter("", _("Strength"), state.strength([name]), symbol="battle", passing=True),)
        if name in state.seats
        else ()
    )
    first = name == state.initiator
    return PlayerView(
        name,
        label,
        label,
        colour,
        glyph,
        big=strong,
        small=small,
        details=carried,
        first=first,
        person=state.names.get(name, ""),
        former=tuple(state.former.get(name, ())),
    )


def _sides(state: MessinaState) -> list[SideView]:
    groups = state.sides or tuple((seat,) for seat in state.seats)
    return [_side(state, group, place) for place, group in enumerate(groups)]


def _side(state: MessinaState, group: tuple[str, ...], place: int) -> SideView:
    won = state.victor == place
    lines = [
        _("{unit} (routed)").format(unit=names.unit(unit)) if unit.routed else names.unit(unit)
        for unit in state.of(group)
    ]
    gone = [unit for unit in state.destroyed if unit.faction in group]
    alike = TypeCount((unit.kind, unit.routed) for unit in state.of(group))
    tokens = tuple(
        TokenView(kind, names.kind(kind, number), number, stamps=("move",) if routed else (), gone=routed)
        for (kind, routed), number in alike.items()
    )
    return SideView(
        player=group[0],
        title=names.wins(group) if won else names.side(group),
        total=_("Total {number}").format(number=state.totals[place])
        if state.totals
        else _("Strength {number}").format(number=state.strength(group)),
        lines=tuple(lines),
        results=(("lost", len(gone)),) if gone else (),
        number=state.totals[place] if state.totals else state.strength(group),
        tokens=tokens,
    )
