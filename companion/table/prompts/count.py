"""A number."""

from __future__ import annotations

from typing import Any

from companion.table.errors import BadAnswerError
from companion.table.prompts.prompt import Answer, Chance, Prompt, is_int
from companion.table.words import _


class Count(Prompt, frozen=True, kw_only=True, gc=False):
    """A whole number from `least` to `most`."""

    kind = "count"

    least: int
    most: int
    suggested: int | None = None

    def check(self, value: Answer) -> None:
        if not is_int(value):
            raise BadAnswerError(_("That is not a whole number. Nothing has changed; enter digits only."))
        if not self.least <= value <= self.most:
            raise BadAnswerError(
                _("{value} is out of range. Enter a number from {least} to {most}.").format(
                    value=value, least=self.least, most=self.most
                )
            )

    def forced(self) -> Answer | None:
        return self.least if self.least == self.most else None

    def forced_words(self, forced: Answer) -> str:  # noqa: ARG002
        return ""

    def still_possible(self, half: Answer) -> tuple[Answer, Answer]:
        return (half, None) if self.least <= half <= self.most else (None, half)

    def any_answer(self, chance: Chance) -> Answer:
        return chance.randint(self.least, self.most)

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {"least": self.least, "most": self.most, "suggested": self.suggested}
