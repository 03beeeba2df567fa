"""How a rule procedure is written: a generator that asks, and that a session drives.

A script reads like the rulebook page it follows. It owns no input or output, no clock and no chance: whatever
comes from outside is an answer to one of its questions. Its working memory is its local variables; they are
rebuilt by running it again over the recorded answers.

Questions are given as functions that build them, because a correction by hand may change what there is to ask:
the question is then built anew from the corrected state, and if nothing is left to ask the script goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Final, TypeAlias, TypeVar

from msgspec.structs import replace

from companion.table.prompts import Answer, Choose, Option, Prompt, Together, as_list
from companion.table.state import Notice, TableState
from companion.table.words import _


class Marker:
    """A value that is not a prompt and not an answer."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name


REASK: Final = Marker("REASK")
"""Sent into a script after a correction: build the question anew."""

SAFE: Final = Marker("SAFE")
"""Yielded by a script when its state alone says all: a fresh script over it would ask the same next."""

R = TypeVar("R")
Script: TypeAlias = Generator[Prompt | Together | Marker, Any, R]


def safe_point() -> Script[None]:
    """Mark a moment at which the game could be continued from its state alone."""
    yield SAFE


def ask(state: TableState, build: Callable[[], Prompt | None]) -> Script[Answer]:
    """Ask the question made by `build` and return the answer, or None if there is nothing to ask or to choose from.

    A question with only one possible answer answers itself and leaves a notice.
    """
    while (prompt := build()) is not None and not prompt.is_moot():
        forced = prompt.forced() if prompt.automatic else None
        if forced is not None:
            _notice(state, prompt, forced)
            return forced
        answer = yield prompt
        if answer is not REASK:
            return answer
    return None


def counted(steps: Script[R], place: int, number: int) -> Script[R]:
    """Run steps that come several times, and say with each of their questions which time it is.

    Args:
        steps: to be run.
        place: which time it is, from 1.
        number: how often they come; nothing is said of once.
    """
    answer: Any = None
    while True:
        try:
            asked = steps.send(answer)
        except StopIteration as end:
            result: R = end.value
            return result
        if isinstance(asked, Prompt) and number > 1:
            title = _("{title} ({place} of {number})").format(title=asked.title, place=place, number=number)
            asked = replace(asked, title=title)
        answer = yield asked


def ask_together(state: TableState, build: Callable[[], list[Prompt]]) -> Script[dict[str, Answer]]:
    """Ask several people at once; return the answers by prompt key. Forced ones answer themselves, with a notice."""
    while True:
        answers: dict[str, Answer] = {}
        alone: list[Prompt] = []
        open_parts: list[Prompt] = []
        for prompt in build():
            forced = prompt.forced() if prompt.automatic else None
            if forced is None:
                open_parts.append(prompt)
            else:
                answers[prompt.key] = forced
                alone.append(prompt)
        given: Any = (yield Together(tuple(open_parts))) if open_parts else {}
        if given is not REASK:
            for prompt in alone:
                _notice(state, prompt, answers[prompt.key])
            answers.update(given)
            return answers


def pick_one(state: TableState, build: Callable[[], Choose | None]) -> Script[str | None]:
    """Ask for at most one option; return its id, or None for nothing."""
    answer = yield from ask(state, build)
    return next(iter(as_list(answer)), None)


def pick_some(state: TableState, build: Callable[[], Choose | None]) -> Script[list[str]]:
    """Ask for any number of options; return their ids in the order given."""
    answer = yield from ask(state, build)
    return as_list(answer)


def yes(state: TableState, key: str, who: str, title: str, *, text: str = "", rule: str = "") -> Script[bool]:
    """Ask whether something is so, that only people can tell."""
    options = (Option("yes", _("Yes")), Option("no", _("No")))
    picked = yield from pick_one(
        state, lambda: Choose(key=key, who=who, title=title, text=text, rule=rule, options=options)
    )
    return picked == "yes"


def _notice(state: TableState, prompt: Prompt, forced: Answer) -> None:
    words = "" if prompt.secret else prompt.forced_words(forced)
    if words:
        state.record(Notice(prompt.who, words))
