"""Who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from companion.table.errors import BadAnswerError
from companion.table.names import NOTHING_CHANGED, fault_in, refusal
from companion.table.prompts.prompt import Answer, Chance, Prompt, without_empty
from companion.table.words import _

SHUFFLE: Final = "shuffle"
"""Key of an answer that leaves it to dice who plays what."""


class Chair(Struct, frozen=True, gc=False):
    """What somebody at the table may play.

    Args:
        id: stable name, used in answers.
        label: what people read.
        detail: a sentence more.
        colour: `#rrggbb`, with
        glyph: a short text mark, or
        sigil: the name of a drawing.
    """

    id: str
    label: str
    detail: str = ""
    colour: str = "#808080"
    glyph: str = ""
    sigil: str = ""


class Seats(Prompt, frozen=True, kw_only=True, gc=False):
    """Say what `least` to `most` people play, clockwise, and their names, if they wish.

    An answer is a list like `[{"id": "red", "name": "Ann"}, {"id": "blue"}]`; a name has up to `letters` characters.
    Where `shuffles` is set, `{"shuffle": [...]}` with such a list leaves it to dice who of them plays what. `seated` is
    such a list that is filled in.
    """

    kind = "seats"

    chairs: tuple[Chair, ...]
    least: int = 2
    most: int = 8
    letters: int = 10
    shuffles: bool = False
    seated: tuple[Mapping[str, str], ...] = ()

    def check(self, value: Answer) -> None:
        if self.shuffles and isinstance(value, dict) and value.keys() == {SHUFFLE}:
            value = value[SHUFFLE]
        if not isinstance(value, list) or not all(isinstance(seat, dict) for seat in value):
            raise BadAnswerError(_("Say for each seat what is played there. Nothing has changed."))
        known = {chair.id for chair in self.chairs}
        taken = [seat.get("id") for seat in value]
        for seat in value:
            name = seat.get("name", "")
            if seat.keys() - {"id", "name"} or not isinstance(seat.get("id"), str) or seat["id"] not in known:
                raise BadAnswerError(_("Nobody can play that. Nothing has changed; pick from the list."))
            if not isinstance(name, str):
                raise BadAnswerError(_("That is not text. Nothing has changed; type a few words."))
            if why := fault_in(name, self.letters):
                raise BadAnswerError(f"{refusal(name, why)} {_(NOTHING_CHANGED)}")
        if len(set(taken)) != len(taken):
            raise BadAnswerError(_("The same was picked for two seats. Nothing has changed."))
        if not self.least <= len(taken) <= self.most:
            raise BadAnswerError(
                _("{least} to {most} can play; {n} are seated.").format(least=self.least, most=self.most, n=len(taken))
            )

    def still_possible(self, half: Answer) -> tuple[Answer, Answer]:
        able = {chair.id for chair in self.chairs}
        kept = [seat for seat in half if seat["id"] in able][: self.most]
        return kept, [seat for seat in half if seat not in kept]

    def any_answer(self, chance: Chance) -> Answer:
        number = chance.randint(self.least, min(self.most, len(self.chairs)))
        return [
            without_empty({"id": chair.id, "name": chance.choice(("", str(chance.randint(1, 99))))})
            for chair in chance.sample(self.chairs, number)
        ]

    def summary(self, value: Answer) -> str:
        if isinstance(value, dict):
            return _("Shuffle the factions")
        labels = {chair.id: chair.label for chair in self.chairs}
        return ", ".join(
            _("{who} ({name})").format(who=labels[seat["id"]], name=seat["name"])
            if seat.get("name")
            else labels[seat["id"]]
            for seat in value
        )

    def as_json(self) -> dict[str, Any]:
        chairs = [
            without_empty(
                {
                    "id": c.id,
                    "label": c.label,
                    "detail": c.detail,
                    "colour": c.colour,
                    "glyph": c.glyph,
                    "sigil": c.sigil,
                }
            )
            for c in self.chairs
        ]
        found = {"chairs": chairs, "least": self.least, "most": self.most, "letters": self.letters}
        more = {"seated": [dict(seat) for seat in self.seated]} if self.seated else {}
        return super().as_json() | found | without_empty({"shuffles": self.shuffles}) | more
