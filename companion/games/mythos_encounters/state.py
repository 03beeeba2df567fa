"""The state of one combat, and the cards that were played in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.mythos_encounters.rules import ATTACKER, DEFENDER, VALUES, Force
from companion.table.rulings import RuledState

NAMES: Final = {
    ATTACKER: "Attacker",
    DEFENDER: "Defender",
    "third": "Third player",
    "fourth": "Fourth player",
    "fifth": "Fifth player",
}
"""Everybody who may sit at the table; cards may be played by all."""

SIDES: Final = (ATTACKER, DEFENDER)
OTHERS: Final = ("third", "fourth", "fifth")


@dataclass(frozen=True)
class Card:
    """A card that was played.

    Args:
        number: counts from 1.
        player: who played it.
        name: what people call it.
        effect: `dice`, `exclude`, `redirect`, `cancel` or `recover`.
        window: when: `cards/1`, `losses/1`, `cards/2`, `losses/2` or `post`.
        side: whose dice or losses it is about.
        amount: dice that it adds, or takes away if negative.
        target: number of the card that it cancels.
        victim: who takes the losses.
        price: Cultists that were paid from outside the fight.
        kind: what `amount` counts: `monster`, `cultist`, `servitor` or nothing.
    """

    number: int
    player: str
    name: str
    effect: str
    window: str
    side: str = ""
    amount: int = 0
    target: int = 0
    victim: str = ""
    price: int = 0
    kind: str = ""


class CombatState(RuledState):
    """One combat."""

    def __init__(self, setup: Mapping[str, Any]) -> None:
        super().__init__()
        self.setup = dict(setup)
        self.options = dict(setup.get("options", {}))
        self.values: dict[str, int] = {**VALUES, **setup.get("values", {})}
        self.others = 0
        self.forces: dict[str, Force] = {}
        self.pools: dict[str, int] = dict.fromkeys(SIDES, 0)
        self.bases: dict[str, int] = dict.fromkeys(SIDES, 0)
        self.cards: list[Card] = []
        self.segment = 1
        self.step = "setup"
        self.faces: dict[str, tuple[int, ...]] = {}
        self.losses: dict[str, int] = {}
        self.outcome = ""

    @property
    def players(self) -> list[str]:
        """Everybody at the table, the fighters first."""
        return [*SIDES, *OTHERS[: self.others]]

    def change_force(self, side: str, kind: str, change: int) -> None:
        """Give a side more or fewer pieces of a kind; only facts call this."""
        force = self.forces[side]
        counts = {kind: max(0, int(getattr(force, kind)) + change)}
        self.forces[side] = replace(force, **counts)  # type: ignore[arg-type]

    def in_force(self, window: str = "") -> list[Card]:
        """The cards that nobody cancelled, of one window or of all; a cancel may be cancelled itself."""
        cancelled: set[int] = set()
        for card in reversed(self.cards):
            if card.effect == "cancel" and card.number not in cancelled:
                cancelled.add(card.target)
        return [c for c in self.cards if c.number not in cancelled and window in ("", c.window)]
