"""One segment: cards, roll, rank, match, losses (reference 1.3, 1.4)."""

from __future__ import annotations

from companion.games.mythos_encounters.cards import BEFORE, LOSSES, redirected, window
from companion.games.mythos_encounters.facts import Pooled, Ranked, Redirected
from companion.games.mythos_encounters.options import ruling
from companion.games.mythos_encounters.rules import ATTACKER, DEFENDER, Match, match
from companion.games.mythos_encounters.state import NAMES, SIDES, CombatState
from companion.table.prompts import TABLE, Column, DiceRows, Prompt, Roll, Tell, dice_words
from companion.table.script import Script, ask, ask_together


def fight(state: CombatState) -> Script[None]:
    """Play one segment to the removal of the lost dice."""
    number = state.segment
    state.step = "cards"
    state.bases = dict(state.pools)
    yield from window(state, f"cards/{number}", f"Cards before roll {number}", BEFORE)
    state.step = "roll"
    found = yield from _roll(state, number)
    yield from _show(state, number, found)
    state.step = "losses"
    yield from window(state, f"losses/{number}", "Cards after the losses are known", LOSSES)
    _remove(state, number)


def _roll(state: CombatState, number: int) -> Script[Match]:
    def build() -> list[Prompt]:
        return [
            Roll(
                key=f"roll/{number}/{side}",
                who=side,
                title=f"{NAMES[side]} rolls",
                text=f"Every die of the pool, once. {dice_words(state.pools[side])}.",
                rule="roll",
                dice=state.pools[side],
            )
            for side in SIDES
        ]

    answers = yield from ask_together(state, build)
    mine, theirs = (answers[f"roll/{number}/{side}"] for side in SIDES)
    found = match(mine, theirs, ruling(state.options, "tie"))
    state.record(
        Ranked(number, found.attacker, found.defender, found.loses(ATTACKER), found.loses(DEFENDER)),
    )
    return found


def _show(state: CombatState, number: int, found: Match) -> Script[None]:
    yield from ask(
        state,
        lambda: Tell(
            key=f"match/{number}",
            who=TABLE,
            title=f"Roll {number}: highest against highest",
            rule="match",
            rows=DiceRows(
                f"Attacker: {dice_words(len(found.attacker))}, loses {found.loses(ATTACKER)}",
                f"Defender: {dice_words(len(found.defender))}, loses {found.loses(DEFENDER)}",
                columns(found),
            ),
            lines=tuple(because(found, side) for side in SIDES),
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


def because(found: Match, side: str) -> str:
    """Why a side loses what it loses."""
    other = DEFENDER if side == ATTACKER else ATTACKER
    lower = sum(who == other for _, _, who in found.pairs)
    ties = found.loses(side) - lower
    row = found.attacker if side == ATTACKER else found.defender
    safe = len(row) - len(found.pairs)
    parts = [f"{lower} lower", f"{ties} equal"]
    if safe:
        parts.append(f"{safe} safe")
    return f"{NAMES[side]} loses {found.loses(side)} ({', '.join(parts)}), keeps {found.left(side)}."


def _remove(state: CombatState, number: int) -> None:
    """Both sides at once lose what the match cost them, or somebody else pays."""
    elsewhere = redirected(state, f"losses/{number}")
    for side in SIDES:
        loss = min(state.losses[side], state.pools[side])
        if side in elsewhere and loss:
            state.record(Redirected(side, elsewhere[side], loss))
        elif loss:
            left = state.pools[side] - loss
            state.record(Pooled(side, left, f"loses {dice_words(loss)}, {dice_words(left)} left", base=True))
