"""Files of people's own that lie beside a new one, or whose names are no text, cost neither them nor an evening."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import GAMES
from companion.storage.atomic_file import write_whole
from companion.storage.bug_bundle import problem
from companion.storage.game_archive import SUFFIX, pack
from companion.storage.game_library import Library, bodies_of
from companion.table.errors import JournalError
from companion.table.game_file import build
from tests.storage.evenings import evening

ENDS = (".new", "-new", "-copy-new", "-new-2")


def test_what_lies_beside_a_new_file_is_never_touched(tmp_path: Path) -> None:
    """`NAME.new` and `NAME-new` were removed beside whatever was written: a report, an export, an imported game."""
    bodies = bodies_of(evening(tmp_path / "a.game", GAMES[0], steps=5))
    folder = tmp_path / "of-theirs"
    folder.mkdir()
    names = ("page.html", f"out{SUFFIX}", "in.game", "report.zip")
    mine = [folder / f"{name}{end}" for name in names for end in ENDS]
    for path in mine:
        path.write_text("mine")
    write_whole(folder / names[0], b"page")
    pack(bodies, folder / names[1])
    build(folder / names[2], bodies)
    problem(folder / names[3], None, GAMES, {})
    assert [path.read_text() for path in mine] == ["mine"] * len(mine)
    new = {path.name for path in folder.iterdir()} - {path.name for path in mine}
    assert new == {*names, "in.game-copy"}


def test_a_log_of_another_database_in_a_new_games_way_is_refused_and_stays(tmp_path: Path) -> None:
    """SQLite would take it for the new file's own; it was removed."""
    bodies = bodies_of(evening(tmp_path / "a.game", GAMES[0], steps=5))
    log = tmp_path / "b.game-wal"
    log.write_text("mine")
    with pytest.raises(JournalError, match=r"There is already a file b\.game-wal"):
        build(tmp_path / "b.game", bodies)
    assert log.read_text() == "mine"
    assert not (tmp_path / "b.game").exists()
    library = Library(tmp_path / "games", GAMES)
    (library.folder / "b.game-wal").write_text("mine")
    pack(bodies, tmp_path / f"b{SUFFIX}")
    assert library.take_in(tmp_path / f"b{SUFFIX}").name == "b-2.game"


def test_the_longest_name_in_any_letters_is_written(tmp_path: Path) -> None:
    """A name of 80 letters of three bytes each is as long as names can be; two hundred of them were taken for short."""
    path = tmp_path / ("界" * 84)
    write_whole(path, b"1")
    write_whole(path, b"2")
    assert [found.read_bytes() for found in tmp_path.iterdir()] == [b"2"]
