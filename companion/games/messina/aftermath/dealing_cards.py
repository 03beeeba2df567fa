"""How cards are dealt to a side: all to one faction, or round the factions that pooled (reference 2.6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.messina.facts import DirectionTold
from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState
from companion.games.messina.rules.cards import deal, dealing_order
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import _, n_


def dealt(state: MessinaState, side: Sequence[str], number: int) -> Script[dict[str, int]]:
    """Ask in which order a pooled side is dealt so many cards, as far as that is not known yet; return each one's."""
    if len(side) == 1 or not number:
        return dict.fromkeys(side, number)
    if state.backward is None:
        picked = yield from pick_one(state, partial(_direction_prompt, state))
        state.record(DirectionTold(picked == "backward"))
    order = dealing_order(state.seats, state.initiator, bool(state.backward), side)
    first = yield from pick_one(state, partial(_first_prompt, state, order, number))
    assert first is not None
    start = order.index(first)
    order = [*order[start:], *order[:start]]
    return {faction: len(share) for faction, share in deal(range(number), order).items()}


def _direction_prompt(state: MessinaState) -> Choose:
    forward = state.seating
    backward = [forward[0], *reversed(forward[1:])]
    return Choose(
        key=state.key("direction"),
        who=TABLE,
        title=_("Which way do turns go this Round?"),
        options=tuple(
            Option(name, ", ".join(map(names.faction, order)))
            for name, order in (("forward", forward), ("backward", backward))
        ),
        rule="dealing",
    )


def _first_prompt(state: MessinaState, order: Sequence[str], number: int) -> Choose:
    return Choose(
        key=state.key("first", "victors" if set(order) == set(state.victors) else "losers"),
        who=TABLE,
        title=_("Who is dealt the first card?"),
        text=n_(
            "{n} card against {factions}, face down, one at a time in turn order. Then all are turned up.",
            "{n} cards against {factions}, face down, one at a time in turn order. Then all are turned up.",
            number,
        ).format(n=number, factions=names.side(order)),
        options=tuple(
            names.option(name, "" if place else _("unless they agree otherwise")) for place, name in enumerate(order)
        ),
        rule="dealing",
    )
