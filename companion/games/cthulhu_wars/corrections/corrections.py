"""Corrections by hand: every number the companion keeps can be set at any moment, for the board is the truth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.cthulhu_wars.battle.combat_totals import to_roll
from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.facts import CounterCorrected, DiceTold, GatesTold, RitualMarked
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Stage
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH_MARK
from companion.games.cthulhu_wars.model.state import ACOLYTE, GATES_IN_BOX, CthulhuState
from companion.games.cthulhu_wars.rules.azathoth_marker import HIGHEST, shown, stands
from companion.games.cthulhu_wars.rules.pool import gate_keepers, gates, idle_keepers, keeper_units, kinds, pool, stock
from companion.table.errors import BadCorrectionError
from companion.table.words import _, n_

DICE: Final = "dice"
"""The counter of a side that is about to roll."""
MOST_DICE: Final = 60


def counters(state: CthulhuState) -> dict[str, int]:
    """Return all numbers that may be corrected: `ritual` and the like, and `.power`, `.acolyte` ... by faction."""
    found: dict[str, int] = {}
    for code in state.seats:
        faction = state.factions[code]
        found[f"{code}.power"] = faction.power
        found[f"{code}.doom"] = faction.doom
        found[f"{code}.signs"] = len(faction.signs)
        if state.counts_gates:
            found[f"{code}.gates"] = gates(state, code)
        for unit in kinds(state, code):
            found[f"{code}.{unit.id}"] = state.in_play(code, unit.id)
        for mark in (*roster.card(code).marks, *boards.marks(state)):
            found[f"{code}.{mark.id}"] = faction.marks.get(mark.id, 0)
        if shown(state, code):
            found[f"{code}.{AZATHOTH_MARK}"] = stands(state, code)
        for other in state.seats:
            if other != code:
                held = faction.captives.get(other, {})
                found[f"{code}.captives.{other}"] = held.get(ACOLYTE, 0)
                found |= {f"{code}.captives.{other}.{kind}": n for kind, n in held.items() if kind != ACOLYTE}
    if state.seats:
        found |= {"ritual": state.ritual, "turn": state.turn, "decay": state.decay}
        if state.counts_gates:
            found["abandoned"] = len(state.abandoned_gates())
    if state.battle is not None and pool_open(state):
        found |= {f"{code}.{DICE}": to_roll(state, state.battle, code) for code in state.battle.sides}
    return found


def pool_open(state: CthulhuState) -> bool:
    """Return whether both sides are about to roll, so that how many dice can still be said."""
    return state.battle is not None and state.step == Stage.ROLL and not state.battle.faces


def limits(state: CthulhuState, key: str) -> tuple[int, int]:
    """Return the least and the most that a counter can hold."""
    code, __, name = key.partition(".")
    if name in ("power", "doom"):
        return 0, 999
    if name == "gates":
        fixed = gates(state, code) - len(state.held_gates(code))
        return fixed, fixed + gate_keepers(state, code)
    if key == "abandoned":
        return 0, GATES_IN_BOX
    if name == DICE:
        return 0, MOST_DICE
    if name == "signs":
        return 0, len(state.factions[code].signs) + len(state.bag)
    if name.startswith("captives."):
        owner, kind = [*name.split("."), ACOLYTE][1:3]
        return 0, state.factions[code].captives.get(owner, {}).get(kind, 0) + pool(state, owner, kind)
    if name:
        for mark in (*roster.card(code).marks, *boards.marks(state)):
            if mark.id == name:
                return 0, mark.most
        if name == AZATHOTH_MARK:
            return 0, HIGHEST
        return _least_in_play(state, code, name), stock(state, code, name) - state.absent(code, name)
    return (0, len(state.track)) if key == "ritual" else (0, 999)


def correct(state: CthulhuState, key: str, value: int) -> None:
    """Set one counter. Raises `BadCorrectionError`."""
    least, most = limits(state, key)
    if not least <= value <= most:
        refusal = _("{counter} can be {least} to {most}, not {number}.").format(
            counter=names.counter(key), least=least, most=most, number=value
        )
        raise BadCorrectionError(" ".join([refusal, *_why(state, key, value, least), _("Nothing has changed.")]))
    code, __, name = key.partition(".")
    if name == "gates":
        state.record(GatesTold(code, value, value - least))
    elif name == DICE:
        state.record(DiceTold(code, value))
    elif key == "abandoned":
        state.record(GatesTold("", value, value))
    elif key == "ritual":
        state.record(RitualMarked(key, value, cost=state.track[value] if value < len(state.track) else None))
    else:
        state.record(CounterCorrected(key, value, *_in_battle(state, key, value)))


def _in_battle(state: CthulhuState, key: str, value: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return which pieces of the running battle leave it and which return by a correction.

    They leave where no piece is left for them on the map, and return where what took them off is corrected back.
    """
    code, __, unit = key.partition(".")
    if state.battle is None or not unit or unit not in [u.id for u in kinds(state, code)]:
        return (), ()
    leaving = state.battle.beyond(code, unit, value - state.factions[code].card.get(unit, 0))
    return leaving, state.battle.back(code, unit, value - state.in_play(code, unit))


def _least_in_play(state: CthulhuState, code: str, unit: str) -> int:
    """Return how many pieces of a kind must be in play: those on the faction card, and those the Gates need."""
    least = state.factions[code].card.get(unit, 0)
    if state.follows and unit in keeper_units(state, code):
        least = max(least, state.in_play(code, unit) - max(0, idle_keepers(state, code)))
    return least


def _why(state: CthulhuState, key: str, value: int, least: int) -> Iterator[str]:
    """Yield what stands in the way of a smaller number, and what to do first."""
    code, __, name = key.partition(".")
    if not name or value >= least or name not in state.factions[code].in_play:
        return
    on_card = state.factions[code].card.get(name, 0)
    if least == on_card:
        yield n_(
            "{n} of them lies on the faction card: let it come back first.",
            "{n} of them lie on the faction card: let them come back first.",
            on_card,
        ).format(n=on_card)
    else:
        yield _("The others hold Gates: correct those first, with “Correct a Gate” under More.")
