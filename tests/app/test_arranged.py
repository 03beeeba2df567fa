"""All that a step changes has its place in the next picture, and nothing that nobody sees is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.app.test_both_sides import declared
from tests.app.test_kept_widgets import wait

pytestmark = pytest.mark.window


def fought_on(face: Any, last: Callable[[], None] = lambda: None) -> Any:
    """A Deep One and a Shoggoth fight two kinds of Monsters: a Kill against each side. `last` is called before the last
    dice fall."""
    session = face.session
    pieces = {"GC": ["GC.deep_one.1", "GC.shoggoth.1"], "CC": ["CC.nightgaunt.1", "CC.flying_polyp.1"]}
    for item in session.prompts:
        face.answer(item.ticket, pieces[item.prompt.who])
    for item in (rolls := session.prompts):
        if item is rolls[-1]:
            last()
        face.answer(item.ticket, [6] + [1] * (item.prompt.dice - 1))
    return session


@pytest.fixture
def face(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    from tests.instruments.outside.face import on_window

    with on_window(window, fingers, tmp_path, tower="off", dice="here") as made:
        yield made


@contextmanager
def counted(*methods: tuple[type, str]) -> Iterator[Counter[int]]:
    """How often a method of each object is called meanwhile."""
    called: Counter[int] = Counter()
    before = [(owner, name, owner.__dict__[name]) for owner, name in methods]

    def counting(method: Any) -> Any:
        def call(self: Any, *arguments: Any) -> Any:
            called[id(self)] += 1
            return method(self, *arguments)

        call.__name__ = method.__name__
        return call

    for owner, name, method in before:
        setattr(owner, name, counting(method))
    try:
        yield called
    finally:
        for owner, name, method in before:
            setattr(owner, name, method)


def rows() -> tuple[Any, Any, Any]:
    """A column of a text that wraps and a list that scrolls, which holds another one."""
    from kivy.uix.boxlayout import BoxLayout

    from companion.app.widgets.base.widgets import WrapLabel
    from companion.app.widgets.controls.scroll_list import ScrollList

    column = BoxLayout(orientation="vertical", size=(300, 1600))
    text, pager, inner = (
        WrapLabel(text="Words of a line that is too long for so little room"),
        ScrollList(),
        WrapLabel(text="Few"),
    )
    column.add_widget(text)
    column.add_widget(pager)
    pager.add(inner)
    return column, text, inner


def test_all_has_its_place_in_the_next_picture(window: Any, fingers: Any) -> None:  # noqa: ARG001 - fonts need it
    _column, text, inner = rows()
    fingers.frames(1)
    assert (text.width, text.top) == (300, 1600)
    assert text.height > 2 * text.font_size
    assert inner.width == 300


def test_a_child_that_has_grown_is_heard(window: Any, fingers: Any) -> None:  # noqa: ARG001
    _column, text, _ = rows()
    fingers.frames(3)
    text.text = 4 * text.text
    before = text.height
    fingers.frames(1)
    assert text.height > before
    assert text.top == 1600


@pytest.mark.parametrize("number", [2, 9, 40])
def test_a_list_has_its_keys_in_the_next_picture(window: Any, fingers: Any, number: int) -> None:
    """The list of what is to be done on the board was drawn as if it needed no keys, and again beside them."""
    from companion.app.widgets.base.widgets import Bullet
    from companion.app.widgets.controls.scroll_list import ScrollList

    def found() -> tuple[Any, ...]:
        return pager.overflow, [*pager.beside.children], [(*line.pos, *line.size) for line in pager.column.children]

    pager = ScrollList(size_hint=(None, None), size=(600, 300))
    window.add_widget(pager)
    fingers.frames(9)
    pager.have([Bullet(text="A line of several words, too many of them to stand in one") for _ in range(number)])
    fingers.frames(1)
    at_once = found()
    fingers.frames(20)
    window.remove_widget(pager)
    assert found() == at_once
    assert pager.overflow == (number > 2)


def test_the_keys_of_a_list_wait_for_what_comes_before_the_next_picture(window: Any, fingers: Any) -> None:
    """Labels of a map come so: they had keys for what was not there yet."""
    from kivy.clock import Clock

    from companion.app.widgets.base.widgets import WrapLabel
    from companion.app.widgets.controls.scroll_list import PageKeys, ScrollList
    from layouts.theme import look
    from layouts.typeset import extent

    def high(words: int, width: float) -> float:
        return extent("word " * words, "text", look.body, width)[1]

    pager = ScrollList(size_hint=(None, None), size=(600, 300))
    window.add_widget(pager)
    beside = 600 - pager.MARGIN * look.u - look.gap - PageKeys.WIDE * look.u
    fits_alone = next(words for words in range(400) if high(words, 600) <= 300 < high(words, beside))
    fingers.frames(9)
    text = WrapLabel(text="word " * 400)

    def step(_: float) -> None:
        pager.have([text])
        Clock.schedule_once(lambda _: setattr(text, "text", "word " * fits_alone), -1)

    Clock.schedule_once(step)
    fingers.frames(40)
    window.remove_widget(pager)
    assert not pager.overflow
    assert text.width == 600


def test_keys_stay_where_a_line_in_sight_changes_later(window: Any, fingers: Any) -> None:
    """As where a tap makes the words of a choice longer: they went, and came back a picture later."""
    from companion.app.widgets.base.widgets import WrapLabel
    from companion.app.widgets.controls.scroll_list import ScrollList

    pager = ScrollList(size_hint=(None, None), size=(600, 300))
    window.add_widget(pager)
    fingers.frames(9)
    lines = [WrapLabel(text="A line of several words, too many of them to stand in one") for _ in range(12)]
    pager.have(lines)
    fingers.frames(3)
    went: list[bool] = []
    pager.bind(overflow=lambda _, overflow: went.append(overflow))
    lines[0].text *= 2
    fingers.frames(20)
    window.remove_widget(pager)
    assert pager.overflow
    assert not went


def test_halves_that_nobody_sees_are_not_drawn(face: Any) -> None:
    """The page of both sides' dice has halves of its own; those of the other pages are drawn when they come back."""
    from companion.app.table.battle.sides import BattleHalf

    def rolling() -> None:
        assert not face.page.sides.parent
        assert not drawn

    declared(face)
    wait(face)
    with counted((BattleHalf, "draw")) as drawn:
        fought_on(face, rolling)
        assert face.page.sides.parent
        assert {*drawn} == {id(half) for half in face.page.sides.halves}
    assert all(half.height > 20 for half in face.page.sides.halves)


