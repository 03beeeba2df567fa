"""The map with every real board: what is written on a label is the area that a tap on it answers with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from companion.app.table.map_rows import Box, arrange
from companion.games.cthulhu_wars.maps import BY_PLAYERS, Area, board
from companion.table.game import Mode
from companion.table.prompts import TABLE, Choose, Option, Place, Placing, Prompt
from companion.table.script import Script, ask
from companion.table.session import new_session
from companion.table.state import TableState
from companion.table.view import AreaView, View
from companion.table.words import ENGLISH, languages, use

pytestmark = pytest.mark.window

BOARDS: Final = sorted({name for names in BY_PLAYERS.values() for name in names})
SIZES: Final = ((800, 480), (1280, 720), (480, 800), (720, 1280))
MARKS: Final = ((), ("Gate GC",), ("Gate GC", "Desecrated", "Battle"))


class OneMap:
    """Asks once for areas of a real board, all of them with the same marks; made for tapping at, not for playing."""

    name, title, rules_version = "one_map", "One map", 1
    modes: tuple[Mode, ...] = ()

    def __init__(self, name: str, marks: tuple[str, ...], *, place: bool, drawn: bool = False) -> None:
        self._areas, self._marks, self._place = board(name).areas.values(), marks, place
        self._map = name if drawn else ""
        self.called: Callable[[Area], str] = lambda area: area.name

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
        areas = tuple(AreaView(a.id, self.called(a), a.x, a.y, a.ocean, self._marks) for a in self._areas)
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


@pytest.mark.parametrize(
    ("name", "place"), [*((name, False) for name in BOARDS), (BOARDS[0], True), (BOARDS[-1], True)]
)
def test_the_rectangle_of_each_label_answers_with_its_own_area(
    shell: Any, fingers: Any, resize: Any, name: str, place: bool
) -> None:
    """Labels lay on each other, so that a tap inside Europe answered West Africa."""
    taps = 0
    for marks in MARKS:
        game = OneMap(name, marks, place=place)
        for size in SIZES:
            resize(*size)
            shell.play(lambda game=game: shell.library.start(game, Mode("", "", "", {})))
            fingers.skip(0.4)
            fingers.frames(5)
            answered: list[str] = []
            shown = shell.page.question.body.map
            shown.bind(on_area=lambda _, area, answered=answered: answered.append(area))
            if place:
                # Else a tap would send them all, and there would be no second one.
                fingers.tap(shell.page.question.body.keys["one"])
            scroll = shown.pager.scroll
            for area, key in shown.keys.items():
                scroll.scroll_to(key, animate=False)
                fingers.frames(2)
                assert key.text.startswith(board(name).areas[area].name)
                left, bottom = key.to_window(key.x, key.y)
                words, lines = key.texture_size
                across, along = key.center_x - key.x, key.center_y - key.y
                assert words <= key.width + 1
                assert lines <= key.height + 1, f"{key.text} is cut off at {size}"
                for x, y in ((2, 2), (2 * across - 2, 2 * along - 2)):
                    fingers.tap((left + x, bottom + y))
                    taps += 1
                    assert answered == [area], f"a tap on {key.text} at {size} with {marks}"
                    answered.clear()
            for one, other in combinations(shown.keys.values(), 2):
                assert not one.collide_widget(other), f"{one.text} lies on {other.text} at {size}"
    assert taps == 2 * len(board(name).areas) * len(SIZES) * len(MARKS)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(
    "sizes", [((800, 480), (1280, 720), (720, 1280)), ((480, 800), (1024, 600))], ids=["most", "others"]
)
def test_every_point_of_a_drawn_area_answers_with_it(
    shell: Any, fingers: Any, resize: Any, name: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    """Where its label stands, where its marks lie, and in each of its shapes: an area is seen twice at the edges. Only
    close beside one that is narrower than a finger a touch means that one."""
    from companion.app.table.polygons import away, inside
    from layouts.theme import look

    for size in sizes:
        resize(*size)
        game = OneMap(name, (), place=False, drawn=True)
        shell.play(lambda game=game: shell.library.start(game, Mode("", "", "", {})))
        fingers.skip(0.4)
        fingers.frames(5)
        answered: list[str] = []
        shown = shell.page.question.body.map
        shown.bind(on_area=lambda _, area, answered=answered: answered.append(area))
        assert shown.keys is shown.drawn.shapes, f"drawn at {size}"
        seen: dict[str, int] = {}
        chance = Random(3)
        for area, shape in shown.keys.items():
            assert shape.text == board(name).areas[area].name
            for outline in shape.outlines:
                across, along = [x for x, _ in outline], [y for _, y in outline]
                points = [
                    (chance.uniform(min(across), max(across)), chance.uniform(min(along), max(along)))
                    for _ in range(60)
                ]
                narrow = [s for s in shown.keys.values() if s is not shape and 0 < s.slip() < 0.5 * look.finger]
                near = [(other, s.slip()) for s in narrow for other in s.outlines]
                middle = [
                    point
                    for point in points
                    if inside(*point, outline) and all(away(*point, other) > slip for other, slip in near)
                ][:2]
                assert middle
                for point in [shape.center, *middle]:
                    fingers.tap(tuple(point))
                    assert answered == [area], f"a tap on {shape.text} at {point} of {size}"
                    answered.clear()
                    seen[area] = seen.get(area, 0) + 1
        assert set(seen) == set(board(name).areas)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_what_lies_above_the_map_answers_wherever_it_is_drawn(
    window: Any,  # noqa: ARG001
    resize: Any,
    size: tuple[int, int],
) -> None:
    """Narrow areas below took the Moon's touches: of its disc an area under 9 mm was left."""
    from companion.app.table.drawn_map import DrawnMap
    from companion.app.table.map_drawing import drawing_for
    from companion.app.table.polygons import inside

    resize(*size)
    for name in BOARDS:
        view = new_session(OneMap(name, (), place=False, drawn=True), {}).view
        moon = replace(view.areas[0], id="moon", name="Moon", water=False, beside=True)
        view = replace(view, areas=(*view.areas, moon))
        wide, high = 0.83 * size[0], 0.56 * size[1]
        drawing = drawing_for(view, wide, high)
        assert drawing is not None
        drawn = DrawnMap(view)
        drawn.size = wide, high
        drawn.show(view, drawing)
        drawn._lay_now()
        (disc,) = drawn.shapes["moon"].outlines
        left, right = min(x for x, _ in disc), max(x for x, _ in disc)
        low, top = min(y for _, y in disc), max(y for _, y in disc)
        points = [(left + a * (right - left) / 9, low + b * (top - low) / 9) for a in range(10) for b in range(10)]
        within = [point for point in points if inside(*point, disc)]
        assert len(within) > 40
        assert {drawn.taken_by(*point) for point in within} == {drawn.shapes["moon"]}, name


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_the_longest_names_of_any_language_stand_within_the_map(
    shell: Any, fingers: Any, resize: Any, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    from companion.app.look.drawing import Words
    from companion.app.table import drawn_map

    written: list[tuple[str, float, float, Any]] = []

    class Watched(Words):
        def put(self, text: str, face: Any, size: float, colour: Any, x: float, y: float, *rest: Any) -> None:
            super().put(text, face, size, colour, x, y, *rest)
            written.append((text, x, y, self))

    monkeypatch.setattr(drawn_map, "Words", Watched)
    resize(*size)
    for name in BOARDS:
        game = OneMap(name, (), place=False, drawn=True)
        game.called = longest
        written.clear()
        shell.play(lambda game=game: shell.library.start(game, Mode("", "", "", {})))
        fingers.skip(0.4)
        fingers.frames(5)
        drawn = shell.page.question.body.map.drawn
        assert written
        for text, x, y, words in written:
            assert drawn.x - 1 <= x - words.width / 2 <= x + words.width / 2 <= drawn.right + 1, text
            assert drawn.y - 1 <= y - words.height / 2 <= y + words.height / 2 <= drawn.top + 1, text


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1024, 600)])
@pytest.mark.parametrize("language", languages())
def test_no_name_lies_on_another_one(
    window: Any,  # noqa: ARG001
    resize: Any,
    language: str,
    size: tuple[int, int],
) -> None:
    """As large as a question leaves the map (fails on the parent in all languages but English)."""
    from companion.app.table.drawn_map import DrawnMap
    from companion.app.table.map_drawing import drawing_for

    resize(*size)
    wide, high = (0.83 * size[0], 0.56 * size[1]) if size[0] > size[1] else (0.97 * size[0], 0.55 * size[1])
    use(language)
    try:
        for name in BOARDS:
            view = new_session(OneMap(name, (), place=False, drawn=True), {}).view
            drawing = drawing_for(view, wide, high)
            if drawing is None:
                continue
            drawn = DrawnMap(view)
            drawn.size = wide, high
            drawn.show(view, drawing)
            drawn._lay_now()
            lines = [(area, *written(words)) for area, (_, _, some) in drawn._tints.items() for words in some]
            for (one, *a), (other, *b) in combinations(lines, 2):
                apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
                assert one == other or apart, f"{one} and {other} on {name}"
    finally:
        use(ENGLISH)


