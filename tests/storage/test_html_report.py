"""A page that people can read of a game, and a bug report: what stands in them, and what never does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.doctor.examination import machine
from companion.games import GAMES
from companion.storage.bug_bundle import problem, renamed
from companion.storage.game_archive import SUFFIX, unpack
from companion.storage.game_library import bodies_of, read
from companion.storage.html_report import report
from companion.storage.statistics import chronicle
from companion.table.autoplay import play
from companion.table.errors import CompanionError
from companion.table.journal import SqliteJournal
from companion.table.session import Session, new_session, open_session
from tests.storage.evenings import evening

VOID = {"meta", "br", "line"}


class Reader(HTMLParser):
    """Reads a page as a browser does, and holds that every tag is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.words: list[str] = []
        self.drawn: set[str] = set()
        self.ids: set[str] = set()
        self.asks_for: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.asks_for += [
            f"{name}={value}"
            for name, value in attrs
            # What begins with “#” is a drawing within the page.
            if (name.endswith(("src", "href")) and not str(value).startswith("#")) or name.startswith("on")
        ]
        self.drawn |= {str(value)[1:] for name, value in attrs if name == "href"}
        self.ids |= {str(value) for name, value in attrs if name == "id"}
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def reading(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert not reader.open
    return reader


def played(game: Any, steps: int, seed: int = 3, **setup: Any) -> Session[Any]:
    session = new_session(game, setup)
    play(session, Random(seed), steps)
    return session


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_report_stands_alone_and_says_all_that_happened(game: Any) -> None:
    session = played(game, 150)
    reader = reading(report(session))
    assert not reader.asks_for
    assert reader.drawn <= reader.ids
    assert not reader.tags & {"script", "img", "link", "iframe", "object"}
    assert not re.search(r"url\((?!data:)|@import|https?:", report(session))
    said = " ".join(reader.words)
    for line in session.history:
        assert line.entry.label in said
        for fact in line.facts:
            assert fact.text() in said


def test_power_and_doom_are_drawn_entry_by_entry() -> None:
    session = played(GAMES[0], 150)
    found = chronicle(session)
    assert set(found.curves) == {"Power", "Doom"}
    for label, curves in found.curves.items():
        now = {p.name: c.value for p in session.view.players for c in p.big if c.label == label}
        assert {curve.player: curve.values[-1] for curve in curves} == now
        assert {len(curve.values) for curve in curves} == {len(session.history) + 1}
    # An earlier moment is what the ledger showed then.
    session.undo(60, past_dice=True)
    then = {p.name: c.value for p in session.view.players for c in p.big if c.label == "Power"}
    assert {curve.player: curve.values[-61] for curve in found.curves["Power"]} == then
    assert report(session).count('<path class="curve"') == 2 * len(session.view.players)


def test_a_phone_leaves_out_names_of_turns_that_lie_over_each_other() -> None:
    """Its letters are twice as large as those of the chart are on a wide screen."""
    from companion.storage.html_charts import curve_chart
    from companion.storage.html_look import Drawings

    found = chronicle(played(GAMES[0], 150))
    curves = found.curves["Doom"]
    last = len(curves[0].values) - 1
    turns = [(place * last // 20, f"Turn {place}") for place in range(20)]
    chart = curve_chart(curves, turns, {}, Drawings())
    names = re.findall(r'<text class="(fine)?" x="([0-9.]+)" y="294" [^>]*>(Turn [0-9]+)<', chart)
    for letter, shown in ((7.5, names), (15, [name for name in names if not name[0]])):
        ends = [(float(x), float(x) + letter * len(name)) for __, x, name in shown]
        assert len(ends) > 3
        assert all(one[1] <= other[0] for one, other in pairwise(ends))
    assert "@media (max-width" in report(played(GAMES[0], 20))


def test_every_battle_is_there_with_its_dice() -> None:
    def rolled(session: Session[Any]) -> set[str]:
        return {line.entry.key for line in session.history if line.entry.kind == "roll" and "battle" in line.entry.key}

    # The Elder Signs are shuffled anew for each game, and not every game comes to a battle.
    session = next(s for s in (played(GAMES[0], 260, seed) for seed in range(40)) if rolled(s))
    battles, asked = chronicle(session).battles, rolled(session)
    inside = {line.number for battle in battles for line in battle.lines}
    assert inside >= {line.number for line in session.history if line.entry.key in asked}
    assert f"{len(battles)} battle" in report(session)


def test_a_game_that_has_just_begun_has_a_report() -> None:
    for game in GAMES:
        reading(report(new_session(game, {})))


NAMES = ["<b>Ann</b>", "Bo&amp;", "\"'><x", "‮odd"]


def named(path: Path) -> Path:
    """A Mythos Encounters evening in which people wrote down their names."""
    journal = SqliteJournal(path)
    game = next(game for game in GAMES if game.name == "mythos_encounters")
    session = new_session(game, {}, journal)
    written = iter(["Annabel", "Cthulhu", "Bo-Bob", "Hastur"])
    for _ in range(60):
        if session.finished:
            break
        prompt = session.prompts[0]
        if prompt.prompt.kind == "write":
            session.answer(prompt.ticket, next(written, ""))
        elif prompt.prompt.key == "names":
            session.answer(prompt.ticket, ["write"])
        else:
            play(session, Random(len(session.timeline.entries)), 1, interject=0)
    journal.close()
    return path


def test_what_people_wrote_is_no_markup() -> None:
    game = next(game for game in GAMES if game.name == "mythos_encounters")
    people = [{"name": "<b>A</b>", "god": "&lt;i&gt;"}, {"name": "<x>", "god": "</html>"}]
    session = played(game, 30, players=people)
    reader = reading(report(session))
    assert not reader.tags & {"b", "i", "x"}
    assert "<b>A</b>" in " ".join(reader.words)


@pytest.mark.parametrize(
    "name", ["<b>Ann</b>", "Bo&amp;", "\"'><x", "</main>", "<script>", "{x}", "%s", "&lt;", "'\" on=", "\u05d0\u05d1"]
)
def test_a_hostile_name_is_a_name(name: str) -> None:
    """A name of up to ten letters, as it comes with a stranger's game."""
    codes = ["GC", "CC", "BG", "YS"]
    plain = played(GAMES[0], 100, factions=codes, names=[{"id": "GC", "name": "Ann"}])
    hostile = played(GAMES[0], 100, factions=codes, names=[{"id": "GC", "name": name[:10].strip()}])
    ours, theirs = reading(report(plain)), reading(report(hostile))
    assert name[:10].strip() in theirs.words
    assert theirs.tags == ours.tags
    assert not theirs.asks_for


def test_a_colour_of_ones_own_is_a_colour() -> None:
    """Own factions write their colours themselves."""
    from companion.storage.html_look import colour_of

    assert colour_of("#12abEF") == "#12abEF"
    for written in ("red", "#fff", '#123456"><b>', "#12345g", "", "url(//x)", "#123456\n"):
        assert colour_of(written) == "#808080"


def test_people_stand_in_the_report_by_their_names() -> None:
    session = new_session(GAMES[0], {"factions": ["GC", "CC"], "names": [{"id": "GC", "name": "Annabel"}]})
    play(session, Random(3), 100, interject=0.0)
    said = reading(report(session)).words
    assert "Annabel" in said
    assert "Great Cthulhu" in said


def test_command_headless_and_screen_write_the_same_page(tmp_path: Path) -> None:
    """The screen's is written by the thread that carries games about."""
    from companion.storage.background_jobs import BackgroundJobs
    from companion.storage.game_library import Library
    from tests.patience import PATIENCE

    games = tmp_path / "games"
    games.mkdir()
    path = evening(games / "evening.game", GAMES[0], steps=80)
    wanted = report(read(path, GAMES))
    jobs = BackgroundJobs(Library(games, GAMES), "off", lambda: None)
    jobs.export(path)
    assert jobs.finish(PATIENCE)
    jobs.close()
    assert (tmp_path / "exports" / "evening.html").read_text() == wanted
    run = [sys.executable, "-m", "companion", "--data", str(tmp_path)]
    by_command, by_lines = tmp_path / "command.html", tmp_path / "lines.html"
    subprocess.run([*run, "export", str(path), "--report", str(by_command)], check=True, capture_output=True)
    lines = "".join(
        json.dumps(line) + "\n" for line in ({"open": str(path)}, {"report": str(by_lines)}, {"quit": True})
    )
    subprocess.run([*run, "headless"], input=lines, check=True, capture_output=True, text=True)
    assert by_command.read_text() == wanted
    assert by_lines.read_text() == wanted


def test_a_bug_report_holds_the_game_and_the_machine(tmp_path: Path) -> None:
    path = evening(tmp_path / "evening.game", GAMES[0], steps=20)
    (tmp_path / "companion.log").write_text("it stumbled\n")
    problem(tmp_path / "p.zip", path, GAMES, machine(tmp_path))
    with zipfile.ZipFile(tmp_path / "p.zip") as packed:
        assert packed.testzip() is None
        packed.extractall(tmp_path / "out")
    found = {file.name: file for file in (tmp_path / "out").iterdir()}
    logs = {"companion.log", "crash.log", "settings.toml"}
    wanted = {f"evening{SUFFIX}", "report.html", "versions.txt", "doctor.txt", *logs}
    assert set(found) == wanted
    assert unpack(found[f"evening{SUFFIX}"]).bodies == bodies_of(path)
    assert "it stumbled" in found["companion.log"].read_text()
    assert "Games are kept in" in found["doctor.txt"].read_text()


def test_names_are_taken_out_on_request_and_the_game_plays_the_same(tmp_path: Path) -> None:
    path = named(tmp_path / "Annabels.game")
    session = read(path, GAMES)
    assert "Annabel" in repr(session.history)
    log = {"doctor.txt": f"refused: Annabel, {Path.home()}/x, Bo-Bob", "companion.log": "refused: Annabel"}
    problem(tmp_path / "p.zip", path, GAMES, log, nameless=tmp_path)
    with zipfile.ZipFile(tmp_path / "p.zip") as packed:
        content = {name: packed.read(name).decode() for name in packed.namelist()}
        packed.extractall(tmp_path / "out")
    for name, text in content.items():
        assert not re.search("Annabel|Bo-Bob|Hastur", name + text), name
        assert str(Path.home()) not in text
    again = open_session(GAMES, unpack(tmp_path / "out" / f"game{SUFFIX}").records, None)
    assert [line.entry.key for line in again.history] == [line.entry.key for line in session.history]
    assert [item.prompt.key for item in again.prompts] == [item.prompt.key for item in session.prompts]


def test_names_do_not_get_out_because_the_game_cannot_be_followed(tmp_path: Path) -> None:
    bodies = bodies_of(named(tmp_path / "a.game"))
    changed, __ = renamed([bodies[0].replace(b'"rules":', b'"rules":9'), *bodies[1:]], ())
    assert b"Annabel" in b"".join(bodies)
    assert b"Annabel" not in b"".join(changed)


def test_a_bug_report_of_a_damaged_game_and_of_none(tmp_path: Path) -> None:
    path = evening(tmp_path / "a.game", GAMES[0], steps=20)
    whole = bodies_of(path)
    path.write_bytes(path.read_bytes()[:4096])
    problem(tmp_path / "p.zip", path, GAMES, {})
    with zipfile.ZipFile(tmp_path / "p.zip") as packed:
        assert packed.read(f"a{SUFFIX}").count(b"\n") == len(whole)
    problem(tmp_path / "q.zip", None, GAMES, {"doctor.txt": "fine"})
    with zipfile.ZipFile(tmp_path / "q.zip") as packed:
        assert packed.namelist() == ["doctor.txt"]


def test_what_is_secret_is_in_no_log_and_no_report_while_it_is() -> None:
    """Complaint 25: whichever card was picked face down, all that people may read is the same."""
    (game,) = (game for game in GAMES if game.name == "messina")
    setup = {"seats": ["red", "blue"], "initiator": "red", "units": {"red": {"mech": 1}, "blue": {"mech": 1}}}

    def told(card: int) -> tuple[object, ...]:
        session = new_session(game, setup)
        for key, value in (("1/other/red", 0), ("1/other/blue", 0), ("1/skill/red", card)):
            item = next(item for item in session.prompts if item.prompt.key == key)
            session.answer(item.ticket, value)
        lines = session.history
        assert lines[-1].entry.value == card
        shown = [(line.entry.label, [fact.text() for fact in line.facts]) for line in lines]
        return report(session), [line.as_json() for line in lines], shown, session.view

    assert told(4) == told(2)


def test_a_game_that_is_not_there_is_named_without_the_words_of_python(tmp_path: Path) -> None:
    """“[Errno 2] No such file or directory: 'nowhere.game'” stood in the sentence."""
    with pytest.raises(CompanionError) as caught:
        problem(tmp_path / "p.zip", tmp_path / "nowhere.game", GAMES, {})
    assert str(caught.value) == (
        "The game file nowhere.game cannot be opened (No such file or directory). It is unchanged."
    )
    assert not (tmp_path / "p.zip").exists()
