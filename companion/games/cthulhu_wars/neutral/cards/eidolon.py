"""The Eidolon (reference 7): anybody may recruit him for his player; a written Action."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import EIDOLON
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, while_in_play
from companion.games.cthulhu_wars.neutral.recruited_by_others import recruited_by_others
from companion.table.script import Script
from companion.table.state import Notice
from companion.table.words import N_, _

DOWN: Final = "eidolon_down"
"""Mark: his card lies face down."""


def face_down(state: CthulhuState, me: str) -> str:
    """Return that the card is face down until the Doom Phase, or an empty string."""
    return _("It is face down until the Doom Phase.") if state.factions[me].marks.get(DOWN) else ""


def written(state: CthulhuState, me: str) -> Script[None]:
    """Let everybody write down the next Action, which must be taken if possible, and turn the card down."""
    yield from ()
    state.record(CounterSet(me, DOWN, 1))
    state.record(Notice(me, _("Everybody writes down their next Action and must take it if possible")))


def turned_up(state: CthulhuState, me: str) -> Script[None]:
    """Turn his card up in the Doom Phase."""
    yield from ()
    if state.factions[me].marks.get(DOWN):
        state.record(CounterSet(me, DOWN, 0))


POWERS: Final = CardHooks(
    EIDOLON,
    for_others=recruited_by_others(EIDOLON),
    between_actions=(
        Action(
            "eidolon",
            N_("A written Action"),
            0,
            while_in_play(EIDOLON, face_down),
            written,
            N_("Everybody writes down their next Action"),
        ),
    ),
    doom_begins=turned_up,
)
