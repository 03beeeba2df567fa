"""Only what has changed is painter, and all of that."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

pytestmark = pytest.mark.window


def wrong(face: Any) -> Any:
    """Where the picture on the window is not what would be there if all were painter."""
    from tests.outside.stage import grab

    now, whole = grab(face), face.painted_whole(grab)
    return None if now.data == whole.data else now.differs(whole)


def test_pages_that_come_and_go_scroll_and_turn_leave_nothing_behind(face: Any) -> None:
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    chance = Random(4)
    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
    assert not wrong(face)
    for number in range(40):
        item = chance.choice(face.session.prompts)
        face.answer(item.ticket, item.prompt.any_answer(chance))
        if number % 4 == 0:
            assert not wrong(face), number
    face.page.open_log()
    face.settle()
    assert not wrong(face)
    scroll = face.page.pager.scroll
    for place in (0.7, 0.4, 0.0, 1.0):
        scroll.scroll_y = place
        face.settle()
        assert not wrong(face), place
    next(iter(face.page.keys.values())).dispatch("on_use")
    face.settle()
    assert not wrong(face)
    face.back()
    face.back()
    assert not wrong(face)
    face.shell.settings.turn, face.shell.settings.far_side = "180", [p.id for p in face.session.view.players]
    face.redraw()
    assert not wrong(face)
    face.shell.show_message("Something is to be said.")
    face.settle()
    assert not wrong(face)
    face.shell.show_message("")
    face.settle()
    assert not wrong(face)


def test_words_of_the_same_size_are_painted_anew(face: Any) -> None:
    from kivy.uix.label import Label

    from tests.outside.stage import grab

    face.home()
    label = Label(text="I", size=(300, 100), size_hint=(None, None), color=(1, 1, 1, 1))
    face.shell.add_widget(label)
    face.fingers.frames(2)
    before, texture = grab(face).data, label.texture
    label.color = (1, 0, 0, 1)
    face.fingers.frames(1)
    assert label.texture is texture
    assert grab(face).data != before
    assert not wrong(face)
    face.shell.remove_widget(label)


def test_a_key_that_comes_down_is_all_that_is_painted(face: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app.widgets.rendering import painter
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.outside.stage import grab

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
    grab(face)
    boxes: list[Any] = []

    def kept(found: Any) -> Any:
        boxes[:] = merged(found)
        return boxes

    merged = painter.merged
    monkeypatch.setattr(painter, "merged", kept)
    key = face.log_key
    key.state = "down"
    face.fingers.frames(1)
    grab(face)
    (box,) = boxes
    assert key.x - 20 <= box.left <= key.x
    assert key.right <= box.right <= key.right + 20
    assert box.top - box.low <= key.height + 30
    key.state = "normal"
    face.fingers.frames(1)
    grab(face)
    assert len(boxes) == 1
    assert not wrong(face)


def test_an_area_that_comes_down_is_all_of_the_map_that_is_painted(face: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A map is one drawing: the whole of it was painted for every touch."""
    from companion.app.widgets.rendering import painter
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.outside.stage import grab

    face.begin(CTHULHU_WARS, {"quick_battle": {"attacker": "GC", "defender": "CC", "books": {"GC": [], "CC": []}}})
    while not getattr(face.item().prompt, "on_map", False):
        face.answer(face.item().ticket, face.item().prompt.any_answer(Random(1)))
    grab(face)
    boxes: list[Any] = []

    def kept(found: Any) -> Any:
        boxes[:] = merged(found)
        return boxes

    merged = painter.merged
    monkeypatch.setattr(painter, "merged", kept)
    shapes = face.page.question.body.map.drawn.shapes
    for name, change in (("europe", "down"), ("arabia", "down"), ("europe", "normal"), ("arabia", "normal")):
        shapes[name].state = change
        face.fingers.frames(1)
        grab(face)
        (box,) = boxes
        left, low, right, top = shapes[name].outline.bounds[0]
        assert box.left <= left <= right <= box.right
        assert box.low <= low <= top <= box.top
        assert box.area < 0.15 * shapes[name].parent.width * shapes[name].parent.height
        assert not wrong(face), (name, change)
    for shape in shapes.values():
        # Every one of them, with its echoes and its name; and what is seen of the touch has gone again.
        for state in ("down", "normal"):
            shape.state = state
            face.fingers.frames(1)
            assert not wrong(face), (shape.area.id, state)


def test_boxes_that_lie_near_each_other_are_painted_as_one() -> None:
    from companion.app.widgets.rendering.painter import Box, merged

    assert merged([Box(0, 0, 10, 10), Box(20, 0, 30, 10)]) == [Box(0, 0, 30, 10)]
    far = [Box(0, 0, 10, 10), Box(700, 400, 800, 480)]
    assert merged(far) == far
    assert merged([*far, Box(5, 5, 790, 470)]) == [Box(0, 0, 800, 480)]
    assert not merged([Box(5, 5, 5, 9)])


