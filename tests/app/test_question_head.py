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


NOTE = "Requirement met: A Gate is at the pole where you did not start"


@pytest.mark.parametrize("width", [420, 670, 640])
@pytest.mark.parametrize("person", ["", "Maximilian von Hohenstein"])
def test_a_note_above_the_title_is_whole(window: Any, fingers: Any, resize: Any, width: int, person: str) -> None:
    """It ended in the middle of a word; sigil and colour say whose question it is, too."""
    from companion.app.table.question import Question

    resize(800, 480)
    question = Question(lambda _: None, lambda *_: None, lambda: None)
    question.size_hint, question.size = (None, None), (width, 300)
    window.add_widget(question)
    try:
        who = PlayerView("WW", "Windwalker", "WW", "#3070e0", "W", person=person)
        question.head.show("Take a spellbook", who, True, NOTE)
        fingers.frames(3)
        head = question.head
        assert head.text.startswith(person or "Windwalker")
        said = str(head._name.said[0])
        assert said.endswith(NOTE)
        assert person in said
        assert head._words.height + head._name.height <= 1.1 * head.height
        assert head._name.rect[1] + head._name.rect[3] <= head.top + 4
        words, small = head._words.rect, head._name.rect
        assert words[1] + 0.8 * words[3] <= small[1] + 0.2 * small[3] + 1
    finally:
        window.remove_widget(question)
