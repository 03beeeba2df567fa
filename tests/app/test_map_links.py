"""Lines between neighbours on a map that is not drawn: none runs through an area that it does not belong to."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random
from typing import Any, Final

import pytest

from companion.app.table.map.map_links import crosses, route
from companion.app.table.map.map_rows import LabelBox, arrange_rows
from companion.table.prompts import Option
from companion.table.view import AreaView, View

GAP: Final = 14
FIELD: Final = (660, 283)


def edges(box: LabelBox) -> tuple[float, float, float, float]:
    return box.x - box.width / 2, box.y - box.height / 2, box.x + box.width / 2, box.y + box.height / 2


def test_a_line_with_nothing_in_its_way_is_straight() -> None:
    assert route((10, 10), (90, 90), [(60, 0, 80, 20)], (100, 100), 4) == [(10, 10), (90, 90)]


def test_a_line_bends_round_what_lies_between() -> None:
    way = route((10, 50), (90, 50), [(40, 30, 60, 60)], (100, 100), 4)
    assert len(way) > 2
    assert not any(crosses(*leg, (40, 30, 60, 60)) for leg in pairwise(way))
    # Below, for that is the shorter way.
    assert max(y for _, y in way) > 60


def test_a_line_that_has_no_way_round_is_straight_all_the_same() -> None:
    assert route((10, 50), (90, 50), [(40, -5, 60, 105)], (100, 100), 4) == [(10, 50), (90, 50)]


@pytest.mark.parametrize("seed", range(8))
def test_no_line_of_any_map_runs_through_another_area(seed: int) -> None:
    """On a map of one's own a line to a neighbour ran through the areas between, as if these were neighbours."""
    chance = Random(seed)
    boxes = [
        LabelBox(
            chance.uniform(0, FIELD[0]), chance.uniform(0, FIELD[1]), chance.uniform(62, 120), chance.uniform(52, 60)
        )
        for _ in range(chance.randint(4, 15))
    ]
    high = arrange_rows(boxes, FIELD[0], FIELD[1], GAP)
    bent = 0
    for one, other in combinations(boxes, 2):
        others = [edges(box) for box in boxes if box not in (one, other)]
        way = route((one.x, one.y), (other.x, other.y), others, (FIELD[0], high), GAP / 2)
        bent += len(way) > 2
        assert not any(crosses(*leg, box) for leg in pairwise(way) for box in others)
    assert bent or len(boxes) < 8


@pytest.mark.window
def test_the_lines_of_an_own_map_pass_its_other_areas(fingers: Any) -> None:
    """Three in a row, of which the outer ones touch."""
    from companion.app.table.map.area_map import AreaMap

    areas = tuple(AreaView(name, name, (n + 0.5) / 3, 0.5) for n, name in enumerate(("West", "Strait", "East")))
    view = View("Own map", areas=areas, links=(("West", "East"),), map="own")
    shown = AreaMap(view, {area.id: Option(area.id, area.name) for area in areas})
    shown.size = FIELD
    fingers.frames(4)
    (way,) = shown._routed[1]
    strait, field = shown.labels["Strait"], shown.field
    left, high = strait.x - field.x, field.top - strait.top
    box = left, high, left + strait.width, high + strait.height
    assert len(way) > 2
    assert not any(crosses(*leg, box) for leg in pairwise(way))