def test_a_question_has_its_height_before_it_is_drawn(face: Any) -> None:
    """Its head told how high it must be when it was drawn, in a room it had nowhere: all below it was laid out for
    that, and once more."""
    declared(face)
    question = face.page.question
    head = question.head
    question.show_header(False)
    face.fingers.frames(3)
    words = 3 * "A question of so many words that one line is not enough for all of them. "
    head.show(words, face.page.context.player(""), True)
    question.show_header(True)
    before = head.needed
    assert before > 0
    face.fingers.frames(3)
    assert head.needed == before


def test_tokens_know_the_room_below_words_that_have_just_been_made(face: Any) -> None:
    """A text stands a hundred pixels high until it is weighed: tokens below it were smaller for nothing, for good."""
    from companion.app.table.prompts.choose_counts import PieceCountsPrompt
    from companion.table.prompts import TABLE, Choose, Option
    from companion.table.session import OpenPrompt

    declared(face)
    options = tuple(Option(f"{kind}.{n}", "", symbol="?", group=str(kind)) for kind in range(8) for n in range(2))
    asked = Choose(key="", who=TABLE, title="", text="Who goes?", options=options, most=len(options))
    body = PieceCountsPrompt(OpenPrompt(0, asked), face.page.context)
    body.finished()
    body.size = 440, 300
    face.fingers.frames(12)
    column = body.pager.column
    above = sum(widget.height + column.spacing for widget in column.children if widget is not body.grid)
    assert 0 < above < 60
    assert body.grid.room == body.pager.height - above


def test_a_tile_is_drawn_once_with_an_answer(face: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told of its words, then laid out, is drawn when both have been done."""
    from companion.app.widgets.controls.tiles import OptionButton
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    chance, drawn = Random(4), Counter[int]()
    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
    while not face.session.prompts[0].prompt.key.startswith("action/"):
        item = face.session.prompts[0]
        face.answer(item.ticket, item.prompt.any_answer(chance))
    face.settle()
    draw = OptionButton.draw

    def counted(chip: OptionButton) -> None:
        drawn[id(chip)] += 1
        draw(chip)

    monkeypatch.setattr(OptionButton, "draw", counted)
    item = face.session.prompts[0]
    face.session.answer(item.ticket, [item.prompt.open_options()[0].id])
    face.page.refresh()
    face.fingers.frames(1)
    assert drawn
    assert set(drawn.values()) == {1}
