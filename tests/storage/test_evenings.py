"""What is kept over the evenings: in one file, with limits, of which no game needs to be there."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import GAMES
from companion.storage import evenings
from companion.storage.background_jobs import BackgroundJobs
from companion.storage.bug_bundle import problem
from companion.storage.errors import StorageError
from companion.storage.evenings import (
    Evening,
    Evenings,
    Played,
    Profile,
    choose_seat,
    erase,
    merged,
    note,
    profiles,
    read,
)
from companion.storage.game_library import Library
from companion.storage.statistics import chronicle
from companion.storage.totals import by_faction, by_group, by_person, evening_of
from companion.table.session import new_session
from tests.instruments.outside.evenings import play_to_the_end
from tests.patience import PATIENCE
from tests.storage.evenings import evening as stored_game


def game(number: int, *players: Played, seconds: float = 0.0) -> Evening:
    return Evening(f"evening-{number}", "cthulhu_wars", 1_000.0 + number, seconds, 4, players)


ANN_WINS = game(
    1,
    Played("GC", "Great Cthulhu", "Ann", 31, True, 12, 4, 2.0),
    Played("CC", "Crawling Chaos", "Bo", 22, False, 6, 0, 1.0),
    seconds=3600.0,
)
BO_WINS = game(
    2,
    Played("BG", "Black Goat", "Ann", 20, False, 6, 1, 1.0),
    Played("CC", "Crawling Chaos", "Bo", 30, True, 6, 2, 1.0),
    seconds=7200.0,
)
NAMELESS = game(3, Played("GC", "Great Cthulhu", "", 30, True), Played("YS", "Yellow Sign", "", 10, False))


def test_totals_by_person_faction_and_group() -> None:
    played = (ANN_WINS, BO_WINS, NAMELESS)
    people = {total.name: total for total in by_person(played)}
    assert set(people) == {"Ann", "Bo"}
    ann = people["Ann"]
    assert (ann.games, ann.wins, ann.fell, ann.expected, ann.seconds / ann.timed) == (2, 1, 5, 3.0, 5400.0)
    assert dict(ann.seats) == {"Great Cthulhu": 1, "Black Goat": 1}
    factions = {total.name: (total.games, total.wins) for total in by_faction(played)}
    assert factions == {"Great Cthulhu": (2, 2), "Crawling Chaos": (2, 1), "Black Goat": (1, 0), "Yellow Sign": (1, 0)}
    (group,) = by_group(played)
    assert (group.name, group.games, group.timed) == ("Ann, Bo", 2, 2)


def test_who_plays_two_factions_has_played_one_game() -> None:
    two = game(5, Played("GC", "Great Cthulhu", "Ann", 31, True), Played("BG", "Black Goat", "Ann", 20, False))
    (ann,) = by_person([two])
    assert (ann.games, ann.wins) == (1, 1)


def test_a_favourite_is_what_was_chosen_or_played_most() -> None:
    known = Evenings(evenings=(ANN_WINS, BO_WINS, game(4, Played("BG", "Black Goat", "Ann"))))
    assert profiles(known) == [Profile("Ann", "BG"), Profile("Bo", "CC")]
    chosen = Evenings(evenings=known.evenings, profiles=(Profile("Ann", "YS"), Profile("Cy", "TT")))
    assert profiles(chosen) == [Profile("Ann", "YS"), Profile("Bo", "CC"), Profile("Cy", "TT")]


def test_a_game_that_ends_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / evenings.FILE
    note(path, ANN_WINS)
    note(path, BO_WINS)
    note(path, ANN_WINS)
    choose_seat(path, "Ann", "YS")
    choose_seat(path, "Ann", "GC")
    assert read(path) == Evenings(evenings=(BO_WINS, ANN_WINS), profiles=(Profile("Ann", "GC"),))
    assert json.loads(path.read_bytes())["version"] == 1
    erase(path)
    assert not list(tmp_path.iterdir())
    assert read(path) == Evenings()


def test_an_evening_is_what_the_game_says() -> None:
    codes = ["GC", "CC", "BG", "YS"]
    session = new_session(GAMES[0], {"factions": codes, "signs": "app", "names": [{"id": "GC", "name": "Ann"}]})
    assert evening_of(chronicle(session), "x", "g", 1.0, 2.0) is None, "it is not over"
    play_to_the_end(session, Random(3), codes)
    found = evening_of(chronicle(session), "x", "cthulhu_wars", 5.0, 60.0)
    assert found is not None
    assert [(one.seat, one.name, one.score, one.won) for one in found.players] == [
        (player.id, player.person, player.big[-1].value, player.won) for player in session.view.players
    ]
    assert found.turns == session.state.turn
    # Who has given no name may be called “Player 2” at the end, which is nobody's name.
    told = chronicle(session)
    numbered = tuple(replace(player, person=player.person or "Player 2") for player in told.view.players)
    again = evening_of(replace(told, view=replace(told.view, players=numbered)), "x", "cthulhu_wars", 5.0, 60.0)
    assert again == found
    assert sum(one.dice for one in found.players) == chronicle(session).dice


def broken() -> dict[str, bytes]:
    whole = json.loads(evenings.encoded(Evenings(evenings=(ANN_WINS,), profiles=(Profile("Ann", "GC"),))))

    def changed(**more: Any) -> bytes:
        return json.dumps(whole | more).encode()

    def player(**more: Any) -> bytes:
        return changed(evenings=[whole["evenings"][0] | {"players": [{"seat": "GC"} | more]}])

    return {
        "no json": b"\x00\xff{",
        "a list": b"[]",
        "deep": b"[" * 200_000,
        "deep within": b'{"version": 1, "more": ' + b"[" * 100_000,
        "no version": b"{}",
        "version 0": changed(version=0),
        "a version that is a text": changed(version="1"),
        "too many evenings": changed(evenings=[whole["evenings"][0]] * (evenings.MOST_EVENINGS + 1)),
        "too many profiles": changed(profiles=[{"name": f"P{n}"} for n in range(101)]),
        "too many players": changed(evenings=[whole["evenings"][0] | {"players": [{"seat": "GC"}] * 13}]),
        "a long name": player(name="x" * 61),
        "a name of two lines": player(name="a\nb"),
        "a name that turns the line": player(name="a\u202eb"),
        "a number without end": player(score=10**40),
        "a negative count": player(dice=-1),
        "infinity": player(expected=0.0).replace(b'"seat"', b'"expected": 1e999, "seat"'),
        "a nameless profile": changed(profiles=[{"name": ""}]),
        "too large": b" " * (evenings.LARGEST + 1),
    }


@pytest.mark.parametrize("name", broken())
def test_what_cannot_be_read_is_put_aside_and_a_game_is_noted_all_the_same(name: str, tmp_path: Path) -> None:
    path = tmp_path / evenings.FILE
    path.write_bytes(content := broken()[name])
    assert read(path) is None
    assert path.read_bytes() == content, "to look at it changes nothing"
    note(path, BO_WINS)
    assert read(path) == Evenings(evenings=(BO_WINS,))
    assert path.with_name("evenings.json-damaged").read_bytes() == content


def test_what_a_later_version_wrote_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / evenings.FILE
    path.write_bytes(content := b'{"version": 2, "evenings": {"new": "form"}}')
    assert read(path) is None
    with pytest.raises(StorageError, match="later version"):
        note(path, ANN_WINS)
    with pytest.raises(StorageError, match="later version"):
        choose_seat(path, "Ann", "GC")
    assert path.read_bytes() == content


@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
def test_what_is_no_file_holds_nobody_up(kind: str, tmp_path: Path) -> None:
    path = tmp_path / evenings.FILE
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    assert read(path) is None


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    many = Evenings(evenings=tuple(game(n, Played("GC")) for n in range(evenings.MOST_EVENINGS)))
    path = tmp_path / evenings.FILE
    path.write_bytes(evenings.encoded(many))
    note(path, game(5_000, Played("CC")))
    found = read(path)
    assert found is not None
    assert len(found.evenings) == evenings.MOST_EVENINGS
    assert (found.evenings[0].id, found.evenings[-1].id) == ("evening-1", "evening-5000")
    assert path.stat().st_size < evenings.LARGEST


def test_the_largest_file_that_is_written_can_be_read(tmp_path: Path) -> None:
    """With 12 players of the longest names in each game it would not be: the oldest go then."""
    wide = tuple(Played("Ż" * 60, "Ż" * 60, "Ż" * 60, 9_999, True, 9_999, 9_999, 9_999.0) for _ in range(12))
    path = tmp_path / evenings.FILE
    evenings.add(path, Evenings(evenings=tuple(game(n, *wide) for n in range(600))))
    note(path, game(601, *wide))
    found = read(path)
    assert found is not None
    assert 100 < len(found.evenings) < 601
    assert found.evenings[-1].id == "evening-601"


def test_two_files_together_have_each_game_once() -> None:
    ours, theirs = Evenings(evenings=(ANN_WINS,)), Evenings(evenings=(ANN_WINS, BO_WINS), profiles=(Profile("Cy"),))
    assert merged(ours, theirs) == Evenings(evenings=(ANN_WINS, BO_WINS), profiles=(Profile("Cy"),))


@pytest.fixture
def jobs(tmp_path: Path) -> Any:
    (tmp_path / "data" / "games").mkdir(parents=True)
    (tmp_path / "stick").mkdir()
    made = BackgroundJobs(Library(tmp_path / "data" / "games", GAMES), str(tmp_path / "stick"), lambda: None)
    yield made
    made.close()


def test_it_is_copied_brought_back_exported_and_deleted(jobs: BackgroundJobs, tmp_path: Path) -> None:
    here, there = tmp_path / "data" / evenings.FILE, tmp_path / "stick" / "table-companion" / evenings.FILE
    jobs.note_evening(ANN_WINS)
    jobs.copy()
    assert jobs.finish(PATIENCE)
    assert read(there) == read(here) == Evenings(evenings=(ANN_WINS,))
    # A new card: what the stick has comes back, beside what is new here.
    here.unlink()
    jobs.note_evening(BO_WINS)
    jobs.bring_back()
    assert jobs.finish(PATIENCE)
    assert read(here) == Evenings(evenings=(ANN_WINS, BO_WINS))
    jobs.export_evenings()
    jobs.copy()
    assert jobs.finish(PATIENCE)
    assert read(there) == read(here)
    jobs.forget_evenings()
    assert jobs.finish(PATIENCE)
    assert not here.exists()
    assert not there.exists()
    jobs.copy()
    assert jobs.finish(PATIENCE)
    assert not there.exists()


def test_it_is_exported_beside_the_games_without_a_stick(jobs: BackgroundJobs, tmp_path: Path) -> None:
    (tmp_path / "stick").rmdir()
    jobs.note_evening(ANN_WINS)
    jobs.export_evenings()
    assert jobs.finish(PATIENCE)
    assert read(tmp_path / "data" / "exports" / evenings.FILE) == Evenings(evenings=(ANN_WINS,))


@pytest.mark.parametrize("nameless", [False, True])
def test_no_bug_report_has_it(nameless: bool, tmp_path: Path) -> None:
    """And where names are taken out, those that only this file has are taken out of all else."""
    known = Evenings(evenings=(game(1, Played("GC", "Great Cthulhu", "Wilhelmina")),), profiles=(Profile("Xaver"),))
    (tmp_path / evenings.FILE).write_bytes(evenings.encoded(known))
    path = stored_game(tmp_path / "a.game", GAMES[0], steps=10)
    told = {"doctor.txt": "refused: Wilhelmina and Xaver"}
    problem(tmp_path / "p.zip", path, GAMES, told, nameless=tmp_path if nameless else None)
    with zipfile.ZipFile(tmp_path / "p.zip") as packed:
        assert not any("evenings" in name for name in packed.namelist())
        content = b"".join(map(packed.read, packed.namelist()))
    assert (b"Wilhelmina" in content) is not nameless
    assert (b"Xaver" in content) is not nameless


@pytest.mark.parametrize("content", [None, b"\xff", b'{"version": 9}', b"{}"])
def test_a_game_opens_without_it(content: bytes | None, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    path = stored_game(tmp_path / "games" / "a.game", GAMES[0], steps=10)
    if content is not None:
        (tmp_path / evenings.FILE).write_bytes(content)
    library = Library(tmp_path / "games", GAMES)
    opened = library.open(path)
    assert len(opened.session.timeline.entries) == 10
    opened.close()
