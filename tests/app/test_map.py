"""The map with every real board: what is written on a label is the area that a tap on it answers with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from companion.app.table.map.map_rows import LabelBox, arrange_rows
from companion.games.cthulhu_wars.model.maps import BY_PLAYERS, board
from companion.table.game import Mode
from companion.table.prompts import TABLE, Choose, Option, Place, Placing, Prompt
from companion.table.script import Script, ask
from companion.table.session import new_session
from companion.table.state import TableState
from companion.table.view import AreaView, PlayerView, View
from companion.table.words import ENGLISH, languages, use
from layouts.colours import light_of
from layouts.palette import THEMES

pytestmark = pytest.mark.window

BOARDS: Final = sorted({name for names in BY_PLAYERS.values() for name in names})
SIZES: Final = ((800, 480), (1024, 600), (1280, 720), (480, 800), (720, 1280))
MARKS: Final = ((), ("Gate GC",), ("Gate GC", "Desecrated", "Battle"))


class OneMap:
    """Asks once for areas of a real board, all of them with the same marks; made for tapping at, not for playing."""

    name, title, rules_version = "one_map", "One map", 1
    modes: tuple[Mode, ...] = ()

    def __init__(self, name: str, marks: tuple[str, ...], *, place: bool, drawn: bool = False) -> None:
        self._areas, self._marks, self._place = board(name).areas.values(), marks, place
        self._map = name if drawn else ""

    def prepare(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        return dict(setup)

    def begin(self, setup: Mapping[str, Any]) -> TableState:  # noqa: ARG002
        return TableState()

    def script(self, state: TableState) -> Script[None]:
        yield from ask(state, self._question)

    def _question(self) -> Prompt:
        areas = tuple(Option(area.id, area.name) for area in self._areas)
        if self._place:
            pieces = (Placing("one", "Deep One", areas), Placing("two", "Star Spawn", areas))
            return Place(key="where", who=TABLE, title="Where do they go?", pieces=pieces, on_map=True)
        return Choose(key="where", who=TABLE, title="Where?", options=areas, least=0, most=99, on_map=True)

    def view(self, state: TableState) -> View:  # noqa: ARG002
        areas = tuple(AreaView(a.id, a.name, a.x, a.y, a.ocean, self._marks) for a in self._areas)
        links = tuple((a.id, b) for a in self._areas for b in a.adjacent)
        return View("One map", areas=areas, links=links, map=self._map)

    def counters(self, state: TableState) -> dict[str, int]:  # noqa: ARG002
        return {}

    def correct(self, state: TableState, key: str, value: int) -> None:
        raise NotImplementedError

    def interjections(self, state: TableState) -> tuple[Option, ...]:  # noqa: ARG002
        return ()

    def interjection(self, state: TableState, key: str) -> Script[None]:
        raise NotImplementedError

    def help(self, topic: str) -> str:  # noqa: ARG002
        return ""


@pytest.fixture
def fit(window: Any) -> Iterator[Any]:
    """Makes things as large as on another display, without one."""
    from companion.app.widgets.base.canvas_widget import after_layout
    from layouts.theme import look

    yield look.fit
    # Maps that were drawn by hand wait for a frame that none of these tests shows.
    after_layout.forget()
    look.choose("dark", "M")
    look.fit(*window.size)


def on_the_desk(name: str, marks: tuple[str, ...] = (), *, drawn: bool = False) -> View:
    """What everybody sees while areas of a board are asked about."""
    view: View = new_session(OneMap(name, marks, place=False, drawn=drawn), {}).view
    return view


def asked_on(shell: Any, fingers: Any, game: OneMap) -> tuple[Any, list[str]]:
    """The map of its question in the real window, and the areas that touches answered with."""
    shell.play(lambda: shell.library.start(game, Mode("", "", "", {})))
    fingers.skip(0.4)
    fingers.frames(5)
    answered: list[str] = []
    shown = shell.page.question.body.map
    shown.bind(on_area=lambda _, area: answered.append(area))
    return shown, answered


def room(size: tuple[int, int]) -> tuple[float, float]:
    """As large as a question leaves the map on a display."""
    return (0.825 * size[0], 0.59 * size[1]) if size[0] > size[1] else (0.9375 * size[0], 0.68 * size[1])


def drawn_map(view: View, size: tuple[int, int]) -> Any:
    """The drawing of it for a display, laid out."""
    from companion.app.table.map.map_canvas import MapCanvas
    from companion.app.table.map.map_drawing import drawing_for

    wide, high = room(size)
    drawing = drawing_for(view, wide, high)
    assert drawing is not None
    drawn = MapCanvas(view)
    drawn.size = wide, high
    drawn.show(view, drawing)
    # What else happens before a frame is drawn.
    drawn.draw()
    return drawn


@pytest.mark.parametrize("size", SIZES)
def test_labels_are_whole_and_answer_beside_each_other(
    fingers: Any,
    fit: Any,
    size: tuple[int, int],
) -> None:
    """Labels lay on each other, so that a tap inside Europe answered West Africa."""
    from companion.app.table.map.area_map import AreaMap

    fit(*size)
    for name in BOARDS:
        for marks in MARKS:
            view = on_the_desk(name, marks)
            shown = AreaMap(view, {area.id: Option(area.id, area.name) for area in view.areas})
            shown.size = room(size)
            fingers.frames(4)
            assert set(shown.keys) == set(board(name).areas)
            for area, key in shown.keys.items():
                assert key.text.startswith(board(name).areas[area].name)
                words, lines = key.texture_size
                assert words <= key.width + 1
                assert lines <= key.height + 1, f"{key.text} is cut off on {name}"
                assert all(
                    key.collide_point(x, y) for x in (key.x + 1, key.right - 1) for y in (key.y + 1, key.top - 1)
                )
            for one, other in combinations(shown.keys.values(), 2):
                assert not one.collide_widget(other), f"{one.text} lies on {other.text} on {name}"


@pytest.mark.parametrize(("name", "place"), [(BOARDS[-1], False), (BOARDS[0], True)])
def test_the_rectangle_of_each_label_answers_with_its_own_area(
    shell: Any, fingers: Any, name: str, place: bool
) -> None:
    shown, answered = asked_on(shell, fingers, OneMap(name, MARKS[-1], place=place))
    if place:
        # Else a tap would send them all, and there would be no second one.
        fingers.tap(shell.page.question.body.keys["one"])
    for area, key in shown.keys.items():
        shown.pager.scroll.scroll_to(key, animate=False)
        fingers.frames(2)
        left, bottom = key.to_window(key.x, key.y)
        across, along = key.center_x - key.x, key.center_y - key.y
        for x, y in ((2, 2), (2 * across - 2, 2 * along - 2)):
            fingers.tap((left + x, bottom + y))
            assert answered == [area], f"a tap on {key.text}"
            answered.clear()


@pytest.mark.parametrize("size", SIZES)
def test_all_marks_of_a_map_stand_whole_in_their_areas_beside_all_names(
    fit: Any,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
) -> None:
    """A Gate with its owner and a token in every area, a battle, and neighbours that are refused: marks lay on
    names and on each other, and went out of the map."""
    from companion.app.table.map import map_canvas as drawing_of_maps
    from layouts.theme import look

    put: list[tuple[float, float, float, float]] = []

    def watched(_: Any, sign: tuple[str, str, str], x: float, y: float, high: float, __: Any) -> tuple[Any, ...]:
        wide = high * (bool(sign[0]) + 0.95 * bool(sign[1]))
        put.append((x, y - 0.45 * high, x + wide, y + 0.45 * high))
        return ()

    monkeypatch.setattr(drawing_of_maps, "_draw_sign", watched)
    fit(*size)
    wide, high = room(size)
    for name in BOARDS:
        view, areas = on_the_desk(name, drawn=True), board(name).areas
        fought = max(areas, key=lambda area: len(areas[area].adjacent))
        signs = (("gate", "GC"), ("location", "YS"))
        marked = [replace(a, signs=(*signs, ("battle", "")) if a.id == fought else signs) for a in view.areas]
        players = tuple(PlayerView(who, who, who, "#c0392b", who) for who in ("GC", "YS", "CC"))
        drawn = drawn_map(replace(view, areas=tuple(marked), players=players), size)
        put.clear()
        drawn.bar(dict.fromkeys(areas[fought].adjacent, "CC"))
        drawn.draw()
        assert len(put) == 2 * len(areas) + 1 + len(areas[fought].adjacent)
        whose, left = [], iter(put)
        for area, shape in drawn.shapes.items():
            own = [next(left) for _ in range(2 + (area == fought) + (area in areas[fought].adjacent))]
            whose += [(area, mark) for mark in own]
            middle = [(min(mark[n] for mark in own) + max(mark[n + 2] for mark in own)) / 2 for n in (0, 1)]
            assert shape.covers(*middle), f"the marks of {area} on {name}"
            assert drawn.taken_by(*middle) is shape
        for area, (left_edge, low, right, top) in whose:
            assert left_edge >= -1
            assert low >= -1
            assert right <= wide + 1, f"a mark of {area} on {name}"
            assert top <= high + 1, f"a mark of {area} on {name}"
        names = [(area, *written(words)) for area, some in drawn._rendering.written.items() for words in some]
        for area, mark in whose:
            for other, *text in names:
                assert apart(mark, text, 2 * look.u), f"a mark of {area} and the name of {other} on {name}"
        for (one, mark), (other, another) in combinations(whose, 2):
            assert apart(mark, another, look.u), f"marks of {one} and {other} on {name}"


@pytest.mark.parametrize("size", SIZES)
def test_the_word_of_what_bars_an_area_stands_beside_its_name(fit: Any, size: tuple[int, int]) -> None:
    """A cross alone did not say that the Cacodemon is there. The word is whole and on the map, and at most a corner of
    it on a name."""
    from companion.app.table.map.map_marks import overlap

    fit(*size)
    wide, high = room(size)
    for name in BOARDS:
        drawn = drawn_map(on_the_desk(name, drawn=True), size)
        names = [written(words) for some in drawn._rendering.written.values() for words in some]
        for area in drawn.shapes:
            drawn.bar({area: ""}, {area: "Cacodemon"})
            drawn.draw()
            (word,) = drawn._rendering.symbols[area]
            assert word.said[0] == "Cacodemon"
            left, low, right, top = where = written(word)
            assert min(left, low) >= -1, f"{area} on {name}"
            assert (right <= wide + 1, top <= high + 1) == (True, True), f"{area} on {name}"
            assert drawn.taken_by((left + right) / 2, (low + top) / 2) is drawn.shapes[area], f"{area} on {name}"
            covered = max(overlap(where, text) for text in names) / ((right - left) * (top - low))
            assert covered < 0.1, f"{area} on {name}"


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_a_gate_is_seen_on_an_area_that_is_picked(fit: Any, theme: str) -> None:
    """It was drawn in the colour of the field that a picked area has, before and after."""
    from layouts.theme import look

    fit(800, 480)
    look.choose(theme, "M")
    view = on_the_desk(BOARDS[0], drawn=True)
    first = view.areas[0]
    marked = (replace(first, signs=(("gate", ""),)), *view.areas[1:])
    drawn = drawn_map(replace(view, areas=marked), (800, 480))
    shape = drawn.shapes[first.id]
    plain = drawn._rendering.symbols[first.id][0]._tint
    for chosen in (True, False, True):
        shape.chosen = chosen
        drawn.draw()
        (gate,) = drawn._rendering.symbols[first.id]
        below, above = sorted(light_of(tint) for tint in (shape.colours()[0], gate._tint))
        assert (above + 0.05) / (below + 0.05) >= 3
        assert (gate._tint == plain) is not chosen


def apart(one: Sequence[float], other: Sequence[float], slack: float = 0) -> bool:
    """Whether two rectangles lie on each other by no more than a little."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across <= slack or min(one[3], other[3]) - max(one[1], other[1]) <= slack


