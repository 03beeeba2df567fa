"""One segment: cards, roll, rank, match, losses (reference 1.3, 1.4)."""

from __future__ import annotations

from companion.games.mythos_encounters.cards import window
from companion.games.mythos_encounters.effects import redirected
from companion.games.mythos_encounters.facts import Pooled, Ranked, Redirected, Removed, SegmentBegan, TakenOff, listed
from companion.games.mythos_encounters.kinds import BEFORE, LOSSES
from companion.games.mythos_encounters.reform import stay_words
from companion.games.mythos_encounters.rules import ATTACKER, DEFENDER, Match, match
from companion.games.mythos_encounters.rulings import ruling
from companion.games.mythos_encounters.state import SIDES, CombatState
from companion.games.mythos_encounters.steps import CombatStep
from companion.table.prompts import TABLE, Column, DiceRows, Prompt, Roll, Tell, dice_words
from companion.table.script import Script, ask, ask_together
from companion.table.state import Step


def fight(state: CombatState, number: int) -> Script[None]:
    """Play one segment to the removal of the lost dice; without dice on both sides none are rolled."""
    state.record(SegmentBegan(number))
    state.record(Step(CombatStep.CARDS))
    yield from window(state, f"cards/{number}", f"Cards before roll {number}", BEFORE)
    state.record(Step(CombatStep.ROLL))
    if not all(state.pools.values()):
        yield from _no_dice(state, number)
        return
    found = yield from _roll(state, number)
    yield from _show(state, number, found)
    state.record(Step(CombatStep.LOSSES))
    yield from window(state, f"losses/{number}", "Cards after the losses are known", LOSSES)
    yield from _remove(state, number)


def _no_dice(state: CombatState, number: int) -> Script[None]:
    """Say why nobody rolls: pieces that are kept out have no dice, but they are not lost."""
    lines = []
    for side in SIDES:
        if not state.pools[side]:
            bound = listed(state.bound(side))
            lines.append(f"{state.The(side)} has no dice." + (f" {bound}: kept out, not lost." if bound else ""))
    yield from ask(
        state,
        lambda: Tell(
            key=state.key("no_dice", number),
            who=TABLE,
            title="No dice are rolled",
            lines=tuple(lines),
            rule="bound",
            verb="Go on",
        ),
    )


def _roll(state: CombatState, number: int) -> Script[Match]:
    def build() -> list[Prompt]:
        return [
            Roll(
                key=state.key("roll", number, side),
                who=state.fighters[side],
                title=f"{state.label(side)} rolls",
                text=f"Every die of the pool, once. {dice_words(state.pools[side])}.",
                rule="roll",
                dice=state.pools[side],
            )
            for side in SIDES
        ]

    answers = yield from ask_together(state, build)
    mine, theirs = (answers[state.key("roll", number, side)] for side in SIDES)
    found = match(mine, theirs, ruling(state.rulings, "tie"))
    names = (state.the(ATTACKER), state.the(DEFENDER))
    state.record(Ranked(found.attacker, found.defender, found.loses(ATTACKER), found.loses(DEFENDER), names))
    return found


def _show(state: CombatState, number: int, found: Match) -> Script[None]:
    yield from ask(
        state,
        lambda: Tell(
            key=state.key("match", number),
            who=TABLE,
            title=f"Roll {number}: highest against highest",
            rule="match",
            rows=DiceRows(
                f"{state.label(ATTACKER)}: {dice_words(len(found.attacker))}, loses {found.loses(ATTACKER)}",
                f"{state.label(DEFENDER)}: {dice_words(len(found.defender))}, loses {found.loses(DEFENDER)}",
                columns(found),
            ),
            lines=tuple(because(found, side, state.label(side)) for side in SIDES),
            verb="Go on",
        ),
    )


def columns(found: Match) -> tuple[Column, ...]:
    """The two rows as they stand against each other; dice without an opposite are safe."""
    drawn = []
    for mine, theirs, who in found.pairs:
        tie = who == "tie"
        drawn.append(
            Column(
                mine,
                theirs,
                who == DEFENDER or (tie and found.tie in ("both", ATTACKER)),
                who == ATTACKER or (tie and found.tie in ("both", DEFENDER)),
            )
        )
    met = len(drawn)
    drawn += [Column(die, 0) for die in found.attacker[met:]]
    drawn += [Column(0, die) for die in found.defender[met:]]
    return tuple(drawn)


def because(found: Match, side: str, who: str) -> str:
    """Why a side loses what it loses."""
    other = DEFENDER if side == ATTACKER else ATTACKER
    lower = sum(whose == other for _, _, whose in found.pairs)
    ties = found.loses(side) - lower
    row = found.attacker if side == ATTACKER else found.defender
    safe = len(row) - len(found.pairs)
    parts = [f"{lower} lower", f"{ties} equal"]
    if safe:
        parts.append(f"{safe} safe")
    return f"{who} loses {found.loses(side)} ({', '.join(parts)}), keeps {found.left(side)}."


def _remove(state: CombatState, number: int) -> Script[None]:
    """Both sides at once lose what the match cost them; what falls on the opponent leaves the opponent's pool."""
    elsewhere = redirected(state, f"losses/{number}")
    taken, before = dict.fromkeys(SIDES, 0), dict(state.pools)
    outside = []
    for side in SIDES:
        loss = min(state.losses[side], state.pools[side])
        victim = elsewhere.get(side, "")
        if not victim:
            taken[side] += loss
        elif state.side_of(victim):
            taken[state.side_of(victim)] += loss
        elif loss:
            outside.append(Redirected(state.the(side), state.label(victim), loss))
    for side, dice in taken.items():
        loss = min(dice, state.pools[side])
        if dice > loss:
            other = DEFENDER if side == ATTACKER else ATTACKER
            outside.append(Redirected(state.the(other), state.label(side), dice - loss))
        if loss:
            left = state.pools[side] - loss
            state.record(Pooled(side, state.label(side), left, f"loses {dice_words(loss)}, {dice_words(left)} left"))
    for fact in outside:
        state.record(fact)
    state.record(Removed(*(min(taken[side], before[side]) for side in SIDES)))
    lost = [side for side in SIDES if taken[side]]
    yield from _take_off(state, number, lost, [fact.on_board() for fact in outside])


def _take_off(state: CombatState, number: int, lost: list[str], more: list[str]) -> Script[None]:
    """Tokens leave as dice are lost, on both sides at the same moment (seed, Match)."""
    lines = []
    for side in lost:
        words, back = stay_words(state, side)
        state.record(TakenOff(words, back))
        lines.append(words)
    lines += more
    if not lines:
        return
    yield from ask(
        state,
        lambda: Tell(
            key=state.key("off", number),
            who=TABLE,
            title="Take off the board what is lost",
            text="Owners choose which pieces.",
            lines=tuple(lines),
            rule="off",
        ),
    )
