"""The doors through which a Loyalty Card's rules come into the game."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    BattleAbility,
    nothing,
    nothing_in_the_way,
    nothing_instead,
)
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.card_books import has_book
from companion.games.cthulhu_wars.rules.pool import not_in_play
from companion.table.script import Script
from companion.table.words import _


def while_in_play(
    card: str, refused: Callable[[CthulhuState, str], str] = nothing_in_the_way
) -> Callable[[CthulhuState, str], str]:
    """Why nothing can be done that needs a piece of a card in play, or for what else."""
    return lambda state, me: not_in_play(state, me, card) or refused(state, me)


def while_on_map(
    card: str, refused: Callable[[CthulhuState, str], str] = nothing_in_the_way
) -> Callable[[CthulhuState, str], str]:
    """Why nothing can be done that needs a piece on the map, which one on a faction card is not, or for what else."""

    def why(state: CthulhuState, me: str) -> str:
        if state.in_play(me, card) and not state.on_map(me, card):
            return _("{unit} is not on the map.").format(unit=names.unit(me, card))
        return not_in_play(state, me, card) or refused(state, me)

    return why


def with_book(
    card: str, refused: Callable[[CthulhuState, str], str] = nothing_in_the_way
) -> Callable[[CthulhuState, str], str]:
    """Why nothing can be done that needs the card's own spellbook, or for what else."""

    def why(state: CthulhuState, me: str) -> str:
        earned = has_book(state, me, card)
        return refused(state, me) if earned else _("Its spellbook is not earned.")

    return why


class CardHooks(Struct, frozen=True):
    """What a card brings to the faction that has it, besides its numbers.

    Args:
        card: its id.
        price: what awakening it costs, if that is not on the card; below 0 it is gained.
        loses: whether that is a loss and no cost, so that nothing makes it cheaper.
        too_dear: why it cannot be awakened because of that, or an empty string.
        comes: where new pieces go instead of the map, if they do; gets how many, returns whether it has seen to them.
        no_place: why a new one could not be placed, or an empty string.
        reminds: what is said of a Common Action of its player, by id, because of it.
        awakened: what follows as it awakens.
        moved: what its player settles after a Move.
        actions: Actions; each says itself when it is to be had.
        between_actions: what may be done after any player's Action.
        anytime: what may be done at any moment.
        doom_phase: what may be done in its place in the Doom Phase.
        noticed: what follows by itself as soon as it is seen, looked for after each Action and in each phase.
        gathers: addends in Gather Power, `(label, power)`.
        before_return: what is noted in Gather Power before what was captured goes home.
        gathered: what follows at the end of Gather Power.
        doom_begins: what follows as its place in the Doom Phase comes.
        doom_ends: what follows as the Doom Phase ends.
        battle_begins: what follows at the beginning of any battle.
        battle_ends: what follows at the end of any battle.
        battle: what may be used in battles.
    """

    card: str
    price: Callable[[CthulhuState, str], Script[int]] | None = None
    loses: bool = False
    too_dear: Callable[[CthulhuState, str], str] = lambda _s, _c: ""
    comes: Callable[[CthulhuState, str, int], Script[bool]] = nothing_instead
    no_place: Callable[[CthulhuState, str], str] = lambda _s, _c: ""
    reminds: Callable[[CthulhuState, str, str], str] = lambda _s, _c, _action: ""
    awakened: Callable[[CthulhuState, str], Script[None]] = nothing
    moved: Callable[[CthulhuState, str], Script[None]] = nothing
    actions: tuple[Action, ...] = ()
    between_actions: tuple[Action, ...] = ()
    anytime: tuple[Action, ...] = ()
    doom_phase: tuple[Action, ...] = ()
    noticed: Callable[[CthulhuState, str], Script[None]] = nothing
    gathers: Callable[[CthulhuState, str], list[tuple[str, int]]] = lambda _s, _c: []
    before_return: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    gathered: Callable[[CthulhuState, str], Script[None]] = nothing
    doom_begins: Callable[[CthulhuState, str], Script[None]] = nothing
    doom_ends: Callable[[CthulhuState, str], Script[None]] = nothing
    battle_begins: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    battle_ends: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    battle: tuple[BattleAbility, ...] = ()
