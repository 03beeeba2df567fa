"""The Action Phase (reference 3.4): one Action each in player order, until nobody can act.

A person who plays several factions acts with each of them in a turn, in either order (D2).
"""

from __future__ import annotations

from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.facts import (
    ActionBegan,
    ActionEnded,
    ActionsOver,
    FactionActed,
    PhaseBegan,
    PowerSpent,
    RequirementMet,
)
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.games.cthulhu_wars.neutral.unique_abilities import actions
from companion.games.cthulhu_wars.rules.common_questions import unless_moot
from companion.games.cthulhu_wars.rules.decay import first_to_act, next_to_act, own_to_act
from companion.games.cthulhu_wars.rules.losses import settle_gates
from companion.games.cthulhu_wars.rules.people import turn_began
from companion.games.cthulhu_wars.rules.untracked import left_to_table
from companion.games.cthulhu_wars.turn.common_choices import FORMER_ACTIONS, ActionChoice, former_choices
from companion.games.cthulhu_wars.turn.palette import (
    FINISH,
    NO_SECOND,
    RATHER,
    free_choices,
    gate_to_take,
    palette,
    pass_choice,
)
from companion.games.cthulhu_wars.turn.spellbooks import claim_met, notice_requirements
from companion.games.cthulhu_wars.turn.victory import end_triggered
from companion.table.prompts import Choose
from companion.table.script import Script, pick_one, safe_point
from companion.table.words import _, labelled


def action_phase(state: CthulhuState) -> Script[None]:
    """Run the phase, or go on with it: `active` is the faction whose turn it is, empty at the start."""
    if not state.active:
        # What the set-up and the end of the Doom Phase have brought (reference 3.7).
        yield from notice_requirements(state)
        if state.turn > 1:
            yield from boards.actions_begin(state)
        if first := first_to_act(state):
            state.record(turn_began(state, first))
    while me := state.active:
        yield from safe_point()
        yield from turn(state, me)
        if state.phase is not Phase.ACTION:
            return
        if state.several and state.active == me:
            state.record(FactionActed(me))
        won = boards.wins(state)
        if end_triggered(state) and (won or ends_at_once(state) or turn_over(state, me)):
            words = _("Instant Death: the game ends") if state.instant_death else _("30 Doom: the game ends")
            words = _("The game ends") if won else words
            state.record(ActionsOver())
            state.record(PhaseBegan(Phase.END, state.turn, words=words))
            return
        if state.active == me:
            following = next_to_act(state, me)
            if not following:
                break
            state.record(turn_began(state, following))
    state.record(PhaseBegan(Phase.GATHER, state.turn, words=_("Nobody can act: Gather Power")))


def ends_at_once(state: CthulhuState) -> bool:
    """Return whether what ends the game leaves no further Action: Instant Death, and 30 Doom by a ruling (D3)."""
    return state.instant_death or (ruling(state.rulings, "D3") == OTHER and end_triggered(state))


def turn_over(state: CthulhuState, me: str) -> bool:
    """Return whether the person who acted with `me` has no other faction that must still act in this turn."""
    if state.active != me:
        return me in state.gone or state.active not in state.hand(me)
    return not own_to_act(state, me)


def turn(state: CthulhuState, me: str) -> Script[None]:
    """Run a turn: any Unlimited Actions, exactly one other Action, any Unlimited Actions."""
    done: list[str] = []
    acted = second = False
    while (choice := (yield from choose_action(state, me, done, acted=acted, second=second))) is not None:
        if choice.id == FINISH:
            break
        if choice.id.startswith(RATHER):
            state.record(turn_began(state, choice.id.removeprefix(RATHER)))
            break
        if choice.claim is not None:
            yield from claim_met(state, me, choice.claim)
            yield from notice_requirements(state)
            continue
        if not (yield from unless_moot(state, me, perform(state, me, choice))):
            # The Action was none; Power that it took is for the table to set right.
            continue
        if state.phase is Phase.OVER:
            break
        done.append(choice.id)
        # An Unlimited Action that could also be the one Action leaves that one open (D5).
        acted = acted or second or choice.again or (choice.counts and not choice.unlimited)
        second = choice.again
        yield from settle_gates(state)
        yield from notice_requirements(state)
        state.record(ActionEnded("" if choice.id == "pass" or me in state.resting else me))
        if choice.id == "pass" or me in state.resting:
            # No source allows Unlimited Actions after a Pass (D28).
            break
        second = second and state.factions[me].power > 0
        if second:
            continue
        if (acted or state.factions[me].power <= 0) and not unlimited_left(state, me):
            break


