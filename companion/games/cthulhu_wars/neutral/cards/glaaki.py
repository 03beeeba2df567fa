"""Gla'aki: Green Decay (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.neutral_cards import GLAAKI
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.pool import mind_controlled
from companion.table.script import Script
from companion.table.words import _

HELD: Final = "green_decay"
"""Mark: how many captured Cultists there were as Power was gathered; then they go home."""


def captured(state: CthulhuState, me: str) -> tuple[int, int]:
    """Return how many captured Cultists there are, and what Power they would give."""
    number = power = 0
    for owner, kinds in state.factions[me].captives.items():
        for unit, n in kinds.items():
            if roster.card(owner).unit(unit).rank is Rank.CULTIST:
                number += n
                power += n * roster.card(owner).captive_worth(state, owner, unit)
    return number, power


def decays(state: CthulhuState, me: str) -> bool:
    """Return whether he is in play, without an Elder Thing."""
    return bool(state.in_play(me, GLAAKI)) and not mind_controlled(state, me, GLAAKI)


def decay(state: CthulhuState, me: str) -> list[tuple[str, int]]:
    """Return what captured Cultists give less: no Power."""
    __, power = captured(state, me) if decays(state, me) else (0, 0)
    return [(_("Green Decay"), -power)] if power else []


def count(state: CthulhuState, me: str) -> None:
    """Note how many captured Cultists there are before they go home."""
    if decays(state, me):
        state.record(CounterSet(me, HELD, captured(state, me)[0]))


def signs(state: CthulhuState, me: str) -> Script[None]:
    """Give an Elder Sign for each piece instead, also for those without a soul."""
    yield from ()
    if number := state.factions[me].marks.get(HELD, 0):
        state.record(CounterSet(me, HELD, 0))
        draw(state, me, _("Green Decay"), number)


def awakens(state: CthulhuState, me: str) -> Script[None]:
    """Give an Elder Sign as he awakens (one source)."""
    yield from ()
    draw(state, me, names.unit(me, GLAAKI))


POWERS: Final = CardHooks(GLAAKI, awakened=awakens, gathers=decay, before_return=count, gathered=signs)
