"""The hooks by which the rules of a board come into the game."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    CustomCounter,
    nothing,
    nothing_due,
    nothing_in_the_way,
)
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.script import Script


class SpecialAreas(Struct, frozen=True):
    """Areas of a board that are asked for once, after it has been described.

    Args:
        kind: what lies or stands there; the key in `CthulhuState.places`.
        title: the question, as a message id.
        text: a sentence more.
        least: how many there are at least.
        most: how many at most; 0 for any number.
    """

    kind: str
    title: str
    text: str = ""
    least: int = 1
    most: int = 1


class BoardRules(Struct, frozen=True):
    """What a board adds to the rules; it sets those hooks that it needs.

    A hook gets the state and, if that is said, a faction. A script may ask and record; where it asks for areas and the
    companion follows no pieces, the rest of it is left to the table.
    """

    board: str
    """Its id."""
    title: str
    text: str
    """What it adds, in a few sentences, to be looked up."""
    detail: str
    """A line beside its name where it is offered; how sure we are of it stands there."""
    lays_out: tuple[str, ...] = ()
    """What is put on the table besides, in sentences."""
    special: tuple[SpecialAreas, ...] = ()
    """Its areas with something of their own, where the table describes it."""
    begins: Callable[[CthulhuState], Script[None]] = nothing
    """Run what follows once everybody has started."""
    doom_begins: Callable[[CthulhuState], Script[None]] = nothing
    """Run what follows as the Doom Phase begins, before anybody gains Doom for Gates."""
    doom_ends: Callable[[CthulhuState], Script[None]] = nothing
    """Run what follows after all Rituals."""
    gather_begins: Callable[[CthulhuState], Script[None]] = nothing
    """Run what follows as Gather Power begins."""
    gathers: Callable[[CthulhuState, str], list[tuple[str, int]]] | None = None
    """Return the addends of a faction in Gather Power, `(label, power)`."""
    actions_begin: Callable[[CthulhuState], Script[None]] = nothing
    """Run what follows as the Action Phase begins, but not in the first turn."""
    noticed: Callable[[CthulhuState], Script[None]] = nothing
    """Run what follows by itself as soon as it is seen, looked for after each Action and in each phase."""
    actions: tuple[Action, ...] = ()
    """Actions of everybody; each says itself when it is to be had."""
    doom_phase: tuple[Action, ...] = ()
    """What everybody may do once in the own place in the Doom Phase."""
    anytime: tuple[Action, ...] = ()
    """Actions that everybody may take at any moment."""
    attacked: Callable[[CthulhuState, str, str], Script[None]] = nothing
    """Run what follows as a battle is declared; gets the attacker and the defender."""
    no_ritual: Callable[[CthulhuState, str], str] = nothing_in_the_way
    """Return why a faction can perform no Ritual now, or an empty string."""
    ritual_signs: Callable[[CthulhuState, str], int] = nothing_due
    """Return how many Elder Signs a Ritual gives a faction more."""
    closed: Callable[[CthulhuState], list[str]] | None = None
    """Return the areas whose abandoned Gates nobody can take."""
    wins: Callable[[CthulhuState], list[str]] | None = None
    """Return the factions that have won at once, whatever their Doom and spellbooks."""
    over: Callable[[CthulhuState], bool] = lambda _state: False
    """Return whether the game ends, besides by Doom and Instant Death."""
    marks: tuple[CustomCounter, ...] = ()
    """Counters of every faction, shown with its numbers and corrected like them."""
    details: Callable[[CthulhuState, str], list[str]] = lambda _state, _me: []
    """Return lines about a faction that stand behind its column."""
    signs: tuple[tuple[str, str], ...] = ()
    """What is written on areas: the kind in `CthulhuState.places`, and its word."""
