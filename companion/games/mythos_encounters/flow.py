"""A combat from the Gate to the pieces that are left (reference 1.3)."""

from __future__ import annotations

from companion.games.mythos_encounters.cards import AFTER, bring_back, window
from companion.games.mythos_encounters.ending import outcome, reform, victor
from companion.games.mythos_encounters.facts import Ended, Pooled, pieces
from companion.games.mythos_encounters.gate import cross_gate
from companion.games.mythos_encounters.odds import outlook
from companion.games.mythos_encounters.options import ruling
from companion.games.mythos_encounters.rules import ATTACKER, DEFENDER, pool
from companion.games.mythos_encounters.segment import fight
from companion.games.mythos_encounters.setup import ask_forces, ask_rulings
from companion.games.mythos_encounters.state import SIDES, CombatState
from companion.table.prompts import Choose, Option, dice_words
from companion.table.script import Script, pick_one


def combat(state: CombatState) -> Script[None]:
    """Gate, assemble, at most two segments, victor, reform."""
    yield from ask_rulings(state)
    yield from ask_forces(state)
    yield from cross_gate(state)
    assemble(state)
    if not state.pools[ATTACKER]:
        state.record(Ended("nobody_arrives", "Nobody is there to attack.", ""))
        state.step = "over"
        return
    yield from fight(state)
    found = outcome(state)
    if not found:
        if (yield from _leaves(state)):
            found = outcome(state, left_early=True)
        else:
            state.segment = 2
            yield from fight(state)
            found = outcome(state)
    state.step = "post"
    yield from window(state, "post", "Cards after the combat", AFTER)
    bring_back(state)
    yield from victor(state, found)
    yield from reform(state)
    state.step = "over"


def assemble(state: CombatState) -> None:
    """Each pool is the sum of its pieces' dice and the ring bonus (1.1)."""
    state.step = "assemble"
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
        state.record(
            Pooled(side, found.total, f"{' + '.join(parts) or 'nothing'} = {dice_words(found.total)}", base=True)
        )


def _leaves(state: CombatState) -> Script[bool]:
    """The attacker alone decides whether to stay (1.3)."""
    state.step = "retreat"

    def build() -> Choose:
        odds = ""
        if ruling(state.options, "tie") == "both" and state.pools[ATTACKER] and state.pools[DEFENDER]:
            odds = outlook(state.pools[ATTACKER], state.pools[DEFENDER]).words()
        return Choose(
            key="retreat",
            who=ATTACKER,
            title="Stay for the second roll?",
            text=f"{state.pools[ATTACKER]} against {dice_words(state.pools[DEFENDER])} if nothing is added.",
            rule="retreat",
            odds=odds,
            options=(Option("stay", "Stay"), Option("leave", "Leave for the Node of Origin")),
        )

    picked = yield from pick_one(state, build)
    return picked == "leave"