@pytest.mark.parametrize("size", SIZES)
def test_every_point_of_a_drawn_area_answers_with_it(
    fit: Any,
    size: tuple[int, int],
) -> None:
    """Where its name stands, where its marks belong, and in each of its shapes: an area is seen twice at the edges.
    Only close beside one that is narrower than a finger a touch means that one."""
    from companion.app.table.map.polygons import distance_to_edge, is_inside
    from layouts.theme import look

    fit(*size)
    for name in BOARDS:
        drawn = drawn_map(on_the_desk(name, drawn=True), size)
        assert set(drawn.shapes) == set(board(name).areas)
        chance = Random(3)
        for area, shape in drawn.shapes.items():
            assert shape.text == board(name).areas[area].name
            assert drawn.taken_by(*shape.center) is shape
            assert drawn.taken_by(*drawn._rendering.spots[area]) is shape
            narrow = [
                s for s in drawn.shapes.values() if s is not shape and 0 < s.outline.touch_margin < 0.5 * look.finger
            ]
            near = [(other, s.outline.touch_margin) for s in narrow for other in s.outline.shapes]
            for outline in shape.outline.shapes:
                across, along = [x for x, _ in outline], [y for _, y in outline]
                points = [
                    (chance.uniform(min(across), max(across)), chance.uniform(min(along), max(along)))
                    for _ in range(120)
                ]
                within = [
                    point
                    for point in points
                    if is_inside(*point, outline)
                    and all(distance_to_edge(*point, other) > touch_margin for other, touch_margin in near)
                ]
                assert within
                for point in within:
                    assert drawn.taken_by(*point) is shape, f"{area} at {point} on {name}"


