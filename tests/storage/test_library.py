"""The library: when a file begins, in which order they are listed, what can be deleted and put back."""

from __future__ import annotations

import errno
import os
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.storage.errors import StorageError
from companion.storage.game_library import Library, OpenGame, read
from companion.table.autoplay import play
from companion.table.errors import GameInUseError, JournalError
from companion.table.game_file import place_of
from companion.table.journal import SqliteJournal
from companion.table.journal_mirror import beside
from tests.chance import picture
from tests.storage.hostile import GOOD, HOSTILE, prepare


def begin(library: Library, steps: int = 3) -> OpenGame:
    game = library.start(GAMES[0], GAMES[0].modes[0])
    play(game.session, Random(1), steps, interject=0)
    return game


def kept(library: Library, steps: int = 3) -> Path:
    game = begin(library, steps)
    game.close()
    return game.path


def names(library: Library) -> list[str]:
    return [item.path.name for item in library.every()]


def test_a_game_that_was_only_looked_at_leaves_no_file(library: Library) -> None:
    """Three taps on New game pushed an unfinished evening off the home page."""
    evening = kept(library)
    for _ in range(3):
        begin(library, 0).close()
    assert [item.path for item in library.newest(3)] == [evening]
    assert set(library.folder.iterdir()) == {evening, beside(evening)}


def test_the_file_begins_with_the_first_step_and_holds_all(library: Library) -> None:
    game = begin(library, 1)
    assert game.path.is_file()
    play(game.session, Random(2), 5, interject=0)
    game.close()
    assert set(library.folder.iterdir()) == {game.path, beside(game.path)}
    assert picture(read(game.path, GAMES)) == picture(game.session)


