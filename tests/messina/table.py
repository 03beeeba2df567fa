"""Playing battles by answers."""

from __future__ import annotations

from typing import Any

from companion.games.messina.game import MESSINA
from companion.games.messina.state import MessinaState
from companion.table.session import Session, new_session


class Table:
    """A table in progress; `give` answers open questions by key.

    Args:
        units: of each faction, in seating order; the first one marched.
    """

    def __init__(self, units: dict[str, dict[str, int]], **setup: Any) -> None:
        whole = {"seats": list(units), "initiator": next(iter(units)), "units": units, **setup}
        self.session: Session[MessinaState] = new_session(MESSINA, whole)

    @property
    def state(self) -> MessinaState:
        return self.session.state

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

    def reckon(self, skill: dict[str, int] | None = None, chance: tuple[int, int] = (0, 0)) -> None:
        """No other strength, these Skill Cards, these Chance Cards."""
        number = self.state.number
        for faction in self.state.seats:
            self.give((f"{number}/other/{faction}", 0))
        for faction in self.state.seats:
            self.give((f"{number}/skill/{faction}", (skill or {}).get(faction, 0)))
        for place in (0, 1):
            self.give((f"{number}/chance/{place}", chance[place]))

    def standing(self, faction: str) -> dict[str, int]:
        """Units of a faction in the battle, by kind."""
        kinds = [unit.kind for unit in self.state.of([faction])]
        return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}

    @property
    def said(self) -> str:
        return "\n".join(text for fact in self.state.facts for text in (fact.text(), fact.on_board()) if text)