@pytest.mark.parametrize("size", SIZES)
def test_how_broad_an_area_is_is_found_at_its_broadest(fit: Any, size: tuple[int, int]) -> None:
    """*Australia* was taken for a fifth narrower than it is, and the ocean beside it took of it what a finger needs."""
    from companion.app.table.map.polygons import breadth, distance_to_edge, is_inside
    from layouts.theme import look

    fit(*size)
    chance = Random(3)
    for name in BOARDS:
        for area, shape in drawn_map(on_the_desk(name, drawn=True), size).shapes.items():
            for outline, inmost in zip(shape.outline.shapes, shape.outline._inmost, strict=True):
                across, along = [x for x, _ in outline], [y for _, y in outline]
                places = [
                    (chance.uniform(min(across), max(across)), chance.uniform(min(along), max(along)))
                    for _ in range(300)
                ]
                broadest = max(2 * distance_to_edge(*place, outline) for place in places if is_inside(*place, outline))
                told = breadth(outline, inmost, look.finger)
                assert told >= min(broadest - 3, look.finger), f"{area} on {name}"


def test_what_is_due_at_once_comes_after_time_was_skipped(window: Any) -> None:  # noqa: ARG001
    """Fingers that let ten minutes pass gave back a clock that waited for it: whatever was to be laid out then stood
    still, for as long as the next test lasted."""
    from kivy.clock import Clock

    from companion.app.demo.fingertips import Fingertips

    first = Fingertips()
    first.skip(600)
    first.close()
    laid: list[float] = []
    due = Clock.create_trigger(laid.append, -1)
    due()
    second = Fingertips()
    second.frames(1)
    second.close()
    assert laid


