"""Words of the players' own."""

from __future__ import annotations

from typing import Any

from msgspec import field

from companion.table.errors import BadAnswerError
from companion.table.names import NOTHING_CHANGED, fault_in, refusal
from companion.table.prompts.prompt import Answer, Chance, Prompt
from companion.table.words import _


class Write(Prompt, frozen=True, kw_only=True, gc=False):
    """A few words, up to `most` characters on one line, or nothing. `decline` is the label of nothing.

    `suggested` stands there already, and can be edited.
    """

    kind = "write"

    most: int = 40
    decline: str = field(default_factory=lambda: _("Nothing"))
    suggested: str = ""

    @property
    def optional(self) -> bool:
        return True

    def check(self, value: Answer) -> None:
        if not isinstance(value, str):
            raise BadAnswerError(_("That is not text. Nothing has changed; type a few words."))
        if why := fault_in(value, self.most):
            raise BadAnswerError(f"{refusal(value, why)} {_(NOTHING_CHANGED)}")

    def still_possible(self, half: Answer) -> tuple[Answer, Answer]:
        return (None, half) if fault_in(half, self.most) else (half, None)

    def any_answer(self, chance: Chance) -> Answer:
        return "".join(chance.choice("Elder Sign") for __ in range(chance.randint(0, self.most))).strip()

    def summary(self, value: Answer) -> str:
        return value or self.decline

    def as_json(self) -> dict[str, Any]:
        suggested = {"suggested": self.suggested} if self.suggested else {}
        return super().as_json() | {"most": self.most, "decline": self.decline, **suggested}
