"""What a player may do on its turn, with costs and with the reason where it may not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.cthulhu_wars import common_actions as common
from companion.games.cthulhu_wars import roster
from companion.games.cthulhu_wars.battle.declare import strongest
from companion.games.cthulhu_wars.battle.guide import battle
from companion.games.cthulhu_wars.faction import Action
from companion.games.cthulhu_wars.facts import PowerSpent
from companion.games.cthulhu_wars.rulings import OTHER, ruling
from companion.games.cthulhu_wars.spellbooks import unlimited_battle
from companion.games.cthulhu_wars.state import CthulhuState
from companion.games.cthulhu_wars.uniques import actions, flies
from companion.games.cthulhu_wars.uniques import unlimited as unlimited_for
from companion.table.script import Script
from companion.table.words import _

Refused = Callable[[CthulhuState, str], str]
Steps = Callable[[CthulhuState, str], Script[None]]


@dataclass(frozen=True)
class ActionChoice:
    """One entry of the palette.

    Args:
        unlimited: may be done besides the turn's one Action.
        counts: may be the turn's one Action.
        worth_asking: worth a question after the Action is done.
        again: a second, different Action follows.
    """

    id: str
    label: str
    refused: str = ""
    detail: str = ""
    script: Steps | None = None
    action: Action | None = None
    unlimited: bool = False
    counts: bool = True
    worth_asking: bool = False
    again: bool = False


def palette(state: CthulhuState, me: str, done: list[str], *, acted: bool, second: bool = False) -> list[ActionChoice]:
    """All choices of the moment.

    Args:
        done: ids of what was done this turn, in order.
        acted: whether the turn's one Action is done; then only Unlimited Actions are left.
        second: whether this is the second Action of a double-action book.
    """
    everything = [
        _common(
            state,
            me,
            "recruit",
            _("Recruit Cultist"),
            1,
            common.recruit_refused,
            common.recruit,
            _("Where you have a unit")
            if common.pieces_on_map(state, me)
            else _("Anywhere: you have no unit on the map"),
        ),
        _common(
            state,
            me,
            "summon",
            _("Summon Monster"),
            0,
            common.summon_refused,
            common.summon,
            roster.card(me).summons_at(state, me) or _("Where you control a Gate"),
        ),
        _common(state, me, "awaken", _("Awaken Great Old One"), 0, common.awaken_refused, common.awaken),
        _common(state, me, "create_gate", _("Create Gate"), 3, common.create_gate_refused, common.create_gate),
        _common(
            state,
            me,
            "move",
            _("Move"),
            1,
            common.move_refused,
            common.move,
            _("1 Power per unit, up to two areas") if flies(state, me) else _("1 Power per unit, one area"),
        ),
        _common(state, me, "battle", _("Battle"), 1, battle_refused, battle, unlimited=unlimited_battle(state, me)),
        _common(
            state,
            me,
            "capture",
            _("Capture Cultist"),
            1,
            common.capture_refused,
            common.capture,
            _("Where you have a Monster or Great Old One, and the Cultist no protector of that rank"),
        ),
        *own_actions(state, me, second=second),
    ]
    if second:
        # No Unlimited Action fits between the two Actions of a double-action book.
        return [*everything, ActionChoice("no_second", _("No second Action"), script=nothing)]
    gates = gate_choices(state, me)
    finish = ActionChoice("finish", _("End turn"), counts=False)
    if acted:
        return [*(c for c in everything if c.unlimited), *gates, finish]
    if any(c.id in done for c in everything):
        return [*everything, *gates, finish]
    return [*everything, *gates, pass_choice(state, me, everything)]


def gate_choices(state: CthulhuState, me: str) -> list[ActionChoice]:
    """The Unlimited Actions on Gates (reference 3.4)."""
    return [
        _gate(
            state,
            me,
            "control",
            _("Control Gate"),
            common.control_refused,
            common.control_gate,
            worth_asking=True,
        ),
        _gate(state, me, "abandon", _("Abandon Gate"), common.abandon_refused, common.abandon_gate),
    ]


def own_actions(state: CthulhuState, me: str, *, second: bool) -> list[ActionChoice]:
    """The faction's own Actions: unique ones, those of face-up spellbooks, requirement Actions not done yet.

    A double-action book cannot be the second Action of another one, or of itself.
    """
    found = []
    for action in actions(state, me):
        if action.book and not state.owns(me, action.book):
            continue
        if action.requirement and action.requirement in state.factions[me].met:
            continue
        if action.again and second:
            continue
        cost = action.cost(state, me)
        found.append(
            ActionChoice(
                action.id,
                f"{_(action.name)} ({cost})" if cost else _(action.name),
                action.refused(state, me) or common.too_dear(state, me, cost),
                _(action.text),
                action=action,
                again=action.again,
            )
        )
    return found


def battle_refused(state: CthulhuState, me: str) -> str:
    """A battle needs an own unit and an enemy one; whether they meet, the players see."""
    if not common.pieces_on_map(state, me):
        return _("You have no unit on the map.")
    if not any(common.pieces_on_map(state, c) for c in state.enemies(me)):
        return _("No enemy unit is on the map.")
    return "" if strongest(state, me) else _("All your units together have Combat 0.")


def pass_choice(state: CthulhuState, me: str, others: list[ActionChoice]) -> ActionChoice:
    """Drop to 0 Power; with two players only if nothing else can be done (reference 3.8)."""
    power = state.factions[me].power
    refused = ""
    if state.duel and any(not c.refused for c in others):
        refused = _("With two players nobody may drop to 0 Power.")
    return ActionChoice("pass", _("Pass"), refused, _("Drop from {power} to 0 Power").format(power=power), drop_to_zero)


def nothing(_state: CthulhuState, _me: str) -> Script[None]:
    """Leave out what may be left out."""
    yield from ()


def drop_to_zero(state: CthulhuState, me: str) -> Script[None]:
    """Passing while having Power is always a drop to 0."""
    state.record(PowerSpent(me, state.factions[me].power, _("passes and drops to 0")))
    yield from ()


def _common(
    state: CthulhuState,
    me: str,
    name: str,
    label: str,
    cost: int,
    refused: Refused,
    script: Steps,
    detail: str = "",
    *,
    unlimited: bool = False,
) -> ActionChoice:
    unlimited = unlimited or name in unlimited_for(state, me)
    return ActionChoice(
        name,
        f"{label} ({cost})" if cost else label,
        refused(state, me) or common.too_dear(state, me, cost),
        detail,
        script,
        unlimited=unlimited,
        worth_asking=unlimited,
    )


def _gate(
    state: CthulhuState,
    me: str,
    name: str,
    label: str,
    refused: Refused,
    script: Steps,
    *,
    worth_asking: bool = False,
) -> ActionChoice:
    why = refused(state, me)
    if state.factions[me].power <= 0 and ruling(state.rulings, "D28") == OTHER:
        why = _("You have no Power left.")
    return ActionChoice(
        name, label, why, _("Unlimited"), script, unlimited=True, counts=False, worth_asking=worth_asking
    )