def test_a_map_that_comes_back_to_its_place_is_as_it_was_drawn_there(fit: Any) -> None:
    """Beside a battle and without one, time and again: its areas were cut into triangles each time. What has changed
    meanwhile is seen."""
    fit(800, 480)
    drawn = drawn_map(on_the_desk(BOARDS[0], drawn=True), (800, 480))
    (here, other), size = [*drawn.shapes.values()][:2], tuple(drawn.size)
    alone, plain = drawn._rendering, tuple(drawn._rendering.tints[here.area.id][0].rgba)
    where = tuple(here.center)
    drawn.size = size[0] - 28, size[1] - 8
    here.chosen = True
    drawn.draw()
    assert drawn._rendering is not alone
    assert tuple(here.center) != where
    drawn.size = size
    drawn.draw()
    assert drawn._rendering is alone
    assert tuple(here.center) == where
    assert tuple(drawn._rendering.tints[here.area.id][0].rgba) == pytest.approx(tuple(here.colours()[0]), abs=1e-6)
    assert tuple(drawn._rendering.tints[here.area.id][0].rgba) != plain
    assert tuple(drawn._rendering.tints[other.area.id][0].rgba) == pytest.approx(tuple(other.colours()[0]), abs=1e-6)
    assert drawn.taken_by(*where) is here
    drawn.look_changed()
    drawn.draw()
    assert drawn._rendering is not alone


