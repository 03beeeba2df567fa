"""What can happen in a combat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.mythos_encounters.rules import Force
from companion.games.mythos_encounters.state import NAMES, Card, CombatState
from companion.table.prompts import dice_words
from companion.table.state import Fact

PIECES: Final = {
    "cultists": ("Cultist", "Cultists"),
    "servitors": ("Servitor", "Servitors"),
    "monsters": ("Monster", "Monsters"),
    "insane": ("Insane Cultist", "Insane Cultists"),
}


def pieces(kind: str, number: int) -> str:
    """Say a number of pieces."""
    return f"{number} {PIECES[kind][number != 1]}"


def all_pieces(force: Force | None) -> list[str]:
    """Say all that a side has, a kind each."""
    return [pieces(kind, number) for kind in PIECES if (number := getattr(force, kind, 0))]


@dataclass(frozen=True)
class Sat(Fact):
    """So many other players may play cards."""

    others: int

    def apply(self, state: CombatState) -> None:
        state.others = self.others


@dataclass(frozen=True)
class Committed(Fact):
    """What a side has in the fight."""

    side: str
    force: Force

    def apply(self, state: CombatState) -> None:
        state.forces[self.side] = self.force

    def text(self) -> str:
        ring = ", in its own ring" if self.force.ring else ""
        return f"{NAMES[self.side]}: {', '.join(all_pieces(self.force)) or 'nothing'}{ring}."


@dataclass(frozen=True)
class Changed(Fact):
    """Pieces join or leave a side."""

    side: str
    kind: str
    change: int
    why: str
    board: str = ""

    def apply(self, state: CombatState) -> None:
        state.change_force(self.side, self.kind, self.change)

    def text(self) -> str:
        return self.why

    def on_board(self) -> str:
        return self.board

    def put_back(self) -> str:
        return f"Undo this: {self.board}" if self.board else ""


@dataclass(frozen=True)
class Pooled(Fact):
    """A side's pool is so large, and why. `base` also makes it what this window's cards are counted from."""

    side: str
    dice: int
    why: str
    base: bool = False

    def apply(self, state: CombatState) -> None:
        state.pools[self.side] = self.dice
        if self.base:
            state.bases[self.side] = self.dice

    def text(self) -> str:
        return f"{NAMES[self.side]}: {self.why}."


@dataclass(frozen=True)
class Played(Fact):
    """A card was played."""

    card: Card
    words: str

    def apply(self, state: CombatState) -> None:
        state.cards.append(self.card)

    def text(self) -> str:
        return self.words

    def on_board(self) -> str:
        if not self.card.price:
            return ""
        return f"{NAMES[self.card.player]} gives up {pieces('cultists', self.card.price)} outside this fight."

    def put_back(self) -> str:
        if not self.card.price:
            return ""
        return f"{NAMES[self.card.player]} takes {pieces('cultists', self.card.price)} back."


@dataclass(frozen=True)
class Ranked(Fact):
    """Both sides have rolled."""

    segment: int
    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    attacker_loses: int
    defender_loses: int

    def apply(self, state: CombatState) -> None:
        state.faces = {"attacker": self.attacker, "defender": self.defender}
        state.losses = {"attacker": self.attacker_loses, "defender": self.defender_loses}

    def text(self) -> str:
        rows = f"{' '.join(map(str, self.attacker))} against {' '.join(map(str, self.defender))}"
        return f"{rows}: the attacker loses {self.attacker_loses}, the defender {self.defender_loses}."


@dataclass(frozen=True)
class Redirected(Fact):
    """A side's losses fall on somebody else, who pays for them on the board."""

    side: str
    victim: str
    dice: int

    def text(self) -> str:
        return f"{NAMES[self.victim]} takes the {dice_words(self.dice)} that {NAMES[self.side].lower()} would lose."

    def on_board(self) -> str:
        return f"{NAMES[self.victim]} loses pieces worth {dice_words(self.dice)}, as the table agrees."

    def put_back(self) -> str:
        return f"{NAMES[self.victim]} takes the pieces worth {dice_words(self.dice)} back."


@dataclass(frozen=True)
class Ended(Fact):
    """How the combat ends."""

    outcome: str
    words: str
    board: str = ""

    def apply(self, state: CombatState) -> None:
        state.outcome = self.outcome

    def text(self) -> str:
        return self.words

    def on_board(self) -> str:
        return self.board


@dataclass(frozen=True)
class Done(Fact):
    """Something for the board that no number here depends on."""

    words: str
    board: str
    back: str

    def text(self) -> str:
        return self.words

    def on_board(self) -> str:
        return self.board

    def put_back(self) -> str:
        return self.back


@dataclass(frozen=True)
class Corrected(Fact):
    """A number was set by hand."""

    key: str
    value: int

    def apply(self, state: CombatState) -> None:
        side, _, name = self.key.partition(".")
        if name == "dice":
            state.bases[side] += self.value - state.pools[side]
            state.pools[side] = self.value
        else:
            change = self.value - getattr(state.forces[side], name)
            state.change_force(side, name, change)

    def text(self) -> str:
        return f"Corrected: {self.key.replace('.', ' ')} is {self.value}."


@dataclass(frozen=True)
class Valued(Fact):
    """A number of the published lists is another one at this table."""

    key: str
    value: int
    words: str

    def apply(self, state: CombatState) -> None:
        state.values[self.key] = self.value

    def text(self) -> str:
        return self.words
