"""Put pieces into areas."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from companion.table.errors import BadAnswerError
from companion.table.prompts.prompt import Answer, Chance, Option, Prompt, without_empty
from companion.table.words import _


class Placing(Struct, frozen=True, gc=False):
    """A piece to be put somewhere, with the areas it may or may not go to.

    `symbol` names a drawing that screens with pictures show (`layouts/symbols`), `side` the player whose piece it is,
    where that is not who decides.
    """

    id: str
    label: str
    areas: tuple[Option, ...]
    symbol: str = ""
    side: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the piece for JSON, without what was not given."""
        areas = list(msgspec.to_builtins(self.areas))
        more = without_empty({"symbol": self.symbol, "side": self.side})
        return {"id": self.id, "label": self.label, "areas": areas, **more}


class Place(Prompt, frozen=True, kw_only=True, gc=False):
    """Put every piece into one of its areas."""

    kind = "place"

    pieces: tuple[Placing, ...]
    on_map: bool = True

    def check(self, value: Answer) -> None:
        if not isinstance(value, dict):
            raise BadAnswerError(_("Say where each piece goes. Nothing has changed."))
        pieces = {p.id: p for p in self.pieces}
        for name in value:
            if name not in pieces:
                raise BadAnswerError(
                    _("“{name}” is not one of the pieces. Nothing has changed.").format(name=name[:60])
                )
        for piece in self.pieces:
            if piece.id not in value:
                raise BadAnswerError(_("{piece} still needs a place.").format(piece=piece.label))
            area = next((a for a in piece.areas if a.id == value[piece.id]), None)
            if area is None:
                raise BadAnswerError(
                    _("{piece} cannot go there. Nothing has changed; pick an area shown.").format(piece=piece.label)
                )
            if area.refused:
                raise BadAnswerError(
                    _("{piece} cannot go to {area}: {refused}").format(
                        piece=piece.label, area=area.label, refused=area.refused
                    )
                )

    def forced(self) -> Answer | None:
        legal = {p.id: [a.id for a in p.areas if not a.refused] for p in self.pieces}
        if self.pieces and all(len(areas) == 1 for areas in legal.values()):
            return {piece: areas[0] for piece, areas in legal.items()}
        return None

    def still_possible(self, half: Answer) -> tuple[Answer, Answer]:
        able = {(piece.id, area.id) for piece in self.pieces for area in piece.areas if not area.refused}
        kept = {piece: area for piece, area in half.items() if (piece, area) in able}
        return kept, {piece: area for piece, area in half.items() if piece not in kept}

    def any_answer(self, chance: Chance) -> Answer:
        return {p.id: chance.choice([a.id for a in p.areas if not a.refused]) for p in self.pieces}

    def summary(self, value: Answer) -> str:
        names = {a.id: a.label for p in self.pieces for a in p.areas}
        placed = ((p.label, names[value[p.id]]) for p in self.pieces if p.id in value)
        return ", ".join(_("{piece} to {area}").format(piece=piece, area=area) for piece, area in placed)

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {"pieces": [p.as_json() for p in self.pieces], "on_map": self.on_map}