@pytest.mark.parametrize(("name", "size"), [*zip(BOARDS, SIZES, strict=True)], indirect=["size"])
def test_a_touch_on_each_shape_of_a_map_answers_with_its_area(
    shell: Any, fingers: Any, name: str, size: tuple[int, int]
) -> None:
    from companion.app.table.map.polygons import is_inside

    shown, answered = asked_on(shell, fingers, OneMap(name, (), place=False, drawn=True))
    assert shown.keys is shown.drawn.shapes
    assert all(real >= 0.99 * taken for real, taken in zip(shown.drawn.size, room(size), strict=True))
    for area, shape in shown.keys.items():
        others = [(sum(x for x, _ in o) / len(o), sum(y for _, y in o) / len(o)) for o in shape.outline.shapes[1:]]
        middles = [middle for middle, o in zip(others, shape.outline.shapes[1:], strict=True) if is_inside(*middle, o)]
        for point in (shape.center, *middles):
            fingers.tap(tuple(point))
            assert answered == [area], f"a tap on {shape.text} at {point}"
            answered.clear()


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_what_lies_above_the_map_answers_wherever_it_is_drawn(
    fit: Any,
    size: tuple[int, int],
) -> None:
    """Narrow areas below took the Moon's touches: of its disc an area under 9 mm was left."""
    from companion.app.table.map.map_canvas import MapCanvas
    from companion.app.table.map.map_drawing import drawing_for
    from companion.app.table.map.polygons import is_inside

    fit(*size)
    for name in BOARDS:
        view = on_the_desk(name, drawn=True)
        moon = replace(view.areas[0], id="moon", name="Moon", water=False, beside=True)
        view = replace(view, areas=(*view.areas, moon))
        wide, high = 0.83 * size[0], 0.56 * size[1]
        drawing = drawing_for(view, wide, high)
        assert drawing is not None
        drawn = MapCanvas(view)
        drawn.size = wide, high
        drawn.show(view, drawing)
        drawn.draw()
        (disc,) = drawn.shapes["moon"].outline.shapes
        left, right = min(x for x, _ in disc), max(x for x, _ in disc)
        low, top = min(y for _, y in disc), max(y for _, y in disc)
        points = [(left + a * (right - left) / 9, low + b * (top - low) / 9) for a in range(10) for b in range(10)]
        within = [point for point in points if is_inside(*point, disc)]
        assert len(within) > 40
        assert {drawn.taken_by(*point) for point in within} == {drawn.shapes["moon"]}, name


@pytest.mark.parametrize("size", SIZES)
def test_names_stand_whole_within_the_map_and_apart_in_every_language(
    fit: Any,
    size: tuple[int, int],
) -> None:
    fit(*size)
    try:
        for language in languages():
            use(language)
            for name in BOARDS:
                drawn = drawn_map(on_the_desk(name, drawn=True), size)
                lines = [(area, *written(words)) for area, some in drawn._rendering.written.items() for words in some]
                for area, left, low, right, top in lines:
                    assert -1 <= left <= right <= drawn.width + 1, f"{area} on {name} in {language}"
                    assert -1 <= low <= top <= drawn.height + 1, f"{area} on {name} in {language}"
                for (one, *a), (other, *b) in combinations(lines, 2):
                    assert one == other or apart(a, b), f"{one} and {other} on {name} in {language}"
    finally:
        use(ENGLISH)


