"""A column that scrolls: its keys come when they are needed, and it comes to rest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest


@pytest.fixture
def pager(window: Any, fingers: Any, resize: Any) -> Iterator[Any]:  # noqa: ARG001
    from companion.app.widgets.controls.scroll_list import ScrollList

    made = ScrollList(size_hint=(None, None), size=(672, 290))
    window.add_widget(made)
    yield made
    window.remove_widget(made)


def fill(pager: Any, number: int, words: int, *, tapped: bool = False) -> None:
    from companion.app.widgets.base.canvas_widget import Tappable
    from companion.app.widgets.base.widgets import WrapLabel

    class Line(Tappable, WrapLabel):
        pass

    kind = Line if tapped else WrapLabel
    pager.have([kind(text="wort " * words, step="option") for _ in range(number)])


def heights(pager: Any) -> tuple[Any, ...]:
    return pager.overflow, pager.column.height, *(line.height for line in pager.column.children)


@pytest.mark.parametrize("before", [0, 1, 30])
@pytest.mark.parametrize("words", range(8, 13))
@pytest.mark.parametrize("number", range(3, 9))
def test_a_column_comes_to_rest(pager: Any, fingers: Any, number: int, words: int, before: int) -> None:
    """Also where all would fit without the keys, and with them, in lines that are shorter by their width, would not."""
    fill(pager, before, 3)
    fingers.frames(3)
    fill(pager, number, words)
    fingers.frames(3)
    seen = set()
    for _ in range(4):
        fingers.frames(1)
        seen.add(heights(pager))
    assert len(seen) == 1, "it goes on for ever"
    gap = pager.column.spacing
    lines = sorted(pager.column.children, key=lambda line: line.y)
    assert all(low.top + gap <= high.y + 1 for low, high in pairwise(lines)), "lines lie over lines"
    assert pager.overflow == (pager.column.height > pager.scroll.height + 1)


def test_lines_are_drawn_once_though_keys_come_beside_them(
    pager: Any, fingers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, they were drawn as wide as the list, and in the same picture beside its keys."""
    from companion.app.widgets.base.widgets import WrapLabel

    drawn: list[float] = []
    draw = WrapLabel.draw

    def counted(line: Any) -> None:
        # Those of an earlier test may wait, too.
        if line in pager.column.children:
            drawn.append(line.width)
        draw(line)

    monkeypatch.setattr(WrapLabel, "draw", counted)
    fill(pager, 30, 12)
    fingers.frames(1)
    assert pager.overflow
    assert drawn == 30 * [pager.column.children[0].width]
    fingers.frames(3)
    assert len(drawn) == 30


@pytest.mark.parametrize("words", range(8, 13))
@pytest.mark.parametrize("number", range(3, 9))
def test_its_keys_do_not_depend_on_what_stood_there_before(pager: Any, fingers: Any, number: int, words: int) -> None:
    """What would not fit beside keys that were needed before kept them for ever, though it needs none."""
    fill(pager, number, words)
    fingers.frames(3)
    alone = heights(pager)
    fill(pager, 30, 3)
    fingers.frames(3)
    fill(pager, number, words)
    fingers.frames(3)
    assert heights(pager) == alone
    pager.height = 90
    fingers.frames(3)
    pager.height = 290
    fingers.frames(3)
    assert heights(pager) == alone


def test_its_keys_go_when_what_is_left_fits(pager: Any, fingers: Any) -> None:
    fill(pager, 30, 3)
    fingers.frames(3)
    assert pager.overflow
    fill(pager, 2, 3)
    fingers.frames(3)
    assert not pager.overflow


def test_what_is_shown_last_is_in_sight_after_any_number_before_a_picture(pager: Any, fingers: Any) -> None:
    """A knob that is spun makes many clicks between two pictures; the ring was far out of sight then."""
    fill(pager, 40, 3)
    fingers.frames(3)
    lines = pager.column.children[::-1]
    for shown in (*lines[:25], *lines[25:10:-1]):
        pager.show(shown)
    fingers.frames(3)
    low, high = (pager.scroll.to_window(0, y)[1] for y in (pager.scroll.y, pager.scroll.top))
    assert low - 1 <= shown.to_window(*shown.pos)[1] < shown.to_window(*shown.pos)[1] + shown.height <= high + 1


