"""Who has won, and what the dice that are left become (reference 1.8)."""

from __future__ import annotations

from typing import Final

from companion.games.mythos_encounters.facts import Done, Ended, pieces
from companion.games.mythos_encounters.options import ruling
from companion.games.mythos_encounters.rules import ATTACKER, DEFENDER, exchangeable, mixes, result
from companion.games.mythos_encounters.state import NAMES, SIDES, CombatState
from companion.table.prompts import Choose, Count, Option, dice_words
from companion.table.script import Script, ask, pick_one

WORDS: Final = {
    "attacker_wins": ("The attacker wins.", "The attacker takes the Node and its card."),
    "defender_wins": ("The defender wins.", ""),
    "mutual_annihilation": ("Nobody is left.", "The Node is unoccupied; its card goes back."),
    "attacker_retreats": ("The attacker leaves.", "The attacker goes back to the Node of Origin."),
    "defender_holds_attacker_retreats": (
        "The defender holds the Node.",
        "The attacker goes back to the Node of Origin or an adjacent Node of its own.",
    ),
    "nobody_arrives": ("Nobody arrived through the Gate.", ""),
}


def outcome(state: CombatState, *, left_early: bool = False) -> str:
    """How the combat stands now."""
    more_dice = ruling(state.options, "both_survive") == "more_dice_wins"
    mine, theirs = state.pools[ATTACKER], state.pools[DEFENDER]
    return result(state.segment, mine, theirs, left_early=left_early, more_dice=more_dice)


def victor(state: CombatState, found: str) -> Script[None]:
    """Say who won and what becomes of the Node."""
    state.step = "victor"
    words, board = WORDS[found]
    state.record(Ended(found, words, board))
    lone = state.forces[ATTACKER].monsters and not (state.forces[ATTACKER].cultists + state.forces[ATTACKER].servitors)
    if lone and found not in ("attacker_wins", "nobody_arrives") and state.pools[ATTACKER]:
        state.record(
            Done(
                "A lone Monster did not clear the Node.",
                "The Monster moves to an empty Node that its summoner picks, or vanishes.",
                "The Monster goes back.",
            )
        )
    if found != "attacker_wins":
        return
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key="victor/give_up",
            who=ATTACKER,
            title="The attacker holds the Node",
            text="It may be given up again for up to two cards from the loser's hand.",
            rule="victor",
            options=(Option("keep", "Keep the Node"), Option("give", "Give it up for cards")),
        ),
    )
    if picked == "give":
        state.record(
            Done(
                "The attacker gives the Node up for cards.",
                "The attacker takes up to two cards from the loser's hand and leaves the Node.",
                "The attacker gives the cards back and keeps the Node.",
            )
        )


def reform(state: CombatState) -> Script[None]:
    """Each side with dice left turns them into pieces."""
    state.step = "reform"
    for side in SIDES:
        if state.pools[side]:
            yield from _exchange(state, side)
            yield from _monsters(state, side)


def _exchange(state: CombatState, side: str) -> Script[None]:
    def build() -> Choose | None:
        options = exchange_options(state, side)
        if not options:
            return None
        spendable = _spendable(state, side)
        return Choose(
            key=f"reform/{side}",
            who=side,
            title=f"{NAMES[side]}: {dice_words(spendable)} become pieces",
            text=f"{dice_words(state.pools[side])} left.",
            rule="reform",
            options=options,
        )

    picked = yield from pick_one(state, build)
    if picked is None:
        state.record(Done(f"{NAMES[side]} has no dice that could become pieces.", "", ""))
        return
    cultists, servitors = (int(number) for number in picked.split("+"))
    name, force = NAMES[side], state.forces[side]
    said = f"{pieces('cultists', cultists)} and {pieces('servitors', servitors)}"
    before = f"{pieces('cultists', force.cultists)} and {pieces('servitors', force.servitors)}"
    state.record(Done(f"{name} now has {said}.", f"{name}: leave {said}.", f"{name}: have {before} there again."))
    limit = state.values["stacking"]
    if limit and cultists + servitors > limit:
        over = cultists + servitors - limit
        state.record(
            Done(
                f"The Node holds {limit} pieces.",
                f"{NAMES[side]}: remove {over} more {'piece' if over == 1 else 'pieces'}.",
                f"{NAMES[side]}: put {over} back.",
            )
        )


def _spendable(state: CombatState, side: str) -> int:
    capped = ruling(state.options, "reform_cap") == "natural"
    return exchangeable(state.pools[side], state.forces[side], capped=capped, values=state.values)


def exchange_options(state: CombatState, side: str) -> tuple[Option, ...]:
    """Every legal exchange; those within the pieces that came are offered first."""
    force = state.forces[side]
    found = mixes(_spendable(state, side), state.values)
    found.sort(key=lambda mix: (mix[0] > force.cultists or mix[1] > force.servitors, -mix[1]))
    return tuple(
        Option(
            f"{cultists}+{servitors}",
            f"{pieces('cultists', cultists)}, {pieces('servitors', servitors)}",
            detail="more of a kind than came" if cultists > force.cultists or servitors > force.servitors else "",
        )
        for cultists, servitors in found
    )


def _monsters(state: CombatState, side: str) -> Script[None]:
    monsters = state.forces[side].monsters + sum(c.kind == "monster" and c.side == side for c in state.in_force())
    if not monsters or ruling(state.options, "monsters") == "vanish":
        return
    number = yield from ask(
        state,
        lambda: Count(
            key=f"monsters/{side}",
            who=side,
            title=f"{NAMES[side]}: how many Monsters stay?",
            rule="reform",
            least=0,
            most=monsters,
            suggested=0,
        ),
    )
    state.record(Done(f"{NAMES[side]} keeps {pieces('monsters', number)}.", "", ""))
