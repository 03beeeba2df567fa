"""Forms of several numbers: what their button says, and that all of a form is in sight."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table.prompts import Blank, Form
from companion.table.session import OpenPrompt
from tests.app.sizes import sized

pytestmark = pytest.mark.window

COST, DOOM = Blank("cost", "Power cost", suggested=5), Blank("doom", "Doom gained", suggested=1)
LEAST = Blank("cost", "Cost of a Ritual", least=5, suggested=5)
FIRST, SECOND = Blank("first", "The first?", whether=True), Blank("second", "The second?", whether=True)


@pytest.mark.usefixtures("resize")
@pytest.mark.parametrize(
    ("blanks", "says"),
    [
        ((COST, DOOM), "Use these numbers"),
        ((COST, FIRST), "Use these numbers"),
        ((LEAST, DOOM), "Use these numbers"),
        ((COST,), "Confirm"),
        ((FIRST, SECOND), "Confirm"),
    ],
)
def test_the_button_of_a_form_adds_no_unlike_numbers(start: Any, blanks: tuple[Blank, ...], says: str) -> None:
    """It said "Use these (6)" for 5 Power and 1 Doom."""
    from companion.app.table.prompts.form import FormPrompt

    context = start("count").question.body.context
    form = Form(key="k", who="table", title="What does it cost?", blanks=blanks)
    assert FormPrompt(OpenPrompt(1, form), context).action_label == says


@pytest.mark.usefixtures("resize")
def test_a_form_says_what_it_does_and_can_be_left(start: Any) -> None:
    """What is confirmed follows the numbers; the way back is a key below them."""
    from companion.app.table.prompts.form import FormPrompt

    context = start("count").question.body.context
    form = Form(
        key="k",
        who="table",
        title="What does it cost?",
        blanks=(COST, DOOM),
        confirm="Ritual for {cost}",
        decline="Back",
    )
    body, given = FormPrompt(OpenPrompt(1, form), context), []
    body.bind(on_answer=lambda _body, _ticket, answer: given.append(answer.value))
    assert body.action_label == "Ritual for 5"
    body.rows["cost"].more.dispatch("on_use")
    assert body.action_label == "Ritual for 6"
    assert body.leave.text == "Back"
    body.leave.dispatch("on_use")
    assert given == [[]]
    body.rebind(OpenPrompt(2, Form(key="l", who="table", title="Which?", blanks=(COST,))), context)
    assert (body.action_label, body.leave.parent) == ("Confirm", None)


def what_fights(face: Any) -> Any:
    """Begin a battle of Messina up to the form of who fights; return its widget."""
    from companion.games.messina.game import MESSINA

    face.begin(MESSINA, {"seats": ["red", "blue"], "initiator": "red", "forms": True})
    while not isinstance((item := face.session.prompts[0]).prompt, Form):
        face.session.answer(item.ticket, "yes")
    face.redraw()
    return face.page.question.body


@sized((800, 480), (720, 1280))
def test_six_kinds_of_units_are_in_sight_at_once(face: Any, size: tuple[int, int]) -> None:
    """They scrolled by one row."""
    from tests.app.test_matrix_finds import found
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, size)
    body = what_fights(face)
    assert len({row.blank.label for row in body.rows.values()}) == 6
    assert not body.pager.overflow
    assert not [finding for check in ("finger", "overlap", "text cut") for finding in found(face, check)]


def test_undo_says_no_words_of_a_label_that_was_cut_off(face: Any) -> None:
    """It said "Undo: Civilians 5, Routed: Wo…"."""
    body = what_fights(face)
    face.answer(face.item().ticket, {blank.id: min(5, blank.most) for blank in body.form.blanks})
    assert face.session.timeline.entries[-1].label.endswith("…")
    assert "…" not in face.page.left