def test_a_column_moves_by_whole_pixels(face: Any, window: Any, fingers: Any) -> None:
    """A key looks the same however its list is scrolled: between two pixels its letters would be ragged."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.outside import stage
    from tests.outside.stage import grab

    stage.resize(window, fingers, (600, 640))
    try:
        face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
        chance = Random(4)
        for _ in range(40):
            item = chance.choice(face.session.prompts)
            face.answer(item.ticket, item.prompt.any_answer(chance))
        face.page.open_more()
        face.settle()
        pager = face.page.pager
        middle = pager.scroll.to_window(*pager.scroll.center)[1]
        key = min(face.page.keys.values(), key=lambda key: abs(key.to_window(*key.center)[1] - middle))
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
        stage.resize(window, fingers, (800, 480))


def test_a_widget_that_goes_from_one_to_another_is_painted_where_it_is(face: Any) -> None:
    """In one step, as a page does that gives a part of it another place."""
    from kivy.uix.floatlayout import FloatLayout

    from companion.app.widgets.base.buttons import Key

    one, other, key = (
        FloatLayout(),
        FloatLayout(),
        Key(text="here", size_hint=(0.3, 0.2), pos_hint={"x": 0.1, "y": 0.5}),
    )
    one.add_widget(key)
    for part in (one, other):
        face.shell.add_widget(part)
    face.settle()
    assert not wrong(face)
    for before, after in ((one, other), (other, one)):
        before.remove_widget(key)
        after.add_widget(key)
        key.pos_hint = {"x": 0.5, "y": 0.2} if after is other else {"x": 0.1, "y": 0.5}
        face.settle()
        assert not wrong(face)


def test_a_list_that_scrolls_is_painted_as_a_whole_and_looks_the_same(
    face: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While most of the window moves nothing is looked for; after a pause only what changes is painted again."""
    from companion.app.widgets.rendering import painter
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.outside.stage import grab

    now, looked = [0.0], [0]
    monkeypatch.setattr(painter, "monotonic", lambda: now[0])

    def counted(shell: Any, quick: bool) -> None:
        looked[0] += 1
        keep_up(shell, quick)

    keep_up = painter.DamagePainter._keep_up
    monkeypatch.setattr(painter.DamagePainter, "_keep_up", counted)
    chance = Random(4)
    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
    for _ in range(40):
        item = chance.choice(face.session.prompts)
        face.answer(item.ticket, item.prompt.any_answer(chance))
    face.page.open_log()
    face.settle()

    def scrolled(place: float, passed: float) -> bytes:
        face.page.pager.scroll.scroll_y = place
        face.fingers.frames(1)
        now[0] += passed
        data: bytes = grab(face).data
        return data

    places = [1 - n / 9 for n in range(9)]
    slowly = [scrolled(place, 1.0) for place in places]
    assert looked == [9]
    looked[0] = 0
    monkeypatch.setattr(face.shell, "calm", lambda: None)
    quickly = [scrolled(place, 0.02) for place in places]
    assert looked[0] < 6, "after some pictures nothing is looked for"
    assert slowly == quickly
    now[0] += 1.0
    looked[0] = 0
    assert scrolled(1.0, 0.02) == slowly[0]
    assert looked == [1], "nothing moved any more"
    assert not wrong(face)


class Buffers:
    """A window's buffers that take turns: before each picture the next one holds what was shown that long ago."""

    def __init__(self, number: int) -> None:
        self.number, self.shown, self.pictures = number, 0, list[bytes]()

    def age(self) -> int:
        return self.number if self.shown >= self.number else 0

    def show(self, face: Any) -> None:
        """Paint and show a picture."""
        from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

        if self.number:
            _put_back(face, self.pictures[-self.number] if self.age() else bytes(4 * 800 * 480))
        face.paint()
        self.pictures.append(bytes(glReadPixels(0, 0, 800, 480, GL_RGBA, GL_UNSIGNED_BYTE)))
        self.shown += 1


def _put_back(face: Any, pixels: bytes) -> None:
    from kivy.graphics import Canvas, Color, Rectangle
    from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
    from kivy.graphics.texture import Texture

    texture = Texture.create(size=(800, 480), colorfmt="rgba")
    texture.min_filter = texture.mag_filter = "nearest"
    texture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    picture, drawn = Canvas(), face.window.render_context
    with picture:
        Color(1, 1, 1, 1)
        Rectangle(size=(800, 480), texture=texture)
    all_of_it = drawn.children[:]
    drawn.children[:] = [picture]
    glDisable(GL_BLEND)
    drawn.draw()
    glEnable(GL_BLEND)
    drawn.children[:] = all_of_it


