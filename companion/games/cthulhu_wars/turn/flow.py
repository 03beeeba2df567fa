"""The whole evening, phase by phase (reference section 3).

In the printed order a turn is Action, Gather Power, First Player, Doom; D1 gives the same numbers the other way round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.quick_battle.flow import quick_battle
from companion.games.cthulhu_wars.rules.first_player import determine_first_player
from companion.games.cthulhu_wars.setup.setup import set_up
from companion.games.cthulhu_wars.turn import manual_evening
from companion.games.cthulhu_wars.turn.action_phase import action_phase
from companion.games.cthulhu_wars.turn.doom_phase import doom_phase
from companion.games.cthulhu_wars.turn.gather_power import gather_power
from companion.games.cthulhu_wars.turn.victory import end_game
from companion.table.script import Script, safe_point


def first_player_phase(state: CthulhuState) -> Script[None]:
    """Run what cards let their players do as the First Player is determined, and determine the First Player."""
    yield from safe_point()
    yield from registry.first_player(state)
    yield from determine_first_player(state)


PHASES: Final[dict[Phase, Callable[[CthulhuState], Script[None]]]] = {
    Phase.SETUP: set_up,
    Phase.ACTION: action_phase,
    Phase.GATHER: gather_power,
    Phase.FIRST_PLAYER: first_player_phase,
    Phase.DOOM: doom_phase,
    Phase.END: end_game,
    Phase.QUICK_BATTLE: quick_battle,
}


def evening(state: CthulhuState) -> Script[None]:
    """Run from whatever phase the state is in to the end of the game.

    A phase ends early, to be gone on with here, where the table has changed how much the companion helps.
    """
    while state.phase in PHASES:
        written = manual_evening.PHASES if state.by_hand else {}
        yield from written.get(state.phase, PHASES[state.phase])(state)
