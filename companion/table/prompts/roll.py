"""Dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import field

from companion.table.errors import BadAnswerError
from companion.table.prompts.prompt import Answer, Chance, Prompt, is_int
from companion.table.words import _, n_


class Roll(Prompt, frozen=True, kw_only=True, gc=False):
    """Roll `dice` dice with `sides` sides each.

    `symbols` maps a symbol to the faces that show it, where only symbols matter: then an answer may also be the
    number of each symbol, the rest of the dice being blank. `kept` holds the faces that fell when this very roll
    was undone; those stand and are never rolled again. `apart` says that it is none of the rolls by which the sides
    of a battle fight: a screen says what it is for.
    """

    kind = "roll"

    dice: int
    sides: int = 6
    symbols: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    kept: Answer | None = None
    apart: bool = False

    def check(self, value: Answer) -> None:
        if isinstance(value, dict) and self.symbols:
            self._check_symbols(value)
            return
        if not isinstance(value, list) or not all(is_int(v) for v in value):
            raise BadAnswerError(_("Those are not dice. Nothing has changed; enter the faces as numbers."))
        if len(value) != self.dice:
            raise BadAnswerError(
                n_(
                    "{n} die needed, {given} given. Count again or type them in.",
                    "{n} dice needed, {given} given. Count again or type them in.",
                    self.dice,
                ).format(n=self.dice, given=len(value))
            )
        for face in value:
            if not 1 <= face <= self.sides:
                raise BadAnswerError(
                    _("A die cannot show {face}. Enter faces from 1 to {sides}.").format(face=face, sides=self.sides)
                )

    def _check_symbols(self, value: dict[str, Any]) -> None:
        for symbol, number in value.items():
            if symbol not in self.symbols or not is_int(number) or number < 0:
                names = ", ".join(map(_, self.symbols))
                raise BadAnswerError(_("Enter how many of each: {names}. Nothing has changed.").format(names=names))
        if sum(value.values()) > self.dice:
            raise BadAnswerError(
                n_(
                    "Only {n} die was rolled, but {given} results were given.",
                    "Only {n} dice were rolled, but {given} results were given.",
                    self.dice,
                ).format(n=self.dice, given=sum(value.values()))
            )

    def forced(self) -> Answer | None:
        return [] if self.dice == 0 else None

    def forced_words(self, forced: Answer) -> str:  # noqa: ARG002
        return _("{question}: no dice to roll").format(question=self.title)

    def any_answer(self, chance: Chance) -> Answer:
        # Dice that fell before an undo stand.
        return [chance.randint(1, self.sides) for __ in range(self.dice)] if self.kept is None else self.kept

    def count(self, value: Answer) -> dict[str, int]:
        """Return the number of each symbol in a checked answer, without blanks."""
        if isinstance(value, dict):
            return {s: value.get(s, 0) for s in self.symbols}
        return {s: sum(face in faces for face in value) for s, faces in self.symbols.items()}

    def summary(self, value: Answer) -> str:
        if isinstance(value, dict):
            return ", ".join(f"{n} × {_(symbol)}" for symbol, n in value.items()) or _("nothing")
        return " ".join(str(face) for face in value) or _("no dice")

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {
            "dice": self.dice,
            "sides": self.sides,
            "symbols": {s: list(f) for s, f in self.symbols.items()},
            **({} if self.kept is None else {"kept": self.kept}),
            **({"apart": True} if self.apart else {}),
        }


def dice_words(number: int) -> str:
    """Return a number of dice as people say it."""
    return n_("{n} die", "{n} dice", number).format(n=number)
