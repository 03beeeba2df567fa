"""What everybody may see of a battle."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.cthulhu_wars.battle.chances import tails
from companion.games.cthulhu_wars.battle.combat_totals import as_sum, combat, combat_of
from companion.games.cthulhu_wars.battle.outcome import fate, fell, losses, marks
from companion.games.cthulhu_wars.corrections.corrections import DICE, pool_open
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import KILL, Battle, Figure, Stage, Status
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.symbols import symbol
from companion.games.cthulhu_wars.model.units import Rank
from companion.table.view import OddsView, OutcomeView, SideView, ThirdParty, TokenView
from companion.table.words import N_, _, n_


def side(state: CthulhuState, battle: Battle, code: str) -> SideView:
    """Return one side of the battle: its pieces, their fate, its dice."""
    lines = []
    for figure in battle.figures:
        if figure.side != code:
            continue
        fates = figure.hits or [figure.status] * (figure.status is not Status.PRESENT)
        fate = ", ".join([*(_(one) for one in fates), *[_("no effect")] * figure.spared])
        lines.append(names.pieces(figure.owner, figure.unit, 1) + (f": {fate}" if fate else ""))
    total = as_sum(state, battle, code) if state.step == Stage.ROLL else ""
    results = ((N_("Kill"), battle.kills.get(code, 0)), (N_("Pain"), battle.inflicts(code))) if battle.rolled else ()
    title = _("Attack: {faction}") if code == battle.attacker else _("Defence: {faction}")
    number = battle.told.get(code, battle.dice.get(code, combat(state, battle, code)))
    return SideView(
        code,
        title.format(faction=names.faction(code)),
        tuple(lines),
        battle.totals.get(code, total),
        tuple(battle.faces.get(code, ())),
        results,
        marks=marks(battle, code),
        number=number,
        unit=n_("die", "dice", number),
        tokens=tuple(tokens(state, battle, code)),
        odds=() if battle.rolled else tuple(OddsView(r, chances) for r, chances in tails(state, battle, code).items()),
        key=f"{code}.{DICE}" if pool_open(state) else "",
    )


def notes(besides: Iterable[ThirdParty]) -> tuple[str, ...]:
    """Return who may still step in, in words."""
    said = _("{faction} may still step in: {books}.")
    return tuple(said.format(faction=names.faction(one.player), books=one.able) for one in besides)


def third_parties(state: CthulhuState, battle: Battle) -> tuple[ThirdParty, ...]:
    """Return who besides the two sides may still use an ability in this battle, and which."""
    found = []
    for code in state.seats:
        if code in battle.sides:
            continue
        books = [a.book for a in roster.card(code).battle if a.third_party and a.book]
        books.append(roster.card(code).directs_retreats)
        able = [names.book(code, book) for book in dict.fromkeys(books) if book and state.can_use(code, book)]
        if able:
            found.append(ThirdParty(code, ", ".join(able)))
    return tuple(found)


def outcome(state: CthulhuState, battle: Battle) -> tuple[OutcomeView, ...]:
    """Return what has become of both sides."""
    return tuple(
        OutcomeView(
            code,
            fate(battle, code),
            *losses(battle, code),
            tuple(tokens(state, battle, code)),
            len(marks(battle, code)),
            fell(battle, code),
        )
        for code in battle.sides
    )


def tokens(state: CthulhuState, battle: Battle, code: str) -> list[TokenView]:
    """Return the pieces of a side by kind and fate, the greatest rank first."""
    alike: dict[tuple[Rank, str, str, tuple[str, ...], bool], int] = {}
    for figure in battle.figures:
        if figure.side == code:
            key = (
                figure.rank,
                figure.owner,
                figure.unit,
                stamps(figure),
                figure.status not in (Status.PRESENT, Status.STAYED),
            )
            alike[key] = alike.get(key, 0) + 1
    worth = {} if battle.rolled else {unit: combat_of(state, battle, code, unit) for unit in battle.kinds(code)}
    return [
        TokenView(
            symbol(owner, unit),
            names.unit(owner, unit, n),
            n,
            worth.get(unit) if owner == code and not gone else None,
            fate,
            gone,
        )
        for (rank, owner, unit, fate, gone), n in sorted(alike.items(), key=lambda item: -item[0][0].value)
    ]


def stamps(figure: Figure) -> tuple[str, ...]:
    """Return what has happened to a piece, as names of symbols."""
    if figure.status is Status.EXEMPT:
        return ("close",)
    if figure.status is Status.CALLED:
        return ("forward",)
    if figure.status is Status.RETREATED:
        return ("move",)
    if figure.status is Status.GONE:
        return (KILL,) if KILL in figure.hits else ("elimination",)
    return tuple(figure.hits)
