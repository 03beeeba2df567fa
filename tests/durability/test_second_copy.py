"""A game file and its second copy: what is said when they differ, what is repaired, what is left alone."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.storage.game_library import Library
from companion.table.errors import DamagedJournalError, JournalError
from companion.table.game_file import look, recover
from companion.table.journal import SqliteJournal
from companion.table.journal_mirror import beside
from companion.table.limits import DEEPEST, LARGEST_FILE, LONGEST_RECORD
from companion.table.sqlite_file import log_of
from tests.durability.games import NAME, begin, files_of, lay, outcome, record, records, steps


def test_a_step_in_the_copy_alone_is_taken_over(tmp_path: Path) -> None:
    """The power failed between the two: it may count or not, and no alarm is raised."""
    journal = begin(tmp_path, 20)
    before = files_of(tmp_path)
    journal.append(record(20))
    after = files_of(tmp_path)
    journal.close()
    assert outcome(lay(tmp_path, before | {"-copy": after["-copy"]}), records(21)) == "whole"


def test_a_step_of_several_records_is_written_as_one(tmp_path: Path) -> None:
    """The file has all of them or none; so has the copy where no power fails while they are written."""
    journal = begin(tmp_path, 18)
    before = files_of(tmp_path)
    (step,) = steps(18, 21)
    journal.append(*step)
    after = files_of(tmp_path)
    journal.close()
    assert outcome(lay(tmp_path, before | {"-copy": after["-copy"]}), records(21)) == "whole"
    lines = after["-copy"][len(before["-copy"]) :].splitlines(keepends=True)
    assert len(lines) == 3
    for written, whole in enumerate(range(18, 22)):
        torn = before["-copy"] + b"".join(lines[:written]) + b"".join(lines[written : written + 1])[:90]
        assert outcome(lay(tmp_path, before | {"-copy": torn}), records(whole)) == "whole"


def test_a_step_whose_end_reached_the_disk_before_its_start_is_no_alarm(tmp_path: Path) -> None:
    """It was longer than a block of the card, and was never acknowledged."""
    journal = begin(tmp_path, 18)
    before = files_of(tmp_path)
    (step,) = steps(18, 21)
    journal.append(*step)
    after = files_of(tmp_path)["-copy"]
    journal.append(record(21))
    longer = files_of(tmp_path)["-copy"]
    journal.close()
    written = len(before["-copy"])
    torn = bytes(90) + b"\n" + after[written:].split(b"\n", 1)[1]
    assert outcome(lay(tmp_path, before | {"-copy": before["-copy"] + torn}), records(18)) == "whole"
    # With a step after it, it was acknowledged.
    path = lay(tmp_path, before | {"-copy": before["-copy"] + torn + longer[len(after) :]})
    assert outcome(path, records(22)) == "told, shorter"


def test_a_copy_that_is_two_steps_ahead_is_told(tmp_path: Path) -> None:
    journal = begin(tmp_path, 18)
    before = files_of(tmp_path)
    for step in steps(18, 22):
        journal.append(*step)
    journal.close()
    path = lay(tmp_path, before | {"-copy": files_of(tmp_path)["-copy"]})
    with pytest.raises(DamagedJournalError, match="ends with step 18, the copy with step 22"):
        SqliteJournal(path)


def test_a_step_of_several_records_that_is_refused_leaves_none(tmp_path: Path) -> None:
    """The last of them is too long."""
    with closing(begin(tmp_path, 18)) as journal:
        with pytest.raises(JournalError, match="too long"):
            journal.append(record(18), {"x": "x" * LONGEST_RECORD})
        assert journal.records == records(18)
        (step,) = steps(18, 21)
        journal.append(*step)
    assert outcome(tmp_path / NAME, records(21)) == "whole"


@pytest.mark.parametrize("cut", [1, 30, 70, 90])
def test_a_copy_that_was_cut_while_a_step_was_written_is_no_alarm(tmp_path: Path, cut: int) -> None:
    journal = begin(tmp_path, 20)
    whole = files_of(tmp_path)
    journal.append(record(20))
    longer = files_of(tmp_path)["-copy"]
    journal.close()
    torn = longer[: len(whole["-copy"]) + cut]
    assert outcome(lay(tmp_path, whole | {"-copy": torn}), records(20)) == "whole"


def test_an_older_file_put_back_is_told_and_both_can_be_gone_on_from(tmp_path: Path) -> None:
    journal = begin(tmp_path, 20)
    older = files_of(tmp_path)
    for number in range(20, 40):
        journal.append(record(number))
    journal.close()
    path = lay(tmp_path, older | {"-copy": files_of(tmp_path)["-copy"]})
    with pytest.raises(DamagedJournalError, match="ends with step 20, the copy with step 40") as error:
        SqliteJournal(path)
    assert "Neither was changed" in str(error.value)
    recover(path, tmp_path / "file.game", "file")
    recover(path, tmp_path / "copy.game", "copy")
    recover(path, tmp_path / "best.game")
    found = [look(tmp_path / name).records for name in ("file.game", "copy.game", "best.game")]
    assert found == [records(20), records(40), records(40)]


def test_two_different_games_are_told(tmp_path: Path) -> None:
    begin(tmp_path, 20).close()
    mine = files_of(tmp_path)
    lay(tmp_path, {})
    with closing(SqliteJournal(tmp_path / NAME)) as journal:
        for number in (0, 3, 2, 1):
            journal.append(record(number))
    with pytest.raises(DamagedJournalError, match="differ"):
        SqliteJournal(lay(tmp_path, mine | {"-copy": files_of(tmp_path)["-copy"]}))


def test_a_game_without_its_copy_opens_and_has_one_again(tmp_path: Path) -> None:
    """Files of before, and those that were carried here alone."""
    begin(tmp_path, 20).close()
    beside(tmp_path / NAME).unlink()
    before = files_of(tmp_path)
    SqliteJournal(tmp_path / NAME).close()
    assert files_of(tmp_path) == before
    assert outcome(tmp_path / NAME, records(20)) == "whole"
    assert set(files_of(tmp_path)) == {"", "-copy"}


def test_an_older_version_may_play_on(tmp_path: Path) -> None:
    """It knows of no copy; what it wrote is whole, and the copy follows."""
    begin(tmp_path, 20).close()
    copy = files_of(tmp_path)["-copy"]
    with closing(SqliteJournal(tmp_path / NAME)) as journal:
        for number in range(20, 25):
            journal.append(record(number))
    path = lay(tmp_path, files_of(tmp_path) | {"-copy": copy})
    assert outcome(path, records(25)) == "whole"


def test_a_copy_whose_file_is_gone_is_listed_and_saved(tmp_path: Path) -> None:
    library = Library(tmp_path, GAMES)
    begin(tmp_path, 20).close()
    (tmp_path / NAME).unlink()
    (item,) = library.every()
    assert (item.path.name, item.halves) == (NAME, (("copy", 20),))
    recover(item.path, tmp_path / "saved.game")
    assert look(tmp_path / "saved.game").records == records(20)
    with pytest.raises(JournalError, match="already"):
        recover(item.path, item.path)


def test_copies_that_differ_are_both_offered_and_a_damaged_one_is_not(tmp_path: Path) -> None:
    library = Library(tmp_path, GAMES)
    journal = begin(tmp_path, 20)
    older = files_of(tmp_path)
    for number in range(20, 30):
        journal.append(record(number))
    journal.close()
    newer = files_of(tmp_path)
    lay(tmp_path, older | {"-copy": newer["-copy"]})
    assert library.every()[0].halves == (("copy", 30), ("file", 20))
    lay(tmp_path, {"": newer[""][:6000], "-copy": newer["-copy"]})
    assert library.every()[0].halves == (("copy", 30),)


# -- files that go away while they are open --------------------------------------------------------------------

LOSSES: dict[str, Callable[[Path], object]] = {
    "the file": lambda path: path.unlink(),
    "the copy": lambda path: beside(path).unlink(),
    "the log": lambda path: log_of(path).unlink(),
    "the folder": lambda path: shutil.rmtree(path.parent),
    "the folder, moved": lambda path: path.parent.rename(path.parent.with_name("elsewhere")),
    "the file, moved": lambda path: path.rename(path.with_name("b.game")),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_what_is_removed_while_playing_is_written_again(tmp_path: Path, loss: str) -> None:
    """Before the next answer counts; what a kill would leave behind is the whole game."""
    folder = tmp_path / "games"
    folder.mkdir()
    journal = begin(folder, 40)
    LOSSES[loss](folder / NAME)
    journal.append(record(40))
    left = files_of(folder)
    journal.append(record(41))
    journal.close()
    assert look(folder / NAME).records == records(42)
    assert outcome(lay(folder, left), records(41)) == "whole"


def test_another_file_in_its_place_is_not_written_over(tmp_path: Path) -> None:
    journal = begin(tmp_path, 20)
    (tmp_path / NAME).rename(tmp_path / "b.game")
    (tmp_path / NAME).write_text("mine")
    for _ in range(2):
        with pytest.raises(JournalError, match="does not count"):
            journal.append(record(20))
    assert journal.records == records(20)
    assert (tmp_path / NAME).read_text() == "mine"


# -- files of strangers ----------------------------------------------------------------------------------------

FOREVER = (
    "CREATE VIEW record AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
    "SELECT i AS number, '{}' AS body, x'00' AS chain FROM n"
)
TRIGGER = "CREATE TRIGGER more AFTER INSERT ON record BEGIN DELETE FROM record; END"


def database(path: Path, *commands: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for command in commands:
            db.execute(command)


@pytest.mark.parametrize("command", [FOREVER, "CREATE TABLE bookmark (address TEXT)", "CREATE TABLE record (x)", ""])
def test_a_strangers_file_is_refused_and_not_changed(tmp_path: Path, command: str) -> None:
    """Opening turned on WAL mode, and an empty file became a game; a view ran for ever."""
    path = tmp_path / "b.game"
    database(path, "PRAGMA journal_mode = DELETE", command)
    path.touch()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="unchanged"):
        SqliteJournal(path)
    with pytest.raises(JournalError):
        recover(path, tmp_path / "c.game")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"b.game": before}


def test_a_trigger_in_a_game_file_never_runs(tmp_path: Path) -> None:
    begin(tmp_path, 5).close()
    beside(tmp_path / NAME).unlink()
    database(tmp_path / NAME, TRIGGER)
    with pytest.raises(JournalError, match="was not written by the companion"):
        SqliteJournal(tmp_path / NAME)


# -- bounds ----------------------------------------------------------------------------------------------------


def chained(path: Path, *bodies: bytes) -> None:
    """A file with a right chain, whatever is in it."""
    begin(path.parent, 1).close()
    chain = hashlib.sha256((beside(path).read_bytes()).partition(b" ")[2][:-1]).digest()
    beside(path).unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for body in bodies:
            chain = hashlib.sha256(chain + body).digest()
            db.execute("INSERT INTO record (body, chain) VALUES (CAST(? AS TEXT), ?)", (body, chain))


@pytest.mark.parametrize(
    "body",
    [b'{"x":"' + b"x" * LONGEST_RECORD + b'"}', b'{"x":' + b"[" * DEEPEST + b"]" * DEEPEST + b"}", b'{"x":"\xff"}'],
    ids=["long", "deep", "no text"],
)
def test_a_record_out_of_bounds_is_damage(tmp_path: Path, body: bytes) -> None:
    chained(tmp_path / NAME, b'{"fine":1}', body)
    with pytest.raises(DamagedJournalError, match="after step 2"):
        SqliteJournal(tmp_path / NAME)


def test_a_step_that_is_too_long_is_not_taken(tmp_path: Path) -> None:
    with closing(begin(tmp_path, 3)) as journal:
        with pytest.raises(JournalError, match="too long"):
            journal.append({"x": "x" * LONGEST_RECORD})
        journal.append(record(3))
    assert outcome(tmp_path / NAME, records(4)) == "whole"


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    begin(tmp_path, 3).close()
    beside(tmp_path / NAME).unlink()
    with (tmp_path / NAME).open("ab") as file:
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(JournalError, match="too large"):
        SqliteJournal(tmp_path / NAME)


def test_only_the_owner_can_read_games(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        folder = Library(tmp_path / "data" / "games", GAMES).folder
        journal = begin(folder, 3)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
        journal.close()
        folder.chmod(0o755)
        Library(folder, GAMES)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    finally:
        os.umask(before)
