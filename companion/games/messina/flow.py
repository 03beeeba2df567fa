"""The battles of a Round, each from the meeting to the retreat (reference 2.3)."""

from __future__ import annotations

from functools import partial

from companion.games.messina.aftermath.dealing_cards import dealt
from companion.games.messina.aftermath.forced_losses import told
from companion.games.messina.aftermath.kills import killing_pairs, overwhelm, routed_losers
from companion.games.messina.aftermath.last_page import closing
from companion.games.messina.aftermath.location_card import location_card
from companion.games.messina.aftermath.loser_cards import cards_against
from companion.games.messina.aftermath.retreat import retreat_all
from companion.games.messina.aftermath.support_cards import cards_against_support
from companion.games.messina.aftermath.victor_cards import cards_against_victors
from companion.games.messina.battle.forming_sides import form_sides
from companion.games.messina.battle.strengths import reckon
from companion.games.messina.facts import NextBattle, RoundOver
from companion.games.messina.model import names
from companion.games.messina.model.rulings import ruling
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.steps import BattleStep
from companion.games.messina.rules.sides import standoff_draws
from companion.games.messina.setup.setup import ask_rulings, gather
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one, safe_point
from companion.table.state import StepReached
from companion.table.words import _


def play(state: MessinaState) -> Script[None]:
    """Battle after battle, until the table puts it away."""
    if not state.step:
        yield from ask_rulings(state)
        state.record(StepReached(BattleStep.MEETING))
    yield from safe_point()
    while not state.over:
        if (yield from gather(state)):
            yield from battle(state)
        yield from _next(state)
        yield from safe_point()


def battle(state: MessinaState) -> Script[None]:
    """One battle."""
    yield from form_sides(state)
    if state.sides is None:
        yield from told(state, standoff(state))
    else:
        yield from reckon(state)
        yield from told(state, aftermath(state))
    state.record(StepReached(BattleStep.OVER))
    yield from closing(state)


def aftermath(state: MessinaState) -> Script[None]:
    """Run the steps A to D in order."""
    state.record(StepReached(BattleStep.KILLS))
    routed_losers(state, state.losers)
    yield from overwhelm(state)
    number = yield from killing_pairs(state)
    state.record(StepReached(BattleStep.CARDS))
    shares = yield from dealt(state, state.losers, number)
    yield from cards_against(state, shares, names.victors_say(state.victors))
    shares = yield from dealt(state, state.victors, len(state.of(state.losers, support=False)))
    yield from cards_against_victors(state, shares)
    yield from cards_against_support(state, state.losers)
    state.record(StepReached(BattleStep.RETREAT))
    yield from location_card(state)
    yield from retreat_all(state, state.losers)


def standoff(state: MessinaState) -> Script[None]:
    """Everybody takes damage as a loser against all the others, counted before anybody is hit (2.7)."""
    state.record(StepReached(BattleStep.CARDS))
    draws = standoff_draws({faction: state.of([faction]) for faction in state.seats})
    routed_losers(state, state.seats)
    yield from cards_against(
        state, draws, _("The players agree which one; if not, the next faction in turn order decides. Never a Shield.")
    )
    yield from cards_against_support(state, state.seats)
    state.record(StepReached(BattleStep.RETREAT))
    if ruling(state.rulings, "standoff") == "all_retreat":
        yield from retreat_all(state, state.seats)


def _next(state: MessinaState) -> Script[None]:
    """Ask what comes next: another battle, here or elsewhere, or the end of the Round, when routed markers go."""
    picked = yield from pick_one(state, partial(_next_prompt, state))
    if picked in ("round", "done"):
        state.record(RoundOver(picked == "done"))
    if picked != "done":
        state.record(NextBattle(picked == "here"))
        state.record(StepReached(BattleStep.MEETING))


def _next_prompt(state: MessinaState) -> Choose:
    nobody = "" if state.units or state.carried else _("No Unit is left there.")
    return Choose(
        key=f"{state.number}/next",
        who=TABLE,
        title=_("What comes next?"),
        options=(
            Option("battle", _("Battle elsewhere"), detail=_("markers stay")),
            Option("here", _("Battle here again"), detail=_("Units carry on"), refused=nobody),
            Option("round", _("Next Round"), detail=_("markers come off")),
            Option("done", _("That was all")),
        ),
        rule="round",
    )
