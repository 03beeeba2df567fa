"""One segment: cards, roll, rank, match, losses (reference 1.3, 1.4)."""

from __future__ import annotations

from companion.games.mythos_encounters.combat.card_effects import redirected
from companion.games.mythos_encounters.combat.card_windows import window
from companion.games.mythos_encounters.combat.reform import stay_words, with_bound
from companion.games.mythos_encounters.facts import (
    LossesRedirected,
    LossesRemoved,
    PoolSet,
    RollsRanked,
    SegmentBegan,
    TokensLost,
)
from companion.games.mythos_encounters.model.cards import BEFORE, LOSSES
from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER
from companion.games.mythos_encounters.model.rulings import ruling
from companion.games.mythos_encounters.model.state import SIDES, CombatState
from companion.games.mythos_encounters.model.steps import CombatStep
from companion.games.mythos_encounters.rules.arithmetic import Match, match
from companion.table.prompts import TABLE, Column, DiceRows, Prompt, Roll, Tell, dice_words
from companion.table.script import Script, ask, ask_together
from companion.table.state import StepReached
from companion.table.words import _


def fight(state: CombatState, number: int) -> Script[None]:
    """Play one segment to the removal of the lost dice; without dice on both sides none are rolled."""
    state.record(SegmentBegan(number))
    state.record(StepReached(CombatStep.CARDS))
    yield from window(state, f"cards/{number}", _("Cards before roll {number}").format(number=number), BEFORE)
    state.record(StepReached(CombatStep.ROLL))
    if not all(state.pools.values()):
        yield from _no_dice(state, number)
        return
    found = yield from _roll(state, number)
    yield from _show(state, number, found)
    state.record(StepReached(CombatStep.LOSSES))
    yield from window(state, f"losses/{number}", _("Cards after the losses are known"), LOSSES)
    yield from _remove(state, number)


def _no_dice(state: CombatState, number: int) -> Script[None]:
    """Say why nobody rolls: pieces that are kept out have no dice, but they are not lost."""
    lines = [
        with_bound(state, side, _("{who} has no dice.").format(who=state.The(side)))
        for side in SIDES
        if not state.pools[side]
    ]
    yield from ask(
        state,
        lambda: Tell(
            key=state.key("no_dice", number),
            who=TABLE,
            title=_("No dice are rolled"),
            lines=tuple(lines),
            rule="bound",
            verb=_("Go on"),
        ),
    )


def _roll(state: CombatState, number: int) -> Script[Match]:
    def build() -> list[Prompt]:
        return [
            Roll(
                key=state.key("roll", number, side),
                who=state.fighters[side],
                title=_("{who} rolls").format(who=state.label(side)),
                text=_("Roll every die in the pool once. {dice}.").format(dice=dice_words(state.pools[side])),
                rule="roll",
                dice=state.pools[side],
            )
            for side in SIDES
        ]

    answers = yield from ask_together(state, build)
    mine, theirs = (answers[state.key("roll", number, side)] for side in SIDES)
    found = match(mine, theirs, ruling(state.rulings, "tie"))
    names = (state.the(ATTACKER), state.the(DEFENDER))
    state.record(RollsRanked(found.attacker, found.defender, found.loses(ATTACKER), found.loses(DEFENDER), names))
    return found


def _show(state: CombatState, number: int, match: Match) -> Script[None]:
    yield from ask(
        state,
        lambda: Tell(
            key=state.key("match", number),
            who=TABLE,
            title=_("Roll {number}: highest against highest").format(number=number),
            rule="match",
            rows=DiceRows(
                _("{who}: {dice}, loses {number}").format(
                    who=state.label(ATTACKER), dice=dice_words(len(match.attacker)), number=match.loses(ATTACKER)
                ),
                _("{who}: {dice}, loses {number}").format(
                    who=state.label(DEFENDER), dice=dice_words(len(match.defender)), number=match.loses(DEFENDER)
                ),
                columns(match),
                (state.fighters[ATTACKER], state.fighters[DEFENDER]),
            ),
            lines=tuple(because(match, side, state.label(side)) for side in SIDES),
            verb=_("Go on"),
        ),
    )


def columns(match: Match) -> tuple[Column, ...]:
    """Return the two rows against each other; dice without an opposite are safe."""
    drawn = []
    for mine, theirs, who in match.pairs:
        tie = who == "tie"
        drawn.append(
            Column(
                mine,
                theirs,
                who == DEFENDER or (tie and match.tie in ("both", ATTACKER)),
                who == ATTACKER or (tie and match.tie in ("both", DEFENDER)),
            )
        )
    met = len(drawn)
    drawn += [Column(die, 0) for die in match.attacker[met:]]
    drawn += [Column(0, die) for die in match.defender[met:]]
    return tuple(drawn)


def because(match: Match, side: str, who: str) -> str:
    """Return why a side loses what it loses."""
    other = DEFENDER if side == ATTACKER else ATTACKER
    lower = sum(whose == other for _, _, whose in match.pairs)
    ties = match.loses(side) - lower
    row = match.attacker if side == ATTACKER else match.defender
    safe = len(row) - len(match.pairs)
    parts = [_("{number} lower").format(number=lower), _("{number} equal").format(number=ties)]
    if safe:
        parts.append(_("{number} safe").format(number=safe))
    return _("{who} loses {number} ({reasons}), keeps {left}.").format(
        who=who, number=match.loses(side), reasons=", ".join(parts), left=match.left(side)
    )


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
            outside.append(LossesRedirected(state.the(side), state.label(victim), loss))
    for side, dice in taken.items():
        loss = min(dice, state.pools[side])
        if dice > loss:
            other = DEFENDER if side == ATTACKER else ATTACKER
            outside.append(LossesRedirected(state.the(other), state.label(side), dice - loss))
        if loss:
            left = state.pools[side] - loss
            state.record(
                PoolSet(
                    side,
                    state.label(side),
                    left,
                    _("loses {dice}, {left} left").format(dice=dice_words(loss), left=dice_words(left)),
                )
            )
    for fact in outside:
        state.record(fact)
    state.record(LossesRemoved(*(min(taken[side], before[side]) for side in SIDES)))
    lost = [side for side in SIDES if taken[side]]
    yield from _take_off(state, number, lost, [fact.on_board() for fact in outside])


def _take_off(state: CombatState, number: int, lost: list[str], more: list[str]) -> Script[None]:
    """Tokens leave as dice are lost, on both sides at the same moment (seed, Match)."""
    lines = []
    for side in lost:
        words, back = stay_words(state, side)
        state.record(TokensLost(back, words=words))
        lines.append(words)
    lines += more
    if not lines:
        return
    yield from ask(
        state,
        lambda: Tell(
            key=state.key("off", number),
            who=TABLE,
            title=_("Remove the lost pieces"),
            text=_("Owners choose which pieces."),
            lines=tuple(lines),
            rule="off",
        ),
    )
