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
    """Return what awakening it costs, if that is not on the card; below 0 it is gained."""
    loses: bool = False
    """True if that is a loss and no cost, so that nothing makes it cheaper."""
    too_dear: Callable[[CthulhuState, str], str] = nothing_in_the_way
    """Return why it cannot be awakened because of that, or an empty string."""
    cheaper: Callable[[CthulhuState, str, int, int], int] = lambda _s, _c, _cultists, _priests: 0
    """Return what it takes off a Great Old One's cost; gets the Cultists and High Priests that must go for that."""
    offers_cheaper: Callable[[CthulhuState, str, int, int, int, int], Script[int]] | None = None
    """Offer that; gets the cost, the same numbers, what is to be paid besides, and returns the cost that is left."""
    alone: bool = False
    """True if it needs no other Great Old One to awaken."""
    at_gate: bool = True
    """False if it needs no Gate; where it comes is then settled by its price, or by the areas below."""
    awakens_at: Callable[[CthulhuState, str], list[str]] | None = None
    """Return the areas in which it may awaken, if not at any Gate of its player."""
    awakened: Callable[[CthulhuState, str], Script[None]] = nothing
    """Run what follows as it awakens."""
    great_awakened: Callable[[CthulhuState, str, str, str], Script[None]] = nothing
    """Run what follows as any Great Old One awakens; gets whose, and which."""

    comes: Callable[[CthulhuState, str, int], Script[bool]] = nothing_instead
    """Put new pieces elsewhere than on the map, if they go there; gets how many, returns whether it has done so."""
    arrived: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    """Bring what comes with new pieces."""
    no_place: Callable[[CthulhuState, str], str] = nothing_in_the_way
    """Return why a new one could not be placed, or an empty string."""
    card_returns: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    """Note what must be known before its card goes back with the last piece."""

    reminds: Callable[[CthulhuState, str, str], str] = lambda _s, _c, _action: ""
    """Return what is said of a Common Action of its player because of it; gets the Action's id."""
    moved: Callable[[CthulhuState, str], Script[None]] = nothing
    """Settle what follows after a Move of its player."""
    moves_along: Callable[[CthulhuState, str], int] = lambda _s, _c: 0
    """Return how many pieces of others its player may Move because of it."""
    also_captures: Callable[[CthulhuState, str], Script[bool]] = nothing_instead
    """Have another one of it capture in the same Action, too; returns whether it did."""
    captured: Callable[[CthulhuState, str, str, str], Script[None]] = nothing
    """Run what follows as its player has captured a Cultist; gets whose, and its kind."""
    also_battles: Callable[[CthulhuState, str, int], Script[bool]] = nothing_instead
    """Have another one of it battle, too; gets how many of it took part in the first battle, returns whether it did."""
    actions: tuple[Action, ...] = ()
    """Actions; each says itself when it is to be had."""
    actions_in_play: tuple[Action, ...] = ()
    """Actions that are only offered while it is in play."""
    book_actions: tuple[Action, ...] = ()
    """Actions that are only offered while it is in play and its spellbook is earned."""
    between_actions: tuple[Action, ...] = ()
    """Actions that its player may take after any player's Action."""
    anytime: tuple[Action, ...] = ()
    """Actions that its player may take at any moment."""
    anytime_for_all: Callable[[CthulhuState, str], tuple[Action, ...]] | None = None
    """Return the Actions that a faction may take at any moment because of it, whoever has it."""
    for_others: Callable[[CthulhuState, str, str], list[Action]] = lambda _s, _c, _other: []
    """Return the Actions that it gives another faction; gets that one, too."""
    first_action: Callable[[CthulhuState, str], tuple[str, str] | None] | None = None
    """Return the Action, by id, that a faction must take first, and why no other one; None if it is free."""
    noticed: Callable[[CthulhuState, str], Script[None]] = nothing
    """Run what follows by itself as soon as it is seen, looked for after each Action and in each phase."""
    noticed_for_all: Callable[[CthulhuState], None] | None = None
    """Note what must be known of all factions before that, whoever has it."""

    asks_gather: Callable[[CthulhuState, str], Script[list[tuple[str, int]]]] = nothing_to_add
    """Ask for its addends in Gather Power, `(label, power)`."""
    gathers: Callable[[CthulhuState, str], list[tuple[str, int]]] = lambda _s, _c: []
    """Return the addends in Gather Power that are known."""
    gathers_for_all: Callable[[CthulhuState, str], list[tuple[str, int]]] | None = None
    """Return the addends of any faction in Gather Power because of it, whoever has it."""
    before_return: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    """Note what must be known in Gather Power before what was captured goes home."""
    power_gathered: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    """Note what changes as its player has gathered."""
    after_count: Callable[[CthulhuState, str], Script[None]] = nothing
    """Run what follows once all have gathered."""
    gather_over: Callable[[CthulhuState], None] = lambda _s: None
    """Note what changes before the end of Gather Power, whoever has it."""
    gathered: Callable[[CthulhuState, str], Script[None]] = nothing
    """Run what follows at the end of Gather Power."""

    first_player: Callable[[CthulhuState, str], Script[None]] = nothing
    """Run what its player does as the First Player is determined."""
    doom_phase_begins: Callable[[CthulhuState, str], None] = lambda _s, _c: None
    """Note what changes as the Doom Phase begins."""
    gates_without_doom: Callable[[CthulhuState], Script[dict[str, int]]] | None = None
    """Return how many Gates of each faction give no Doom because of it."""
    doom_begins: Callable[[CthulhuState, str], Script[None]] = nothing
    """Run what follows as its place in the Doom Phase comes."""
    doom_phase: tuple[Action, ...] = ()
    """Actions that its player may take in that place in the Doom Phase."""
    book_doom_phase: tuple[Action, ...] = ()
    """Such Actions that are only offered while its spellbook is earned."""
    ritual_signs: Callable[[CthulhuState, str], Script[int]] | None = None
    """Return how many Elder Signs it adds to a Ritual of any faction, whoever has it."""
    ritual_performed: Callable[[CthulhuState, str, str, int], Script[None]] = nothing
    """Run what follows as a faction has performed a Ritual; gets that one, and the Elder Signs that it has drawn."""
    doom_ends: Callable[[CthulhuState, str], Script[None]] = nothing
    """Run what follows as the Doom Phase ends."""

    book_claimed: Callable[[CthulhuState, str], Script[str]] | None = None
    """Run what follows as the players say that its spellbook is earned; returns who has earned it, or nobody."""
    picks_book: Callable[[CthulhuState, str, str], str] | None = None
    """Return who picks the spellbook that a faction earns by a requirement, or an empty string; gets those."""
    book_picked: Callable[[CthulhuState, str, str], Script[None]] = nothing
    """Run what follows as a faction has taken a spellbook; gets the faction and the requirement, whoever has it."""
    book_put_back: Callable[[CthulhuState, str, str], None] = lambda _s, _c, _book: None
    """Note what changes as a spellbook of any faction is put back; gets that faction and the book."""

    dice: Callable[[CthulhuState, Battle, str, int], int | None] = lambda _s, _b, _c, _number: None
    """Return the dice of its pieces by its own formula, or None where the printed number counts.

    Gets the battle, the side, and how many of them are there.
    """
    rolls_apart: bool = False
    """True if its dice are rolled even where the total is less."""
    least_dice: Callable[[CthulhuState, str], int] = lambda _s, _c: 0
    """Return the least that can be said if its dice are asked for."""
    dice_told: Callable[[CthulhuState, str, int], None] = lambda _s, _c, _dice: None
    """Note what changes once they have been said; gets the number."""
    asks_dice: Callable[[CthulhuState, Battle, str, CombatOf], Script[None]] | None = None
    """Settle its dice, instead of that question, once all others are known."""
    added_dice: Callable[[CthulhuState, Battle, str], tuple[str, int]] | None = None
    """Return the dice that it adds to a side from anywhere, with their label; asked of every card."""
    ask_added_dice: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    """Ask for these."""
    counts_cultists: bool = False
    """True if its dice depend on the enemy's Cultists in play."""
    from_afar: bool = False
    """True if it takes effect in a battle from anywhere on the map."""
    battle_begins: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    """Run what follows at the beginning of any battle."""
    battle: tuple[BattleAbility, ...] = ()
    """Abilities that may be used in battles."""
    battle_ends: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    """Run what follows at the end of any battle."""
