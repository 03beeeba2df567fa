"""The end of a game: curves, luck and result against what the exported game tells somebody else, at each size."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.parse
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.table.session import Session
from tests.instruments.outside.evenings import sensible
from tests.table.told_apart import luck_of, numbers_of

pytestmark = pytest.mark.window

SIZES = [(800, 480), (720, 1280), (1280, 720)]
CODES = ("GC", "CC", "BG", "YS")


def before_the_end(ours: Any, seed: int = 3, **setup: Any) -> Session[Any]:
    """An evening up to its last question; now and then Doom is corrected, so that it comes to an end."""
    from companion.table.game import Mode

    given = {"factions": list(CODES), "signs": "app", **setup}
    ours.play(lambda: ours.library.start(GAMES[0], Mode("test", "", "", given)))
    session: Session[Any] = ours.game.session
    chance, number = Random(seed), 0
    while session.prompts[0].prompt.key != "end":
        number += 1
        if number % 60 == 0:
            known = session.game.counters(session.state)
            session.correct({key: min(29, known[key] + 3) for key in (f"{c}.doom" for c in CODES) if key in known})
        session.answer(*sensible(session, chance))
    ours.page.refresh()
    return session


def with_signs(ours: Any) -> Session[Any]:
    """The same, where at least two Elder Signs are face down at the end."""
    for seed in range(3, 30):
        session = before_the_end(ours, seed)
        if sum(len(session.state.factions[code].signs) for code in CODES) >= 2:
            return session
    raise AssertionError("no such evening")


def looked_back(fingers: Any, ending: Any) -> None:
    """Let the page look back on the game."""
    for _ in range(5000):
        fingers.frames(1)
        if ending.chronicle is not None:
            break
    fingers.skip(0.4)


@pytest.mark.parametrize("size", SIZES)
def test_elder_signs_are_turned_one_by_one_then_the_winner_is_named(
    ours: Any, fingers: Any, resize: Any, size: tuple[int, int]
) -> None:
    session = with_signs(ours)
    doom = {code: session.state.factions[code].doom for code in CODES}
    held = {code: len(session.state.factions[code].signs) for code in CODES}
    resize(*size)
    fingers.skip(0.4)
    assert "Victory" not in ours.page.question.title
    fingers.tap(ours.page.primary)
    ending = ours.page.ending
    assert ending.revealing
    assert ending.ranking.numbers == doom, "nothing of what is face down is told before it is turned"
    assert session.view.finished not in ending.headline.text
    for turned in range(1, sum(held.values()) + 1):
        assert ending.revealing
        assert not ending.tab, "the curves would tell"
        before = sum(ending.ranking.numbers.values())
        for _ in range(90):
            # One comes every 0.9 seconds; where there are many, whole seconds would get ahead of them.
            fingers.frames(1)
            if sum(ending.ranking.numbers.values()) != before:
                break
        assert 1 <= sum(ending.ranking.numbers.values()) - before <= 3, turned
    assert not ending.revealing
    assert ending.headline.text == session.view.finished
    assert ending.ranking.numbers == {code: session.state.factions[code].doom for code in CODES}
    ranks = list(ending.ranking.numbers.values())
    assert ranks == sorted(ranks, reverse=True) or any(p.won for p in session.view.players)
    # Taken back and given again it is turned again; opened again it stands there.
    fingers.skip(0.4)
    fingers.tap(ours.page.left_key)
    fingers.skip(0.4)
    assert ours.page.board.parent is not None
    assert ending.parent is None
    fingers.tap(ours.page.primary)
    fingers.skip(0.4)
    assert ending.revealing
    fingers.tap(ours.page.primary)
    assert not ending.revealing
    path = ours.game.path
    ours.home()
    fingers.skip(0.4)
    fingers.skip(0.4)
    assert ours.page.primary.text == "How it ended"
    fingers.tap(ours.page.primary)
    assert ours.game.path == path
    assert not ours.page.ending.revealing


@pytest.mark.parametrize("size", SIZES)
def test_curves_and_luck_are_what_the_exported_game_says(
    ours: Any, fingers: Any, resize: Any, size: tuple[int, int], tmp_path: Path
) -> None:
    """Worked out from the exported file by a script of its own over the JSON lines; the page is read by touch."""
    session = before_the_end(ours, seed=5)
    resize(*size)
    ours.page.act()
    ours.page.ending.reveal_all()
    looked_back(fingers, ours.page.ending)
    ending, found = ours.page.ending, ours.page.ending.chronicle
    exported = tmp_path / "evening.game-copy"
    exported.write_bytes(ours.game.path.with_name(ours.game.path.name + "-copy").read_bytes())
    curves = numbers_of(exported, tmp_path)
    for label, counter in (("Power", "power"), ("Doom", "doom")):
        drawn = {curve.player: curve.values for curve in found.curves[label]}
        names = {player.id: player.name for player in session.view.players}
        for code in CODES:
            assert drawn[names[code]] == [now.get(f"{code}.{counter}") for now in curves]
    fingers.tap(ending.tab["Power"])
    fingers.skip(0.4)
    # The line begins and ends where the values do.
    for curve in found.curves["Power"]:
        line = ending.curves.points[curve.player]
        values = [value for value in curve.values if value is not None]
        assert len(line) == 2 * len(values)
        low, high = min(range(len(values)), key=values.__getitem__), max(range(len(values)), key=values.__getitem__)
        assert (line[2 * low + 1] < line[2 * high + 1]) is (values[low] < values[high])
        assert all(ending.curves.y <= y <= ending.curves.top for y in line[1::2])
        assert all(ending.curves.x <= x <= ending.curves.right for x in line[::2])
    expected = luck_of(exported)
    got = {(one.player.id, one.symbol): one for one in found.luck}
    assert set(got) == set(expected)
    assert expected, "somebody has rolled"
    for key, (dice, fell, least, mean, most) in expected.items():
        one = got[key]
        assert (one.dice, one.fell, one.usual) == (dice, fell, (least, most))
        assert one.expected == pytest.approx(mean)
    fingers.tap(ending.tab["luck"])
    fingers.skip(0.4)
    assert ending.luck.parent is not None
    for battle in found.battles:
        assert found.fiercest is None or battle.fell.get("kill", 0) <= found.fiercest.fell["kill"]


@pytest.mark.parametrize("size", SIZES)
def test_the_result_can_be_scanned_and_saved(
    ours: Any, fingers: Any, resize: Any, size: tuple[int, int], tmp_path: Path
) -> None:
    from tests.patience import PATIENCE

    session = before_the_end(ours)
    resize(*size)
    ours.page.act()
    ours.page.ending.reveal_all()
    fingers.skip(0.4)
    fingers.tap(ours.page.ending.result_key)
    fingers.skip(0.4)
    page = ours.page
    told = json.loads(urllib.parse.unquote(page.code.content.partition("?data=")[2]))
    doom = {player.name: str(player.big[-1].value) for player in session.view.players}
    assert {player["name"]: player["score"] for player in told["players"]} == doom
    assert {player["name"] for player in told["players"] if player["winner"]} == {
        player.name for player in session.view.players if player.won
    }
    assert told["game"]["name"] == "Cthulhu Wars"
    x, y, side = page.code.code
    assert side % page.code.modules == 0, "each module is whole pixels"
    assert side / page.code.modules >= 2
    assert x >= 0
    assert y >= page.ids.foot.top
    fingers.tap(page.save_key)
    assert ours.jobs.finish(PATIENCE)
    fingers.frames(2)
    (file,) = (tmp_path / "exports").glob("*-result.json")
    saved = json.loads(file.read_text())
    assert [player["rank"] for player in saved["players"]] == sorted(player["rank"] for player in saved["players"])
    assert str(file) in ours.banner.message


@pytest.mark.parametrize("size", SIZES)
def test_the_day_is_asked_where_the_clock_was_not_set(
    ours: Any, fingers: Any, resize: Any, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First today; what is picked stands in the code, in the file and in what is known of the evening."""
    from companion.app.table.pages.day import DayPage
    from companion.storage import evenings
    from companion.storage.game_library import Library
    from tests.patience import PATIENCE

    before_the_end(ours)
    resize(*size)
    monkeypatch.setattr(Library, "played_on", lambda *_: 0.0)
    ours.page.act()
    ours.page.ending.reveal_all()
    looked_back(fingers, ours.page.ending)
    path, here = ours.game.path, time.localtime()
    fingers.tap(ours.page.ending.result_key)
    fingers.skip(0.4)
    page = ours.page
    assert isinstance(page, DayPage)
    assert (page.year, page.month, page.day) == here[:3]
    fingers.picture(tmp_path / "day.png")
    for key, other in (("year-less", "year"), ("month-more", "month"), ("day-less", "day")):
        before = page.parts[other].text
        fingers.tap(page.keys[key])
        fingers.skip(0.4)
        assert page.parts[other].text != before
    picked = f"{page.year}-{page.month:02}-{page.day:02}"
    page.act()
    fingers.skip(0.4)
    told = json.loads(urllib.parse.unquote(ours.page.code.content.partition("?data=")[2]))
    assert told["playDate"].startswith(picked)
    fingers.picture(tmp_path / "result.png")
    fingers.tap(ours.page.save_key)
    assert ours.jobs.finish(PATIENCE)
    (file,) = (tmp_path / "exports").glob("*-result.json")
    assert json.loads(file.read_text())["playDate"].startswith(picked)
    noted = evenings.day_noted(ours.jobs.evenings, path.stem)
    assert time.strftime("%Y-%m-%d", time.localtime(noted)) == picked
    # Asked once: the next time it is known.
    ours.back()
    fingers.tap(ours.page.ending.result_key)
    fingers.skip(0.4)
    assert not isinstance(ours.page, DayPage)


