"""Routed losers, overwhelming superiority, Killing Pairs (reference 2.6, A, B1, B2)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.messina.facts import CardDrawn, UnitDestroyed
from companion.games.messina.model import names
from companion.games.messina.model.rulings import ruling
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.units import MessinaUnit
from companion.games.messina.rules.common_questions import destroy_some
from companion.games.messina.rules.pairs import VICTIMS, counted, draws, pairs, unpaired
from companion.games.messina.rules.winner import OVERWHELMED, overwhelming
from companion.table.script import Script
from companion.table.words import _, n_


def routed_losers(state: MessinaState, factions: Sequence[str]) -> None:
    """Destroy losers' Units that were routed already (A)."""
    for unit in state.of(factions, routed=True):
        state.record(UnitDestroyed(unit, _("it was routed already"), forced=True))


def overwhelm(state: MessinaState) -> Script[None]:
    """B1: for every five points of difference a Civilian, Worker or Infantry at the site."""
    number = overwhelming(state.difference)
    able = [u for u in state.of(state.losers, support=False) if u.kind in OVERWHELMED]
    title = n_("Overwhelming superiority: {n} kill", "Overwhelming superiority: {n} kills", number).format(n=number)
    yield from destroy_some(
        state,
        state.key("overwhelming"),
        state.victors[0],
        title,
        able,
        number,
        _("overwhelming superiority"),
        "overwhelming",
    )


def killing_pairs(state: MessinaState) -> Script[int]:
    """B2: each pair destroys one Unit that it can. Return how many cards the Units without a pair draw."""
    kinds = counted(state.of(state.victors))
    standing = {}
    for kind, formed in pairs(kinds).items():
        able = [u for u in state.of(state.losers, support=False) if u.kind in VICTIMS[kind]]
        idle = max(0, formed - len(able))
        standing[kind] = formed - idle if ruling(state.rulings, "victimless_pairs") == "draw_cards" else formed
        yield from _destroy(state, kind, formed, able)
        if idle and standing[kind] == formed:
            said = n_("A pair of {units} finds no victim.", "{n} pairs of {units} find no victim.", idle)
            state.record(CardDrawn(words=said.format(n=idle, units=names.kind(kind, 2))))
    return draws(unpaired(kinds, standing))


def _destroy(state: MessinaState, kind: str, formed: int, able: list[MessinaUnit]) -> Script[None]:
    word = names.kind(kind, 2)
    title = n_("A pair of {units} destroys", "{n} pairs of {units} destroy", formed).format(n=formed, units=word)
    spared = ruling(state.rulings, "pair_kills") == "may"
    key = state.key("pair", kind)
    yield from destroy_some(
        state, key, state.victors[0], title, able, formed, _("a pair of {units}").format(units=word), "pairs", spared
    )
