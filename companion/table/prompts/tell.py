"""What only needs to be read, or looked at."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, field

from companion.table.errors import BadAnswerError
from companion.table.prompts.prompt import Answer, Chance, Prompt, without_empty
from companion.table.words import _


class Column(Struct, frozen=True, gc=False):
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


class DiceRows(Struct, frozen=True, gc=False):
    """Two ranked rows of dice against each other, so that everybody sees which die is lost.

    `whose` are the two players.
    """

    upper: str
    lower: str
    columns: tuple[Column, ...]
    whose: tuple[str, str] = ("", "")


class LaidPieces(Struct, frozen=True, gc=False):
    """Pieces of one kind in an area.

    Args:
        id: of the area.
        symbol: name of a drawing.
        number: how many.
    """

    id: str
    symbol: str
    number: int


class BoardLine(Struct, frozen=True, gc=False):
    """A line beside a map.

    Args:
        text: without the name of the player.
        who: the player it is for, by id; empty for everybody.
    """

    text: str
    who: str = ""


class BoardPicture(Struct, frozen=True, gc=False):
    """What a screen that can draw the map shows instead of the lines: pieces on it, and other lines beside it."""

    pieces: tuple[LaidPieces, ...]
    lines: tuple[BoardLine, ...]


class Tell(Prompt, frozen=True, kw_only=True, gc=False):
    """Something to know or to do on the board: `lines` to read, `rows` of dice to look at, the button's `verb`.

    `refusal` are the words of a key beside it, for people who say that what they read is not so; answered by `False`.
    `wide` says that the list is long and matters more than what else the screen shows. `board` says the same as the
    lines with a map.
    """

    kind = "tell"

    lines: tuple[str, ...] = ()
    rows: DiceRows | None = None
    verb: str = field(default_factory=lambda: _("Done"))
    refusal: str = ""
    wide: bool = False
    board: BoardPicture | None = None

    def check(self, value: Answer) -> None:
        if value is not True and not (self.refusal and value is False):
            raise BadAnswerError(_("This only needs to be acknowledged. Nothing has changed."))

    def any_answer(self, chance: Chance) -> Answer:  # noqa: ARG002
        return True

    def summary(self, value: Answer) -> str:
        return self.verb if value else self.refusal

    def as_json(self) -> dict[str, Any]:
        rows = {} if self.rows is None else {"rows": msgspec.to_builtins(self.rows)}
        said = without_empty({"verb": self.verb, "refusal": self.refusal})
        return super().as_json() | {"lines": list(self.lines), **said, **rows}