def test_a_first_step_that_cannot_be_saved_is_not_taken(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begin(library, 0)
    before = picture(game.session)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(JournalError, match="disk is full"):
        play(game.session, Random(1), 1, interject=0)
    assert picture(game.session) == before
    assert list(library.folder.iterdir()) == []
    monkeypatch.undo()
    play(game.session, Random(1), 2, interject=0)
    game.close()
    assert names(library) == [game.path.name]


def test_the_game_played_last_is_first_whatever_the_clock_says(library: Library) -> None:
    first, second, third = kept(library), kept(library), kept(library)
    assert names(library) == [third.name, second.name, first.name]
    with closing(library.open(first)) as game:
        game.session.undo()
    for path, when in ((first, 1_000), (second, 3_000_000_000), (third, 2_000_000)):
        os.utime(path, (when, when))
    assert names(library) == [first.name, third.name, second.name]


YEAR = 31_557_600


def test_a_clock_that_was_years_behind_gives_a_game_no_date(library: Library) -> None:
    """On a Pi without a network; it comes after the game."""
    now = time.time()
    early, behind, later = kept(library), kept(library), kept(library)
    for path, when in ((early, now - 10 * 86_400), (behind, now - 2 * YEAR), (later, now)):
        os.utime(path, (when, when))
    for listed in (library.newest(9), library.every()):
        assert [item.path for item in listed] == [later, behind, early]
        assert [item.when > 0 for item in listed] == [True, False, True]
    assert not library.look_over(behind).when


def test_a_clock_that_was_years_ahead_takes_no_date_from_the_others(library: Library) -> None:
    now = time.time()
    ahead, later = kept(library), kept(library)
    for path, when in ((ahead, now + 20 * YEAR), (later, now)):
        os.utime(path, (when, when))
    assert [item.when > 0 for item in library.newest(9)] == [True, True]


def test_a_game_that_is_only_opened_again_takes_no_date_from_the_others(library: Library) -> None:
    now = time.time()
    early, later = kept(library), kept(library)
    for path, when in ((early, now - 2 * YEAR), (later, now - YEAR)):
        os.utime(path, (when, when))
    library.open(early).close()
    assert [item.when > 0 for item in library.newest(9)] == [True, True]


def test_a_game_that_was_only_opened_keeps_its_place(library: Library) -> None:
    first, second = kept(library), kept(library)
    library.open(first).close()
    assert names(library) == [second.name, first.name]


def test_the_place_is_read_from_the_log_of_a_cut_off_game(library: Library, tmp_path: Path) -> None:
    game = begin(library, 4)
    for end in ("", "-wal"):
        (tmp_path / f"cut.game{end}").write_bytes((game.path.with_name(game.path.name + end)).read_bytes())
    game.close()
    assert place_of(tmp_path / "cut.game") == place_of(game.path) == 1


def test_files_of_before_come_after_in_the_order_of_the_clock(library: Library) -> None:
    new = kept(library)
    for name, when in (("a.game", 3_000), ("b.game", 4_000)):
        with closing(SqliteJournal(library.folder / name)) as journal:
            journal.append({"new": {"game": GAMES[0].name, "rules": 1, "setup": {}}})
        os.utime(library.folder / name, (when, when))
    assert names(library) == [new.name, "b.game", "a.game"]


def test_a_deleted_game_can_be_put_back_as_it_was(library: Library) -> None:
    path, other = kept(library), kept(library)
    before = path.read_bytes()
    library.delete(path)
    assert names(library) == [other.name]
    assert [item.path for item in library.newest(3)] == [other]
    assert [item.path for item in library.deleted()] == [path]
    assert library.find(path.name) is None
    library.put_back(path)
    assert set(names(library)) == {path.name, other.name}
    assert library.deleted() == []
    assert path.read_bytes() == before


def test_a_game_that_is_being_played_is_neither_deleted_nor_erased(library: Library) -> None:
    game = begin(library)
    with pytest.raises(GameInUseError, match="open in another companion"):
        library.delete(game.path)
    assert names(library) == [game.path.name]
    game.close()
    library.delete(game.path)
    again = library.open(game.path)
    with pytest.raises(GameInUseError):
        library.erase(game.path)
    assert game.path.exists()
    again.close()


def test_files_that_cannot_be_opened_push_no_game_off_the_home_page(library: Library) -> None:
    games = [kept(library) for _ in range(2)]
    for number in range(4):
        (library.folder / f"bad{number}.game").write_bytes(b"x")
    assert {item.path for item in library.newest(3)[:2]} == set(games)
    assert library.newest(3)[2].trouble


def test_only_a_deleted_game_that_is_erased_is_gone(library: Library) -> None:
    path, other = kept(library), kept(library)
    library.delete(path)
    library.erase(path)
    assert set(library.folder.iterdir()) == {other, beside(other)}
    assert library.deleted() == []


def test_a_link_or_a_folder_can_be_deleted_from_the_list(library: Library) -> None:
    (library.folder / "a.game").symlink_to("gone")
    (library.folder / "b.game").mkdir()
    for path in (library.folder / "a.game", library.folder / "b.game"):
        library.delete(path)
    assert names(library) == []
    library.erase(library.folder / "a.game")
    with pytest.raises(StorageError, match="cannot be removed"):
        library.erase(library.folder / "b.game")


def test_how_a_game_stands_is_said(library: Library) -> None:
    """Who plays, turn, Doom."""
    (game,) = (game for game in GAMES if any(mode.id == "battle" for mode in game.modes) and game is GAMES[0])
    opened = library.start(game, game.modes[0])
    play(opened.session, Random(3), 60)
    opened.close()
    said = library.standing(opened.path)
    for player in opened.session.view.players:
        assert player.name in said
        assert all(f"{counter.label} {counter.value}" in said for counter in player.big)
    assert opened.session.view.header[0] in said


@pytest.mark.parametrize("name", [name for name, folder in HOSTILE.items() if folder.starts])
def test_one_bad_file_never_hides_the_others(name: str, tmp_path: Path) -> None:
    prepare(tmp_path)
    HOSTILE[name].make(tmp_path)
    library = Library(tmp_path / "games", GAMES)
    (good,) = (item for item in library.every() if item.path.name == GOOD)
    assert not good.trouble
    assert GOOD in [item.path.name for item in library.newest(3)]
    library.open(good.path).close()


@pytest.mark.parametrize("name", [name for name, folder in HOSTILE.items() if not folder.starts])
def test_a_folder_that_cannot_be_used_is_said(name: str, tmp_path: Path) -> None:
    prepare(tmp_path)
    HOSTILE[name].make(tmp_path)
    with pytest.raises(StorageError, match=HOSTILE[name].says):
        Library(tmp_path / "games", GAMES)


def test_nothing_outside_the_folder_is_found(library: Library) -> None:
    for name in ("", ".", "..", "../games", "/etc/passwd", "a\0b", "x" * 5000):
        assert library.find(name) is None


@pytest.mark.parametrize("begun", [False, True])
def test_a_folder_that_is_removed_while_nothing_stands_in_it_is_made_again(library: Library, begun: bool) -> None:
    """Every new game was refused until the companion was started again, and played on without being saved at best."""
    game = begin(library, 0) if begun else None
    library.folder.rmdir()
    assert library.every() == library.newest(3) == library.deleted() == []
    game = game or begin(library, 0)
    play(game.session, Random(3), 3, interject=0)
    assert game.warning == ""
    game.close()
    assert names(library) == [game.path.name]
    assert library.folder.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_again_is_said(library: Library) -> None:
    game = begin(library, 0)
    library.folder.rmdir()
    library.folder.write_text("mine")
    with pytest.raises(StorageError, match="cannot be read"):
        library.every()
    with pytest.raises(JournalError, match=r"no such folder.* to play on without saving"):
        play(game.session, Random(3), 1, interject=0)
    assert library.folder.read_text() == "mine"


@pytest.mark.parametrize(
    ("number", "mode", "called"),
    [
        (0, "evening", ""),
        (0, "rulings", ""),
        (0, "battle", "Quick Battle"),
        (0, "neutral_battle", "Quick Battle"),
        (1, "combat", ""),
        (2, "battle", ""),
    ],
)
def test_a_game_is_called_by_its_mode_if_that_has_a_name(library: Library, number: int, mode: str, called: str) -> None:
    """A Quick Battle was called after the game, like the whole evening beside it."""
    game = GAMES[number]
    begun = library.start(game, next(one for one in game.modes if one.id == mode))
    play(begun.session, Random(1), 3, interject=0)
    begun.close()
    again = library.again(begun.path)
    play(again.session, Random(1), 3, interject=0)
    again.close()
    found = [*library.newest(3), *library.every(), library.look_over(begun.path)]
    assert len(found) == 5
    assert {(item.called, item.title) for item in found} == {(called or game.title, game.title)}
    library.put_aside(begun.path)
    assert {item.called for item in library.every()} == {called or game.title}
