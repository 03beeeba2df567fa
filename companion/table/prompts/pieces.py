"""Questions about pieces: which of them take results, and where each of them goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.table.errors import BadAnswerError
from companion.table.prompts.prompt import Answer, Option, Prompt, without_empty


@dataclass(frozen=True)
class Piece:
    """A piece that results are assigned to: it takes up to `capacity` of them."""

    id: str
    label: str
    capacity: int = 1
    refused: str = ""

    def as_json(self) -> dict[str, Any]:
        return without_empty({"id": self.id, "label": self.label, "capacity": self.capacity, "refused": self.refused})


@dataclass(frozen=True)
class Placing:
    """A piece to be put somewhere, with the areas it may or may not go to."""

    id: str
    label: str
    areas: tuple[Option, ...]

    def as_json(self) -> dict[str, Any]:
        return {"id": self.id, "label": self.label, "areas": [a.as_json() for a in self.areas]}


@dataclass(frozen=True, kw_only=True)
class Assign(Prompt):
    """Spread `results` (symbol to number) over pieces; as many as there is room for must be assigned."""

    kind = "assign"

    results: Mapping[str, int]
    pieces: tuple[Piece, ...]

    @property
    def required(self) -> int:
        """How many results must be assigned; the rest is lost."""
        return min(sum(self.results.values()), sum(p.capacity for p in self.pieces if not p.refused))

    def check(self, value: Answer) -> None:
        if not isinstance(value, dict) or not all(isinstance(v, list) for v in value.values()):
            raise BadAnswerError("Say for each piece which results it takes. Nothing has changed.")
        pieces = {p.id: p for p in self.pieces}
        used: dict[str, int] = {}
        for name, taken in value.items():
            if name not in pieces:
                raise BadAnswerError(f"“{name[:60]}” is not one of the pieces. Nothing has changed.")
            piece = pieces[name]
            if piece.refused and taken:
                raise BadAnswerError(f"{piece.label} cannot take that: {piece.refused}")
            if len(taken) > piece.capacity:
                raise BadAnswerError(f"{piece.label} can take {piece.capacity} at most.")
            for result in taken:
                if not isinstance(result, str) or result not in self.results:
                    raise BadAnswerError(f"“{str(result)[:60]}” is not a result of this roll. Nothing has changed.")
                used[result] = used.get(result, 0) + 1
        for result, number in used.items():
            if number > self.results[result]:
                raise BadAnswerError(f"There are only {self.results[result]} × {result} to assign.")
        left = self.required - sum(used.values())
        if left:
            raise BadAnswerError(f"{left} more to assign: {self.required} must be assigned in all.")

    def forced(self) -> Answer | None:
        able = [p for p in self.pieces if not p.refused]
        if len(self.results) != 1 or self.required == 0:
            return None
        ((result, _),) = self.results.items()
        if self.required == sum(p.capacity for p in able):
            return {p.id: [result] * p.capacity for p in able}
        if len(able) == 1:
            return {able[0].id: [result] * self.required}
        return None

    def summary(self, value: Answer) -> str:
        labels = {p.id: p.label for p in self.pieces}
        return ", ".join(f"{labels[p]}: {' + '.join(r)}" for p, r in value.items() if r)

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {
            "results": dict(self.results),
            "required": self.required,
            "pieces": [p.as_json() for p in self.pieces],
        }


@dataclass(frozen=True, kw_only=True)
class Place(Prompt):
    """Put every piece into one of its areas."""

    kind = "place"

    pieces: tuple[Placing, ...]
    on_map: bool = True

    def check(self, value: Answer) -> None:
        if not isinstance(value, dict):
            raise BadAnswerError("Say for each piece where it goes. Nothing has changed.")
        pieces = {p.id: p for p in self.pieces}
        for name in value:
            if name not in pieces:
                raise BadAnswerError(f"“{name[:60]}” is not one of the pieces. Nothing has changed.")
        for piece in self.pieces:
            if piece.id not in value:
                raise BadAnswerError(f"{piece.label} still needs a place.")
            area = next((a for a in piece.areas if a.id == value[piece.id]), None)
            if area is None:
                raise BadAnswerError(f"{piece.label} cannot go there. Nothing has changed; pick an area shown.")
            if area.refused:
                raise BadAnswerError(f"{piece.label} cannot go to {area.label}: {area.refused}")

    def forced(self) -> Answer | None:
        legal = {p.id: [a.id for a in p.areas if not a.refused] for p in self.pieces}
        if self.pieces and all(len(areas) == 1 for areas in legal.values()):
            return {piece: areas[0] for piece, areas in legal.items()}
        return None

    def summary(self, value: Answer) -> str:
        names = {a.id: a.label for p in self.pieces for a in p.areas}
        return ", ".join(f"{p.label} to {names[value[p.id]]}" for p in self.pieces)

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {"pieces": [p.as_json() for p in self.pieces], "on_map": self.on_map}
