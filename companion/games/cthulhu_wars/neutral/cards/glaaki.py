"""Gla'aki: his Combat, Tomb-Herd, and his spellbook Green Decay (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.neutral_cards import GLAAKI
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState, Phase
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.neutral.cards.earning import as_soon_as
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, has_book
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.pool import mind_controlled, pool
from companion.table.script import Script
from companion.table.words import _

HELD: Final = "green_decay"
"""Mark: how many captured Cultists there were as Power was gathered; then they go home."""
FIRST_OUT: Final = "first_out"
"""Mark: the turn in whose Action Phase a faction was the first to reach 0 Power."""
OUT_BEFORE: Final = "out_before"
"""Mark: the turn whose Action Phase a faction began without Power, so that it did not reach 0 in it."""


def captured(state: CthulhuState, me: str) -> tuple[int, int]:
    """Return how many captured Cultists there are, and what Power they would give."""
    number = power = 0
    for owner, kinds in state.factions[me].captives.items():
        for unit, n in kinds.items():
            if roster.card(owner).unit(unit).rank is Rank.CULTIST:
                number += n
                power += n * roster.card(owner).captive_worth(state, owner, unit)
    return number, power


def gathers(state: CthulhuState, me: str) -> list[tuple[str, int]]:
    """Return what Acolytes of the Pool give, and what captured Cultists give less with his spellbook."""
    found = []
    if state.in_play(me, GLAAKI) and not mind_controlled(state, me, GLAAKI):
        found.append((_("Tomb-Herd"), max(0, pool(state, me, ACOLYTE))))
    if has_book(state, me, GLAAKI):
        found.append((_(CARD_BOOKS[GLAAKI].name), -captured(state, me)[1]))
    return [(label, power) for label, power in found if power]


def count(state: CthulhuState, me: str) -> None:
    """Note how many captured Cultists there are before they go home."""
    if has_book(state, me, GLAAKI):
        state.record(CounterSet(me, HELD, captured(state, me)[0]))


def signs(state: CthulhuState, me: str) -> Script[None]:
    """Give an Elder Sign for each piece instead, also for those without a soul."""
    yield from ()
    if number := state.factions[me].marks.get(HELD, 0):
        state.record(CounterSet(me, HELD, 0))
        draw(state, me, _(CARD_BOOKS[GLAAKI].name), number)


def see_who_is_out(state: CthulhuState) -> None:
    """Note who is the first to reach 0 Power in an Action Phase; who hibernates keeps some."""
    if state.phase is not Phase.ACTION or GLAAKI not in state.neutral_in_use:
        return
    factions = state.factions
    if any(faction.marks.get(FIRST_OUT) == state.turn for faction in factions.values()):
        return
    out = [code for code in state.seats if not factions[code].power]
    if not state.active:
        for code in out:
            state.record(CounterSet(code, OUT_BEFORE, state.turn))
        return
    reached = [code for code in out if factions[code].marks.get(OUT_BEFORE) != state.turn]
    # Who acts has paid before anybody else loses Power by it.
    for code in [state.active] if state.active in reached else reached:
        state.record(CounterSet(code, FIRST_OUT, state.turn))


def first_out(state: CthulhuState, me: str) -> bool:
    """Return whether a faction is the first to have reached 0 Power in this Action Phase."""
    return state.phase is Phase.ACTION and state.factions[me].marks.get(FIRST_OUT) == state.turn


def dice(state: CthulhuState, _battle: Battle, side: str, number: int) -> int | None:
    """Return the number of Acolytes in the Pool, or None in a Quick Battle, which knows no Pool."""
    return None if state.skirmish else number * max(0, pool(state, side, ACOLYTE))


def awakens(state: CthulhuState, me: str) -> Script[None]:
    """Give an Elder Sign as he awakens, by the other reading (D75)."""
    yield from ()
    if ruling(state.rulings, "D75") == OTHER:
        draw(state, me, names.unit(me, GLAAKI))


POWERS: Final = CardHooks(
    GLAAKI,
    awakened=awakens,
    dice=dice,
    gathers=gathers,
    before_return=count,
    gathered=signs,
    noticed_for_all=see_who_is_out,
    noticed=as_soon_as(GLAAKI, first_out),
)
