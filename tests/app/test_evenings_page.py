"""Over the evenings: what is kept of a game that ends, what the page says of it, and what it fills in for the next."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.storage.evenings import Evening, Evenings, Played, encoded, read
from companion.table.game import Mode
from tests.app.test_ending import SIZES, before_the_end, looked_back
from tests.instruments.outside.evenings import sensible
from tests.patience import PATIENCE

pytestmark = pytest.mark.window

NAMES = [{"id": "GC", "name": "Annabel"}, {"id": "CC", "name": "Bo"}]


def some(number: int) -> Evening:
    """A game of two people."""
    ann = Played("GC", "Great Cthulhu", "Annabel", 30, number % 2 == 0, 12, 3, 2.0)
    bo = Played("CC", "Crawling Chaos", "Bo", 25, number % 2 == 1, 12, 1, 2.0)
    return Evening(f"game-{number}", "cthulhu_wars", 1_000.0 + number, 5_400.0, 6, (ann, bo))


def test_a_game_that_ends_is_noted_once_and_its_page_says_so(ours: Any, fingers: Any, tmp_path: Path) -> None:
    session = before_the_end(ours, names=NAMES)
    ours.page.act()
    ours.page.ending.reveal_all()
    looked_back(fingers, ours.page.ending)
    assert ours.jobs.finish(PATIENCE)
    known = read(tmp_path / "evenings.json")
    assert known is not None
    (evening,) = known.evenings
    assert evening.id == ours.game.path.stem
    assert {one.name: one.score for one in evening.players if one.name} == {
        player.person: player.big[-1].value for player in session.view.players if player.person
    }
    # Looked at again it is no second game, and what was deleted does not come back.
    path = ours.game.path
    (tmp_path / "evenings.json").unlink()
    ours.home()
    ours.open_stored(path)
    looked_back(fingers, ours.page.ending)
    assert ours.jobs.finish(PATIENCE)
    assert not (tmp_path / "evenings.json").exists()


def test_a_battle_and_a_lesson_are_no_evenings(ours: Any, fingers: Any, tmp_path: Path) -> None:
    setup = {"quick_battle": {"attacker": "GC", "defender": "CC", "area": "arctic_ocean"}}
    ours.play(lambda: ours.library.start(GAMES[0], Mode("test", "", "", setup)))
    chance = Random(8)
    session = ours.game.session
    while not session.finished:
        session.answer(*sensible(session, chance))
    ours.page.refresh()
    looked_back(fingers, ours.page.ending)
    assert ours.jobs.finish(PATIENCE)
    assert not (tmp_path / "evenings.json").exists()


@pytest.mark.parametrize("size", SIZES)
def test_the_page_is_found_read_and_deleted_by_touch(
    ours: Any, fingers: Any, resize: Any, size: tuple[int, int], tmp_path: Path
) -> None:
    (tmp_path / "evenings.json").write_bytes(encoded(Evenings(evenings=tuple(some(n) for n in range(5)))))
    resize(*size)
    ours.home()
    fingers.skip(0.4)
    fingers.tap(ours.page.all_key)
    fingers.skip(0.4)
    fingers.tap(ours.page.evenings_key)
    fingers.skip(0.4)
    page = ours.page
    assert set(page.keys) == {"Annabel", "Bo"}
    said = page.keys["Annabel"].detail
    assert "5 games, 3 wins (60%)" in said
    assert "15 against 10.0 expected" in said
    assert "90 minutes on average" in said
    assert "Great Cthulhu" in said
    fingers.tap(page.tabs["factions"])
    fingers.skip(0.4)
    assert set(page.keys) == {"Great Cthulhu", "Crawling Chaos"}
    fingers.tap(page.tabs["groups"])
    fingers.skip(0.4)
    assert set(page.keys) == {"Annabel, Bo"}
    fingers.tap(page.tabs["people"])
    fingers.skip(0.4)
    fingers.tap(page.keys["Bo"])
    fingers.skip(0.4)
    fingers.tap(ours.page.keys["GC"])
    fingers.skip(0.4)
    assert "Favourite: Great Cthulhu" in ours.page.keys["Bo"].detail
    fingers.tap(page.export_key)
    assert ours.jobs.finish(PATIENCE)
    assert read(tmp_path / "exports" / "evenings.json") == read(tmp_path / "evenings.json")
    fingers.tap(page.delete_key, hold=1.2)
    fingers.skip(0.4)
    assert ours.jobs.finish(PATIENCE)
    assert not (tmp_path / "evenings.json").exists()
    assert ours.page is not page


def test_who_played_before_sits_down_in_one_tap(ours: Any, fingers: Any, tmp_path: Path) -> None:
    (tmp_path / "evenings.json").write_bytes(encoded(Evenings(evenings=(some(1), some(2)))))
    ours.play(lambda: ours.library.start(GAMES[0], Mode("test", "", "", {"seating": "table"})))
    fingers.skip(0.4)
    body = ours.page.question.body
    fingers.tap(body.table.places[0])
    fingers.skip(0.4)
    fingers.tap(ours.page.name_keys["Annabel"])
    fingers.skip(0.4)
    assert body.value == [{"id": "GC", "name": "Annabel"}]
    # What another has is not taken from them: then the name is picked, and a faction is still asked for.
    fingers.tap(body.table.places[1])
    fingers.skip(0.4)
    fingers.tap(ours.page.keys["CC"])
    fingers.skip(0.4)
    fingers.tap(body.table.places[2])
    fingers.skip(0.4)
    page = ours.page
    fingers.tap(page.name_keys["Bo"])
    fingers.skip(0.4)
    assert ours.page is page
    assert page.name == "Bo"
    fingers.tap(page.keys["BG"])
    fingers.skip(0.4)
    assert {"id": "BG", "name": "Bo"} in body.value
