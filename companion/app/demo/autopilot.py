"""Plays by touches: answers any open question at random but legally."""

from __future__ import annotations

from random import Random
from typing import Any, Final, Protocol

from companion.app.demo.fingertips import Fingertips
from companion.app.demo.touches import touches
from companion.app.table.prompts.shared.hand_over import HandOverPrompt
from companion.app.table.question import Question
from companion.app.widgets.pages.page import GUARD_SECONDS, PrimaryButton
from companion.table.prompts import Roll
from companion.table.session import Session

SETTLE: Final = GUARD_SECONDS + 0.05
"""Seconds after which a new question takes touches."""


class AskingPage(Protocol):
    """What the autopilot needs of the table page."""

    question: Question
    session: Session[Any]

    @property
    def primary(self) -> PrimaryButton: ...


class Autopilot:
    """Answers questions by touching the screen.

    Args:
        fingers: touches the screen.
        chance: picks the answers.
    """

    def __init__(self, fingers: Fingertips, chance: Random) -> None:
        self._fingers, self._chance = fingers, chance

    def step(self, page: AskingPage) -> None:
        """Answer the question on the screen; one of them, if several are open."""
        self._fingers.skip(SETTLE)
        if isinstance(page.question.body, HandOverPrompt):
            self._confirm(page)
            self._fingers.skip(SETTLE)
        body = page.question.body
        if body is None:
            raise ValueError("the game is over; there is no question to answer")
        # None lets the app roll.
        answer = None if isinstance(body.prompt, Roll) else body.prompt.any_answer(self._chance)
        if answer is not None and body.joint:
            answer = {prompt.key: prompt.any_answer(self._chance) for prompt in body.prompts}
        asked = page.question.token
        for key in touches(body, answer):
            if isinstance(key, PrimaryButton):
                self._fingers.skip(SETTLE)
            self._fingers.tap(key)
            if page.question.token != asked:
                return
        self._confirm(page)

    def _confirm(self, page: AskingPage) -> None:
        self._fingers.skip(SETTLE)
        if page.primary.disabled:
            raise RuntimeError(f"the primary button stays disabled: {page.primary.text!r} for {page.question.title!r}")
        self._fingers.tap(page.primary)


def screen_kind(page: AskingPage) -> str:
    """Return a name for the kind of screen that a table page shows, for pictures."""
    body = page.question.body
    if body is None:
        return "finished"
    if body.joint:
        return f"both_{body.prompt.kind}"
    name = type(body).__name__.removesuffix("Prompt").lower()
    return f"{name}_battle" if page.session.view.sides else name
