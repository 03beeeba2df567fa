"""What is half picked on the screen stays when something else changes the game beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.app.test_both_sides import declared, fought

pytestmark = pytest.mark.window


@pytest.fixture
def face(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:
    from tests.instruments.outside.face import on_window

    resize(800, 480)
    with on_window(window, fingers, tmp_path, tower="off", dice="here") as made:
        yield made


def lone(face: Any) -> Any:
    """The widget of a question that is asked alone."""
    return face.page.question.body


def test_an_answer_beside_it_leaves_what_one_side_picked(face: Any, fingers: Any) -> None:
    """The other side's answer comes from elsewhere: here from a program."""
    session = fought(face)
    face.redraw()
    mine, theirs = lone(face).bodies
    assert mine.taken["GC.shoggoth.1"] == (), "the companion has filled in another piece"
    fingers.tap(mine.keys["GC.shoggoth.1"])
    assert mine.taken["GC.shoggoth.1"] == ("kill",)
    session.answer(theirs.item.ticket, {name: [*taken] for name, taken in theirs.taken.items() if taken})
    face.page.refresh()
    assert lone(face).prompt.key == "battle/kill/GC"
    assert lone(face).taken["GC.shoggoth.1"] == ("kill",), "what was picked is still there"
    fingers.skip(0.4)
    fingers.tap(face.verb)
    assert session.timeline.entries[-1].value == {"GC.shoggoth.1": ["kill"]}


def test_a_correction_keeps_the_pieces_that_were_picked(face: Any, fingers: Any) -> None:
    session = declared(face)
    mine, __ = lone(face).bodies
    fingers.tap(mine.grid.tokens["shoggoth"])
    assert mine.half == ["GC.shoggoth.1"]
    face.page.correct(session.view.players[2].big[0], 3)
    assert lone(face).bodies[0].half == ["GC.shoggoth.1"]


def test_what_cannot_be_picked_any_more_is_dropped_and_said(face: Any, fingers: Any) -> None:
    session = declared(face)
    mine, __ = lone(face).bodies
    fingers.tap(mine.grid.tokens["shoggoth"])
    fingers.tap(mine.grid.tokens["deep_one"])
    session.correct({"GC.shoggoth": 0})
    face.page.refresh()
    body = lone(face)
    said = [body.reason, *(one.reason for one in body.bodies), face.shell.banner.message]
    assert any("Shoggoth" in words for words in said), said
    assert body.bodies[0].half == ["GC.deep_one.1"]


def test_a_half_placed_retreat_outlives_a_setting(start: Any, shell: Any) -> None:
    table = start("place")
    body = table.question.body
    piece, other = body.ask.pieces[:2]
    body.pick(piece)
    area = next(a.id for a in piece.areas if not a.refused)
    body.put(area)
    assert set(body.placed) == {piece.id}
    shell.settings.odds = shell.settings.next_of("odds", 1)
    shell.apply_settings()
    table.refresh()
    assert table.question.body.placed == {piece.id: area}
    assert table.question.body.piece == other, "the next piece is in hand"


def test_only_a_question_that_changed_ignores_touches(start: Any, fingers: Any) -> None:
    table = start("choose", "tell")
    fingers.skip(0.4)
    assert table.question.settled
    table.refresh()
    assert table.question.settled, "it is the same question"
    fingers.tap(table.question.body.keys["hunt"])
    assert not table.question.settled


def test_what_was_picked_is_not_picked_in_the_next_question(face: Any, fingers: Any) -> None:
    session = declared(face)
    fingers.tap(lone(face).bodies[0].grid.tokens["shoggoth"])
    face.page.undo(1)
    for value in (["asia"],):
        session.answer(session.prompts[0].ticket, value)
    face.redraw()
    assert lone(face).bodies[0].half is None, "whoever takes a step back begins anew"


def test_looking_at_ones_signs_is_no_step_of_the_game(face: Any, fingers: Any) -> None:
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"], "signs": "app", "direction": 1})
    session = face.session
    rng = Random(4)
    while not session.own("GC"):
        prompt = session.prompts[0]
        session.answer(prompt.ticket, prompt.prompt.any_answer(rng))
    face.redraw()
    before, asked = len(session.timeline.entries), session.prompts
    face.page.open_player(next(p for p in session.view.players if p.id == "GC"))
    fingers.skip(0.4)
    fingers.tap(face.shell.page.secret_key)
    fingers.skip(0.4)
    page = face.shell.page
    words = [secret.label for secret in session.own("GC")]
    assert page.covered
    assert not page.pager.column.children
    fingers.tap(page.primary)
    assert [label.text for label in page.pager.column.children[::-1]] == words
    fingers.skip(0.4)
    fingers.tap(page.primary)
    assert session.prompts == asked
    assert len(session.timeline.entries) == before
    assert session.own("CC") == () or session.own("CC") is not session.own("GC")
