"""Playing battles by answers."""

from __future__ import annotations

from typing import Any

from companion.games.messina.game import MESSINA
from companion.games.messina.model.state import MessinaState
from companion.table.session import new_session
from tests.answers import Answers


class Table(Answers[MessinaState]):
    """A table in progress.

    Args:
        units: of each faction, in seating order; the first one marched.
    """

    def __init__(self, units: dict[str, dict[str, int]], **setup: Any) -> None:
        whole = {"seats": list(units), "initiator": next(iter(units)), "units": units, **setup}
        super().__init__(new_session(MESSINA, whole))

    def reckon(self, skill: dict[str, int] | None = None, chance: tuple[int, int] = (0, 0)) -> None:
        """No other strength, these Skill Cards, these Chance Cards."""
        number = self.state.number
        for faction in self.state.seats:
            self.give((f"{number}/other/{faction}", 0))
        for faction in self.state.seats:
            self.give((f"{number}/skill/{faction}", (skill or {}).get(faction, 0)))
        for place in (0, 1):
            self.give((f"{number}/chance/{place}", chance[place]))

    def shows(self, faction: str, *cards: str) -> None:
        """The page of cards against a faction: `name`, `square`, `civ`, `name+civ` for each that does something."""
        picked = [f"{card}.{cards[: place + 1].count(card)}" for place, card in enumerate(cards)]
        self.give((f"{self.state.number}/cards/{faction}", picked))

    def reach(self, *keys: str) -> None:
        """Answer with as little as possible until one of these questions is open."""
        while self.open[0] not in keys:
            prompt = self.prompt(self.open[0])
            assert not prompt.key.endswith("/next"), f"the battle is over without {keys}"
            if prompt.kind == "choose":
                self.give((prompt.key, [option.id for option in prompt.options][: prompt.least]))
            elif prompt.kind == "place":
                self.give((prompt.key, {piece.id: piece.areas[0].id for piece in prompt.pieces}))
            else:
                self.give((prompt.key, True if prompt.kind == "tell" else 0))

    def standing(self, faction: str) -> dict[str, int]:
        """Units of a faction in the battle, by kind."""
        kinds = [unit.kind for unit in self.state.of([faction])]
        return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
