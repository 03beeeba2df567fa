"""Routed losers, overwhelming superiority, Killing Pairs (reference 2.6, A, B1, B2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.messina import names
from companion.games.messina.asking import destroy_some, unit_options
from companion.games.messina.facts import Destroyed, Drawn
from companion.games.messina.options import ruling
from companion.games.messina.rules.pairs import VICTIMS, counted, draws, pairs, unpaired
from companion.games.messina.rules.units import Unit
from companion.games.messina.rules.winner import OVERWHELMED, overwhelming
from companion.games.messina.state import MessinaState
from companion.table.prompts import Choose
from companion.table.script import Script, pick_one


def routed_losers(state: MessinaState, factions: Sequence[str]) -> None:
    """A: losers' Units that were routed already are destroyed at once."""
    for unit in state.of(factions, routed=True):
        state.record(Destroyed(unit, "it was routed already"))


def overwhelm(state: MessinaState) -> Script[None]:
    """B1: for every five points of difference a Civilian, Worker or Infantry at the site."""
    number = overwhelming(state.difference)
    able = [u for u in state.of(state.losers, support=False) if u.kind in OVERWHELMED]
    title = "Overwhelming superiority: 1 kill" if number == 1 else f"Overwhelming superiority: {number} kills"
    yield from destroy_some(
        state,
        state.key("overwhelming"),
        state.victors[0],
        title,
        able,
        number,
        "overwhelming superiority",
        "overwhelming",
    )


def killing_pairs(state: MessinaState) -> Script[int]:
    """B2: each pair may destroy one Unit it is able to. Return how many cards the Units without a pair draw."""
    kinds = counted(state.of(state.victors))
    formed = pairs(kinds)
    standing = dict.fromkeys(formed, 0)
    for kind, number in formed.items():
        for place in range(number):
            able = [u for u in state.of(state.losers, support=False) if u.kind in VICTIMS[kind]]
            if not able and ruling(state.options, "victimless_pairs") == "draw_cards":
                continue
            standing[kind] += 1
            if not able:
                state.record(Drawn(f"A pair of {names.kind(kind, 2)} finds no victim."))
                continue
            picked = yield from pick_one(state, partial(_pair_prompt, state, kind, place, able))
            if picked is not None:
                victim = next(u for u in able if u.id == picked)
                state.record(Destroyed(victim, f"a pair of {names.kind(kind, 2)}"))
    return draws(unpaired(kinds, standing))


def _pair_prompt(state: MessinaState, kind: str, place: int, units: list[Unit]) -> Choose | None:
    able = [unit for unit in units if unit in state.units]
    if not able:
        return None
    return Choose(
        key=state.key("pair", kind, place),
        who=state.victors[0],
        title=f"A pair of {names.kind(kind, 2)} destroys",
        options=unit_options(able),
        least=0,
        decline="Spare them",
        rule="pairs",
    )
