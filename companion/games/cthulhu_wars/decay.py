"""Whose turn is next, and the Decay marker of the two-player game (reference 3.4 and 3.8)."""

from __future__ import annotations

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.facts import PowerSpent, Set
from companion.games.cthulhu_wars.state import CthulhuState
from companion.table.state import Notice


def next_to_act(state: CthulhuState, me: str) -> str:
    """The next player with Power; those at 0 are skipped. Empty when nobody has any.

    With two players the one who goes on alone pays the Decay marker first, and is out if that takes the last Power.
    """
    skipped: list[str] = []
    for code in state.after(me):
        if state.factions[code].power > 0:
            for other in skipped:
                state.record(Notice(other, f"{names.faction(other)} has no Power: skipped"))
            if code == me and len(state.seats) == 2:
                pay_decay(state, me)
            return code if state.factions[code].power > 0 else ""
        skipped.append(code)
    return ""


def pay_decay(state: CthulhuState, me: str) -> None:
    """The marker goes up by 1 and its value is paid, as far as there is Power."""
    state.record(Set("decay", state.decay + 1, f"Decay is {state.decay + 1}"))
    state.record(PowerSpent(me, min(state.decay, state.factions[me].power), "Decay"))
