"""What a lesson is made of: games that are not stored, with a sentence to each question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol, runtime_checkable

from msgspec import Struct

from companion.table.prompts import Answer

__all__ = ["FIRST", "Hint", "Lesson", "SupportsLessons", "Turn"]

FIRST: Final = 1
"""The seed of what other players do in a lesson, which is the same each time."""

HintTarget = Literal["", "question", "verb", "undo", "log", "more", "ledger"]
"""The part of the screen that a hint points to."""

Done = Literal["next", "answer", "undo", "log", "rules"]
"""What ends a hint: it was read, a question answered, something taken back, the log or the rules opened."""


class Hint(Struct, frozen=True):
    """A sentence shown in a lesson.

    Args:
        words: the sentence.
        at: the part of the screen that it is about.
        done: what ends it.
        key: how the key of the question begins at which it is said; empty for any.
        option: id of the option that it is about, in place of `at`.
        until: how the key of the question begins that ends it, in place of `done`.
    """

    words: str
    at: HintTarget = "question"
    done: Done = "next"
    key: str = ""
    option: str = ""
    until: str = ""


class Turn(Struct, frozen=True):
    """One Action that another player takes in a lesson.

    Args:
        words: what it is, told to whoever learns after the player's name.
        answers: by how the keys of its questions begin, the one that opens it first: the first of these that can be.
    """

    words: str
    answers: Mapping[str, Sequence[Answer]]


class Lesson(Struct, frozen=True):
    """One part of the lesson: a game of its own.

    Args:
        setup: to start it with.
        hints: one after the other.
        who: the player whose questions are left to whoever learns; empty for all questions.
        skipped: how the keys of questions begin that nobody is asked.
        plays: what others answer, by how the key begins: the first of these that can be; else they answer at random.
            `None` stands for the player's next turn.
        turns: what others do one after the other, by player.
        names: what players are called.
    """

    setup: Mapping[str, Any]
    hints: tuple[Hint, ...]
    who: str = ""
    skipped: tuple[str, ...] = ()
    plays: Mapping[str, Sequence[Answer]] = {}
    turns: Mapping[str, Sequence[Turn]] = {}
    names: Mapping[str, str] = {}


@runtime_checkable
class SupportsLessons(Protocol):
    """A game that can be learnt here."""

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the parts, in the language in use."""
        ...
