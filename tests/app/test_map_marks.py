"""Marks on drawn maps: whole within the outline of their area, and no owner of a Gate twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final

import pytest
from msgspec.structs import replace

from companion.table.prompts import Option
from companion.table.view import PlayerView
from tests.app.test_map import BOARDS, SIZES, fit, on_the_desk, room

__all__ = ["fit"]

pytestmark = pytest.mark.window

PLAYERS: Final = tuple(PlayerView(who, who, who, "#c0392b", who) for who in ("GC", "YS"))
GATE: Final = (("gate", "GC"),)
FOUGHT_FOR: Final = (*GATE, ("battle", ""))

Marks = list[tuple[float, float, float, float]]


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> Marks:
    """The rectangles of all marks that are drawn, in pixels."""
    from companion.app.table.map import map_canvas

    found: Marks = []

    def watched(_: Any, sign: tuple[str, ...], x: float, y: float, high: float, __: Any) -> tuple[Any, ...]:
        wide = high * (bool(sign[0]) + 0.9 * bool(sign[1]))
        found.append((x, y - 0.45 * high, x + wide, y + 0.45 * high))
        return ()

    monkeypatch.setattr(map_canvas, "_draw_sign", watched)
    return found


def rooms(size: tuple[int, int]) -> Iterator[tuple[float, float]]:
    """As large as a question leaves the map on a display, and as it stands beside a battle."""
    wide, high = room(size)
    yield wide, high
    yield (0.79 * size[0], 0.625 * size[1]) if size[0] > size[1] else (wide, 0.5 * size[1])


def outside(mark: Sequence[float], shapes: Sequence[Any]) -> float:
    """The share of a rectangle's points that are in none of the shapes."""
    from companion.app.table.map.polygons import is_inside

    left, low, right, top = mark
    points = [(left + (right - left) * a / 7, low + (top - low) * b / 6) for a, b in product(range(8), range(7))]
    return sum(not any(is_inside(x, y, shape) for shape in shapes) for x, y in points) / len(points)


def drawn_in(name: str, size: tuple[float, float], signs: dict[str, Any]) -> Any:
    """The map of a board in a room, with these signs in its areas."""
    from companion.app.table.map.map_canvas import MapCanvas
    from companion.app.table.map.map_drawing import drawing_for

    view = on_the_desk(name, drawn=True)
    areas = tuple(replace(area, signs=signs.get(area.id, ())) for area in view.areas)
    view = replace(view, areas=areas, players=PLAYERS)
    drawing = drawing_for(view, *size)
    assert drawing is not None
    drawn = MapCanvas(view)
    drawn.size = size
    drawn.show(view, drawing)
    drawn.draw()
    return drawn


@pytest.mark.parametrize("size", SIZES)
def test_marks_of_each_area_lie_within_its_outline(fit: Any, put: Marks, size: tuple[int, int]) -> None:
    """A Gate with its owner lay over the border of East Africa, and crossed swords over that of West Africa."""
    fit(*size)
    for name, space, signs in product(BOARDS, rooms(size), (GATE, FOUGHT_FOR)):
        drawn = drawn_in(name, space, {})
        view = drawn._view
        for area in view.areas:
            put.clear()
            marked = tuple(replace(one, signs=signs if one is area else ()) for one in view.areas)
            drawn.show(replace(view, areas=marked), drawn._drawing)
            drawn.draw()
            assert len(put) == len(signs)
            for mark in put:
                assert not outside(mark, drawn.shapes[area.id].outline.shapes), f"{area.name} on {name} in {space}"


@pytest.mark.parametrize("size", SIZES)
def test_gates_in_all_areas_lie_within_the_outlines(fit: Any, put: Marks, size: tuple[int, int]) -> None:
    fit(*size)
    for name, space in product(BOARDS, rooms(size)):
        put.clear()
        drawn = drawn_in(name, space, dict.fromkeys((area.id for area in on_the_desk(name).areas), GATE))
        assert len(put) == len(drawn.shapes)
        for (area, shape), mark in zip(drawn.shapes.items(), put, strict=True):
            assert not outside(mark, shape.outline.shapes), f"{area} on {name} in {space}"


def owners(shown: Any, area: str) -> list[str]:
    """Whose discs an area shows."""
    return [mark for _, colour, mark, __ in shown._signs(shown.shapes[area].area) if colour]


def test_the_owner_of_a_gate_is_drawn_once_where_it_refuses(fit: Any) -> None:
    """The Gate showed its owner, and the refusal because of that Gate showed it again: it looked like two units."""
    fit(800, 480)
    first, second, third, *_ = board = [area.id for area in on_the_desk(BOARDS[0]).areas]
    signs = {first: GATE, second: GATE, third: (("gate-abandoned", ""),)}
    drawn = drawn_in(BOARDS[0], room((800, 480)), signs)
    drawn.bar({first: "GC", second: "YS", third: "", board[3]: "GC"})
    assert [owners(drawn, area) for area in board[:4]] == [["GC"], ["GC", "YS"], [], ["GC"]]
    assert [sign[0] for sign in drawn._signs(drawn.shapes[third].area)] == ["gate-abandoned", "close"]


def test_the_key_of_an_area_names_the_owner_of_its_gate_once(fit: Any) -> None:
    from companion.app.table.map.area_map import AreaMap

    fit(800, 480)
    view = on_the_desk(BOARDS[0])
    first, second, *others = view.areas
    gates = tuple(replace(area, signs=GATE, marks=("Gate GC",)) for area in (first, second))
    view = replace(view, areas=(*gates, *others), players=PLAYERS)
    refusals = ((first.id, "GC"), (second.id, "YS"), (others[0].id, "GC"))
    options = {area: Option(area, area, "Controlled.", refused_by=who) for area, who in refusals}
    shown = AreaMap(view, options)
    texts = [shown._label(area) for area in shown.view.areas[:3]]
    assert texts == [f"{first.name} Gate GC", f"{second.name} Gate GC YS", f"{others[0].name} GC"]
