"""Great Old Ones of factions as independent ones (reference 7): their dice, and what is counted; the rest is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.card_books import books_earned
from companion.games.cthulhu_wars.rules.common_questions import pick_kind
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.mind_control import held_down
from companion.games.cthulhu_wars.rules.pool import enter, gates, great_old_ones, in_pool, pieces_on_map, unit_cost
from companion.games.cthulhu_wars.rules.ritual_marker import ritual_cost
from companion.table.script import Script, yes
from companion.table.words import N_, _


def sign_as_it_awakens(card: str) -> Callable[[CthulhuState, str], Script[None]]:
    """Return a hook that gives an Elder Sign as one awakens."""

    def awakens(state: CthulhuState, me: str) -> Script[None]:
        yield from ()
        draw(state, me, names.unit(me, card))

    return awakens


def sign_for_the_glyph(card: str) -> Callable[[CthulhuState, str], Script[None]]:
    """Return a hook that gives an Elder Sign for a Gate at his glyph, of which the table knows."""

    def begins(state: CthulhuState, me: str) -> Script[None]:
        if not state.in_play(me, card) or not state.gates_of(me) or (yield from held_down(state, me, card)):
            return
        title = _("{unit}: a Gate of yours at his glyph?").format(unit=names.unit(me, card))
        if (yield from yes(state, f"{card}/glyph", me, title, text=_("Then you gain an Elder Sign."))):
            draw(state, me, names.unit(me, card))

    return begins


def half_a_ritual(state: CthulhuState, _battle: Battle, side: str, number: int) -> int | None:
    """Return half of what a Ritual costs now, rounded down."""
    return ritual_cost(state, side) // 2 * number


def own_gates(state: CthulhuState, _battle: Battle, side: str, number: int) -> int | None:
    """Return the Gates of his player."""
    return gates(state, side) * number


def books_of_enemy(state: CthulhuState, battle: Battle, side: str, number: int) -> int | None:
    """Return the spellbooks of the enemy, or None where those of its cards are not known."""
    books = books_earned(state, battle.foe(side))
    return None if books is None else books * number


def faction_great(state: CthulhuState, _battle: Battle, side: str, number: int) -> int | None:
    """Return the Great Old Ones of the enemies' factions in play, or None in a Quick Battle."""
    if state.skirmish:
        return None
    return sum(great_old_ones(state, code) for code in state.enemies(side)) * number


def cheapest(state: CthulhuState, me: str) -> list[str]:
    """Return the kinds of Monster in the Pool that cost least."""
    able = in_pool(state, me, Rank.MONSTER)
    least = min((unit_cost(state, me, unit) for unit in able), default=0)
    return [unit.id for unit in able if unit_cost(state, me, unit) == least]


def nobody_below(card: str) -> Callable[[CthulhuState, str], str]:
    """Return a function that refuses it without him, a Monster in the Pool, or a unit on the map."""

    def refused(state: CthulhuState, me: str) -> str:
        if not state.in_play(me, card):
            return _("{unit} is not in play.").format(unit=names.unit(me, card))
        if not pieces_on_map(state, me):
            return _("You have no unit on the map.")
        return "" if cheapest(state, me) else _("None is in your Pool.")

    return refused


def from_below(state: CthulhuState, me: str) -> Script[None]:
    """Place the cheapest Monster of the Pool where there is an own unit."""
    title = _("Which Monster comes?")
    unit = yield from pick_kind(state, f"from_below_free/{me}", me, title, me, lambda: cheapest(state, me))
    words = _("placed where there is a unit of its own")
    enter(state, me, unit, 1, words, where=_("in an area with one of its units"))


POWERS: Final = (
    CardHooks(
        "cthulhu_free", awakened=sign_as_it_awakens("cthulhu_free"), doom_begins=sign_for_the_glyph("cthulhu_free")
    ),
    CardHooks(
        "hastur_free",
        dice=half_a_ritual,
        awakened=sign_as_it_awakens("hastur_free"),
        doom_begins=sign_for_the_glyph("hastur_free"),
    ),
    CardHooks("nyarlathotep_free", dice=books_of_enemy),
    CardHooks("shub_niggurath_free", dice=own_gates),
    CardHooks(
        "tsathoggua_free",
        dice=faction_great,
        doom_phase=(
            Action(
                "from_below_free",
                N_("The cheapest Monster comes"),
                0,
                nobody_below("tsathoggua_free"),
                from_below,
                N_("Place the cheapest Monster from your Pool where you have a unit"),
            ),
        ),
    ),
    CardHooks("yog_sothoth_free", dice=faction_great),
)