@pytest.mark.parametrize("late", [0.3, 0.8, 3.0])
def test_what_was_flicked_stays_in_sight_when_a_picture_comes_late(pager: Any, fingers: Any, late: float) -> None:
    """Where something else took 0.7 seconds and more just then, the whole list flew out of sight, and came back after
    minutes."""
    fill(pager, 12, 12)
    fingers.frames(12)
    gliding = pager.scroll.effect_y
    # As after a flick; Kivy tells how fast that was by a clock that does not stand still here.
    gliding.velocity = 1000
    gliding.trigger_velocity_update()
    fingers.pass_by(late)
    seen = []
    for _picture in range(120):
        fingers.frames(1)
        seen.append(pager.scroll.scroll_y)
    assert -0.5 < min(seen) < 0.7
    assert seen[-1] == pytest.approx(seen[-2])


def test_more_than_two_pages_have_a_key_each_and_lines_stand_whole_on_one(pager: Any, fingers: Any) -> None:
    fill(pager, 20, 3)
    fingers.frames(3)
    assert len(pager.stops) > 2
    assert pager.beside.children[::-1] == [key for key, _ in pager.stops]
    whole = set()
    for key, _ in pager.stops[::-1]:
        fingers.tap(key.to_window(*key.center))
        fingers.frames(2)
        low = pager.scroll.to_window(*pager.scroll.pos)[1]
        for line in pager.column.children:
            bottom = line.to_window(*line.pos)[1]
            if low - 1 <= bottom and bottom + line.height <= low + pager.scroll.height + 1:
                whole.add(line)
        assert key.disabled, "the page in sight has no key to tap"
    assert whole == {*pager.column.children}


@pytest.mark.parametrize("number", [9, 12, 200])
def test_two_pages_and_very_many_have_one_up_and_one_down(pager: Any, fingers: Any, number: int) -> None:
    fill(pager, number, 8)
    fingers.frames(3)
    assert pager.overflow
    assert pager.beside.children == [pager.beside.down_key, pager.beside.up_key]


def test_where_two_keys_would_be_too_low_for_a_finger_there_is_one(pager: Any, fingers: Any) -> None:
    """Down until the end, and from there up to the top."""
    pager.size = 400, 90
    fill(pager, 5, 2)
    fingers.frames(3)
    (key,) = pager.beside.children
    assert key is pager.beside.down_key
    assert key.height > 80
    for _ in range(9):
        if pager.beside.children == [pager.beside.up_key]:
            break
        fingers.tap(pager.beside.down_key.to_window(*pager.beside.down_key.center))
        fingers.frames(2)
    assert pager.beside.children == [pager.beside.up_key]
    assert not pager.beside.up_key.disabled
    fingers.tap(pager.beside.up_key.to_window(*pager.beside.up_key.center))
    fingers.frames(2)
    assert pager.scroll.scroll_y == 1
    assert pager.beside.children == [pager.beside.down_key]


@pytest.mark.parametrize("high", [95, 110, 135])
def test_where_pages_are_low_their_keys_stand_in_several_columns(pager: Any, fingers: Any, high: int) -> None:
    """One up and one down, and what stands last was five flicks away."""
    pager.size = 672, high
    fill(pager, 12, 1, tapped=True)
    fingers.frames(9)
    assert pager.beside.cols > 1
    assert pager.beside.children[::-1] == [key for key, _ in pager.stops]
    from layouts.theme import look

    assert all(key.height + look.gap / 2 >= look.finger - 1 for key, _ in pager.stops)
    still = heights(pager)
    fingers.frames(9)
    assert heights(pager) == still, "it goes on for ever"
    low, whole = pager.scroll.to_window(*pager.scroll.pos)[1], set()
    for key, _ in pager.stops[::-1]:
        fingers.tap(key.to_window(*key.center))
        fingers.frames(2)
        for line in pager.column.children:
            bottom = line.to_window(*line.pos)[1]
            if low - 1 <= bottom and bottom + line.height <= low + pager.scroll.height + 1:
                whole.add(line)
    assert whole == {*pager.column.children}
    fill(pager, 2, 1, tapped=True)
    fingers.frames(9)
    fill(pager, 4, 1, tapped=True)
    fingers.frames(9)
    assert pager.beside.cols == 1, "fewer need no more than one column"


