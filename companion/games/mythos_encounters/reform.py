"""What the dice that are left become, and what was kept out of the fight and stays (reference 1.8)."""

from __future__ import annotations

from typing import Final

from companion.games.mythos_encounters.facts import Done, Left, by, listed, pieces
from companion.games.mythos_encounters.kinds import Effect
from companion.games.mythos_encounters.rules import ATTACKER, DEFENDER, Force, exchangeable, mixes
from companion.games.mythos_encounters.rulings import ruling
from companion.games.mythos_encounters.state import SIDES, CombatState
from companion.games.mythos_encounters.steps import CombatStep
from companion.table.prompts import TABLE, Choose, Count, Option, dice_words
from companion.table.script import Script, ask, pick_one
from companion.table.state import Step

SHOWN: Final = 3
"""Mixes that are named when tokens are taken off; more would not be read."""

BOUND: Final = {
    "stay": ("Stay in the Node", "stays in the Node", "stay in the Node"),
    "leave": ("Another own Node", "goes to another own Node", "go to another own Node"),
    "lost": ("Lost after all", "is taken off", "are taken off"),
}
"""Where pieces go that were kept out, when the Node around them is lost: no rule says it."""


def reform(state: CombatState) -> Script[None]:
    """Each side with dice left turns them into pieces; what was kept out is still there."""
    state.record(Step(CombatStep.REFORM))
    for side in SIDES:
        stays = dict.fromkeys(("cultists", "servitors", "monsters"), 0)
        if state.pools[side]:
            stays["cultists"], stays["servitors"] = yield from _exchange(state, side)
            stays["monsters"] = yield from _monsters(state, side)
        elif state.fighting(side).total or state.monsters(side) > state.bound(side).get("monsters", 0):
            _wiped_out(state, side)
        if (yield from _bound(state, side)):
            for kind, number in state.bound(side).items():
                stays[kind] += number
        _stacking(state, side, stays)
        if side == DEFENDER:
            _remember(state, stays)


def _wiped_out(state: CombatState, side: str) -> None:
    who, bound = state.label(side), listed(state.bound(side))
    but = f", but not the {bound} kept out" if bound else ""
    state.record(
        Done(
            f"{state.The(side)} has no dice left.",
            f"{who}: take all pieces that fought off the Node{but}.",
            f"{who}: put {listed(vars(state.fighting(side))) or 'all'} into the Node again.",
        )
    )


def _exchange(state: CombatState, side: str) -> Script[tuple[int, int]]:
    def build() -> Choose | None:
        options = exchange_options(state, side)
        if not options:
            return None
        dice = spendable(state, side)
        return Choose(
            key=state.key("reform", side),
            who=state.fighters[side],
            title=f"{state.label(side)}: {dice_words(dice)} {by(dice, 'becomes a piece', 'become pieces')}",
            text=f"{dice_words(state.pools[side])} left.",
            rule="reform",
            options=options,
        )

    picked = yield from pick_one(state, build)
    if picked is None:
        state.record(Done(f"{state.The(side)} has no dice that could become pieces.", ""))
        return 0, 0
    cultists, servitors = (int(number) for number in picked.split("+"))
    name, force = state.label(side), state.fighting(side)
    said = listed({"cultists": cultists, "servitors": servitors})
    before = listed({"cultists": force.cultists, "servitors": force.servitors}) or "nothing"
    state.record(
        Done(
            f"{name} now has {said}.",
            f"{name}: keep {said} of those that fought.",
            f"{name}: have {before} there again.",
        )
    )
    return cultists, servitors


def _stacking(state: CombatState, side: str, stays: dict[str, int]) -> None:
    limit, number = state.values["stacking"], sum(stays.values())
    if limit and number > limit:
        over, name = number - limit, state.label(side)
        state.record(
            Done(
                f"The Node holds {limit} {by(limit, 'piece', 'pieces')}.",
                f"{name}: remove {over} more {by(over, 'piece', 'pieces')}.",
                f"{name}: put {over} {by(over, 'piece', 'pieces')} back.",
            )
        )


def spendable(state: CombatState, side: str) -> int:
    """Dice of a side that may become pieces now."""
    capped = ruling(state.rulings, "reform_cap") == "natural"
    return exchangeable(state.pools[side], state.fighting(side), capped=capped, values=state.values)


