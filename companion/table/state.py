"""What a game's state is made of: facts change it, and nothing else does."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


class Fact:
    """Something that has happened. A game's facts are frozen dataclasses that inherit from this.

    A fact is applied exactly once, by `TableState.record`. It must be able to say itself from its own values
    alone, because the log is shown long after the state has moved on.
    """

    def apply(self, state: Any) -> None:
        """Change the state. The default changes nothing."""

    def text(self) -> str:
        """The line for the log; empty if people need not read it."""
        return ""

    def on_board(self) -> str:
        """What to do on the physical board because of it; empty if nothing."""
        return ""

    def put_back(self) -> str:
        """What to do on the physical board when it is undone; empty if nothing."""
        return ""

    def as_json(self) -> dict[str, Any]:
        return {"fact": type(self).__name__, "text": self.text(), **asdict(self)}  # type: ignore[call-overload]


@dataclass(frozen=True)
class Notice(Fact):
    """Something people should know that changes nothing: a forced choice, a skipped step."""

    who: str
    message: str

    def text(self) -> str:
        return self.message


@dataclass(frozen=True)
class Step(Fact):
    """A procedure has come to another step. No other fact changes `TableState.step`.

    Args:
        name: of the step, as the game calls it; empty while no procedure is going on.
    """

    name: str

    def apply(self, state: TableState) -> None:
        state.step = self.name


class TableState:
    """Base of a game's state: plain data that only facts change.

    That holds for everything that can be reached from its attributes. It is copied at safe points with `pickle`. The
    list of facts is kept by the session and left out of the copy.

    Attributes:
        step: of the procedure that is going on, for the game's view and for what may be done only then.
    """

    facts: list[Fact]

    def __init__(self) -> None:
        self.facts = []
        self.step = ""

    def record(self, fact: Fact) -> None:
        """Apply a fact and remember it for the log."""
        fact.apply(self)
        self.facts.append(fact)

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k != "facts"}

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        self.facts = []