def choose_action(
    state: CthulhuState, me: str, done: list[str], *, acted: bool, second: bool
) -> Script[ActionChoice | None]:
    """Ask for the next Action of the turn. Nothing is asked once the player is out of Power or the game is over.

    Args:
        second: whether this is the second Action of a double-action book.
    """

    offered: list[ActionChoice] = []

    def build() -> Choose | None:
        if ends_at_once(state):
            return None
        if (
            state.active != me
            or me in state.resting
            or me in state.unplayed
            or (state.factions[me].power <= 0 and not done)
        ):
            return None
        offered[:] = palette(state, me, done, acted=acted, second=second)
        options = tuple([c.option for c in offered])
        if not any(not o.refused for o in options):
            return None
        title = _("{faction} to act").format(faction=names.faction(me))
        why = ""
        if acted:
            title = _("{faction}: anything else?").format(faction=names.faction(me))
        elif any(c.id == FINISH for c in offered) and any(c.counts and not c.refused for c in offered):
            title = _("{faction}: another Action?").format(faction=names.faction(me))
            why = why_not_over(state, me, done)
        if second:
            title = _("{faction}: a second Action?").format(faction=names.faction(me))
        return Choose(
            key=f"action/{me}",
            who=me,
            title=title,
            why=why,
            rule="action",
            options=options,
            onward=next((o.id for o in options if o.id in (FINISH, NO_SECOND)), ""),
            former=tuple(FORMER_ACTIONS),
            automatic=False,
        )

    picked = yield from pick_one(state, build)
    if picked is None:
        return passes_by_itself(state, me, acted=acted)
    choice = next((c for c in offered if c.option.id == picked), None)
    choice = choice or next(c for c in former_choices(state, me) if c.id == picked)
    if choice.script or choice.action:
        state.record(ActionBegan())
    return choice


def passes_by_itself(state: CthulhuState, me: str, *, acted: bool) -> ActionChoice | None:
    """Return the Pass of a faction that nobody plays; None of any other, or if it has acted already."""
    if acted or me not in state.unplayed or state.active != me or not state.can_act(me):
        return None
    return pass_choice(state, me, [])


def why_not_over(state: CthulhuState, me: str, done: list[str]) -> str:
    """Return why the turn's one Action is still to come after these, by what made them Unlimited Actions."""
    summons = {action.id for action in actions(state, me) if action.summons}
    kinds = {"summon" if name in summons else name.partition("/")[0] for name in done}
    cards = [roster.card(code) for code in (me, *state.factions[me].borrowed)]
    said = [labelled(_(c.ability_name), _(c.ability_text)) for c in cards if kinds & set(c.unique.unlimited)]
    if "battle" in kinds:
        said.append(_("With six spellbooks Battle is an Unlimited Action."))
    return "\n".join(said)


def unlimited_left(state: CthulhuState, me: str) -> bool:
    """Return whether there is anything but finishing that could still be done and is worth asking for."""
    if gate_to_take(state, me):
        return True
    return not state.by_hand and any(c.worth_asking and not c.refused for c in free_choices(state, me))


def perform(state: CthulhuState, me: str, choice: ActionChoice) -> Script[None]:
    """Pay first, then perform."""
    action = choice.action
    if action is None:
        assert choice.script is not None
        yield from left_to_table(state, choice.option.label, choice.option.detail, choice.script(state, me))
        return
    cost = action.price(state, me)
    if cost:
        state.record(PowerSpent(me, cost, _(action.name)))
    yield from left_to_table(state, _(action.name), action.text and _(action.text), action.script(state, me))
    if action.requirement:
        state.record(RequirementMet(me, action.requirement))
