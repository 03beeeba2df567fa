"""Playing a combat by answers."""

from __future__ import annotations

from typing import Any

from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
from companion.games.mythos_encounters.state import CombatState
from companion.table.session import Session, new_session

SMALL: dict[str, Any] = {
    "others": 1,
    "gate": "no",
    "attacker": {"cultists": 2, "servitors": 1},
    "defender": {"cultists": 1, "servitors": 1, "ring": False},
}
"""Four dice against three, no ring, one other player."""


class Combat:
    """A combat in progress; `give` answers open questions by key.

    Args:
        setup: changes to `SMALL`.
    """

    def __init__(self, **setup: Any) -> None:
        self.session: Session[CombatState] = new_session(MYTHOS_ENCOUNTERS, {**SMALL, **setup})

    @property
    def state(self) -> CombatState:
        return self.session.state

    @property
    def pools(self) -> tuple[int, int]:
        return self.state.pools["attacker"], self.state.pools["defender"]

    @property
    def open(self) -> list[str]:
        return [item.prompt.key for item in self.session.prompts]

    def prompt(self, key: str) -> Any:
        found = next((item.prompt for item in self.session.prompts if item.prompt.key == key), None)
        assert found is not None, f"asked {self.open}, expected {key}"
        return found

    def give(self, *answers: tuple[str, Any]) -> None:
        for key, value in answers:
            self.prompt(key)
            ticket = next(item.ticket for item in self.session.prompts if item.prompt.key == key)
            self.session.answer(ticket, value)

    def roll(self, number: int, attacker: list[int], defender: list[int]) -> None:
        """Pass the cards before the roll, roll, look at it, pass the cards after it."""
        self.give((self.open[0], []))
        self.give(
            (f"roll/{number}/attacker", attacker), (f"roll/{number}/defender", defender), (f"match/{number}", True)
        )
        self.give((self.open[0], []))

    @property
    def said(self) -> str:
        return "\n".join(text for fact in self.state.facts for text in (fact.text(), fact.on_board()) if text)