@pytest.mark.parametrize("high", [95, 110, 135])
def test_where_nothing_is_to_be_tapped_lines_keep_the_width(pager: Any, fingers: Any, high: int) -> None:
    """Twelve keys took half of an upright page from what is to be done on the board."""
    pager.size = 672, high
    fill(pager, 12, 1)
    fingers.frames(9)
    assert pager.beside.cols == 1
    assert {*pager.beside.children} <= {pager.beside.up_key, pager.beside.down_key}


@pytest.mark.parametrize("number", range(6, 90, 3))
def test_keys_in_several_columns_come_to_rest_or_are_one_up_and_one_down(pager: Any, fingers: Any, number: int) -> None:
    """A long log had 21 keys, and where there were too many they came and went for ever."""
    pager.size = 672, 350
    fill(pager, 3 * number, 14, tapped=True)
    fingers.frames(6)
    seen = set()
    for _ in range(8):
        fingers.frames(1)
        seen.add((pager.beside.cols, len(pager.beside.children), *heights(pager)))
    assert len(seen) == 1, "it goes on for ever"
    keys = pager.beside.children[::-1]
    assert keys == [key for key, _ in pager.stops] or keys == [pager.beside.up_key, pager.beside.down_key]
    assert len(keys) <= 12


def test_how_many_keys_have_room_is_found_out_anew_in_another_room(pager: Any, fingers: Any) -> None:
    """A column much too high for its room kept one key up and one down in a larger one, where each page has its own."""
    pager.height = 95
    fill(pager, 30, 3, tapped=True)
    fingers.frames(3)
    assert not pager.stops, "too many pages for keys of their own"
    pager.height = 300
    fingers.frames(3)
    assert pager.column.height > 3 * pager.scroll.height
    assert len(pager.stops) > 2


@pytest.mark.window
def test_a_column_moves_by_whole_pixels(face: Any, window: Any, fingers: Any) -> None:
    """A key looks the same however its list is scrolled: between two pixels its letters would be ragged."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.instruments.outside import stage
    from tests.instruments.outside.stage import grab

    stage.resize(window, fingers, (640, 400))
    try:
        # Elsewhere keys let the field shine through, which is another colour farther down.
        face.look(theme="contrast")
        face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
        chance = Random(4)
        for _ in range(40):
            item = chance.choice(face.session.prompts)
            face.answer(item.ticket, item.prompt.any_answer(chance))
        face.page.open_more()
        face.page.turn_to("right")
        face.settle()
        pager = face.page.pager
        middle = pager.scroll.to_window(*pager.scroll.center)[1]
        keys = [key for key in face.page.keys.values() if key.get_root_window() is not None]
        key = min(keys, key=lambda key: abs(key.to_window(*key.center)[1] - middle))
        hidden = pager.column.height - pager.scroll.height
        assert hidden > 40
        seen = []
        for down in (0, 7.5, 20.25, 33.8):
            pager.scroll.scroll_y = 1 - down / hidden
            face.settle()
            picture = grab(face)
            left, low = key.to_window(*key.pos)
            first = picture.height - round(low + key.height) + 8
            begins = [4 * ((first + row) * picture.width + round(left)) for row in range(round(key.height) - 16)]
            wide = 4 * (round(key.width) - 16)
            seen.append([picture.data[at + 32 : at + 32 + wide] for at in begins])
        assert all(pixels == seen[0] for pixels in seen)
    finally:
        face.look(theme="dark")
        stage.resize(window, fingers, (800, 480))
