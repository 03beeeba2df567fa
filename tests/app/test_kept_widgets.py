"""The widgets of a battle are kept and told of what is asked next; modules are loaded while nobody waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.app.test_both_sides import fought

pytestmark = pytest.mark.window


@pytest.fixture
def face(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    from tests.instruments.outside.face import on_window

    with on_window(window, fingers, tmp_path, tower="off", dice="here") as made:
        yield made


def wait(face: Any) -> None:
    """Let people look at a question for some seconds."""
    for _ in range(40):
        face.fingers.skip(0.1)


def widgets(body: Any) -> set[int]:
    return {id(widget) for widget in body.walk()}


def test_nothing_is_loaded_under_a_finger(face: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it wants when it is lifted would wait for that."""
    from kivy.base import EventLoop

    from companion.app.demo.fingertips import Finger
    from companion.app.start import application
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"]})
    asked: list[str] = []
    monkeypatch.setattr(application, "import_module", asked.append)
    ahead = iter(["a"])
    lying = face.fingers.down(*face.page.question.head.center)
    assert application.preload_next(ahead)
    assert asked == []
    face.fingers.up(lying)
    # A mouse that only lies somewhere is in no way.
    hovering = Finger("mouse", "hover", (0.5, 0.5), is_touch=False)
    EventLoop.post_dispatch_input("begin", hovering)
    assert application.preload_next(ahead)
    EventLoop.post_dispatch_input("end", hovering)
    assert asked == ["a"]
    assert not application.preload_next(ahead)


def test_what_is_in_front_is_left_alone(face: Any) -> None:
    """Pieces that were tapped stay so, whatever is made meanwhile."""
    fought(face)
    body = face.page.question.body
    face.fingers.tap(body.bodies[0].keys["GC.shoggoth.1"])
    taken = [dict(part.taken) for part in body.bodies]
    stood = widgets(body)
    wait(face)
    assert face.page.question.body is body
    assert [part.taken for part in body.bodies] == taken
    assert widgets(body) == stood


def test_dice_taken_back_are_asked_for_by_the_same_widgets(face: Any) -> None:
    fought(face, mine=(1, 1, 1, 1), theirs=(1, 1))
    face.undo(2)
    wait(face)
    body = face.page.question.body
    assert [card.phase for card in body.cards] == ["fallen", "fallen"], "they stand"
    stood = {*map(id, body.cards)}
    face.redo()
    face.redo()
    face.undo(2)
    assert {*map(id, face.page.question.body.cards)} == stood


def test_a_kind_of_which_there_are_more_can_be_taken_back(face: Any) -> None:
    """The tokens are those of the battle before, when there was only one of the kind."""
    from companion.app.widgets.controls.tokens import TokenGrid, TokenPiece

    less: list[str] = []
    grid = TokenGrid(lambda _: None, lambda _: None, less.append)
    grid.show([TokenPiece("byakhee", "monster", "Byakhee", "#808080", number=1)])
    assert not grid.minus
    grid.show([TokenPiece("byakhee", "monster", "Byakhee", "#808080", number=2, taken=1)])
    face.settle()
    grid.minus["byakhee"].dispatch("on_use")
    assert less == ["byakhee"]


def test_a_long_log_that_is_opened_again_is_as_it_was(face: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its keys to scroll went to see whether it would fit without them: each line was broken, and drawn, twice more."""
    from companion.app.widgets.base.buttons import OptionKey
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG"]})
    chance = Random(5)
    while len(face.session.timeline.entries) < 40:
        item = face.session.prompts[0]
        face.session.answer(item.ticket, item.prompt.any_answer(chance))
    face.redraw()
    for _opening in range(2):
        face.fingers.tap(face.page.log_key)
        wait(face)
        assert face.page.pager.overflow
        face.back()
        drawn: list[OptionKey] = []
        draw = OptionKey.draw
        monkeypatch.setattr(OptionKey, "draw", lambda key, drawn=drawn, draw=draw: (drawn.append(key), draw(key)))
    face.fingers.tap(face.page.log_key)
    wait(face)
    assert not drawn


def test_a_number_that_changes_is_drawn_once(face: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was drawn where its card had it before, and once more when the card had given it its place; so was the strip,
    which stood nowhere."""
    from companion.app.table.header.bars import ScoreStrip
    from companion.app.table.sidebar.ledger import Numeral
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
    drawn: list[object] = []

    def noted(draw: Callable[[Any], None]) -> Callable[[Any], None]:
        def noting(widget: Any) -> None:
            drawn.append(widget)
            draw(widget)

        return noting

    for kind in (Numeral, ScoreStrip):
        monkeypatch.setattr(kind, "draw", noted(kind.draw))
    ledger, chance = face.page.ledger, Random(1)
    while not ledger.cards:
        item = face.session.prompts[0]
        face.answer(item.ticket, item.prompt.any_answer(chance))
    face.fingers.frames(2)
    numbers = [numeral for card in ledger.cards for numeral in card.numerals]
    assert len(numbers) == 8
    assert sorted(map(id, drawn)) == sorted(map(id, numbers))
    drawn.clear()
    counters = face.session.game.counters(face.session.state)
    key = next(numeral.counter.key for numeral in numbers)
    face.session.correct({key: counters[key] + 1})
    face.redraw()
    face.fingers.frames(2)
    assert drawn.count(numbers[0]) == 2, "it glows, and then no more"
    assert not any(isinstance(widget, ScoreStrip) for widget in drawn)
