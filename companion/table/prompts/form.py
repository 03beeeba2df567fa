"""Several numbers on one sheet."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.table.errors import BadAnswerError
from companion.table.prompts.prompt import Answer, Chance, Prompt, is_int, without_empty
from companion.table.words import _, labelled


class Blank(Struct, frozen=True, gc=False):
    """A number to fill in, from `least` to `most`.

    Args:
        id: stable name, used in answers.
        label: what is counted; blanks with the same label stand beside each other.
        group: what it is counted for, such as a side; the heading of its column, or empty.
        least: the lowest number.
        most: the highest number.
        suggested: what stands there already.
        whether: it is a question of yes (1) and no (0).
        side: the player it is counted for, where the group is one.
        symbol: drawing of what is counted.
        needs: id of another blank, and the number there from which on screens ask for this one.
    """

    id: str
    label: str
    group: str = ""
    least: int = 0
    most: int = 99
    suggested: int = 0
    whether: bool = False
    side: str = ""
    symbol: str = ""
    needs: tuple[str, int] = ("", 0)


class Form(Prompt, frozen=True, kw_only=True, gc=False):
    """Fill in all blanks; one that is left out of an answer stays as it is suggested.

    Args:
        blanks: the numbers.
        confirm: what the answer does, with the numbers in braces by the ids of their blanks; empty if it says no more.
        decline: the label of filling in nothing, where that is allowed; its answer is an empty list.
    """

    kind = "form"

    blanks: tuple[Blank, ...]
    confirm: str = ""
    decline: str = ""

    @property
    def optional(self) -> bool:
        return bool(self.decline)

    def declines(self, value: Answer) -> bool:
        """Return whether an answer leaves the form as it is."""
        return bool(self.decline) and value == []

    def check(self, value: Answer) -> None:
        if self.declines(value):
            return
        if not isinstance(value, dict):
            raise BadAnswerError(_("Enter a number in each blank. Nothing has changed."))
        known = {blank.id: blank for blank in self.blanks}
        for name, number in value.items():
            if name not in known:
                raise BadAnswerError(
                    _("“{name}” is not a blank on this form. Nothing has changed.").format(name=name[:60])
                )
            blank = known[name]
            if not is_int(number) or not blank.least <= number <= blank.most:
                raise BadAnswerError(
                    _("{blank}: enter a number from {least} to {most}. Nothing has changed.").format(
                        blank=_said(blank), least=blank.least, most=blank.most
                    )
                )

    def filled(self, value: dict[str, int]) -> dict[str, int]:
        """Return what stands in each blank after a checked answer."""
        return {blank.id: value.get(blank.id, blank.suggested) for blank in self.blanks}

    def still_possible(self, half: Answer) -> tuple[Answer, Answer]:
        able = {blank.id: range(blank.least, blank.most + 1) for blank in self.blanks}
        kept = {name: number for name, number in half.items() if number in able.get(name, ())}
        return kept, {name: number for name, number in half.items() if name not in kept}

    def part_summary(self, half: Answer) -> str:
        return ", ".join(labelled(_said(blank), half[blank.id]) for blank in self.blanks if blank.id in half)

    def any_answer(self, chance: Chance) -> Answer:
        return {blank.id: chance.randint(blank.least, blank.most) for blank in self.blanks}

    def summary(self, value: Answer) -> str:
        if self.declines(value):
            return self.decline
        filled = self.filled(value)
        said = [
            _said(blank) if blank.whether else f"{_said(blank)} {filled[blank.id]}"
            for blank in self.blanks
            if filled[blank.id]
        ]
        return ", ".join(said) or _("nothing")

    def as_json(self) -> dict[str, Any]:
        declined = {"decline": self.decline} if self.decline else {}
        return super().as_json() | {
            **declined,
            "blanks": [
                without_empty({"id": b.id, "label": b.label, "group": b.group, "whether": b.whether})
                | {"least": b.least, "most": b.most, "suggested": b.suggested}
                for b in self.blanks
            ],
        }


def _said(blank: Blank) -> str:
    return labelled(blank.group, blank.label)
