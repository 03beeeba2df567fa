"""The hooks by which the rules of a card come into the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    BattleAbility,
    nothing,
    nothing_in_the_way,
    nothing_instead,
    nothing_to_add,
)
from companion.games.cthulhu_wars.model.neutral_cards import PRIESTS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.card_books import has_book
from companion.games.cthulhu_wars.rules.pool import not_in_play, pool
from companion.table.script import Script
from companion.table.words import _

CombatOf: TypeAlias = Callable[[str, str], int]
"""Returns the whole Combat of a side's pieces of a kind that are in the battle."""


def while_in_play(
    card: str, refused: Callable[[CthulhuState, str], str] = nothing_in_the_way
) -> Callable[[CthulhuState, str], str]:
    """Return a refusal while no piece of a card is in play, or for another reason."""
    return lambda state, me: not_in_play(state, me, card) or refused(state, me)


def while_on_map(
    card: str, refused: Callable[[CthulhuState, str], str] = nothing_in_the_way
) -> Callable[[CthulhuState, str], str]:
    """Return a refusal while no piece of a card is on the map, or for another reason."""

    def why(state: CthulhuState, me: str) -> str:
        if state.in_play(me, card) and not state.on_map(me, card):
            return _("{unit} is not on the map.").format(unit=names.unit(me, card))
        return not_in_play(state, me, card) or refused(state, me)

    return why


def priest_action(
    priest: str, act: Callable[[CthulhuState, str], Script[None]], refused: Callable[[CthulhuState, str], str]
) -> Action:
    """Return the Unlimited Action of a Unique High Priest, for which he is Eliminated.

    Args:
        priest: his id, which is also that of the Action.
        act: what he does.
        refused: returns why he cannot do it, besides that he is not on the map.
    """
    card = PRIESTS[priest]
    return Action(priest, card.unit.name, 0, while_on_map(priest, refused), act, card.text)


def with_book(
    card: str, refused: Callable[[CthulhuState, str], str] = nothing_in_the_way
) -> Callable[[CthulhuState, str], str]:
    """Return a refusal while the card's own spellbook is not earned, or for another reason."""

    def why(state: CthulhuState, me: str) -> str:
        earned = has_book(state, me, card)
        return refused(state, me) if earned else _("Its spellbook is not earned.")

    return why


def pieces_in_pool(unit: str) -> Callable[[CthulhuState, str], str]:
    """Return a function that refuses an Action while no such unit is in the Pool."""

    def refused(state: CthulhuState, me: str) -> str:
        return "" if pool(state, me, unit) > 0 else _("None is in your Pool.")

    return refused


