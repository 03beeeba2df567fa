"""Plays a session by answers that name their questions."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from companion.table.session import Session
from companion.table.state import TableState

S = TypeVar("S", bound=TableState)


class Answers(Generic[S]):
    """A session in progress; `give` answers open questions by key, and an unexpected question fails the test."""

    def __init__(self, session: Session[S]) -> None:
        self.session = session

    @property
    def state(self) -> S:
        return self.session.state

    @property
    def open(self) -> list[str]:
        return [item.prompt.key for item in self.session.prompts]

    def prompt(self, key: str) -> Any:
        found = next((item.prompt for item in self.session.prompts if item.prompt.key == key), None)
        assert found is not None, f"asked {self.open}, expected {key}"
        return found

    def give(self, *answers: tuple[str, Any]) -> None:
        for key, value in answers:
            self.prompt(key)
            ticket = next(item.ticket for item in self.session.prompts if item.prompt.key == key)
            self.session.answer(ticket, value)

    @property
    def said(self) -> str:
        """All of the log, and all that was to be done on the board."""
        return "\n".join(text for fact in self.state.facts for text in (fact.text(), fact.on_board()) if text)
