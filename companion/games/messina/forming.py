"""Two sides out of two to five factions, or a stand-off (reference 2.4)."""

from __future__ import annotations

from itertools import combinations

from companion.games.messina import names
from companion.games.messina.facts import Sided
from companion.games.messina.rules.sides import Sides, by_agreement, lone_stand
from companion.games.messina.state import MessinaState
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one, pick_some, yes


def form_sides(state: MessinaState) -> Script[None]:
    """Find out who fights whom."""
    state.step = "sides"
    seats = state.seats
    if len(seats) == 2:
        state.record(Sided(((seats[0],), (seats[1],))))
    elif len(seats) == 3:
        state.record(Sided((yield from _three(state))))
    else:
        state.record(Sided((yield from _many(state))))


def _three(state: MessinaState) -> Script[Sides | None]:
    pairs = {"+".join(pair): pair for pair in combinations(state.seats, 2)}
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=state.key("agreement"),
            who=TABLE,
            title="Do any two agree to pool?",
            options=tuple(Option(key, names.side(pair)) for key, pair in pairs.items()),
            least=0,
            decline="No agreement",
            rule="sides",
        ),
    )
    if picked is not None:
        return by_agreement(state.seats, pairs[picked])
    return (yield from _alone(state))


def _alone(state: MessinaState) -> Script[Sides | None]:
    """Ask in turn, from whoever marched, who will face all the others."""
    start = state.seats.index(state.initiator)
    asked = [*state.seats[start:], *state.seats[:start]]
    for faction in asked:
        title = f"{names.faction(faction)}: alone against all others?"
        if (yield from yes(state, state.key("alone", faction), faction, title, rule="sides")):
            return lone_stand(state.seats, asked, [faction])
    return None


def _many(state: MessinaState) -> Script[Sides | None]:
    """With four or five the sides are entered by hand: the rules say no more."""
    others = [seat for seat in state.seats if seat != state.initiator]
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=state.key("two_sides"),
            who=TABLE,
            title="Do the factions form two sides?",
            options=(Option("yes", "Yes, two sides"), Option("no", "No: a stand-off")),
            rule="sides",
        ),
    )
    if picked == "no":
        return None
    allies = yield from pick_some(
        state,
        lambda: Choose(
            key=state.key("allies"),
            who=TABLE,
            title=f"Who fights beside {names.faction(state.initiator)}?",
            options=tuple(Option(seat, names.faction(seat)) for seat in others),
            least=0,
            most=len(others) - 1,
            decline="Nobody",
            rule="sides",
        ),
    )
    return by_agreement(state.seats, [state.initiator, *allies])
