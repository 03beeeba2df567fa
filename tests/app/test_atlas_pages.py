"""Texts and fields stand together in few textures, and are drawn in few goes."""

from __future__ import annotations

import gc
from array import array
from random import Random
from typing import Any

import pytest

pytestmark = pytest.mark.window


def test_places_never_overlap_and_all_of_it_is_free_again() -> None:
    from layouts.shelf_packer import ShelfPacker

    chance, shelves = Random(1), ShelfPacker(300, 200)
    taken: dict[tuple[int, int], tuple[int, int]] = {}
    refused = 0
    for _ in range(3000):
        size = chance.randrange(1, 90), chance.randrange(1, 60)
        place = shelves.take(*size)
        if place is None:
            refused += 1
        else:
            assert place not in taken
            taken[place] = size
        if place is None or chance.random() < 0.4:
            gone = chance.choice([*taken])
            shelves.give_back(*gone, taken.pop(gone)[0])
        if place is not None and place in taken:
            (x, y), (w, h) = place, size
            assert x + w <= 300
            assert y + h <= 200
            others = [(*at, *its) for at, its in taken.items() if at != place]
            assert not any(x < a + c and a < x + w and y < b + d and b < y + h for a, b, c, d in others)
    assert refused > 100
    for place, (wide, _high) in taken.items():
        shelves.give_back(*place, wide)
    assert shelves.empty
    assert shelves.take(300, 200) == (0, 0)


def test_narrow_pictures_of_many_heights_share_a_row() -> None:
    """Corners of fields had a row of the page for each height, and texts found no place."""
    from layouts.shelf_packer import ShelfPacker

    shelves = ShelfPacker(2048, 200)
    for high in range(96, 40, -4):
        assert shelves.take(24, high) is not None
    assert shelves.take(2048, 64) is not None


def test_more_quads_than_a_mesh_can_count_are_drawn_in_several(window: Any) -> None:  # noqa: ARG001
    from kivy.graphics import Canvas

    from companion.app.widgets.rendering.sprites import RoundedRect

    canvas = Canvas()
    fields = [RoundedRect(canvas) for _ in range(2000)]
    for field in fields:
        field.put(0, 10, 300, 200, (0.8, 0.4, 0.2, 0.5), 9)
    batch = fields[0]._batch
    batch.follow()
    corners = sum(len(field.vertices()) for field in fields) // 4
    assert corners > 32 * 2**14, "one mesh would do"
    assert sum(len(mesh.vertices) for mesh in batch._meshes) == corners
    assert sum(len(mesh.indices) for mesh in batch._meshes) == 6 * corners // 32


@pytest.mark.parametrize("size", [(300, 0), (0, 40)])
def test_a_field_that_takes_no_room_is_not_drawn(window: Any, size: tuple[int, int]) -> None:  # noqa: ARG001
    """It took two pixels, or was a mesh without corners: Kivy writes an error of its own to the console for each."""
    from kivy.graphics import Canvas

    from companion.app.widgets.rendering.sprites import RoundedRect

    field = RoundedRect(Canvas())
    field.put(0, 10, *size, (0.8, 0.4, 0.2, 0.5), 9)
    field._batch.follow()
    assert not field.vertices()
    assert not field._batch._meshes


@pytest.mark.parametrize(("opaque", "below"), [(1.0, (0.6, 0.3, 0.15)), (0.5, (0.8, 0.4, 0.2))])
def test_a_field_is_lit_from_above(window: Any, opaque: float, below: tuple[float, ...]) -> None:  # noqa: ARG001
    """One that lets its ground through takes its light from there."""
    from kivy.graphics import Canvas

    from companion.app.widgets.rendering.sprites import RoundedRect

    field = RoundedRect(Canvas(), light=0.25)
    field.put(0, 10, 300, 200, (0.8, 0.4, 0.2, opaque), 9)
    corners = array("f", field.vertices())
    tints = {corners[at + 1]: tuple(corners[at + 4 : at + 8]) for at in range(0, len(corners), 8)}
    assert tints[210] == pytest.approx((0.8, 0.4, 0.2, opaque))
    assert tints[10] == pytest.approx((*below, opaque))


