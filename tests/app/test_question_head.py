"""The head of a question: who decides, and what is asked."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table.view import PlayerView

pytestmark = pytest.mark.window


def test_a_question_in_two_lines_leaves_room_for_who_decides(window: Any, fingers: Any, resize: Any) -> None:  # noqa: ARG001
    """It was written over the name where the ledger leaves half of the screen."""
    from companion.app.table.question import Question

    question = Question(lambda _: None, lambda *_: None, lambda: None)
    question.size_hint, question.size = (None, None), (420, 300)
    window.add_widget(question)
    try:
        who = PlayerView(id="CC", name="Crawling Chaos", short="CC", colour="#3070e0", glyph="C")
        question.head.show("The Mao Ceremony: how many Cultists?", who, helpful=True)
        fingers.frames(3)
        head = question.head
        assert head._words.height + head._name.height <= 1.05 * head.height
        assert head._words.height > 2 * head._name.height * 0.9, "two lines"
    finally:
        window.remove_widget(question)
