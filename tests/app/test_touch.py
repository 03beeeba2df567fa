"""What comes of a touch: it does what the finger was put down for, or nothing."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.window


def test_a_finger_that_lies_on_an_option_while_the_question_changes_answers_nothing(start: Any, fingers: Any) -> None:
    table = start("choose", "choose", "choose")
    key = table.question.body.keys["hunt"]
    finger = fingers.down(*key.to_window(*key.center))
    first = table.session.prompts[0]
    table.answer(first.ticket, _given(["hunt"]))
    fingers.skip(0.5)
    fingers.up(finger)
    assert len(table.session.timeline.entries) == 1


def test_a_finger_that_lies_on_the_verb_button_while_the_question_changes_answers_nothing(
    start: Any, fingers: Any
) -> None:
    table = start("tell", "tell", "tell")
    finger = fingers.down(*table.verb.to_window(*table.verb.center))
    table.answer(table.session.prompts[0].ticket, _given(None))
    fingers.skip(0.5)
    fingers.up(finger)
    assert len(table.session.timeline.entries) == 1


def _given(value: Any) -> Any:
    from companion.app.table.prompts.base import Given

    return Given(value)