def test_texts_that_were_drawn_once_do_not_pile_up(window: Any) -> None:  # noqa: ARG001 - fonts need it
    from kivy.graphics import Canvas

    from companion.app.widgets.rendering import sprites

    words = sprites.TextSprite(Canvas())
    before = len(sprites._pages)
    for number in range(2000):
        words.put(f"Answer {number}", "text", 20, (1, 1, 1, 1), 0, 0)
    assert len(sprites._pages) <= before + 1
    assert words.spot is not None
    assert any(words.spot.pixels)


@pytest.fixture
def empty(window: Any, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ARG001 - fonts need it
    """No picture stands anywhere: what tests before have drawn may have filled a page."""
    from companion.app.widgets.rendering import sprites

    monkeypatch.setattr(sprites, "_pages", [])
    sprites._writings.clear()
    sprites._standing.clear()
    sprites._patch.cache_clear()
    return sprites


def test_a_page_that_is_added_is_smaller(empty: Any) -> None:
    """An evening with many kinds of questions took all of a second one, of which it needed little."""
    held = []
    while len(empty._pages) < 3:
        held.append(empty.spot(900, 150, bytes(900 * 150)))
    first, second, third = (page.high for page in empty._pages)
    assert second == third < first / 2


def test_what_stands_in_a_text_is_what_was_written_last(window: Any) -> None:  # noqa: ARG001
    """Places are used again: one that is still shown is not."""
    from kivy.graphics import Canvas

    from companion.app.widgets.rendering.sprites import TextSprite

    kept = TextSprite(Canvas())
    kept.put("Gate", "bold", 30, (1, 1, 1, 1), 0, 0)
    assert kept.spot is not None
    before, other = kept.spot.pixels, TextSprite(Canvas())
    for number in range(1500):
        other.put(f"{number} and more", "bold", 40, (1, 1, 1, 1), 0, 0)
    assert kept.spot.pixels == before


def test_what_is_gone_before_it_is_drawn_is_not_kept_for_it(window: Any) -> None:  # noqa: ARG001
    """It kept whole pages that had gone, where nothing was drawn after them."""
    from weakref import ref

    from kivy.uix.widget import Widget

    from companion.app.widgets.rendering.sprites import RoundedRect

    widget = Widget()
    RoundedRect(widget.canvas).put(0, 0, 90, 60, (1, 0, 0, 1), 9)
    (batch,) = map(ref, widget.canvas.children)
    assert batch() is not None
    del widget
    gc.collect()
    assert batch() is None


def test_parts_of_one_canvas_are_drawn_in_one_go(window: Any, empty: Any) -> None:  # noqa: ARG001
    """And what is drawn between them in another way stays between them."""
    from kivy.graphics import Canvas, Mesh, Rectangle

    from companion.app.widgets.rendering.sprites import Batch, RoundedRect, TextSprite

    canvas = Canvas()
    field, words = RoundedRect(canvas), TextSprite(canvas)
    canvas.add(Rectangle())
    above = TextSprite(canvas)
    first, *_, last = canvas.children
    assert first is not last
    assert isinstance(first, Batch)
    assert isinstance(last, Batch)
    field.put(0, 0, 90, 60, (1, 0, 0, 1), 9)
    words.put("Gate", "text", 20, (1, 1, 1, 1), 5, 30)
    above.put("7", "strong", 20, (1, 1, 1, 1), 50, 30)
    window.dispatch("on_draw")
    goes = [[one for one in batch.children if isinstance(one, Mesh)] for batch in (first, last)]
    assert [len(meshes) for meshes in goes] == [1, 1]
    assert len(goes[0][0].indices) == 6 * (3 + 1), "three columns of a low field, and a text"
    field.hide()
    words.put("", "text", 20, (1, 1, 1, 1), 5, 30)
    window.dispatch("on_draw")
    assert not first.children
