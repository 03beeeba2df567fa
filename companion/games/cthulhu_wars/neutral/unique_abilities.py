"""Unique abilities in force: a faction's own, and those of others that it has for a while."""

from __future__ import annotations

from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.faction_parts import Action, UniqueAbility
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.neutral.neutral_books import NEUTRAL_ACTIONS
from companion.table.words import _


def uniques(state: CthulhuState, me: str) -> list[UniqueAbility]:
    """Return the unique abilities that a faction has now, its own first."""
    borrowed = state.factions[me].borrowed
    own = roster.card(me).unique
    return [own, *(roster.card(code).unique for code in borrowed)] if borrowed else [own]


def flies(state: CthulhuState, me: str) -> bool:
    """Return whether a faction's units move up to two areas."""
    return any(unique.flight for unique in uniques(state, me))


def unlimited(state: CthulhuState, me: str) -> tuple[str, ...]:
    """Return the ids of Common Actions that are Unlimited Actions for a faction."""
    borrowed = state.factions[me].borrowed
    own = roster.card(me).unique.unlimited
    return (*own, *(action for code in borrowed for action in roster.card(code).unique.unlimited)) if borrowed else own


def actions(state: CthulhuState, me: str) -> list[Action]:
    """Return the Actions of a faction card, those of unique abilities first."""
    return [
        *(a for unique in uniques(state, me) for a in unique.actions),
        *roster.card(me).actions,
        *NEUTRAL_ACTIONS,
        *registry.actions(state, me),
        *boards.actions(state),
    ]


def doom_actions(state: CthulhuState, me: str) -> list[Action]:
    """Return what a faction may do once per Doom Phase, by unique abilities first."""
    return [
        *(a for unique in uniques(state, me) for a in unique.doom_phase),
        *roster.card(me).doom_phase,
        *registry.doom_actions(state, me),
        *boards.doom_actions(state),
    ]


def between_actions(state: CthulhuState, me: str) -> list[Action]:
    """Return what a faction may do after any player's Action."""
    return [*roster.card(me).between_actions, *registry.between_actions(state, me)]


def closed(state: CthulhuState, me: str, action: Action) -> str:
    """Return why a spellbook cannot be used that is face up, or an empty string."""
    return _("A Moonbeast lies on it.") if action.book and not action.ends and state.covers(me, action.book) else ""


def in_the_way(state: CthulhuState, me: str, action: Action) -> str:
    """Return why an Action cannot be taken, whatever it costs; empty if it can.

    Where areas are not tracked only the state of its spellbook is known.
    """
    if (refused := closed(state, me, action)) or state.follows or action.known:
        return refused or action.refused(state, me)
    return _("It is face down.") if action.book in state.factions[me].flipped else ""
