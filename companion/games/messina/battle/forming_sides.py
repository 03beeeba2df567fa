"""Two sides out of two to five factions, or a stand-off (reference 2.4)."""

from __future__ import annotations

from itertools import combinations

from companion.games.messina.facts import SidesFormed
from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState, Sides
from companion.games.messina.model.steps import BattleStep
from companion.games.messina.rules.sides import by_agreement, lone_stand
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one, pick_some, yes
from companion.table.state import StepReached
from companion.table.words import _


def form_sides(state: MessinaState) -> Script[None]:
    """Find out who fights whom: by agreement, or else somebody alone against all the others, or else nobody."""
    state.record(StepReached(BattleStep.SIDES))
    seats = state.seats
    if len(seats) == 2:
        state.record(SidesFormed(((seats[0],), (seats[1],))))
        return
    agreed = yield from (_three(state) if len(seats) == 3 else _many(state))
    state.record(SidesFormed(agreed or (yield from _alone(state))))


def _three(state: MessinaState) -> Script[Sides | None]:
    pairs = {"+".join(pair): pair for pair in combinations(state.seats, 2)}
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=state.key("agreement"),
            who=TABLE,
            title=_("Do any two agree to pool?"),
            options=tuple(Option(key, names.side(pair)) for key, pair in pairs.items()),
            least=0,
            decline=_("No agreement"),
            rule="sides",
        ),
    )
    return None if picked is None else by_agreement(state.seats, pairs[picked])


def _many(state: MessinaState) -> Script[Sides | None]:
    """With four or five any split will do that puts each faction on exactly one of two sides."""
    others = [seat for seat in state.seats if seat != state.initiator]
    agreed = yield from yes(
        state,
        state.key("two_sides"),
        TABLE,
        _("Do all agree on two sides?"),
        text=_(
            "Any split will do, as long as every faction is on one side. If you cannot agree, "
            "each is asked whether it faces all the others alone."
        ),
        rule="sides",
    )
    if not agreed:
        return None
    allies = yield from pick_some(
        state,
        lambda: Choose(
            key=state.key("allies"),
            who=TABLE,
            title=_("Who fights beside {faction}?").format(faction=names.faction(state.initiator)),
            options=tuple(map(names.option, others)),
            least=0,
            most=len(others) - 1,
            decline=_("Nobody"),
            rule="sides",
        ),
    )
    return by_agreement(state.seats, [state.initiator, *allies])


def _alone(state: MessinaState) -> Script[Sides | None]:
    """Ask in turn, from whoever marched, who will face all the others."""
    start = state.seats.index(state.initiator)
    asked = [*state.seats[start:], *state.seats[:start]]
    for faction in asked:
        title = _("{faction} alone against all?").format(faction=names.faction(faction))
        if (yield from yes(state, state.key("alone", faction), faction, title, rule="sides")):
            return lone_stand(state.seats, asked, [faction])
    return None
