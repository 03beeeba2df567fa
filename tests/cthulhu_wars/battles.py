"""Drives single battles from tests through the public session: a Quick Battle whose questions are answered by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import Answer, Assign, Choose, Count, Place, Prompt, Roll
from companion.table.session import Session, new_session

AREA = "europe"
Pieces = Mapping[str, int]


class Skirmish:
    """One battle in Europe. An unexpected question fails the test.

    Args:
        pieces: pieces in the battle by side, the attacker first.
        more: further keys of the Quick Battle's set-up; `options` go into the set-up itself.
    """

    def __init__(self, pieces: Mapping[str, Pieces], **more: Any) -> None:
        self.attacker, self.defender = pieces
        options = more.pop("options", {})
        given = {
            "attacker": self.attacker,
            "defender": self.defender,
            "pieces": {side: dict(units) for side, units in pieces.items()},
            "area": AREA,
            "books": {},
            **more,
        }
        # Books that nobody mentions are none, so that they are not asked for.
        given["books"] = {self.attacker: [], self.defender: [], **given["books"]}
        self.session: Session[Any] = new_session(CTHULHU_WARS, {"quick_battle": given, "options": options})

    @property
    def state(self) -> CthulhuState:
        state: CthulhuState = self.session.state
        return state

    @property
    def battle(self) -> Battle:
        assert self.state.battle is not None
        return self.state.battle

    @property
    def open_keys(self) -> dict[str, int]:
        """Keys of all open questions with their tickets."""
        return {item.prompt.key: item.ticket for item in self.session.prompts}

    def prompt(self, key: str) -> Prompt:
        """The open question with this key."""
        assert key in self.open_keys, f"asked {list(self.open_keys)}, expected {key}"
        return self.session.prompt_for(self.open_keys[key])

    def play(self, *steps: tuple[str, Answer]) -> Skirmish:
        """Answer questions in order; each step names the key that must be asked."""
        for key, value in steps:
            self.prompt(key)
            self.session.answer(self.open_keys[key], value, source="hand")
        return self

    def roll(self, **faces: list[int]) -> Skirmish:
        """Roll the dice of the sides that have any."""
        return self.play(*((f"battle/roll/{side}", dice) for side, dice in faces.items()))

    def dice(self, side: str) -> int:
        """How many dice a side is asked to roll; a side without dice is not asked."""
        key = f"battle/roll/{side}"
        if key not in self.open_keys:
            return 0
        prompt = self.prompt(key)
        assert isinstance(prompt, Roll)
        return prompt.dice

    def in_play(self, side: str) -> dict[str, int]:
        """Pieces of a side in play, kinds with none left out."""
        return {unit: number for unit, number in self.state.factions[side].in_play.items() if number}

    def fates(self, side: str) -> list[str]:
        """Status of each of a side's figures, in the order of the set-up."""
        return [f.status for f in self.battle.figures if f.side == side]

    def log(self) -> str:
        """All log lines so far."""
        return "\n".join(f.text() for f in self.state.facts)


def taps(prompt: Prompt, value: Answer) -> int:
    """How many touches an answer takes: one per option or piece that has to be touched, and the verb button.

    Interchangeable options are taken with one touch per kind; what is filled in already needs none. One option
    or one piece is taken at once, without the verb button, and one area takes all the pieces.
    """
    if isinstance(prompt, Choose):
        picked = [value] if isinstance(value, str) else value
        if prompt.most == 1 and prompt.least == 1:
            return 1
        group = {o.id: o.group or o.id for o in prompt.options}
        changed = set(picked) ^ set(prompt.suggested)
        return len({group[o] for o in changed}) + 1
    if isinstance(prompt, Assign):
        given = {name: list(hits) for name, hits in prompt.suggested.items() if hits}
        # A tap on a piece takes the result from another one.
        return 1 + sum(list(hits) != given.get(name, []) for name, hits in value.items() if hits)
    if isinstance(prompt, Place):
        return 1 if len(set(value.values())) == 1 else len(prompt.pieces) + 1
    if isinstance(prompt, Count):
        return 1 if value == prompt.suggested else 2
    return 1