@pytest.mark.parametrize(
    ("language", "size", "board", "area"),
    [
        ("pl", (1024, 600), "earth35", "south_asia"),
        ("de", (480, 800), "earth55", "indian_ocean"),
        ("es", (800, 480), "earth66", "mountains_of_madness"),
        ("en", (480, 800), "earth66", "arabia"),
    ],
)
def test_a_name_that_has_room_in_its_area_stands_there(
    fit: Any, language: str, size: tuple[int, int], board: str, area: str
) -> None:
    """It stood where the English one is drawn, on the lines about its area, which crossed it out."""
    from companion.app.table.map.polygons import is_inside

    fit(*size)
    use(language)
    try:
        drawn = drawn_map(on_the_desk(board, drawn=True), size)
    finally:
        use(ENGLISH)
    lies = drawn._rendering.outlines[area].shapes
    for words in drawn._rendering.written[area]:
        left, low, right, top = written(words)
        # Few letters reach down or up as far as some do.
        points = [(left + a * (right - left) / 8, low + b * (top - low) / 4) for a in range(9) for b in (1, 2, 3)]
        assert all(any(is_inside(*point, shape) for shape in lies) for point in points), words.said[0]


@pytest.mark.parametrize(
    ("board", "area"),
    [("earth35", "europe"), ("earth33", "antarctica"), ("earth53", "south_america_west"), ("earth66", "bering_sea")],
)
def test_a_name_keeps_off_the_line_about_its_area(fit: Any, board: str, area: str) -> None:
    """Where there was room for it to stand free, it stood in the area and touched the line."""
    from companion.app.table.map.polygons import is_inside
    from layouts.theme import look

    fit(720, 1280)
    drawn = drawn_map(on_the_desk(board, drawn=True), (720, 1280))
    lies = drawn._rendering.outlines[area].shapes
    for words in drawn._rendering.written[area]:
        left, low, right, top = written(words)
        free = 3 * look.u
        ends = [(x, low + b * (top - low) / 4) for x in (left - free, right + free) for b in (1, 2, 3)]
        assert all(any(is_inside(*point, shape) for shape in lies) for point in ends), words.said[0]


def test_no_line_of_a_map_crosses_out_a_name(fit: Any) -> None:
    """Where a name has no room in its area, its letters lie above the lines about the others."""
    fit(800, 480)
    drawn = drawn_map(on_the_desk("earth66", drawn=True), (800, 480))
    under, above = drawn.canvas.before.children[-2:]
    assert drawn._rendering.ground is under
    assert {words._batch for some in drawn._rendering.written.values() for words in some} == {*above.children}


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_nothing_clear_is_drawn_where_a_map_hides_what_lies_below(fit: Any, theme: str) -> None:
    """Its shapes and lines are not mixed with anything: what is half clear would be seen as if it were not, and what is
    wholly clear, as black."""
    from kivy.graphics import Color, InstructionGroup

    from layouts.theme import look

    def colours(group: Any) -> Iterator[Any]:
        for instruction in group.children:
            if isinstance(instruction, Color):
                yield instruction
            elif isinstance(instruction, InstructionGroup):
                yield from colours(instruction)

    fit(800, 480)
    look.choose(theme, "M")
    view = on_the_desk("earth35", drawn=True)
    view = replace(view, areas=(*view.areas, AreaView("moon", "Moon", 0.9, 0.1, beside=True)))
    drawn = drawn_map(view, (800, 480))
    for changes in ({}, {"chosen": True}, {"faint": True, "chosen": False}, {"faint": False, "barred": True}):
        for shape in drawn.shapes.values():
            for name, value in changes.items():
                setattr(shape, name, value)
        drawn.draw()
        found = [colour.a for colour in colours(drawn._rendering.ground)]
        assert len(found) > 2 * len(drawn.shapes)
        assert set(found) == {1.0}


def written(words: Any) -> tuple[float, float, float, float]:
    """Where the letters of a line stand: left, low, right, high."""
    x, y, wide, high = words.rect
    return x, y + 0.22 * high, x + wide, y + 0.78 * high