def exchange_options(state: CombatState, side: str) -> tuple[Option, ...]:
    """Every legal exchange; those within the pieces that came are offered first."""
    force = state.fighting(side)
    return tuple(
        Option(
            f"{cultists}+{servitors}",
            listed({"cultists": cultists, "servitors": servitors}),
            detail="more of a kind than came" if cultists > force.cultists or servitors > force.servitors else "",
        )
        for cultists, servitors in _mixes(state, side)
    )


def _mixes(state: CombatState, side: str) -> list[tuple[int, int]]:
    force = state.fighting(side)
    found = mixes(spendable(state, side), state.values)
    return sorted(found, key=lambda mix: (mix[0] > force.cultists or mix[1] > force.servitors, -mix[1]))


def stay_words(state: CombatState, side: str) -> tuple[str, str]:
    """What leaves the board when dice were lost, and what undoes it: so much stays as the dice could buy at the end."""
    force, who = state.fighting(side), state.label(side)
    came = {"cultists": force.cultists, "servitors": force.servitors}
    back = f"{who}: have {listed(came) or 'all pieces'} there again."
    bound = listed(state.bound(side))
    kept = f" {bound}: kept out, not lost." if bound else ""
    if not state.pools[side]:
        return f"{who}: no dice left, take off all that fought.{kept}", back
    dice, left = spendable(state, side), dice_words(state.pools[side])
    if dice >= force.cultists * state.values["cultist_price"] + force.servitors * state.values["servitor_price"]:
        return f"{who}: {left} left, so no Cultist or Servitor leaves yet.{kept}", ""
    shown = [listed({"cultists": c, "servitors": s}) for c, s in _mixes(state, side) if _within(force, c, s)]
    more = ", or another mix" if len(shown) > SHOWN else ""
    return f"{who}: {left} left, keep {', or '.join(shown[:SHOWN])}{more}.{kept}", back


def _within(force: Force, cultists: int, servitors: int) -> bool:
    return cultists <= force.cultists and servitors <= force.servitors


def _monsters(state: CombatState, side: str) -> Script[int]:
    """Monsters that fought vanish, or their owner says how many stay; those kept out did not fight."""
    monsters = state.monsters(side) - state.bound(side).get("monsters", 0)
    if monsters <= 0:
        return 0
    number = 0
    if ruling(state.rulings, "monsters") == "stay":
        number = yield from ask(
            state,
            lambda: Count(
                key=state.key("monsters", side),
                who=state.fighters[side],
                title=f"{state.label(side)}: how many Monsters stay?",
                rule="reform",
                least=0,
                most=monsters,
                suggested=0,
            ),
        )
    who, gone = state.label(side), monsters - number
    if number:
        state.record(Done(f"{state.The(side)} keeps {pieces('monsters', number)}.", ""))
    if gone:
        many = pieces("monsters", gone)
        state.record(
            Done(
                f"{who}: {many} {by(gone, 'vanishes', 'vanish')}.",
                f"{who}: take {many} off.",
                f"{who}: put {many} back.",
            )
        )
    return number


def _bound(state: CombatState, side: str) -> Script[bool]:
    """Pieces that were kept out are not lost (1.6); return whether they stay in the Node."""
    bound = state.bound(side)
    if not bound:
        return False
    who, many, number = state.label(side), listed(bound), sum(bound.values())
    stays, where = True, f"{by(number, 'stays', 'stay')} in the Node"
    if side == ATTACKER and state.holder != ATTACKER:
        stays, where = False, f"{by(number, 'goes', 'go')} back to the Node of Origin"
    elif side == DEFENDER and state.holder != DEFENDER:
        picked = yield from pick_one(
            state,
            lambda: Choose(
                key=state.key("bound", side),
                who=TABLE,
                title=f"{who}: {many} kept out, the Node is lost",
                text="The rules do not say where they go.",
                rule="bound",
                options=tuple(Option(key, label) for key, (label, _, _) in BOUND.items()),
            ),
        )
        assert picked is not None
        stays, where = picked == "stay", by(number, *BOUND[picked][1:])
    state.record(
        Done(
            f"{who}: {many} {by(number, 'was', 'were')} kept out, not lost.",
            f"{who}: {many}, kept out of the fight, {where}.",
        )
    )
    return stays


def _remember(state: CombatState, stays: dict[str, int]) -> None:
    """Another group may attack the same Node: then the companion knows what it meets."""
    back = sum(c.amount for c in state.in_force("post") if c.effect is Effect.RECOVER and c.place == "node")
    there = Force(stays["cultists"] + back, stays["servitors"], stays["monsters"], ring=state.forces[DEFENDER].ring)
    state.record(Left(there))
