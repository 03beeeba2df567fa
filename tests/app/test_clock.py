"""A clock for each player: whose runs, what stops it, what it costs, and that it is no part of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.app.sizes import sized

pytestmark = pytest.mark.window

CODES = ("GC", "CC", "BG", "YS")


@pytest.fixture
def ours(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    from companion.games import GAMES
    from tests.app.conftest import on_the_window

    with on_the_window(window, fingers, tmp_path, GAMES) as made:
        made.settings.dim = "never"
        yield made


def begin(ours: Any, fingers: Any, clock: str = "on") -> Any:
    """An evening at its first Action; whose it is, its page says."""
    from companion.games import GAMES
    from companion.table.game import Mode

    ours.settings.clock = clock
    ours.play(lambda: ours.library.start(GAMES[0], Mode("test", "", "", {"factions": list(CODES)})))
    ours.page.question.settled = True
    while not ours.page.session.prompts[0].prompt.key.startswith("action/"):
        item = ours.page.session.prompts[0]
        ours.page.session.answer(item.ticket, item.prompt.any_answer(Random(1)))
    ours.page.refresh()
    fingers.skip(0.4)
    return ours.page


def shown(page: Any) -> str:
    """What the clock in sight says, as it is drawn."""
    from tests.app.test_big_battle import written

    face = page.clock
    if face.get_root_window() is None:
        return ""
    figures = [(shape.rect[0], text) for text, shape in written(face) if text.isdigit() or text == ":"]
    return "".join(text for _place, text in sorted(figures))


def seconds(page: Any) -> dict[str, int]:
    return {player: round(time) for player, time in page.game.times.all().items()}


def passes(page: Any, fingers: Any) -> None:
    """Whoever acts passes."""
    item = page.session.prompts[0]
    page.answer(item.ticket, given(["pass"]))
    fingers.skip(0.4)


def given(value: Any) -> Any:
    from companion.table.session import LabelledAnswer

    return LabelledAnswer(value)


def test_there_is_none_unless_people_want_one(ours: Any, fingers: Any) -> None:
    page = begin(ours, fingers, "off")
    fingers.skip(100)
    assert shown(page) == ""
    assert seconds(page) == {}
    path = page.game.path
    ours.home()
    assert sorted(file.name for file in path.parent.glob("*clock*")) == []


@sized((800, 480), (720, 1280))
def test_the_clock_of_whoever_is_asked_runs(ours: Any, fingers: Any) -> None:
    page = begin(ours, fingers)
    start = page.game.times.seconds("GC")
    for _ in range(5):
        fingers.wait(1)
    assert shown(page) == "0:00", "it counts in tens"
    fingers.wait(10.1 - page.game.times.seconds("GC"))
    assert shown(page) == "0:10"
    fingers.skip(start + 70 - page.game.times.seconds("GC"))
    fingers.wait(1.1)
    assert shown(page) == "1:10"
    passes(page, fingers)
    other = page.session.prompts[0].prompt.who
    assert other != "GC"
    fingers.skip(12)
    fingers.wait(1.1)
    assert shown(page).startswith("0:1")
    assert seconds(page)["GC"] == pytest.approx(71 + start, abs=2)
    fingers.skip(3600)
    fingers.wait(1.1)
    assert shown(page).startswith("1:00:1"), "from the first hour on"


def test_a_picture_is_drawn_every_ten_seconds(ours: Any, fingers: Any) -> None:
    """Nothing else on the page asks for one, and in between nothing does."""
    from kivy.core.window import Window

    begin(ours, fingers)
    fingers.wait(2)

    def picture() -> None:
        Window.dispatch("on_draw")
        Window.dispatch("on_flip")

    for _ in range(3):
        picture()
    pictures = 0
    for _ in range(1200):
        fingers.frames(1)
        if Window.canvas.needs_redraw:
            pictures += 1
            picture()
    assert pictures in (2, 3), "one picture in ten seconds"


def test_a_tap_stops_it_until_the_next_one(ours: Any, fingers: Any) -> None:
    page = begin(ours, fingers)
    fingers.wait(3)
    fingers.tap(page.clock)
    before = seconds(page)
    assert shown(page) == f"0:{int(page.game.times.seconds('GC')):02}", "one that stands tells the seconds"
    fingers.skip(300)
    assert seconds(page) == before
    passes(page, fingers)
    fingers.skip(50)
    assert set(seconds(page)) == {"GC"}, "whoever is asked next does not run either"
    assert page.clock.stopped
    fingers.tap(page.clock)
    fingers.skip(20)
    assert len(seconds(page)) == 2


def test_a_locked_screen_stops_it(ours: Any, fingers: Any) -> None:
    page = begin(ours, fingers)
    fingers.wait(3)
    ours.lock()
    before = seconds(page)
    fingers.skip(600)
    assert seconds(page) == before
    fingers.tap(ours._lock.opener, hold=2.0)
    assert ours._lock is None
    fingers.skip(10)
    assert seconds(page)["GC"] >= before["GC"] + 10


def test_a_locked_screen_stops_the_clock_of_a_game_opened_by_buttons(ours: Any, fingers: Any) -> None:
    """Buttons go on while the screen is locked; the page that came did not know of it, and its clock ran."""
    path = begin(ours, fingers).game.path
    ours.lock()
    ours.home()
    ours.play(lambda: ours.library.open(path))
    fingers.wait(1.1)
    before = seconds(ours.page)
    fingers.skip(600)
    assert seconds(ours.page) == before
    fingers.tap(ours._lock.opener, hold=2.0)
    fingers.skip(10)
    assert seconds(ours.page)["GC"] >= before.get("GC", 0) + 10


def test_it_goes_on_where_it_was_and_the_hours_between_do_not_count(ours: Any, fingers: Any) -> None:
    page = begin(ours, fingers)
    fingers.skip(90)
    path = page.game.path
    ours.home()
    fingers.skip(36_000)
    ours.play(lambda: ours.library.open(path))
    fingers.wait(1.1)
    assert shown(ours.page).startswith("1:3")
    ours.apply_settings()
    ours.settings.language = "de"
    ours.apply_settings()
    ours.back()
    fingers.wait(1.1)
    assert shown(ours.page).startswith("1:3"), "another language changes nothing"
    ours.settings.language = "en"
    ours.apply_settings()


def test_at_most_a_minute_is_lost_with_the_plug(ours: Any, fingers: Any) -> None:
    page = begin(ours, fingers)
    for _ in range(30):
        fingers.skip(10)
        fingers.frames(2)
    kept = json.loads(page.game.path.with_name(page.game.path.name + "-clock").read_text())
    assert 0 <= page.game.times.seconds("GC") - kept["seconds"]["GC"] <= 71


def test_time_is_no_part_of_the_game(ours: Any, fingers: Any) -> None:
    """The records are those of a game without a clock, and an undo gives nothing back."""
    from companion.table.game_file import look

    page = begin(ours, fingers)
    fingers.skip(40)
    passes(page, fingers)
    fingers.skip(40)
    before = seconds(page)
    page.undo()
    fingers.skip(0.4)
    after = seconds(page)
    assert all(after[who] >= time for who, time in before.items())
    path = page.game.path
    ours.home()
    kinds = {key for record in look(path).records for key in record}
    assert kinds == {"new", "entry", "undo"}
    assert not any("clock" in json.dumps(record) or "seconds" in json.dumps(record) for record in look(path).records)


@pytest.mark.parametrize(
    "content", [b"", b"{", b'{"seconds": {"GC": -1}}', b'{"seconds": 3}', b"\xff" * 40, b"[" * 9000]
)
def test_a_damaged_clock_keeps_nobody_from_playing(ours: Any, fingers: Any, content: bytes) -> None:
    page = begin(ours, fingers)
    fingers.skip(90)
    path = page.game.path
    ours.home()
    path.with_name(path.name + "-clock").write_bytes(content)
    ours.play(lambda: ours.library.open(path))
    fingers.wait(2.1)
    assert shown(ours.page).startswith("0:0")
    ours.home()
    assert json.loads(path.with_name(path.name + "-clock").read_text())["seconds"]["GC"] < 5


def test_an_erased_game_leaves_no_clock(ours: Any, fingers: Any) -> None:
    page = begin(ours, fingers)
    fingers.skip(90)
    path = page.game.path
    ours.home()
    assert path.with_name(path.name + "-clock").exists()
    ours.library.delete(path)
    ours.library.erase(path)
    assert not list(path.parent.glob(f"{path.name}*"))


def test_the_last_page_says_how_long_each_was_asked(ours: Any, fingers: Any) -> None:
    from layouts.glyphs import SYMBOLS

    page = begin(ours, fingers)
    fingers.skip(100)
    page.ending.show(page.session, page.game.times.all(), live=False)
    assert page.ending.spent.text.startswith(SYMBOLS["clock"])
    assert f"{SYMBOLS['great-cthulhu']} 1:4" in page.ending.spent.text
    assert page.ending.spent.measure(300) > 0
    page.ending.show(page.session, {}, live=False)
    assert page.ending.spent.measure(300) == 0
