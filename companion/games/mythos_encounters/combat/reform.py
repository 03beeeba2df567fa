"""What the dice that are left become, and what was kept out of the fight and stays (reference 1.8)."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec.structs import asdict

from companion.games.mythos_encounters.facts import BoardTaskNoted, DefendersLeft, listed, pieces
from companion.games.mythos_encounters.model.cards import Effect
from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER, Force
from companion.games.mythos_encounters.model.rulings import ruling
from companion.games.mythos_encounters.model.state import SIDES, CombatState
from companion.games.mythos_encounters.model.steps import CombatStep
from companion.games.mythos_encounters.rules.arithmetic import astray, exchangeable, mixes
from companion.table.prompts import TABLE, Choose, Count, Option
from companion.table.script import Script, ask, pick_one
from companion.table.state import StepReached
from companion.table.words import N_, NN_, _, n_, or_list

OTHER: Final = "other"
SHOWN: Final = 3
"""Mixes that are named when tokens are taken off; more would not be read."""

BOUND: Final = {
    "stay": (
        N_("Stay in the Node"),
        NN_(
            "{who}: {pieces}, kept out of the fight, stays in the Node.",
            "{who}: {pieces}, kept out of the fight, stay in the Node.",
        ),
    ),
    "leave": (
        N_("Their other Node"),
        NN_(
            "{who}: {pieces}, kept out of the fight, goes to another Node of theirs.",
            "{who}: {pieces}, kept out of the fight, go to another Node of theirs.",
        ),
    ),
    "lost": (
        N_("Lost after all"),
        NN_(
            "{who}: {pieces}, kept out of the fight, is taken off.",
            "{who}: {pieces}, kept out of the fight, are taken off.",
        ),
    ),
}
"""Where pieces go that were kept out, when the Node around them is lost: no rule says it."""

GO_BACK: Final = NN_(
    "{who}: {pieces}, kept out of the fight, goes back to the Node of Origin.",
    "{who}: {pieces}, kept out of the fight, go back to the Node of Origin.",
)


def reform(state: CombatState) -> Script[list[str]]:
    """Have each side with dice left turn them into pieces, what was kept out is still there; return who lost what."""
    lost = []
    state.record(StepReached(CombatStep.REFORM))
    for side in SIDES:
        stays = dict.fromkeys(("cultists", "servitors", "monsters"), 0)
        if state.pools[side]:
            stays["cultists"], stays["servitors"] = yield from _exchange(state, side)
            stays["monsters"] = yield from _monsters(state, side)
        elif state.fighting(side).total or state.monsters(side) > state.bound(side).get("monsters", 0):
            _wiped_out(state, side)
        if gone := _gone(state, side, stays):
            lost.append(_("{who} loses {pieces}.").format(who=state.The(side), pieces=gone))
        if (yield from _bound(state, side)):
            for kind, number in state.bound(side).items():
                stays[kind] += number
        _stacking(state, side, stays)
        if side == DEFENDER:
            _remember(state, stays)
    return lost


def _gone(state: CombatState, side: str, stays: dict[str, int]) -> str:
    """Return what a side has lost of the pieces that fought; Monsters that cards brought are none of them."""
    fought = state.fighting(side)
    return listed({kind: max(0, getattr(fought, kind) - number) for kind, number in stays.items()})


def _wiped_out(state: CombatState, side: str) -> None:
    who, bound = state.label(side), listed(state.bound(side))
    off = (
        _("{who}: take all pieces that fought off the Node, but not the {pieces} kept out.")
        if bound
        else _("{who}: take all pieces that fought off the Node.")
    )
    fought = listed(asdict(state.fighting(side)))
    back = _("{who}: put {pieces} into the Node again.") if fought else _("{who}: put all into the Node again.")
    state.record(
        BoardTaskNoted(
            _("{who} has no dice left.").format(who=state.The(side)),
            off.format(who=who, pieces=bound),
            back.format(who=who, pieces=fought),
        )
    )


def _exchange(state: CombatState, side: str) -> Script[tuple[int, int]]:
    picked = yield from pick_one(state, partial(_exchange_prompt, state, side))
    if picked == OTHER:
        picked = yield from pick_one(state, partial(_other_prompt, state, side))
    if picked is None:
        state.record(BoardTaskNoted(_("{who} has no dice that could become pieces.").format(who=state.The(side)), ""))
        return 0, 0
    cultists, servitors = (int(number) for number in picked.split("+"))
    name, force = state.label(side), state.fighting(side)
    said = listed({"cultists": cultists, "servitors": servitors})
    before = listed({"cultists": force.cultists, "servitors": force.servitors}) or _("nothing")
    state.record(
        BoardTaskNoted(
            _("{who} now has {pieces}.").format(who=name, pieces=said),
            _("{who}: keep {pieces} of those that fought.").format(who=name, pieces=said),
            _("{who}: put {pieces} back there.").format(who=name, pieces=before),
        )
    )
    return cultists, servitors


def _exchange_prompt(state: CombatState, side: str) -> Choose:
    dice = spendable(state, side)
    return Choose(
        key=state.key("reform", side),
        who=state.fighters[side],
        title=n_("{who}: {n} die becomes a piece", "{who}: {n} dice become pieces", dice).format(
            who=state.label(side), n=dice
        ),
        rule="reform",
        options=exchange_options(state, side),
        former=tuple(f"{cultists}+{servitors}" for cultists, servitors in _mixes(state, side)),
    )


def _other_prompt(state: CombatState, side: str) -> Choose:
    force = state.fighting(side)
    return Choose(
        key=state.key("reform", side, OTHER),
        who=state.fighters[side],
        title=_("More of a kind than fought"),
        rule="reform",
        options=tuple(_option(*mix) for mix in _mixes(state, side) if not _within(force, *mix)),
    )


def _option(cultists: int, servitors: int) -> Option:
    return Option(f"{cultists}+{servitors}", listed({"cultists": cultists, "servitors": servitors}))


def _stacking(state: CombatState, side: str, stays: dict[str, int]) -> None:
    limit, number = state.values["stacking"], sum(stays.values())
    if limit and number > limit:
        over, name = number - limit, state.label(side)
        state.record(
            BoardTaskNoted(
                n_("The Node holds {n} piece.", "The Node holds {n} pieces.", limit).format(n=limit),
                n_("{who}: remove {n} more piece.", "{who}: remove {n} more pieces.", over).format(who=name, n=over),
                n_("{who}: put {n} piece back.", "{who}: put {n} pieces back.", over).format(who=name, n=over),
            )
        )


def spendable(state: CombatState, side: str) -> int:
    """Dice of a side that may become pieces now."""
    capped = ruling(state.rulings, "reform_cap") == "natural"
    return exchangeable(state.pools[side], state.fighting(side), capped=capped, values=state.values)


def exchange_options(state: CombatState, side: str) -> tuple[Option, ...]:
    """Return the exchanges within the pieces that fought, and the way to the others; all if none of them is."""
    force, found = state.fighting(side), _mixes(state, side)
    own = [mix for mix in found if _within(force, *mix)]
    more = (Option(OTHER, _("Another mix")),) if 0 < len(own) < len(found) else ()
    return (*(_option(*mix) for mix in own or found), *more)


def _mixes(state: CombatState, side: str) -> list[tuple[int, int]]:
    force = state.fighting(side)
    found = mixes(spendable(state, side), state.values)
    return sorted(found, key=lambda mix: (mix[0] > force.cultists or mix[1] > force.servitors, -mix[1]))


def stay_words(state: CombatState, side: str) -> tuple[str, str]:
    """Return what leaves the board when dice were lost, and what undoes it.

    As much stays as the dice could buy at the end.
    """
    force, who = state.fighting(side), state.label(side)
    came = {"cultists": force.cultists, "servitors": force.servitors}
    back = (
        _("{who}: put {pieces} back there.").format(who=who, pieces=listed(came))
        if listed(came)
        else _("{who}: put all pieces back there.").format(who=who)
    )
    if not state.pools[side]:
        off = _("{who}: no dice left, remove all that fought.").format(who=who)
        return with_bound(state, side, off), back
    dice, left = spendable(state, side), state.pools[side]
    if dice >= force.cultists * state.values["cultist_price"] + force.servitors * state.values["servitor_price"]:
        stays = n_(
            "{who}: {n} die left, so no Cultist or Servitor leaves yet.",
            "{who}: {n} dice left, so no Cultist or Servitor leaves yet.",
            left,
        ).format(who=who, n=left)
        return with_bound(state, side, stays), ""
    shown = [listed({"cultists": c, "servitors": s}) for c, s in _mixes(state, side) if _within(force, c, s)]
    more = [_("another mix")] if len(shown) > SHOWN else []
    keep = n_("{who}: {n} die left, keep {mixes}.", "{who}: {n} dice left, keep {mixes}.", left)
    return with_bound(state, side, keep.format(who=who, n=left, mixes=or_list([*shown[:SHOWN], *more]))), back


def with_bound(state: CombatState, side: str, sentence: str) -> str:
    """Return a sentence, with one more about the pieces that were kept out."""
    bound = listed(state.bound(side))
    return f"{sentence} " + _("{pieces}: kept out, not lost.").format(pieces=bound) if bound else sentence


def _within(force: Force, cultists: int, servitors: int) -> bool:
    return cultists <= force.cultists and servitors <= force.servitors


def _monsters(state: CombatState, side: str) -> Script[int]:
    """Remove Monsters that fought, or ask how many stay.

    Those kept out did not fight. Where Monsters that attacked alone in vain go has been said already.
    """
    monsters = state.monsters(side) - state.bound(side).get("monsters", 0)
    found = state.outcome
    alone = side == ATTACKER and found is not None and astray(state.forces[side], state.pools[side], found)
    if monsters <= 0 or alone:
        return 0
    number = 0
    if ruling(state.rulings, "monsters") == "stay":
        number = yield from ask(
            state,
            lambda: Count(
                key=state.key("monsters", side),
                who=state.fighters[side],
                title=_("{who}: how many Monsters stay?").format(who=state.label(side)),
                rule="reform",
                least=0,
                most=monsters,
                suggested=0,
            ),
        )
    who, gone = state.label(side), monsters - number
    if number:
        state.record(
            BoardTaskNoted(
                _("{who} keeps {pieces}.").format(who=state.The(side), pieces=pieces("monsters", number)), ""
            )
        )
    if gone:
        many = pieces("monsters", gone)
        state.record(
            BoardTaskNoted(
                n_("{who}: {pieces} vanishes.", "{who}: {pieces} vanish.", gone).format(who=who, pieces=many),
                _("{who}: take {pieces} off.").format(who=who, pieces=many),
                _("{who}: put {pieces} back.").format(who=who, pieces=many),
            )
        )
    return number


def _bound(state: CombatState, side: str) -> Script[bool]:
    """Pieces that were kept out are not lost (1.6); return whether they stay in the Node."""
    bound = state.bound(side)
    if not bound:
        return False
    who, many, number = state.label(side), listed(bound), sum(bound.values())
    stays, where = True, BOUND["stay"][1]
    if side == ATTACKER and state.holder != ATTACKER:
        stays, where = False, GO_BACK
    elif side == DEFENDER and state.holder != DEFENDER:
        picked = yield from pick_one(
            state,
            lambda: Choose(
                key=state.key("bound", side),
                who=TABLE,
                title=_("Kept out, and the Node is lost"),
                text=_("{who}: {pieces}. The rules do not say where they go.").format(who=who, pieces=many),
                rule="bound",
                options=tuple(Option(key, _(label)) for key, (label, __) in BOUND.items()),
            ),
        )
        assert picked is not None
        stays, where = picked == "stay", BOUND[picked][1]
    state.record(
        BoardTaskNoted(
            n_("{who}: {pieces} was kept out, not lost.", "{who}: {pieces} were kept out, not lost.", number).format(
                who=who, pieces=many
            ),
            n_(*where, number).format(who=who, pieces=many),
        )
    )
    return stays


def _remember(state: CombatState, stays: dict[str, int]) -> None:
    """Another group may attack the same Node: then the companion knows what it meets."""
    back = sum(c.amount for c in state.in_force("post") if c.effect is Effect.RECOVER and c.place == "node")
    there = Force(stays["cultists"] + back, stays["servitors"], stays["monsters"], ring=state.forces[DEFENDER].ring)
    state.record(DefendersLeft(there))
