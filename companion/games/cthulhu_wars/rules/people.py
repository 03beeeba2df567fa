"""The people who play, and what they are called: one person may play several factions (D2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.games.cthulhu_wars.facts import GameBegan, GameEnded, TurnBegan
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.people import Place
from companion.table.words import _


def person(state: CthulhuState, hand: Sequence[str]) -> str:
    """Return what the person who plays these factions is called; empty if nobody has said it.

    Where more than two people play several factions each, those without a name go by their number round the table.
    """
    return _person(state.names, state.players, hand)


def _person(names_of: Mapping[str, str], players: Sequence[Sequence[str]], hand: Sequence[str]) -> str:
    named = next((names_of[code] for code in hand if code in names_of), "")
    if named or len(players) == 2 or all(len(other) == 1 for other in players):
        return named
    return _("Player {number}").format(number=1 + [list(other) for other in players].index(list(hand)))


def called(state: CthulhuState, hand: Sequence[str]) -> str:
    """Return the person, if known, with the factions."""
    return _with(person(state, hand), hand)


def _with(who: str, hand: Sequence[str]) -> str:
    return _("{who} ({name})").format(who=who, name=names.hand(hand)) if who else names.hand(hand)


def begun(state: CthulhuState, players: Sequence[Sequence[str]], layout: str, signs: str) -> GameBegan:
    """Return the fact that the table is laid; the log names the people where they play several factions."""
    people = [_with(_person(state.names, players, hand), hand) for hand in players if max(map(len, players)) > 1]
    return GameBegan(tuple(map(tuple, players)), layout, signs, tuple(people))


def player(state: CthulhuState, hand: Sequence[str]) -> str:
    """Return who it is among several: a faction, or the person where people play several of them."""
    return called(state, hand) if state.several else names.hand(hand)


def turn_began(state: CthulhuState, code: str) -> TurnBegan:
    """Return the fact that a faction is up; the log names the person where people play several factions."""
    who = person(state, state.hand(code)) if state.several else ""
    words = _("{person}'s turn: {faction}").format(person=who, faction=names.faction(code)) if who else ""
    return TurnBegan(code, words)


def ended(state: CthulhuState, hands: Iterable[Sequence[str]]) -> GameEnded:
    """Return the fact that the game is over, with the people who have won."""
    won = [tuple(hand) for hand in hands]
    return GameEnded(tuple(won), tuple(player(state, hand) for hand in won))


def decides(state: CthulhuState, code: str) -> str:
    """Return who makes the choices of a faction that nobody plays, in words; empty if somebody plays it."""
    if code not in state.unplayed:
        return ""
    by = state.unplayed[code]
    if by not in state.seats or by in state.unplayed:
        return _("all together")
    return person(state, state.hand(by)) or names.faction(by)


def places(state: CthulhuState) -> list[Place]:
    """Return everybody at the table, each by the first of their factions."""
    return [
        Place(hand[0], names.hand(hand), person(state, hand), names.sigil(hand[0]), roster.card(hand[0]).colour)
        for hand in state.players
    ]
