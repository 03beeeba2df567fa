"""Playing a combat by answers."""

from __future__ import annotations

from typing import Any

from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
from companion.games.mythos_encounters.model.state import CombatState
from companion.table.session import Journal, new_session
from tests.answers import Answers

SMALL: dict[str, Any] = {
    "others": 1,
    "gate": "no",
    "attacker": {"cultists": 2, "servitors": 1},
    "defender": {"cultists": 1, "servitors": 1, "ring": False},
}
"""Four dice against three, no ring, one other player."""


class Combat(Answers[CombatState]):
    """A combat in progress.

    Args:
        journal: where it is written down.
        setup: changes to `SMALL`.
    """

    def __init__(self, journal: Journal | None = None, **setup: Any) -> None:
        super().__init__(new_session(MYTHOS_ENCOUNTERS, {**SMALL, **setup}, journal))

    @property
    def pools(self) -> tuple[int, int]:
        return self.state.pools["attacker"], self.state.pools["defender"]

    def roll(self, number: int, attacker: list[int], defender: list[int]) -> None:
        """Pass the cards before the roll, roll, look at it, pass the cards after it, take off what is lost."""
        here = self.state.number
        self.give((self.open[0], []))
        self.give(
            (f"{here}/roll/{number}/attacker", attacker),
            (f"{here}/roll/{number}/defender", defender),
            (f"{here}/match/{number}", True),
        )
        self.give((self.open[0], []))
        if self.open == [f"{here}/off/{number}"]:
            self.give((f"{here}/off/{number}", True))

    def close(self, what: str = "done") -> None:
        """Acknowledge the last page and say what comes next."""
        here = self.state.number
        self.give((f"{here}/board", True), (f"{here}/next", what))