def pictures(face: Any, number: int, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Of the same evening, on a window with so many buffers; 0 if nothing is known of them."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    buffers, chance = Buffers(number), Random(4)
    monkeypatch.setattr(face.shell, "_held", buffers)
    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
    for step in range(24):
        item = chance.choice(face.session.prompts)
        face.answer(item.ticket, item.prompt.any_answer(chance))
        buffers.show(face)
        if step % 5 == 0:
            face.log_key.state = "down"
            face.fingers.frames(1)
            buffers.show(face)
            face.log_key.state = "normal"
            face.fingers.frames(1)
            buffers.show(face)
            buffers.show(face)
    return buffers.pictures


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_an_older_buffer_misses_is_painted_too(face: Any, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Graphics processors take turns with two or three buffers; the pictures are those of a window all painter."""
    whole = pictures(face, 0, monkeypatch)
    assert pictures(face, number, monkeypatch) == whole


def test_a_picture_that_is_turned_is_painted_where_it_is(face: Any, window: Any) -> None:
    """Upside down and upright: what is painted is cut off at the window's own edges."""
    from companion.app.widgets.rendering.painter import Box
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    box = Box(10, 20, 110, 50)
    assert box.turned(0, 800, 480) == box
    assert box.turned(90, 800, 480) == Box(430, 10, 460, 110)
    assert box.turned(180, 800, 480) == Box(690, 430, 790, 460)
    assert box.turned(270, 800, 480) == Box(20, 690, 50, 790)
    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
    chance = Random(4)
    try:
        for rotation in ("180", "90", "270"):
            face.shell.settings.rotation = rotation
            face.shell.apply_settings()
            face.settle()
            for _ in range(4):
                item = chance.choice(face.session.prompts)
                face.answer(item.ticket, item.prompt.any_answer(chance))
                assert not wrong(face), rotation
                face.log_key.state = "down"
                face.fingers.frames(1)
                assert not wrong(face), rotation
                face.log_key.state = "normal"
    finally:
        window.rotation = 0


def test_a_screen_that_dims_is_dim_as_a_whole(face: Any) -> None:
    """What lies over all is not painted on top of what it was painted on before."""
    from tests.outside.stage import grab

    face.home()
    bright = grab(face).data
    for veil in (0.3, 0.6):
        face.shell.rest.veil = veil
        assert max(grab(face).data) < 256 * (1 - veil)
        face.shell.show_message("Something is to be said.")
        face.settle()
        assert not wrong(face), veil
        face.shell.show_message("")
        face.settle()
        assert not wrong(face), veil
    face.shell.rest.veil = 0
    assert grab(face).data == bright


def test_what_lies_over_all_costs_nothing_while_the_screen_is_lit(face: Any) -> None:
    """A rectangle as large as the window takes as long as all else together, also where it is wholly clear."""
    from kivy.graphics import InstructionGroup

    def drawn() -> list[Any]:
        face.paint()
        over = face.shell.over.children
        return [i for i in over if not isinstance(i, InstructionGroup)] + [i for g in over for i in g.children]

    assert not drawn()
    face.shell.rest.veil = 0.3
    assert drawn()
    face.shell.rest.veil = 0
    assert not drawn()


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


def test_with_a_graphics_processor_all_is_painted_and_looks_the_same(
    window: Any, fingers: Any, resize: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has changed is looked for only where software draws each pixel."""
    from companion.app.widgets.rendering import painter
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.outside.face import on_window
    from tests.outside.stage import grab

    def pictures() -> list[bytes]:
        found, chance = [], Random(4)
        with on_window(window, fingers, tmp_path, tower="off") as face:
            face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
            for _ in range(6):
                item = chance.choice(face.session.prompts)
                face.answer(item.ticket, item.prompt.any_answer(chance))
                found.append(grab(face).data)
            face.shell.rest.veil = 0.5
            face.fingers.frames(1)
            found.append(grab(face).data)
            face.shell.rest.veil = 0
        return found

    resize(800, 480)
    by_patches = pictures()
    looked: list[object] = []
    monkeypatch.setattr(painter.DamagePainter, "_begin", lambda *_: looked.append(1))
    monkeypatch.setattr(painter, "drawn_by_software", lambda: False)
    assert pictures() == by_patches
    assert len(set(by_patches)) > 3
    assert not looked


@pytest.mark.parametrize(
    ("renderer", "software"),
    [
        (b"llvmpipe (LLVM 15.0.7, 256 bits)", True),
        (b"softpipe", True),
        (b"swrast", True),
        (b"V3D 4.2", False),
        (b"Mesa Intel(R) UHD Graphics", False),
        (None, False),
    ],
)
def test_software_is_known_by_its_name(
    window: Any,  # noqa: ARG001 - what it imports needs one
    renderer: bytes | None,
    software: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from companion.app.widgets.rendering import painter

    monkeypatch.setattr(painter, "glGetString", lambda _: renderer)
    assert painter.drawn_by_software.__wrapped__() == software
