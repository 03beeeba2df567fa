"""Combat after combat, each from the Gate to the pieces that are left (reference 1.3)."""

from __future__ import annotations

from companion.games.mythos_encounters.combat.card_effects import bring_back
from companion.games.mythos_encounters.combat.card_windows import window
from companion.games.mythos_encounters.combat.ending import close, outcome, settle, victor
from companion.games.mythos_encounters.combat.reform import reform
from companion.games.mythos_encounters.combat.segment import fight
from companion.games.mythos_encounters.combat.unstable_gate import cross_gate
from companion.games.mythos_encounters.facts import PoolSet, pieces
from companion.games.mythos_encounters.model.cards import AFTER
from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER, Outcome
from companion.games.mythos_encounters.model.rulings import ruling
from companion.games.mythos_encounters.model.state import SIDES, CombatState
from companion.games.mythos_encounters.model.steps import CombatStep
from companion.games.mythos_encounters.rules.arithmetic import pool
from companion.games.mythos_encounters.rules.odds import MOST_DICE, outlook
from companion.games.mythos_encounters.setup.forces import ask_forces, ask_rulings
from companion.games.mythos_encounters.setup.players import ask_fighters, ask_next, ask_people
from companion.table.prompts import Choose, Option, dice_words
from companion.table.script import Script, pick_one, safe_point
from companion.table.state import StepReached
from companion.table.words import _


def play(state: CombatState) -> Script[None]:
    """Combat after combat, until the table puts it away."""
    if not state.people:
        yield from ask_rulings(state)
        yield from ask_people(state)
    while not state.over:
        yield from safe_point()
        lost = yield from combat(state)
        yield from close(state, lost)
        yield from ask_next(state)


def combat(state: CombatState) -> Script[list[str]]:
    """Go from the Gate through at most two segments to the victor and reform; return who lost what."""
    yield from ask_fighters(state)
    yield from ask_forces(state)
    state.record(StepReached(CombatStep.GATE))
    yield from cross_gate(state)
    if not (state.forces[ATTACKER].total and state.forces[DEFENDER].total):
        yield from victor(state, Outcome.EMPTY_NODE if state.forces[ATTACKER].total else Outcome.NOBODY_ARRIVES)
        return []
    assemble(state)
    yield from fight(state, 1)
    found = outcome(state)
    if found is None:
        if (yield from _leaves(state)):
            found = outcome(state, left_early=True)
        else:
            yield from fight(state, 2)
            found = outcome(state)
    ending = yield from settle(state, found)
    state.record(StepReached(CombatStep.POST))
    yield from window(state, "post", _("Cards after the combat"), AFTER, ending)
    bring_back(state)
    yield from victor(state, ending)
    return (yield from reform(state))


def assemble(state: CombatState) -> None:
    """Each pool is the sum of its pieces' dice and the ring bonus (1.1)."""
    for side in SIDES:
        force, found = state.forces[side], pool(state.forces[side], state.values)
        parts = [
            f"{pieces(kind, number)} {worth}"
            for kind, number, worth in (
                ("cultists", force.cultists, found.cultist_dice),
                ("servitors", force.servitors, found.servitor_dice),
                ("monsters", force.monsters, found.monster_dice),
                ("insane", force.insane, found.insane_dice),
            )
            if number
        ]
        sum_of = " + ".join(parts) or _("nothing")
        state.record(PoolSet(side, state.label(side), found.total, f"{sum_of} = {dice_words(found.total)}"))


def _leaves(state: CombatState) -> Script[bool]:
    """Ask the attacker, who alone decides whether to stay (1.3)."""
    state.record(StepReached(CombatStep.RETREAT))

    def build() -> Choose | None:
        mine, theirs = state.pools[ATTACKER], state.pools[DEFENDER]
        if not (mine and theirs):
            return None
        known = ruling(state.rulings, "tie") == "both" and max(mine, theirs) <= MOST_DICE
        odds = outlook(mine, theirs).words() if known else ""
        return Choose(
            key=state.key("retreat"),
            who=state.fighters[ATTACKER],
            title=_("Stay for the second roll?"),
            text=_("{number} against {dice} if nothing is added.").format(number=mine, dice=dice_words(theirs)),
            rule="retreat",
            odds=odds,
            options=(Option("stay", _("Stay")), Option("leave", _("Leave"), detail=_("for the Node of Origin"))),
        )

    picked = yield from pick_one(state, build)
    return picked == "leave"