class CardHooks(Struct, frozen=True):
    """What a card does besides its numbers; a card sets those hooks that it needs.

    A hook gets the state and, if nothing else is said, the faction that has the card. Those for all are asked of every
    card, whoever has it.

    Args:
        card: its id.

        price: what awakening it costs, if that is not on the card; below 0 it is gained.
        loses: whether that is a loss and no cost, so that nothing makes it cheaper.
        too_dear: why it cannot be awakened because of that, or an empty string.
        cheaper: what it takes off the cost of a Great Old One now; gets how many Cultists and High Priests must go for
            that one, too.
        offers_cheaper: offers that, and returns the cost that is left; gets the cost, the same numbers, and what is to
            be paid besides.
        awakened: what follows as it awakens.

        comes: where new pieces go instead of the map, if they do; gets how many, returns whether it has seen to them.
        arrived: what comes with new pieces.
        no_place: why a new one could not be placed, or an empty string.
        card_returns: what is noted before its card goes back with the last piece.

        reminds: what is said of a Common Action of its player, by id, because of it.
        moved: what its player settles after a Move.
        moves_along: how many pieces of others its player may Move because of it.
        also_captures: whether another one of it captures, too, in the same Action.
        also_battles: whether another one of it battles, too; gets how many of it took part in the first battle.
        actions: Actions; each says itself when it is to be had.
        actions_in_play: Actions that are only offered while it is in play.
        book_actions: Actions that are only offered while it is in play and its spellbook is earned.
        between_actions: what may be done after any player's Action.
        anytime: what may be done at any moment.
        anytime_for_all: what a faction may do at any moment because of it, whoever has it.
        for_others: Actions that it gives another faction; gets that one, too.
        first_action: the Action, by id, that a faction must take first, and why no other one; None if it is free.
        noticed: what follows by itself as soon as it is seen, looked for after each Action and in each phase.

        asks_gather: addends in Gather Power that must be asked for, `(label, power)`.
        gathers: addends in Gather Power that are known.
        gathers_for_all: addends of any faction in Gather Power because of it, whoever has it.
        before_return: what is noted in Gather Power before what was captured goes home.
        power_gathered: what is noted as its player has gathered.
        after_count: what follows once all have gathered.
        gather_over: what is noted before the end of Gather Power, whoever has it.
        gathered: what follows at the end of Gather Power.

        doom_phase_begins: what is noted as the Doom Phase begins.
        gates_without_doom: how many Gates of each faction give no Doom because of it.
        doom_begins: what follows as its place in the Doom Phase comes.
        doom_phase: what may be done in its place in the Doom Phase.
        book_doom_phase: the same, only offered while its spellbook is earned.
        ritual_signs: how many Elder Signs it adds to a Ritual of any faction, whoever has it.
        doom_ends: what follows as the Doom Phase ends.

        no_book: why its own spellbook cannot be earned now, or an empty string.
        book_claimed: what follows as the players say that it is earned; returns who has earned it, or nobody.
        book_put_back: what follows as a spellbook of any faction is put back; gets that faction and the book.

        dice: dice of its pieces by its own formula, or None where the printed number counts; gets battle, side and how
            many of them are there.
        rolls_apart: whether its dice are rolled even where the total is less.
        least_dice: the least that can be said if its dice are asked for.
        dice_told: what is noted once they have been said; gets the number.
        asks_dice: how its dice are settled, instead of that question, once all others are known.
        added_dice: dice that it adds to a side from anywhere, with their label; asked of every card.
        ask_added_dice: how these are asked for.
        counts_cultists: whether its dice depend on the enemy's Cultists in play.
        from_afar: whether it takes effect in a battle from anywhere on the map.
        battle_begins: what follows at the beginning of any battle.
        battle: what may be used in battles.
        battle_ends: what follows at the end of any battle.
    """

    card: str

    price: Callable[[CthulhuState, str], Script[int]] | None = None
    loses: bool = False
    too_dear: Callable[[CthulhuState, str], str] = nothing_in_the_way
    cheaper: Callable[[CthulhuState, str, int, int], int] = lambda _s, _c, _cultists, _priests: 0
    offers_cheaper: Callable[[CthulhuState, str, int, int, int, int], Script[int]] | None = None
    awakened: Callable[[CthulhuState, str], Script[None]] = nothing

    comes: Callable[[CthulhuState, str, int], Script[bool]] = nothing_instead
    arrived: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    no_place: Callable[[CthulhuState, str], str] = nothing_in_the_way
    card_returns: Callable[[CthulhuState, str], None] = lambda _s, _c: None

    reminds: Callable[[CthulhuState, str, str], str] = lambda _s, _c, _action: ""
    moved: Callable[[CthulhuState, str], Script[None]] = nothing
    moves_along: Callable[[CthulhuState, str], int] = lambda _s, _c: 0
    also_captures: Callable[[CthulhuState, str], Script[bool]] = nothing_instead
    also_battles: Callable[[CthulhuState, str, int], Script[bool]] = nothing_instead
    actions: tuple[Action, ...] = ()
    actions_in_play: tuple[Action, ...] = ()
    book_actions: tuple[Action, ...] = ()
    between_actions: tuple[Action, ...] = ()
    anytime: tuple[Action, ...] = ()
    anytime_for_all: Callable[[CthulhuState, str], tuple[Action, ...]] | None = None
    for_others: Callable[[CthulhuState, str, str], list[Action]] = lambda _s, _c, _other: []
    first_action: Callable[[CthulhuState, str], tuple[str, str] | None] | None = None
    noticed: Callable[[CthulhuState, str], Script[None]] = nothing

    asks_gather: Callable[[CthulhuState, str], Script[list[tuple[str, int]]]] = nothing_to_add
    gathers: Callable[[CthulhuState, str], list[tuple[str, int]]] = lambda _s, _c: []
    gathers_for_all: Callable[[CthulhuState, str], list[tuple[str, int]]] | None = None
    before_return: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    power_gathered: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    after_count: Callable[[CthulhuState, str], Script[None]] = nothing
    gather_over: Callable[[CthulhuState], None] = lambda _s: None
    gathered: Callable[[CthulhuState, str], Script[None]] = nothing

    doom_phase_begins: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    gates_without_doom: Callable[[CthulhuState], Script[dict[str, int]]] | None = None
    doom_begins: Callable[[CthulhuState, str], Script[None]] = nothing
    doom_phase: tuple[Action, ...] = ()
    book_doom_phase: tuple[Action, ...] = ()
    ritual_signs: Callable[[CthulhuState, str], Script[int]] | None = None
    doom_ends: Callable[[CthulhuState, str], Script[None]] = nothing

    no_book: Callable[[CthulhuState, str], str] = nothing_in_the_way
    book_claimed: Callable[[CthulhuState, str], Script[str]] | None = None
    book_put_back: Callable[[CthulhuState, str, str], None] = lambda _s, _c, _book: None

    dice: Callable[[CthulhuState, Battle, str, int], int | None] = lambda _s, _b, _c, _number: None
    rolls_apart: bool = False
    least_dice: Callable[[CthulhuState, str], int] = lambda _s, _c: 0
    dice_told: Callable[[CthulhuState, str, int], None] = lambda _s, _c, _dice: None
    asks_dice: Callable[[CthulhuState, Battle, str, CombatOf], Script[None]] | None = None
    added_dice: Callable[[CthulhuState, Battle, str], tuple[str, int]] | None = None
    ask_added_dice: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    counts_cultists: bool = False
    from_afar: bool = False
    battle_begins: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    battle: tuple[BattleAbility, ...] = ()
    battle_ends: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
