"""Whose turn is next, and the Decay marker of the two-player game (reference 3.4 and 3.8)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.cthulhu_wars.facts import DecayMoved, PowerSpent
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.people import player
from companion.table.state import Notice
from companion.table.words import _


def first_to_act(state: CthulhuState) -> str:
    """Return the faction that begins the Action Phase, or an empty string if nobody can act."""
    return _first_with_power(state, state.hands_from(state.first))


def next_to_act(state: CthulhuState, me: str) -> str:
    """Return the faction that acts after `me`, or an empty string if nobody can act.

    It is another faction of the same person that has not acted in this turn, or one of the next person with Power;
    those at 0 are skipped.
    """
    own = own_to_act(state, me)
    if own:
        return own[0]
    mine, *others = state.hands_from(me)
    return _first_with_power(state, [*others, mine])


def own_to_act(state: CthulhuState, me: str) -> list[str]:
    """Return the other factions of the same person that must still act in this turn."""
    return [c for c in state.hand(me) if c not in (me, *state.acted) and state.can_act(c)]


def _first_with_power(state: CthulhuState, hands: Iterable[list[str]]) -> str:
    """Return the next faction with Power, and move the Decay marker where a turn is missed.

    That is the two-player game: everybody then pays the marker's value before a turn, and a faction with no Power left
    after that is out.
    """
    while any(map(state.can_act, state.factions)):
        for hand in hands:
            able = [c for c in hand if state.can_act(c)]
            if not able:
                state.record(Notice(hand[0], skipped(state, hand)))
                if state.duel:
                    state.record(DecayMoved(state.decay + 1))
                continue
            if state.duel and state.decay:
                pay_decay(state, able[0])
            if state.factions[able[0]].power > 0:
                return able[0]
    return ""


def skipped(state: CthulhuState, hand: list[str]) -> str:
    """Return why somebody does not come to act, for the log."""
    resting = any(c in state.resting for c in hand)
    words = _("{player}: no more Actions in this phase, skipped") if resting else _("{player}: no Power, skipped")
    return words.format(player=player(state, hand))


def pay_decay(state: CthulhuState, me: str) -> None:
    """Pay the value of the Decay marker, as far as there is Power."""
    state.record(PowerSpent(me, min(state.decay, state.factions[me].power), _("Decay")))
