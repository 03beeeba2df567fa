"""Tulzscha: Undying Flame, and his spellbook Ceremony of Annihilation (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import DoomGained, PowerGained
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import TULZSCHA
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, with_book
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, earn, has_book
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.mind_control import held_down
from companion.games.cthulhu_wars.rules.ritual_marker import advance
from companion.table.script import Script
from companion.table.words import N_, _


def ceremony(state: CthulhuState, me: str) -> Script[None]:
    """Gain the number under the Ritual marker instead of performing one, whatever it costs, and move the marker."""
    yield from ()
    state.record(PowerGained(me, state.ritual_cost, _(CARD_BOOKS[TULZSCHA].name)))
    advance(state, me)


def undying_flame(state: CthulhuState, me: str) -> Script[None]:
    """Give 1 Doom, 1 Elder Sign, 1 Power, each if somebody has more of it."""
    if not state.in_play(me, TULZSCHA) or (yield from held_down(state, me, TULZSCHA)):
        return
    mine, others = state.factions[me], [state.factions[code] for code in state.enemies(me)]
    why = names.unit(me, TULZSCHA)
    doom = any(other.doom > mine.doom for other in others)
    signs = any(len(other.signs) > len(mine.signs) for other in others)
    power = any(other.power > mine.power for other in others)
    if doom:
        state.record(DoomGained(me, 1, why))
    if signs:
        draw(state, me, why)
    if power:
        state.record(PowerGained(me, 1, why))


def give_power(state: CthulhuState, me: str) -> Script[None]:
    """Give every enemy 2 Power, by which his spellbook is earned."""
    for code in state.of_others(me):
        state.record(PowerGained(code, 2, names.unit(me, TULZSCHA)))
    earn(state, me, TULZSCHA)
    yield from ()


POWERS: Final = CardHooks(
    TULZSCHA,
    actions_in_play=(
        Action(
            "ceremony_of_annihilation",
            N_("Give all enemies 2 Power for Tulzscha's book"),
            0,
            lambda s, me: _("Already done.") if has_book(s, me, TULZSCHA) else "",
            give_power,
            known=True,
        ),
    ),
    after_count=undying_flame,
    doom_phase=(
        Action(
            "ceremony",
            CARD_BOOKS[TULZSCHA].name,
            0,
            with_book(TULZSCHA),
            ceremony,
            CARD_BOOKS[TULZSCHA].text,
            symbol="ritual",
            instead_of_ritual=True,
        ),
    ),
)
