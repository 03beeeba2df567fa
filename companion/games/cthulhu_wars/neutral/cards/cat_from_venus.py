"""Cat from Venus: Honeymoon (reference 7): whom it captures goes home at once, for 1 Power."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CaptiveFreed, PowerGained
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import NO_CAPTORS, VENUS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.pool import kinds
from companion.table.script import Script, yes
from companion.table.words import _


def others_capture(state: CthulhuState, me: str) -> bool:
    """Return whether another piece on the map could be the captor."""
    able = kinds(state, me, Rank.MONSTER, Rank.TERROR, Rank.GOO)
    return any(state.on_map(me, u.id) > 0 for u in able if u.id not in (VENUS, *NO_CAPTORS))


def honeymoon(state: CthulhuState, me: str, owner: str, unit: str) -> Script[None]:
    """Return a Cultist that the Cat has captured to its Pool, and give 1 Power; ask if another piece could have."""
    if state.on_map(me, VENUS) <= 0:
        return
    if others_capture(state, me):
        title, text = _("Has a Cat from Venus captured it?"), _("Then it goes back to its Pool, for 1 Power.")
        if not (yield from yes(state, "honeymoon", me, title, text=text)):
            return
    if state.factions[me].captives.get(owner, {}).get(unit, 0) > 0:
        state.record(CaptiveFreed(owner, unit, me))
        state.record(PowerGained(me, 1, names.unit(me, VENUS)))


POWERS: Final = CardHooks(VENUS, captured=honeymoon)
