"""Who has won, and what there is to do on the board (reference 1.8)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.mythos_encounters.facts import BoardTaskNoted, CombatEnded, CombatTold, DefendersLeft, NodeGivenUp
from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER, Outcome
from companion.games.mythos_encounters.model.rulings import ruling
from companion.games.mythos_encounters.model.state import SIDES, CombatState
from companion.games.mythos_encounters.model.steps import CombatStep
from companion.games.mythos_encounters.rules.arithmetic import astray, result
from companion.table.prompts import TABLE, Choose, Option, Tell
from companion.table.script import Script, ask, pick_one
from companion.table.state import StepReached
from companion.table.words import _


def outcome(state: CombatState, *, left_early: bool = False) -> Outcome | None:
    """Return how the combat ends now, or None while it goes on."""
    more_dice = ruling(state.rulings, "both_survive") == "more_dice_wins"
    mine, theirs = state.pools[ATTACKER], state.pools[DEFENDER]
    return result(state.segment, mine, theirs, left_early=left_early, more_dice=more_dice)


def settle(state: CombatState, outcome: Outcome | None) -> Script[Outcome]:
    """Nobody has dice left, but pieces that were kept out are not lost: no rule says whose the Node is."""
    assert outcome is not None, "the second segment always ends it"
    if outcome is not Outcome.MUTUAL_ANNIHILATION or not any(state.bound(side) for side in SIDES):
        return outcome
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=state.key("holds"),
            who=TABLE,
            title=_("Who holds the Node?"),
            text=_("Nobody has dice left, but pieces kept out are not lost. The rules do not say what happens then."),
            rule="bound",
            options=(
                state.option(DEFENDER, Outcome.DEFENDER_WINS),
                state.option(ATTACKER, Outcome.ATTACKER_WINS),
                Option(Outcome.MUTUAL_ANNIHILATION, _("Nobody")),
            ),
        ),
    )
    assert picked is not None
    return Outcome(picked)


def _words(state: CombatState, outcome: Outcome) -> tuple[str, str, str]:
    """Return the result, what it means for the board, and what undoes that."""
    attacker, defender = state.The(ATTACKER), state.The(DEFENDER)
    again = _("{who}: stand in the Node again.").format(who=state.label(ATTACKER))
    return {
        Outcome.ATTACKER_WINS: (
            _("{who} wins.").format(who=attacker),
            _("{who}: take the Node and its card.").format(who=state.label(ATTACKER)),
            _("{who}: take the Node and its card back.").format(who=state.label(DEFENDER)),
        ),
        Outcome.EMPTY_NODE: (
            _("{who} takes the empty Node.").format(who=attacker),
            _("{who}: take the Node and its card.").format(who=state.label(ATTACKER)),
            _("{who}: lay the Node's card back.").format(who=state.label(ATTACKER)),
        ),
        Outcome.DEFENDER_WINS: (_("{who} wins.").format(who=defender), "", ""),
        Outcome.MUTUAL_ANNIHILATION: (
            _("Nobody holds the Node."),
            _("The Node is unoccupied; its card goes back."),
            _("{who}: take the Node's card again.").format(who=state.label(DEFENDER)),
        ),
        Outcome.ATTACKER_RETREATS: (
            _("{who} leaves.").format(who=attacker),
            _("{who}: go back to the Node of Origin.").format(who=state.label(ATTACKER)),
            again,
        ),
        Outcome.DEFENDER_HOLDS: (
            _("{who} holds the Node.").format(who=defender),
            _("{who}: go back to the Node of Origin or to an adjacent Node of the same player.").format(
                who=state.label(ATTACKER)
            ),
            again,
        ),
        Outcome.NOBODY_ARRIVES: (_("Nobody arrived to attack."), "", ""),
    }[outcome]


def victor(state: CombatState, outcome: Outcome) -> Script[None]:
    """Say who won and what becomes of the Node."""
    state.record(StepReached(CombatStep.VICTOR))
    words, board, back = _words(state, outcome)
    alone = astray(state.forces[ATTACKER], state.pools[ATTACKER], outcome)
    state.record(CombatEnded(words, "" if alone else board, "" if alone else back, outcome=outcome))
    if outcome is Outcome.NOBODY_ARRIVES:
        state.record(DefendersLeft(state.forces[DEFENDER]))
    if alone:
        state.record(
            BoardTaskNoted(
                _("A lone Monster did not clear the Node."),
                _("The Monster moves to an empty Node that its summoner picks, or vanishes."),
                _("The Monster goes back."),
            )
        )
    if outcome is Outcome.ATTACKER_WINS:
        yield from _give_up(state)


def _give_up(state: CombatState) -> Script[None]:
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=state.key("victor", "give_up"),
            who=state.fighters[ATTACKER],
            title=_("{who} holds the Node").format(who=state.The(ATTACKER)),
            text=_("The cards come from the loser's hand."),
            rule="victor",
            options=(
                Option("keep", _("Keep the Node")),
                Option("give", _("Give it up"), detail=_("for up to two cards")),
            ),
        ),
    )
    if picked == "give":
        attacker, defender = state.label(ATTACKER), state.the(DEFENDER)
        state.record(
            NodeGivenUp(
                _("{who} gives the Node up for cards.").format(who=state.The(ATTACKER)),
                _("{who}: take up to two cards from the hand of {defender} and leave the Node.").format(
                    who=attacker, defender=defender
                ),
                _("{who}: give the cards back and keep the Node.").format(who=attacker),
            )
        )


def close(state: CombatState, lost: Sequence[str] = ()) -> Script[None]:
    """Show the last page of a combat: everything to do on the board; keep what was `lost` in it for the game's own."""
    tale = " ".join([state.results[-1], *lost])
    state.record(CombatTold(f"{state.number}. {tale}" if state.number > 1 else tale))
    yield from ask(
        state,
        lambda: Tell(
            key=state.key("board"),
            who=TABLE,
            title=state.results[-1],
            text=_("On the board:"),
            lines=tuple(state.board) or (_("Nothing is left to do."),),
            rule="board",
            wide=True,
        ),
    )