def test_a_map_that_would_be_too_small_is_told_by_labels(shell: Any, fingers: Any, resize: Any) -> None:
    resize(800, 300)
    shown, _ = asked_on(shell, fingers, OneMap(BOARDS[0], (), place=False, drawn=True))
    assert shown.keys is shown.labels


def test_boxes_never_lie_on_each_other_whatever_they_are() -> None:
    chance = Random(8)
    for _ in range(300):
        width, height = chance.uniform(200, 900), chance.uniform(150, 900)
        boxes = [
            LabelBox(
                chance.uniform(0, width), chance.uniform(0, height), chance.uniform(20, 190), chance.uniform(20, 90)
            )
            for _ in range(chance.randint(1, 20))
        ]
        taken = arrange_rows(boxes, width, height, 3)
        assert taken >= height
        for box in boxes:
            assert box.width / 2 - 0.01 <= box.x <= width - box.width / 2 + 0.01
            assert box.height / 2 - 0.01 <= box.y <= taken - box.height / 2 + 0.01
        for one, other in combinations(boxes, 2):
            apart = (
                abs(one.x - other.x) - (one.width + other.width) / 2,
                abs(one.y - other.y) - (one.height + other.height) / 2,
            )
            assert max(apart) >= 2.99


def test_boxes_that_have_room_stay_where_they_are() -> None:
    boxes = [LabelBox(100, 50, 60, 40), LabelBox(300, 50, 60, 40), LabelBox(200, 200, 60, 40)]
    assert arrange_rows(boxes, 400, 300, 3) == 300
    assert [(box.x, box.y) for box in boxes] == [(100, 50), (300, 50), (200, 200)]


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("size", [(1000, 560), (700, 900)])
@pytest.mark.parametrize("name", BOARDS)
def test_an_area_beside_the_map_is_drawn_where_nothing_is_written(name: str, size: tuple[int, int]) -> None:
    """As a disc above the others, whole within the drawing, and over nobody's label or marks."""
    from companion.app.table.map.map_drawing import drawing_for
    from companion.app.table.map.polygons import is_inside

    with_moon = board(name).with_area("moon").areas.values()
    areas = tuple(AreaView(a.id, a.name, a.x, a.y, a.ocean, beside=a.beside) for a in with_moon)
    drawn = drawing_for(View("A map", areas=areas, map=name), *size)
    assert drawn is not None
    moon = drawn.areas["moon"]
    assert moon.above
    (disc,) = moon.shapes
    assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in disc)
    assert is_inside(*moon.label, disc)
    assert is_inside(*moon.marks, disc)
    others = [area for area in drawn.areas.values() if area is not moon]
    assert not any(is_inside(*spot, disc) for area in others for spot in (area.label, area.marks))
    assert not any(area.above for area in others)
    without = drawing_for(View("A map", areas=tuple(a for a in areas if not a.beside), map=name), *size)
    assert without is not None
    assert set(drawn.areas) == {*without.areas, "moon"}


def test_a_label_that_is_chosen_says_so_with_a_mark_that_has_room(fingers: Any, fit: Any) -> None:
    """Only its colours were others. Corners of water lay on the letters, too."""
    from companion.app.table.map.area_map import AreaMap
    from layouts.typeset import extent

    fit(800, 480)
    view = on_the_desk(BOARDS[0], MARKS[1])
    shown = AreaMap(view, {area.id: Option(area.id, area.name) for area in view.areas})
    shown.size = room((800, 480))
    fingers.frames(4)
    before = {area: (*key.pos, *key.size) for area, key in shown.keys.items()}
    one = next(area.id for area in view.areas if area.water)
    shown.mark([one])
    shown._again()
    fingers.frames(4)
    assert {area for area, key in shown.keys.items() if "✓" in key.text} == {one}
    assert {area: (*key.pos, *key.size) for area, key in shown.keys.items()} == before, "nothing moves for a mark"
    for area in view.areas:
        key = shown.keys[area.id]
        longest = max(extent(word, "text", key.font_size)[0] for word in key.text.split())
        assert longest + (24 if area.water else 14) <= key.width, f"the corner lies on {key.text}"