@pytest.mark.parametrize(
    ("begun", "key", "then"),
    [
        ((2026, 1, 31), "month-more", (2026, 2, 28)),
        ((2028, 2, 29), "year-more", (2029, 2, 28)),
        ((2026, 12, 5), "month-more", (2026, 1, 5)),
        ((2026, 4, 1), "day-less", (2026, 4, 30)),
        ((1970, 1, 1), "year-less", (2000, 1, 1)),
    ],
)
def test_no_day_can_be_picked_that_there_is_not(
    ours: Any, fingers: Any, begun: tuple[int, int, int], key: str, then: tuple[int, int, int]
) -> None:
    from companion.app.table.pages.day import DayPage

    page = DayPage(time.mktime((*begun, 12, 0, 0, 0, 0, -1)), lambda _: None)
    ours.open(page)
    fingers.skip(0.4)
    fingers.tap(page.keys[key])
    assert (page.year, page.month, page.day) == then


def test_the_code_is_one_that_a_reader_reads(ours: Any, fingers: Any, tmp_path: Path) -> None:
    """The pixels on the screen are the code of the link, module by module."""
    import segno

    before_the_end(ours)
    ours.page.act()
    ours.page.ending.reveal_all()
    fingers.skip(0.4)
    ours.page.ending.result_key.dispatch("on_use")
    fingers.skip(0.4)
    code = ours.page.code
    rows = list(segno.make(code.content, error="l", boost_error=False).matrix)
    picture = fingers.picture(tmp_path / "code.png")
    x, y, side = (round(part) for part in code.code)
    step = side // code.modules
    pixels = read(picture)
    top = 480 - y - side
    for number, row in enumerate(rows):
        for place, dark in enumerate(row):
            at = (x + (place + 4) * step + step // 2, top + (number + 4) * step + step // 2)
            assert (pixels[at[1]][at[0]] < 128) is bool(dark)


def read(path: Path) -> list[list[int]]:
    """The red of each pixel of a picture."""
    from kivy.core.image import Image

    texture = Image(str(path)).texture
    raw, wide = texture.pixels, texture.width
    return [list(raw[4 * wide * row : 4 * wide * (row + 1) : 4]) for row in range(texture.height)]


def test_an_undo_while_they_are_turned_goes_back_to_the_question(ours: Any, fingers: Any) -> None:
    """The way on would have turned what nobody sees any more."""
    session = with_signs(ours)
    fingers.skip(0.4)
    fingers.tap(ours.page.primary)
    fingers.wait(1.0)
    assert ours.page.ending.revealing
    fingers.tap(ours.page.left_key)
    fingers.skip(0.4)
    assert not ours.page.ending.revealing
    assert ours.page.primary.text == "Reveal"
    fingers.tap(ours.page.primary)
    assert session.finished
    assert ours.page.ending.revealing


def test_the_knob_reaches_what_is_on_the_last_page(ours: Any, fingers: Any) -> None:
    before_the_end(ours)
    ours.page.act()
    ours.page.ending.reveal_all()
    looked_back(fingers, ours.page.ending)
    ending, ringed = ours.page.ending, set()
    for _ in range(9):
        ours.hand.turn(1)
        ringed |= {key.text for key in (*ending.tab.values(), ending.again_key, ending.result_key) if key.focused}
    assert ringed >= {"Doom", "Power", "Rematch", "Result"}


def test_rematch_is_one_tap(ours: Any, fingers: Any) -> None:
    session = before_the_end(ours)
    path = ours.game.path
    ours.page.act()
    ours.page.ending.reveal_all()
    fingers.skip(0.4)
    fingers.tap(ours.page.ending.again_key)
    assert ours.game.path != path
    assert ours.game.session.setup["factions"] == list(CODES)
    assert ours.game.session.setup["bag"] != session.setup["bag"]
    assert not ours.game.session.timeline.entries


def test_what_cannot_be_looked_back_on_still_says_how_it_ended(
    ours: Any, fingers: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    session = before_the_end(ours)
    from companion.storage import statistics

    monkeypatch.setattr(statistics, "_note", lambda *_: 1 // 0)
    ours.page.act()
    ours.page.ending.reveal_all()
    for _ in range(20):
        fingers.frames(1)
    assert ours.page.ending.headline.text == session.view.finished
    assert not ours.page.ending.tab
    assert "cannot be looked back on" in caplog.text


def test_the_scripts_use_nothing_of_the_page() -> None:
    """What is compared with must not come from where it is compared to."""
    from tests.table import told_apart

    said = "import sys; import tests.table.told_apart; print([m for m in sys.modules if m.startswith('companion')])"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert told_apart.__file__


def test_names_too_long_for_a_code_leave_the_file(ours: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:
    """Eight people with long names in letters that an address spells out: opening the page was an error."""
    from companion.app.table.pages.result_code import ResultPage

    resize(800, 480)
    saved: list[bool] = []
    players = [
        {"name": "Żółć" * 20, "sourcePlayerId": "Żółć" * 20, "rank": n, "score": "12", "winner": False}
        for n in range(8)
    ]
    page = ResultPage({"game": {"name": "Cthulhu Wars"}, "players": players}, lambda: saved.append(True))
    ours.home()
    ours.open(page)
    fingers.skip(0.4)
    fingers.picture(tmp_path / "result.png")
    assert any("too long for a code" in label.text for label in page.content.walk() if hasattr(label, "text"))
    fingers.tap(page.save_key)
    assert saved


def quick_battle(ours: Any) -> Session[Any]:
    """A Quick Battle that is over."""
    from companion.table.game import Mode

    setup = {"quick_battle": {"attacker": "GC", "defender": "CC", "area": "arctic_ocean"}}
    ours.play(lambda: ours.library.start(GAMES[0], Mode("test", "", "", setup)))
    session: Session[Any] = ours.game.session
    chance = Random(8)
    while not session.finished:
        session.answer(*sensible(session, chance))
    ours.page.refresh()
    return session


@pytest.mark.parametrize("size", SIZES)
def test_a_quick_battle_ends_with_what_became_of_it(
    ours: Any, fingers: Any, resize: Any, size: tuple[int, int], tmp_path: Path
) -> None:
    """It had a ranking in which everybody had Doom 0, and so had its row on the home page."""
    from tests.patience import PATIENCE

    session = quick_battle(ours)
    resize(*size)
    looked_back(fingers, ours.page.ending)
    ending = ours.page.ending
    assert ending.ranking.parent is None
    assert not ending.tab
    for one in session.view.outcome:
        assert one.words in ending.battle.text
    fingers.tap(ending.result_key)
    assert ours.jobs.finish(PATIENCE)
    ended = {path.suffix for path in (tmp_path / "exports").iterdir()}
    assert ended == {".html", ".png"}, "a battle alone is no play for other apps"
    ours.home()
    for _ in range(200):
        fingers.wait(0.05)
        if ours.page.last._players:
            break
        time.sleep(0.05)
    assert all(one.words in ours.page.last.text for one in session.view.outcome)
    assert "Doom" not in ours.page.last.text


@pytest.mark.parametrize("size", SIZES)
def test_the_last_page_is_saved_as_a_picture(
    ours: Any, fingers: Any, resize: Any, size: tuple[int, int], tmp_path: Path
) -> None:
    from tests.patience import PATIENCE

    before_the_end(ours)
    resize(*size)
    ours.page.act()
    ending = ours.page.ending
    ending.reveal_all()
    looked_back(fingers, ending)
    shown = read(fingers.picture(tmp_path / "window.png"))
    fingers.tap(ending.result_key)
    fingers.skip(0.4)
    fingers.tap(ours.page.save_key)
    assert ours.jobs.finish(PATIENCE)
    (file,) = (tmp_path / "exports").glob("*.png")
    saved = read(file)
    edge = (len(saved[0]) - round(ending.width)) // 2
    # Within the ranking the picture is what the window showed, pixel by pixel.
    x, y = round(ending.ranking.x), round(size[1] - ending.ranking.top)
    left, top = round(ending.x), round(size[1] - ending.top)
    alike = total = 0
    for row in range(0, round(ending.ranking.height), 3):
        ours_, theirs = shown[y + row], saved[y + row - top + edge]
        for column in range(0, round(ending.ranking.width), 3):
            total += 1
            alike += abs(ours_[x + column] - theirs[x + column - left + edge]) <= 2
    assert alike > 0.99 * total
    assert ending.keys.opacity == 1
    html = next((tmp_path / "exports").glob("*.html")).read_text()
    # The window is painted afterwards as before: its shader did not know that another had left arrays of corners on.
    fingers.picture(tmp_path / "code.png")
    fingers.frames(2)
    ours.show_message("")
    ours.back()
    for tab in ("Doom", "luck", "story"):
        fingers.skip(0.4)
        fingers.tap(ending.tab[tab])
    fingers.skip(0.4)
    assert read(fingers.picture(tmp_path / "again.png")) == shown
    assert session_names(ours) <= set(html.replace("<", ">").split(">"))


def session_names(ours: Any) -> set[str]:
    """What the players of the game on the table are called."""
    return {player.name for player in ours.game.session.view.players}


def test_a_picture_lies_on_the_stick_and_beside_the_games(ours: Any, tmp_path: Path) -> None:
    from companion.storage.background_jobs import BackgroundJobs
    from tests.patience import PATIENCE

    session = before_the_end(ours)
    stick = tmp_path / "stick"
    stick.mkdir()
    jobs = BackgroundJobs(ours.library, str(stick), lambda: None)
    jobs.save_result(ours.game.path, {"players": []}, b"picture")
    assert jobs.finish(PATIENCE)
    jobs.close()
    assert session.timeline.entries
    name = f"{ours.game.path.stem}.png"
    assert (stick / "table-companion" / name).read_bytes() == b"picture"
    assert (tmp_path / "exports" / name).read_bytes() == b"picture"


def test_a_code_of_five_people_is_read_off_a_small_screen(ours: Any, fingers: Any, resize: Any) -> None:
    """With all that could be said each module had two pixels; by what BG Stats knows people is never left out."""
    from companion.app.table.pages.result_code import ResultPage

    resize(800, 480)
    players = [
        {
            "name": f"Annabel {n}",
            "sourcePlayerId": f"Annabel {n}",
            "role": "Opener of the Way",
            "rank": n,
            "score": "12",
            "winner": n == 1,
            "startPlayer": False,
        }
        for n in range(5)
    ]
    game = {"name": "Cthulhu Wars", "sourceGameId": "Cthulhu Wars", "highestWins": True, "noPoints": False}
    page = ResultPage({"sourceName": "table-companion", "game": game, "players": players}, lambda: None)
    ours.home()
    ours.open(page)
    fingers.skip(0.4)
    __, __, side = page.code.code
    assert side / page.code.modules >= 3
    told = json.loads(urllib.parse.unquote(page.code.content.partition("?data=")[2]))
    assert [player["name"] for player in told["players"]] == [player["name"] for player in players]
    assert [player["winner"] for player in told["players"]] == [player["winner"] for player in players]
    assert all(player["score"] == "12" for player in told["players"])
    assert [player["sourcePlayerId"] for player in told["players"]] == [player["name"] for player in players]
    assert not any(player["startPlayer"] for player in told["players"])


def test_names_are_written_short_before_anything_is_left_out() -> None:
    from companion.storage.bgstats_export import links

    players = [
        {"name": "Annabel Whateley", "sourcePlayerId": "Annabel Whateley", "role": "Bubastis", "startPlayer": False},
        {"name": "Sam One", "sourcePlayerId": "Sam One", "role": "Bubastis", "startPlayer": False},
        {"name": "Sam Two", "sourcePlayerId": "Sam Two", "role": "Bubastis", "startPlayer": False},
    ]
    told = [json.loads(urllib.parse.unquote(address.partition("?data=")[2])) for address in links({"players": players})]
    assert [[player["name"] for player in one["players"]] for one in told] == [
        ["Annabel Whateley", "Sam One", "Sam Two"],
        ["Annabel", "Sam One", "Sam Two"],
        ["Annabel", "Sam One", "Sam Two"],
    ]
    assert ["role" in one["players"][0] for one in told] == [True, True, False]
    assert all("startPlayer" in player and "sourcePlayerId" in player for one in told for player in one["players"])


def test_the_story_stands_on_the_last_page(ours: Any, fingers: Any) -> None:
    from companion.storage.story import story

    before_the_end(ours, seed=5, names=[{"id": "GC", "name": "Annabel"}])
    ours.page.act()
    ending = ours.page.ending
    assert "story" not in ending.tab, "it would tell what is face down"
    ending.reveal_all()
    looked_back(fingers, ending)
    assert ending.story.parent is ending
    assert ending.story.text == " ".join(line.words for line in story(ending.chronicle))
    assert "Annabel" in ending.ranking.text or "Great Cthulhu" in ending.ranking.text


@pytest.mark.parametrize("text", ["M", "XL"])
def test_all_lines_and_names_are_there_in_long_words(ours: Any, fingers: Any, text: str) -> None:
    """In German and Polish lines lay over each other, and a person was called by the short name of a faction."""
    from companion.table import words
    from layouts.theme import look

    names = [
        {"id": code, "name": name} for code, name in zip(CODES, ("Annabellaa", "Maximilian", "Bo", "Cy"), strict=True)
    ]
    words.use("pl")
    try:
        look.choose("dark", text)
        look.fit(800, 480)
        before_the_end(ours, seed=5, names=names)
        ours.page.act()
        ending = ours.page.ending
        ending.reveal_all()
        looked_back(fingers, ending)
        shown = [(sign, line) for sign, line in ending.story.told.rows if line.spot is not None]
        assert len(shown) == len(ending.story.told.lines) == 5
        spans = sorted((line.rect[1], line.rect[1] + line.rect[3]) for __, line in shown)
        assert all(below[1] <= above[0] + 1 for below, above in pairwise(spans))
        written = [str(row[3].said[0]) for row in ending.ranking._rows]
        assert all(any(name["name"] in said for said in written) for name in names)
    finally:
        words.use("en")


@pytest.mark.parametrize("size", SIZES)
def test_a_long_story_is_told_in_pages(ours: Any, fingers: Any, resize: Any, size: tuple[int, int]) -> None:
    """Its last lines were left out where there was no room; and no words reach out of the keys above it."""
    from companion.storage.story import StoryLine
    from companion.table import words
    from layouts.theme import look
    from layouts.typeset import extent

    words.use("de")
    try:
        before_the_end(ours, seed=5)
        ours.page.act()
        resize(*size)
        ending = ours.page.ending
        ending.reveal_all()
        looked_back(fingers, ending)
        for key in ending.tab.values():
            assert extent(key.text, "text", look.least)[0] <= key.width - 8 * look.u
        story = ending.story
        story.show([StoryLine("score", "doom", "Gelbes Zeichen führte von Runde 2 an.", (), ())] * 3)
        fingers.skip(0.4)
        assert not story.overflow
        told = "Blutigster Kampf: Schwarze Ziege und Gelbes Zeichen, Nordasien, Runde 3, zwei Einheiten verloren. " * 2
        story.show([StoryLine("battle", "battle", told, (), ())] * 5)
        fingers.skip(0.4)
        assert story.overflow
        *_pages, last = reversed(story.beside.children)
        for _ in range(9):
            fingers.tap(last)
            fingers.skip(0.4)
        lines = [line.rect for __, line in story.told.rows if line.spot is not None]
        assert len(lines) == 5
        lowest = min(low for __, low, *__ in lines)
        assert story.told.to_window(0, lowest)[1] >= story.scroll.to_window(0, story.scroll.y)[1] - 1
    finally:
        words.use("en")


def test_a_picture_leaves_the_arrays_of_corners_as_they_were(ours: Any, fingers: Any, tmp_path: Path) -> None:
    """One that the window's shader knows nothing of ended the program when the next plain rectangle was drawn."""
    from kivy.graphics.opengl import glDisableVertexAttribArray, glEnableVertexAttribArray, glGetVertexAttribiv

    from companion.app.widgets.rendering.snapshot import snapshot

    before_the_end(ours)
    ours.page.act()
    ending = ours.page.ending
    ending.reveal_all()
    fingers.skip(0.4)
    fingers.tap(ending.result_key)
    fingers.skip(0.4)
    fingers.picture(tmp_path / "code.png")

    def arrays() -> list[bool]:
        return [bool(glGetVertexAttribiv(number, 0x8622)) for number in range(8)]

    first = arrays()
    try:
        for off in range(3):
            glDisableVertexAttribArray(off)
            before = arrays()
            snapshot(ending)
            assert arrays() == before
    finally:
        for number, on in enumerate(first):
            (glEnableVertexAttribArray if on else glDisableVertexAttribArray)(number)
