"""Few short answers: their keys are easy to hit, and stay where they are."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.table.lookup import Reminder
from companion.table.prompts import Choose, Option
from tests.app.sizes import sized

pytestmark = pytest.mark.window


def ask(face: Any, labels: list[str], text: str = "", *, most: int = 1, missed: str = "") -> Any:
    """Ask the table for one of these; return the widget that asks."""
    from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS

    face.begin(MYTHOS_ENCOUNTERS, {})
    item = face.session.prompts[0]
    options = tuple(Option(label, label) for label in labels)
    prompt = Choose(key="k", who="table", title="What now?", text=text, options=options, most=most)
    reminders = (Reminder(missed, "Move"),) if missed else ()
    context = replace(face.page.context, reminders=lambda _: reminders)
    face.page.question.show((replace(item, prompt=prompt),), context)
    face.page._arrange(False)
    face.fingers.frames(2)
    return face.page.question.body


def places(body: Any) -> list[tuple[int, ...]]:
    """Return where the keys stand on the window, and how large they are."""
    return [tuple(map(round, (*key.to_window(*key.pos), *key.size))) for key in body.keys.values()]


@sized((800, 480), (720, 1280), (1280, 720))
@pytest.mark.parametrize(
    ("labels", "text"),
    [
        (["Yes", "No"], ""),
        (["Yes", "No"], "Those who do not fight may also play cards, and so may those who have left the site."),
        (["Rulebook", "Summary sheet", "One by one"], ""),
    ],
)
def test_few_answers_are_high_where_there_is_room(
    face: Any, size: tuple[int, int], labels: list[str], text: str
) -> None:
    """Two thirds of the page were empty below keys of 64 units."""
    from layouts.theme import look
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, size)
    body = ask(face, labels, text)
    first = places(body)
    assert {round(key.height) for key in body.keys.values()} == {round(96 * look.u)}
    face.fingers.skip(2)
    face.fingers.frames(3)
    assert places(body) == first
    assert not body.pager.overflow


@pytest.mark.parametrize("number", [3, 4, 5])
@pytest.mark.parametrize("long", [1, 3, 6])
def test_what_is_often_missed_has_its_room_and_moves_no_key(face: Any, number: int, long: int) -> None:
    """It comes a moment later."""
    from layouts.theme import look

    body = ask(
        face, [f"Answer number {n}" for n in range(number)], most=2, missed="Each moves once in an Action. " * long
    )
    first = places(body)
    face.fingers.skip(2)
    face.fingers.frames(3)
    assert places(body) == first
    assert not body.pager.overflow
    left = body.pager.height - body.pager.all_but(body.options) - body.options.height
    if body.reminder.parent is None:
        assert {key.height for key in body.keys.values()} == {look.target}, "no key has taken its room"
        assert left < body.reminder.height + look.gap


@pytest.mark.parametrize("number", [4, 6, 9, 12, 20])
def test_more_answers_take_no_more_room_than_there_is(face: Any, number: int) -> None:
    from layouts.theme import look

    body = ask(face, [f"Answer {n}" for n in range(number)], most=2)
    pager, heights = body.pager, {round(key.height) for key in body.keys.values()}
    assert len(heights) == 1
    assert heights.pop() <= 96 * look.u
    high = sum(key.usual_height for key in list(body.keys.values())[:: body.options.cols])
    gaps = look.gap * (-(-number // body.options.cols) - 1)
    assert pager.overflow == (high + gaps > pager.height + 1)
