"""The battles of a Round, each from the meeting to the retreat (reference 2.3)."""

from __future__ import annotations

from typing import Final

from companion.games.messina import names
from companion.games.messina.aftermath.kills import killing_pairs, overwhelm, routed_losers
from companion.games.messina.aftermath.loser_cards import cards_against
from companion.games.messina.aftermath.retreat import retreat_all
from companion.games.messina.aftermath.support_cards import cards_against_support
from companion.games.messina.aftermath.territory import location_card
from companion.games.messina.aftermath.victor_cards import cards_against_victors
from companion.games.messina.facts import RoundOver, Settled
from companion.games.messina.forming import form_sides
from companion.games.messina.options import ruling
from companion.games.messina.reckoning import reckon
from companion.games.messina.rules.cards import dealing_order
from companion.games.messina.rules.sides import standoff_draws
from companion.games.messina.setup import ask_rulings, gather
from companion.games.messina.state import MessinaState
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one, safe_point

ORDERS: Final = {
    "forward": "turns go as the factions were entered",
    "backward": "turns go the other way round",
    "agreed": "if the pooled factions agree",
}


def play(state: MessinaState) -> Script[None]:
    """Battle after battle, until the table puts it away."""
    if not state.settled:
        yield from ask_rulings(state)
        state.record(Settled())
    while not state.over:
        if (yield from gather(state)):
            yield from battle(state)
        yield from _next(state)
        yield from safe_point()


def battle(state: MessinaState) -> Script[None]:
    """One battle."""
    yield from form_sides(state)
    if state.sides is None:
        yield from standoff(state)
        return
    yield from reckon(state)
    yield from aftermath(state)
    state.step = "over"


def aftermath(state: MessinaState) -> Script[None]:
    """A to D in order."""
    state.step = "kills"
    routed_losers(state, state.losers)
    yield from overwhelm(state)
    number = yield from killing_pairs(state)
    state.step = "cards"
    order = yield from _order(state, state.losers, bool(number))
    yield from cards_against(state, order, number, f"the victor ({names.faction(state.victors[0])}) says")
    order = yield from _order(state, state.victors, bool(state.of(state.losers, support=False)))
    yield from cards_against_victors(state, order)
    yield from cards_against_support(state, state.losers, state.victors[0])
    state.step = "retreat"
    yield from location_card(state)
    yield from retreat_all(state, state.losers)


def standoff(state: MessinaState) -> Script[None]:
    """Everybody takes damage as a loser against all the others, counted before anybody is hit (2.7)."""
    state.step = "cards"
    draws = standoff_draws({faction: state.of([faction]) for faction in state.seats})
    routed_losers(state, state.seats)
    for faction in state.seats:
        yield from cards_against(
            state, [faction], draws[faction], "the players agree, or else the next faction in turn order says,"
        )
    yield from cards_against_support(state, state.seats, "")
    state.step = "retreat"
    if ruling(state.options, "standoff") == "all_retreat":
        yield from retreat_all(state, state.seats)
    state.step = "over"


def _order(state: MessinaState, side: tuple[str, ...], needed: bool) -> Script[list[str]]:
    """In which order a pooled side is dealt its cards; by consent or round the table from whoever marched."""
    if len(side) == 1 or not needed:
        return list(side)
    orders = _orders(state, side)
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=state.key("direction", "victors" if side == state.victors else "losers"),
            who=TABLE,
            title="In which order are they dealt to?",
            text="Cards against pooled factions are dealt face down, one at a time, before anybody looks. Without "
            "agreement: from whoever marched, the way turns go.",
            options=tuple(
                Option(name, ", ".join(names.faction(f) for f in order), detail=ORDERS[name.partition("/")[0]])
                for name, order in orders.items()
            ),
            rule="dealing",
        ),
    )
    assert picked is not None
    return orders[picked]


def _orders(state: MessinaState, side: tuple[str, ...]) -> dict[str, list[str]]:
    """Every order there can be: from whoever marched in both directions, then those that take an agreement."""
    found = {
        "forward": dealing_order(state.seats, state.initiator, False, side),
        "backward": dealing_order(state.seats, state.initiator, True, side),
    }
    for first in side:
        for name, backward in (("forward", False), ("backward", True)):
            found[f"agreed/{first}/{name}"] = dealing_order(state.seats, first, backward, side)
    return {
        name: order for name, order in found.items() if order not in list(found.values())[: list(found).index(name)]
    }


def _next(state: MessinaState) -> Script[None]:
    """Routed markers stay on until the Round ends."""
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=f"{state.number}/next",
            who=TABLE,
            title="What comes next?",
            options=(
                Option("battle", "Another battle this Round", detail="routed markers stay"),
                Option("round", "Battle in the next Round", detail="routed markers come off"),
                Option("done", "That was all"),
            ),
            rule="round",
        ),
    )
    if picked != "battle":
        state.record(RoundOver(picked == "done"))