def written(words: Any) -> tuple[float, float, float, float]:
    """Where the letters of a line stand: left, low, right, high."""
    (x, y), (wide, high) = words._shape.pos, words._shape.size
    return x, y + 0.22 * high, x + wide, y + 0.78 * high


def longest(area: Area) -> str:
    """The longest name of it in any language."""
    said = []
    for language in languages():
        use(language)
        said.append(area.name)
    use(ENGLISH)
    return max(said, key=len)


def test_a_map_that_would_be_too_small_is_told_by_labels(shell: Any, fingers: Any, resize: Any) -> None:
    resize(800, 300)
    game = OneMap(BOARDS[0], (), place=False, drawn=True)
    shell.play(lambda: shell.library.start(game, Mode("", "", "", {})))
    fingers.skip(0.4)
    fingers.frames(3)
    shown = shell.page.question.body.map
    assert shown.keys is shown.labels


def test_boxes_never_lie_on_each_other_whatever_they_are() -> None:
    chance = Random(8)
    for _ in range(300):
        width, height = chance.uniform(200, 900), chance.uniform(150, 900)
        boxes = [
            Box(chance.uniform(0, width), chance.uniform(0, height), chance.uniform(20, 190), chance.uniform(20, 90))
            for _ in range(chance.randint(1, 20))
        ]
        taken = arrange(boxes, width, height, 3)
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
    boxes = [Box(100, 50, 60, 40), Box(300, 50, 60, 40), Box(200, 200, 60, 40)]
    assert arrange(boxes, 400, 300, 3) == 300
    assert [(box.x, box.y) for box in boxes] == [(100, 50), (300, 50), (200, 200)]


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("size", [(1000, 560), (700, 900)])
@pytest.mark.parametrize("name", BOARDS)
def test_an_area_beside_the_map_is_drawn_where_nothing_is_written(name: str, size: tuple[int, int]) -> None:
    """As a disc above the others, whole within the drawing, and over nobody's label or marks."""
    from companion.app.table.map_drawing import drawing_for
    from companion.app.table.polygons import inside

    with_moon = board(name).with_area("moon").areas.values()
    areas = tuple(AreaView(a.id, a.name, a.x, a.y, a.ocean, beside=a.beside) for a in with_moon)
    drawn = drawing_for(View("A map", areas=areas, map=name), *size)
    assert drawn is not None
    moon = drawn.areas["moon"]
    assert moon.above
    (disc,) = moon.shapes
    assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in disc)
    assert inside(*moon.label, disc)
    assert inside(*moon.marks, disc)
    others = [area for area in drawn.areas.values() if area is not moon]
    assert not any(inside(*spot, disc) for area in others for spot in (area.label, area.marks))
    assert not any(area.above for area in others)
    without = drawing_for(View("A map", areas=tuple(a for a in areas if not a.beside), map=name), *size)
    assert without is not None
    assert set(drawn.areas) == {*without.areas, "moon"}
