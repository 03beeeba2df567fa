"""The questions a script may ask: plain data that any face (screen, buttons, headless, test) can show.

A prompt knows how to check an answer. It never changes anything and knows no game. Seven kinds exist:

=========  ==========================================================  =====================================
kind       asks                                                        answer (JSON)
=========  ==========================================================  =====================================
choose     pick `least` to `most` of the options                       `["devour"]`, or `"devour"` for one
count      a number from `least` to `most`                             `3`
roll       `dice` dice with `sides` sides                              `[6, 4, 1]`, or `{"kill": 1}` if symbols
assign     spread results over pieces, each with a capacity            `{"deep_one.2": ["pain"]}`
place      put each piece into one of its areas                        `{"deep_one.2": "south_africa"}`
tell       something to do on the board or to know                     `true`
together   several of these at the same moment; answers count at once  each part is answered by its ticket
=========  ==========================================================  =====================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Final, TypeAlias

from companion.table.errors import BadAnswerError

Answer: TypeAlias = Any
"""A JSON value; its shape depends on the kind of prompt and is checked by the prompt."""

TABLE: Final = "table"
"""`who` of a prompt that nobody in particular decides."""


@dataclass(frozen=True)
class Option:
    """One thing that can be picked.

    Args:
        id: stable name, used in answers.
        label: what people read.
        refused: why it cannot be picked now (shown greyed); empty if it can.
        detail: a second line: what it costs or does.
        group: options of one group are interchangeable (three Deep Ones) and may be picked by number.
    """

    id: str
    label: str
    refused: str = ""
    detail: str = ""
    group: str = ""

    def as_json(self) -> dict[str, Any]:
        return _without_empty(
            {
                "id": self.id,
                "label": self.label,
                "refused": self.refused,
                "detail": self.detail,
                "group": self.group,
            }
        )


@dataclass(frozen=True)
class Piece:
    """A piece that results are assigned to: it takes up to `capacity` of them."""

    id: str
    label: str
    capacity: int = 1
    refused: str = ""

    def as_json(self) -> dict[str, Any]:
        return _without_empty({"id": self.id, "label": self.label, "capacity": self.capacity, "refused": self.refused})


@dataclass(frozen=True)
class Placing:
    """A piece to be put somewhere, with the areas it may or may not go to."""

    id: str
    label: str
    areas: tuple[Option, ...]

    def as_json(self) -> dict[str, Any]:
        return {"id": self.id, "label": self.label, "areas": [a.as_json() for a in self.areas]}


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """What every question has.

    Args:
        key: stable identity, the same on every replay; compared when a stored game is opened.
        who: id of the player who decides, or `TABLE`.
        title: the question in a few words.
        text: the question in a sentence or two.
        rule: topic of the game's help for this very step.
        effect: what the answer will change.
        odds: what chance has in store, in words; a face shows it to people who want it.
        secret: only `who` may see it; a face hides it until that player has taken the screen.
        automatic: a forced answer may be given without asking.
    """

    kind: ClassVar[str] = ""

    key: str
    who: str
    title: str
    text: str = ""
    rule: str = ""
    effect: str = ""
    odds: str = ""
    secret: bool = False
    automatic: bool = True

    def check(self, value: Answer) -> None:
        """Raise `BadAnswerError` unless `value` answers this question."""
        raise NotImplementedError

    def forced(self) -> Answer | None:
        """Return the only possible answer, or None if there is a choice (or nothing at all to choose)."""
        return None

    def summary(self, value: Answer) -> str:
        """Say a checked answer in a few words, for the log and the undo button."""
        return str(value)

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "key": self.key,
            "who": self.who,
            "title": self.title,
            "optional": self.optional,
            **_without_empty(
                {
                    "text": self.text,
                    "rule": self.rule,
                    "effect": self.effect,
                    "odds": self.odds,
                    "secret": self.secret,
                }
            ),
        }

    @property
    def optional(self) -> bool:
        """Whether it may be declined."""
        return False


@dataclass(frozen=True, kw_only=True)
class Choose(Prompt):
    """Pick `least` to `most` of the options.

    `suggested` options are filled in by what the companion believes; `on_map` says that the ids are areas.
    `decline` is the label of picking nothing, where that is allowed.
    """

    kind = "choose"

    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    suggested: tuple[str, ...] = ()
    on_map: bool = False
    decline: str = "None"

    @property
    def optional(self) -> bool:
        return self.least == 0

    def open_options(self) -> list[Option]:
        return [o for o in self.options if not o.refused]

    def check(self, value: Answer) -> None:
        picked = [value] if isinstance(value, str) else value
        if not isinstance(picked, list) or not all(isinstance(p, str) for p in picked):
            raise BadAnswerError("That is not a list of options. Nothing has changed; pick from the list.")
        known = {o.id: o for o in self.options}
        for name in picked:
            if name not in known:
                raise BadAnswerError(
                    f"“{name[:60]}” is not among the options. Nothing has changed; pick from the list."
                )
            if known[name].refused:
                raise BadAnswerError(f"{known[name].label} is not possible: {known[name].refused}")
        if len(set(picked)) != len(picked):
            raise BadAnswerError("The same option was picked twice. Nothing has changed; pick each once.")
        if not self.least <= len(picked) <= self.most:
            raise BadAnswerError(f"Pick {_range(self.least, self.most)}; {len(picked)} were picked.")

    def forced(self) -> Answer | None:
        found = self.open_options()
        if self.least == self.most == len(found) and found:
            return [o.id for o in found]
        return None

    def summary(self, value: Answer) -> str:
        picked = [value] if isinstance(value, str) else value
        labels = {o.id: o.label for o in self.options}
        return ", ".join(labels[p] for p in picked) or self.decline

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {
            "options": [o.as_json() for o in self.options],
            "least": self.least,
            "most": self.most,
            "decline": self.decline,
            "suggested": list(self.suggested),
            "on_map": self.on_map,
        }


@dataclass(frozen=True, kw_only=True)
class Count(Prompt):
    """A whole number from `least` to `most`."""

    kind = "count"

    least: int
    most: int
    suggested: int | None = None

    def check(self, value: Answer) -> None:
        if not _is_int(value):
            raise BadAnswerError("That is not a whole number. Nothing has changed; enter digits only.")
        if not self.least <= value <= self.most:
            raise BadAnswerError(f"{value} is out of range. Enter a number from {self.least} to {self.most}.")

    def forced(self) -> Answer | None:
        return self.least if self.least == self.most else None

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {"least": self.least, "most": self.most, "suggested": self.suggested}


@dataclass(frozen=True, kw_only=True)
class Roll(Prompt):
    """Roll `dice` dice with `sides` sides each.

    `symbols` maps a symbol to the faces that show it, where only symbols matter: then an answer may also be the
    number of each symbol, the rest of the dice being blank. `kept` holds the faces that fell when this very roll
    was undone; those stand and are never rolled again.
    """

    kind = "roll"

    dice: int
    sides: int = 6
    symbols: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    kept: Answer | None = None

    def check(self, value: Answer) -> None:
        if isinstance(value, dict) and self.symbols:
            self._check_symbols(value)
            return
        if not isinstance(value, list) or not all(_is_int(v) for v in value):
            raise BadAnswerError("Those are not dice. Nothing has changed; enter the faces as numbers.")
        if len(value) != self.dice:
            raise BadAnswerError(f"{_dice(self.dice)} needed, {len(value)} given. Count again or type them in.")
        for face in value:
            if not 1 <= face <= self.sides:
                raise BadAnswerError(f"A die cannot show {face}. Enter faces from 1 to {self.sides}.")

    def _check_symbols(self, value: dict[str, Any]) -> None:
        for symbol, number in value.items():
            if symbol not in self.symbols or not _is_int(number) or number < 0:
                names = ", ".join(self.symbols)
                raise BadAnswerError(f"Give the number of each of: {names}. Nothing has changed.")
        if sum(value.values()) > self.dice:
            raise BadAnswerError(f"Only {_dice(self.dice)} rolled, but {sum(value.values())} results given.")

    def forced(self) -> Answer | None:
        return [] if self.dice == 0 else None

    def count(self, value: Answer) -> dict[str, int]:
        """Number of each symbol in a checked answer, blanks left out."""
        if isinstance(value, dict):
            return {s: value.get(s, 0) for s in self.symbols}
        return {s: sum(face in faces for face in value) for s, faces in self.symbols.items()}

    def summary(self, value: Answer) -> str:
        if isinstance(value, dict):
            return ", ".join(f"{n} {symbol}" for symbol, n in value.items()) or "nothing"
        return " ".join(str(face) for face in value) or "no dice"

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {
            "dice": self.dice,
            "sides": self.sides,
            "symbols": {s: list(f) for s, f in self.symbols.items()},
            **({} if self.kept is None else {"kept": self.kept}),
        }


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


@dataclass(frozen=True)
class Column:
    """Two dice that stand against each other in two ranked rows.

    Args:
        upper: face of the upper row, 0 for none.
        lower: face of the lower row, 0 for none.
        upper_lost: whether the upper die is lost.
        lower_lost: whether the lower one is.
    """

    upper: int
    lower: int
    upper_lost: bool = False
    lower_lost: bool = False


@dataclass(frozen=True)
class DiceRows:
    """Two ranked rows of dice drawn against each other, so that everybody sees which die is lost to which."""

    upper: str
    lower: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, kw_only=True)
class Tell(Prompt):
    """Something to know or to do on the board: `lines` to read, `rows` of dice to look at, the button's `verb`."""

    kind = "tell"

    lines: tuple[str, ...] = ()
    rows: DiceRows | None = None
    verb: str = "Done"

    def check(self, value: Answer) -> None:
        if value is not True:
            raise BadAnswerError("This only needs to be acknowledged. Nothing has changed.")

    def summary(self, value: Answer) -> str:  # noqa: ARG002
        return self.verb

    def as_json(self) -> dict[str, Any]:
        rows = {} if self.rows is None else {"rows": asdict(self.rows)}
        return super().as_json() | {"lines": list(self.lines), "verb": self.verb, **rows}


@dataclass(frozen=True)
class Together:
    """Several questions at the same moment. They may be answered in any order; the answers count at once."""

    parts: tuple[Prompt, ...]


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


def _without_empty(values: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in values.items() if v not in ("", False)}
