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


class TableState:
    """Base of a game's state: plain data, changed only through `record`.

    Everything reachable from a subclass's attributes is copied at safe points with `pickle`, so it must be plain
    data. The list of facts is kept by the session and left out of the copy.
    """

    facts: list[Fact]

    def __init__(self) -> None:
        self.facts = []

    def record(self, fact: Fact) -> None:
        """Apply a fact and remember it for the log."""
        fact.apply(self)
        self.facts.append(fact)

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k != "facts"}

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        self.facts = []
