"""Helpers of the engine's tests: short ways to answer, and a picture of a session for comparing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from companion.table.errors import JournalError
from companion.table.prompts import Answer
from companion.table.session import Session, new_session
from companion.table.state import Fact
from tests.table.sample_game import CARAVANS, Caravans


def start(rounds: int = 3, **more: Any) -> Session[Caravans]:
    """A game kept in memory."""
    return new_session(CARAVANS, {"rounds": rounds, **more})


def picture(session: Session[Any]) -> dict[str, Any]:
    """All that can be seen or saved of a session, tickets left out."""
    return {
        "prompts": [item.prompt.as_json() for item in session.prompts],
        "view": session.view.as_json(),
        "state": deepcopy({k: v for k, v in vars(session.state).items() if k != "facts"}),
        "facts": [fact.as_json() for fact in session.state.facts],
        "history": [line.as_json() for line in session.history],
        "anytime": [option.as_json() for option in session.interjections],
    }


def give(session: Session[Any], *answers: Answer, source: str = "hand") -> list[Fact]:
    """Answer the first open question with each of these; return the facts of the last one."""
    facts: list[Fact] = []
    for answer in answers:
        facts = session.answer(session.prompts[0].ticket, answer, source=source)
    return facts


def keys(session: Session[Any]) -> list[str]:
    """The open questions by key."""
    return [item.prompt.key for item in session.prompts]


class Memory:
    """A journal in memory whose disk can be full."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []
        self.full = False

    def append(self, *records: Any) -> None:
        if self.full:
            raise JournalError("The last step could not be saved (disk full).")
        self.records += map(dict, records)


class OnDisk:
    """A journal that keeps records as a file does: as text."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def append(self, *records: Mapping[str, Any]) -> None:
        self._lines += map(json.dumps, records)

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._lines]
