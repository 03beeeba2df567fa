"""Spread results over pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from companion.table.errors import BadAnswerError
from companion.table.prompts.prompt import Answer, Chance, Prompt, without_empty
from companion.table.words import _, labelled


class Piece(Struct, frozen=True, gc=False):
    """A piece that results are assigned to.

    Args:
        id: stable name, used in answers.
        label: what people read.
        capacity: how many results it takes.
        refused: why it cannot take any; empty if it can.
        symbol: name of a drawing that screens with pictures show (`layouts/symbols`).
        side: the player whose piece it is, where that is not who decides.
        held: results that it has taken before.
    """

    id: str
    label: str
    capacity: int = 1
    refused: str = ""
    symbol: str = ""
    side: str = ""
    held: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the piece for JSON, without what was not given."""
        said = without_empty(
            {
                "id": self.id,
                "label": self.label,
                "capacity": self.capacity,
                "refused": self.refused,
                "symbol": self.symbol,
                "side": self.side,
            }
        )
        return said | ({"held": list(self.held)} if self.held else {})


class Assign(Prompt, frozen=True, kw_only=True, gc=False):
    """Spread `results` (symbol to number) over pieces.

    As many as there is room for must be assigned. `suggested` is filled in: what each piece likely takes.
    """

    kind = "assign"

    results: Mapping[str, int]
    pieces: tuple[Piece, ...]
    suggested: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def required(self) -> int:
        """How many results must be assigned; the rest is lost."""
        return min(sum(self.results.values()), sum(p.capacity for p in self.pieces if not p.refused))

    def check(self, value: Answer) -> None:
        if not isinstance(value, dict) or not all(isinstance(v, list) for v in value.values()):
            raise BadAnswerError(_("Say which results each piece takes. Nothing has changed."))
        pieces = {p.id: p for p in self.pieces}
        used: dict[str, int] = {}
        for name, taken in value.items():
            if name not in pieces:
                raise BadAnswerError(
                    _("“{name}” is not one of the pieces. Nothing has changed.").format(name=name[:60])
                )
            piece = pieces[name]
            if piece.refused and taken:
                raise BadAnswerError(
                    _("{piece} cannot take that: {refused}").format(piece=piece.label, refused=piece.refused)
                )
            if len(taken) > piece.capacity:
                raise BadAnswerError(
                    _("{piece} can take at most {capacity}.").format(piece=piece.label, capacity=piece.capacity)
                )
            for result in taken:
                if not isinstance(result, str) or result not in self.results:
                    raise BadAnswerError(
                        _("“{result}” is not a result of this roll. Nothing has changed.").format(
                            result=str(result)[:60]
                        )
                    )
                used[result] = used.get(result, 0) + 1
        for result, number in used.items():
            if number > self.results[result]:
                raise BadAnswerError(
                    _("Only {number} × {result} can be assigned.").format(number=self.results[result], result=_(result))
                )
        left = self.required - sum(used.values())
        if left:
            raise BadAnswerError(
                _("{left} more to assign, {required} in total.").format(left=left, required=self.required)
            )

    def forced(self) -> Answer | None:
        able = [p for p in self.pieces if not p.refused]
        if len(self.results) != 1 or self.required == 0:
            return None
        (result,) = self.results
        if self.required == sum(p.capacity for p in able):
            return {p.id: [result] * p.capacity for p in able}
        if len(able) == 1:
            return {able[0].id: [result] * self.required}
        return None

    def still_possible(self, half: Answer) -> tuple[Answer, Answer]:
        room = {piece.id: piece.capacity for piece in self.pieces if not piece.refused}
        left = dict(self.results)
        kept: dict[str, list[str]] = {}
        dropped: dict[str, list[str]] = {}
        for name, results in half.items():
            for result in results:
                fits = room.get(name, 0) > 0 and left.get(result, 0) > 0
                if fits:
                    room[name] -= 1
                    left[result] -= 1
                (kept if fits else dropped).setdefault(name, []).append(result)
        return kept, dropped

    def any_answer(self, chance: Chance) -> Answer:
        room = [piece.id for piece in self.pieces if not piece.refused for __ in range(piece.capacity)]
        results = [result for result, number in self.results.items() for __ in range(number)]
        chance.shuffle(room)
        chance.shuffle(results)
        answer: dict[str, list[str]] = {}
        # Either may be the shorter one: results that nobody has room for are lost.
        for piece, result in zip(room, results, strict=False):
            answer.setdefault(piece, []).append(result)
        return answer

    def summary(self, value: Answer) -> str:
        labels = {p.id: p.label for p in self.pieces}
        return ", ".join(labelled(labels[p], " + ".join(map(_, r))) for p, r in value.items() if r)

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {
            "results": dict(self.results),
            "required": self.required,
            "pieces": [p.as_json() for p in self.pieces],
            **({"suggested": {p: list(r) for p, r in self.suggested.items()}} if self.suggested else {}),
        }
