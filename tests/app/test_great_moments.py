"""A great moment fills the screen for a second; a touch ends it and does nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.table.view import GreatMoment
from tests.app.test_motion import evening

pytestmark = pytest.mark.window

AWAKES = GreatMoment("Cthulhu", "awakens: South Pacific", "GC", "unit-cthulhu", "awaken-deep")


@pytest.fixture
def moves(face: Any) -> Iterator[Any]:  # noqa: ARG001 - its settings come first
    from companion.app.widgets.rendering.motion import motion

    motion.still, motion.level = False, "full"
    yield motion
    motion.restart(still=True)


def show(face: Any, moves: Any, moment: GreatMoment = AWAKES) -> Any:
    """Show a moment, and come to a picture in the middle of it; returns the card."""
    stack = face.page.host
    with moves.step():
        stack.show_great_moment(moment, "#35a873", "great-cthulhu")
    for _ in range(20):
        face.fingers.frames(1)
    return stack.moment_card


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_it_covers_the_screen_and_leaves_it_by_itself(face: Any, moves: Any, size: tuple[int, int]) -> None:
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, size)
    evening(face)
    card = show(face, moves)
    assert card.parent is face.page.host
    assert (*card.pos, *card.size) == (0, 0, *size)
    title, line = (text for text in card._texts if text.spot is not None)
    for text in (title, line):
        left, low, wide, high = text.rect
        assert wide > 10
        assert left >= 0
        assert left + wide <= size[0]
        assert low >= 0
        assert low + high <= size[1]
    face.fingers.frames(80)
    assert card.parent is None
    assert not moves.running


def test_a_touch_on_it_ends_it_and_does_nothing_else(face: Any, moves: Any) -> None:
    session = evening(face)
    before, page = len(session.timeline.entries), face.page
    card = show(face, moves)
    face.fingers.tap(face.log_key)
    assert card.parent is None
    assert face.page is page
    assert len(session.timeline.entries) == before
    face.fingers.tap(face.log_key)
    assert face.page is not page, "the next touch counts"


def dark(face: Any, moves: Any) -> None:  # noqa: ARG001
    moves.lit = False
    moves.end()


def locked(face: Any, moves: Any) -> None:  # noqa: ARG001
    face.page.host.lock()


def undone(face: Any, moves: Any) -> None:  # noqa: ARG001
    face.page.undo(1)


def resized(face: Any, moves: Any) -> None:  # noqa: ARG001
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, (480, 800))


@pytest.mark.parametrize("end", [dark, locked, undone, resized])
def test_whatever_else_happens_ends_it(face: Any, moves: Any, end: Callable[[Any, Any], None]) -> None:
    evening(face)
    card = show(face, moves)
    try:
        end(face, moves)
        assert card.parent is None
        assert not moves.running
    finally:
        moves.lit = True


@pytest.mark.parametrize(("level", "shown"), [("full", True), ("less", True), ("off", False)])
def test_it_follows_the_setting(face: Any, moves: Any, level: str, shown: bool) -> None:
    evening(face)
    moves.level = level
    assert (show(face, moves).parent is not None) is shown


def test_an_awakening_on_the_page_shows_it_once_an_evening(face: Any, moves: Any) -> None:
    """The card at a second awakening annoys: the Great Old One comes back without it."""
    from companion.games.cthulhu_wars.facts import PiecesEntered

    evening(face)
    page, card, shown = face.page, face.page.host.moment_card, []
    for _ in range(2):
        face.fingers.skip(1.0)
        with moves.step():
            page._change_game(lambda: [PiecesEntered("GC", "cthulhu", 1, "awakened", "south_pacific")])
        shown.append(card.title)
        moves.end()
    assert shown == ["Cthulhu", ""]


def test_the_end_is_told_when_the_last_elder_sign_is_turned(face: Any, moves: Any) -> None:
    """The card and its sound would tell who has won before anything is revealed."""
    from companion.games.cthulhu_wars.facts import BookTaken

    session = evening(face)
    heard: list[str] = []
    face.page.host.play_sound = heard.append
    state = session.state
    for book in ("absorb", "devolve", "dreams", "regenerate", "submerge", "yha_nthlei"):
        state.record(BookTaken("GC", book, "any"))
    session.correct({"GC.signs": 2})
    face.redraw()
    face.fingers.skip(1.0)
    from random import Random

    from companion.table.session import LabelledAnswer

    session.correct({"GC.doom": 35})
    face.redraw()
    chance, card = Random(2), face.page.host.moment_card
    titles = []
    while not session.finished:
        item = session.prompts[0]
        face.fingers.skip(1.0)
        heard.clear()
        face.page.answer(item.ticket, LabelledAnswer(item.prompt.any_answer(chance), "virtual"))
        titles.append(card.title)
        moves.end()
    assert face.page.ending.revealing
    assert titles[-1] == ""
    assert heard == ["end"], "which tells nothing"
    face.page.ending.reveal_all()
    assert card.title in ("Victory", "Everybody loses")
