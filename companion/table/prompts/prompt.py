"""What every question has, and the options that many offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from companion.table.words import _, answered

T = TypeVar("T")

Answer: TypeAlias = Any
"""A JSON value; its shape depends on the kind of prompt and is checked by the prompt."""

TABLE: Final = "table"
"""`who` of a prompt that nobody in particular decides."""


class Chance(Protocol):
    """What picks when a game plays itself: `random.Random`. No script may use it."""

    def randint(self, a: int, b: int) -> int: ...

    def choice(self, seq: Sequence[T]) -> T: ...

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...

    def shuffle(self, x: list[T]) -> None: ...


class Option(Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing that can be picked.

    Args:
        id: stable name, used in answers.
        label: what people read.
        refused: why it cannot be picked now (shown greyed); empty if it can.
        refused_by: the player whose pieces are the reason.
        refused_word: the reason in a word, written beside it on a map.
        detail: a second line: what it does.
        group: options of one group are interchangeable (three of a kind) and may be picked by number.
        symbol: name of a drawing that screens with pictures show (`layouts/symbols`).
        cost: its price, in what the player's first big counter counts; None where nothing is paid.
        tile: options of one tile belong together, such as the kinds of one Action; they stand under one symbol.
        heading: the words of its tile, such as the Action whose kinds stand there; empty where `short` says it all.
        short: the words where room is scarce, such as within a tile; empty for the label.
        sigil: name of a drawing that says the same as `short`, such as a player's, or a plain letter that does.
        colour: of whoever it names, `#rrggbb`; their drawing is the `sigil`.
        who: of what may be done at any moment: id of the player whose it is; empty for the table's.
        near: of what may be done at any moment: it may well be wanted now, and is offered beside the question.
        setting: whether it is no part of the game, but of how people are helped; games that play themselves leave it.
    """

    id: str
    label: str
    refused: str = ""
    detail: str = ""
    group: str = ""
    symbol: str = ""
    cost: int | None = None
    tile: str = ""
    short: str = ""
    sigil: str = ""
    refused_by: str = ""
    refused_word: str = ""
    near: bool = False
    setting: bool = False
    heading: str = ""
    colour: str = ""
    who: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the fields that were given; the others are left out."""
        said: dict[str, Any] = msgspec.to_builtins(self)
        return said


class SheetColumn(Struct, frozen=True, gc=False):
    """What a column of a sheet holds; `symbol` names a drawing that screens with pictures show instead of the label."""

    label: str
    symbol: str = ""


class SheetRow(Struct, frozen=True, gc=False):
    """What a sheet says of one player: a cell for each heading, empty where there is nothing."""

    player: str
    cells: tuple[str, ...]


class Sheet(Struct, frozen=True, gc=False):
    """A reckoning of all players, to be read before the answer; its last column is what comes of the others."""

    headings: tuple[SheetColumn, ...]
    rows: tuple[SheetRow, ...]


class Prompt(Struct, frozen=True, kw_only=True, gc=False):
    """What every question has.

    Args:
        key: stable identity, the same on every replay; compared when a stored game is opened.
        who: id of the player who decides, or `TABLE`.
        title: the question in a few words.
        brief: the question where whose it is stands beside it; empty where it is never asked of several at once.
        about: ids of what it is about, for whoever reckons with it, as the game means them.
        text: the question in a sentence or two.
        rule: topic of the game's help for this very step.
        effect: what the answer will change.
        why: why it is asked now, for people who look its help up.
        odds: what chance has in store, in words; a face shows it to people who want it.
        sheet: a reckoning that belongs to the question.
        secret: only `who` may see it; a face hides it until that player has taken the screen.
        automatic: a forced answer may be given without asking.
    """

    kind: ClassVar[str] = ""

    key: str
    who: str
    title: str
    brief: str = ""
    about: tuple[str, ...] = ()
    text: str = ""
    rule: str = ""
    effect: str = ""
    why: str = ""
    odds: str = ""
    sheet: Sheet | None = None
    secret: bool = False
    automatic: bool = True

    def check(self, value: Answer) -> None:
        """Raise `BadAnswerError` unless `value` answers this question."""
        raise NotImplementedError

    def check_stored(self, value: Answer) -> None:
        """Raise `BadAnswerError` unless `value`, from the file of a game, answers this question or once did."""
        self.check(value)

    def is_moot(self) -> bool:
        """Return whether there is nothing to choose from, so that it is not asked."""
        return False

    def forced(self) -> Answer | None:
        """Return the only possible answer, or None if there is a choice (or nothing at all to choose)."""
        return None

    def forced_words(self, forced: Answer) -> str:
        """Say for the log that a question had only this answer; empty if nobody needs to know."""
        return _("{question}: {answer} (only option)").format(question=self.title, answer=self.summary(forced))

    def still_possible(self, half: Answer) -> tuple[Answer, Answer]:  # noqa: ARG002
        """Return what of a half-picked answer can still be picked, and what cannot; both in the shape of an answer.

        People may have picked it when the same question was put a moment ago. A kind that is answered in one go has
        nothing half picked: it returns None twice.
        """
        return None, None

    def part_summary(self, half: Answer) -> str:
        """Say a part of an answer in a few words."""
        return self.summary(half)

    def any_answer(self, chance: Chance) -> Answer:
        """Return some legal answer, for games that play themselves."""
        raise NotImplementedError

    def summary(self, value: Answer) -> str:
        """Say a checked answer in a few words, for the log and the undo button."""
        return str(value)

    def label(self, value: Answer) -> str:
        """Say the question and a checked answer, for the log and the undo button."""
        return answered(self.title, self.summary(value))

    def as_json(self) -> dict[str, Any]:
        """Return the prompt for JSON, with its kind."""
        return {
            "kind": self.kind,
            "key": self.key,
            "who": self.who,
            "title": self.title,
            "optional": self.optional,
            **without_empty(
                {
                    "text": self.text,
                    "rule": self.rule,
                    "effect": self.effect,
                    "odds": self.odds,
                    "secret": self.secret,
                }
            ),
            **({} if self.sheet is None else {"sheet": msgspec.to_builtins(self.sheet)}),
        }

    @property
    def optional(self) -> bool:
        """Whether it may be declined."""
        return False


def is_int(value: object) -> bool:
    """Return whether a value is a whole number; JSON's true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def without_empty(values: dict[str, Any]) -> dict[str, Any]:
    """Leave out empty texts and what does not hold."""
    return {k: v for k, v in values.items() if v not in ("", False)}
