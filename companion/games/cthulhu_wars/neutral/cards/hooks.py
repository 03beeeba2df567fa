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
    """

    card: str
    """Its id."""

    price: Callable[[CthulhuState, str], Script[int]] | None = None
    """What awakening it costs, if that is not on the card; below 0 it is gained."""
    loses: bool = False
    """Whether that is a loss and no cost, so that nothing makes it cheaper."""
    too_dear: Callable[[CthulhuState, str], str] = nothing_in_the_way
    """Why it cannot be awakened because of that, or an empty string."""
    cheaper: Callable[[CthulhuState, str, int, int], int] = lambda _s, _c, _cultists, _priests: 0
    """What it takes off the cost of a Great Old One; gets how many Cultists and High Priests must go for that, too."""
    offers_cheaper: Callable[[CthulhuState, str, int, int, int, int], Script[int]] | None = None
    """Offers that; gets the cost, the same numbers, what is to be paid besides, and returns the cost that is left."""
    awakened: Callable[[CthulhuState, str], Script[None]] = nothing
    """What follows as it awakens."""

    comes: Callable[[CthulhuState, str, int], Script[bool]] = nothing_instead
    """Where new pieces go instead of the map, if they do; gets how many, returns whether it has seen to them."""
    arrived: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    """What comes with new pieces."""
    no_place: Callable[[CthulhuState, str], str] = nothing_in_the_way
    """Why a new one could not be placed, or an empty string."""
    card_returns: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    """What is noted before its card goes back with the last piece."""

    reminds: Callable[[CthulhuState, str, str], str] = lambda _s, _c, _action: ""
    """What is said of a Common Action of its player, by id, because of it."""
    moved: Callable[[CthulhuState, str], Script[None]] = nothing
    """What its player settles after a Move."""
    moves_along: Callable[[CthulhuState, str], int] = lambda _s, _c: 0
    """How many pieces of others its player may Move because of it."""
    also_captures: Callable[[CthulhuState, str], Script[bool]] = nothing_instead
    """Whether another one of it captures, too, in the same Action."""
    also_battles: Callable[[CthulhuState, str, int], Script[bool]] = nothing_instead
    """Whether another one of it battles, too; gets how many of it took part in the first battle."""
    actions: tuple[Action, ...] = ()
    """Actions; each says itself when it is to be had."""
    actions_in_play: tuple[Action, ...] = ()
    """Actions that are only offered while it is in play."""
    book_actions: tuple[Action, ...] = ()
    """Actions that are only offered while it is in play and its spellbook is earned."""
    between_actions: tuple[Action, ...] = ()
    """What may be done after any player's Action."""
    anytime: tuple[Action, ...] = ()
    """What may be done at any moment."""
    anytime_for_all: Callable[[CthulhuState, str], tuple[Action, ...]] | None = None
    """What a faction may do at any moment because of it, whoever has it."""
    for_others: Callable[[CthulhuState, str, str], list[Action]] = lambda _s, _c, _other: []
    """Actions that it gives another faction; gets that one, too."""
    first_action: Callable[[CthulhuState, str], tuple[str, str] | None] | None = None
    """The Action, by id, that a faction must take first, and why no other one; None if it is free."""
    noticed: Callable[[CthulhuState, str], Script[None]] = nothing
    """What follows by itself as soon as it is seen, looked for after each Action and in each phase."""
    noticed_for_all: Callable[[CthulhuState], None] | None = None
    """What is noted of all factions before that, whoever has it."""

    asks_gather: Callable[[CthulhuState, str], Script[list[tuple[str, int]]]] = nothing_to_add
    """Addends in Gather Power that must be asked for, `(label, power)`."""
    gathers: Callable[[CthulhuState, str], list[tuple[str, int]]] = lambda _s, _c: []
    """Addends in Gather Power that are known."""
    gathers_for_all: Callable[[CthulhuState, str], list[tuple[str, int]]] | None = None
    """Addends of any faction in Gather Power because of it, whoever has it."""
    before_return: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    """What is noted in Gather Power before what was captured goes home."""
    power_gathered: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    """What is noted as its player has gathered."""
    after_count: Callable[[CthulhuState, str], Script[None]] = nothing
    """What follows once all have gathered."""
    gather_over: Callable[[CthulhuState], None] = lambda _s: None
    """What is noted before the end of Gather Power, whoever has it."""
    gathered: Callable[[CthulhuState, str], Script[None]] = nothing
    """What follows at the end of Gather Power."""

    doom_phase_begins: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    """What is noted as the Doom Phase begins."""
    gates_without_doom: Callable[[CthulhuState], Script[dict[str, int]]] | None = None
    """How many Gates of each faction give no Doom because of it."""
    doom_begins: Callable[[CthulhuState, str], Script[None]] = nothing
    """What follows as its place in the Doom Phase comes."""
    doom_phase: tuple[Action, ...] = ()
    """What may be done in its place in the Doom Phase."""
    book_doom_phase: tuple[Action, ...] = ()
    """The same, only offered while its spellbook is earned."""
    ritual_signs: Callable[[CthulhuState, str], Script[int]] | None = None
    """How many Elder Signs it adds to a Ritual of any faction, whoever has it."""
    doom_ends: Callable[[CthulhuState, str], Script[None]] = nothing
    """What follows as the Doom Phase ends."""

    book_claimed: Callable[[CthulhuState, str], Script[str]] | None = None
    """What follows as the players say that it is earned; returns who has earned it, or nobody."""
    book_put_back: Callable[[CthulhuState, str, str], None] = lambda _s, _c, _book: None
    """What follows as a spellbook of any faction is put back; gets that faction and the book."""

    dice: Callable[[CthulhuState, Battle, str, int], int | None] = lambda _s, _b, _c, _number: None
    """Dice of its pieces by its own formula, or None where the printed number counts.

    Gets the battle, the side, and how many of them are there.
    """
    rolls_apart: bool = False
    """Whether its dice are rolled even where the total is less."""
    least_dice: Callable[[CthulhuState, str], int] = lambda _s, _c: 0
    """The least that can be said if its dice are asked for."""
    dice_told: Callable[[CthulhuState, str, int], None] = lambda _s, _c, _dice: None
    """What is noted once they have been said; gets the number."""
    asks_dice: Callable[[CthulhuState, Battle, str, CombatOf], Script[None]] | None = None
    """How its dice are settled, instead of that question, once all others are known."""
    added_dice: Callable[[CthulhuState, Battle, str], tuple[str, int]] | None = None
    """Dice that it adds to a side from anywhere, with their label; asked of every card."""
    ask_added_dice: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    """How these are asked for."""
    counts_cultists: bool = False
    """Whether its dice depend on the enemy's Cultists in play."""
    from_afar: bool = False
    """Whether it takes effect in a battle from anywhere on the map."""
    battle_begins: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    """What follows at the beginning of any battle."""
    battle: tuple[BattleAbility, ...] = ()
    """What may be used in battles."""
    battle_ends: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    """What follows at the end of any battle."""
