"""The game file: durable settings, one owner, damage noticed, a full disk survived."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.table.autoplay import play
from companion.table.errors import DamagedJournalError, JournalError
from companion.table.game_file import recover, rescue
from companion.table.journal import SqliteJournal
from companion.table.journal_mirror import beside
from companion.table.session import Session, new_session, open_session
from tests.table.looks import give, picture
from tests.table.sample_game import CARAVANS, Caravans


def played(path: Path, steps: int, seed: int = 1) -> tuple[SqliteJournal, Session[Caravans]]:
    """A game kept in a file."""
    journal = SqliteJournal(path)
    session = new_session(CARAVANS, {"rounds": 500}, journal)
    play(session, Random(seed), steps)
    return journal, session


def pragma(journal: SqliteJournal, name: str) -> object:
    assert journal._db is not None
    return journal._db.execute(f"PRAGMA {name}").fetchone()[0]


def test_every_commit_is_synced(tmp_path: Path) -> None:
    """Reliability 0.1: WAL with FULL; NORMAL loses acknowledged answers when the plug is pulled."""
    journal, _ = played(tmp_path / "a.game", 1)
    assert pragma(journal, "journal_mode") == "wal"
    assert pragma(journal, "synchronous") == 2
    assert pragma(journal, "locking_mode") == "exclusive"
    journal.close()


def test_what_was_appended_is_there_again(tmp_path: Path) -> None:
    journal, session = played(tmp_path / "a.game", 60)
    journal.close()
    again = SqliteJournal(tmp_path / "a.game")
    assert again.records == journal.records
    assert picture(open_session([CARAVANS], again.records, again)) == picture(session)
    again.close()


@pytest.mark.parametrize("name", ["a?b.game", "a#b.game", "50%20.game", "Spiel für vier.game", "q'\"&=.game"])
def test_any_name_of_a_file_is_taken_as_it_is(tmp_path: Path, name: str) -> None:
    journal, _ = played(tmp_path / name, 3)
    journal.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == [name, name + "-copy"]


def test_a_second_process_is_refused_at_once_and_harms_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    journal, session = played(path, 20)
    program = (
        "import sys\nfrom pathlib import Path\nfrom companion.table.errors import JournalError\n"
        "from companion.table.journal import SqliteJournal\n"
        "try:\n    SqliteJournal(Path(sys.argv[1]))\nexcept JournalError as error:\n    print(error)\n"
    )
    other = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert other.stdout == "The game file a.game is open in another companion. Close that one first.\n"
    play(session, Random(2), 20)
    journal.close()
    assert len(stored(path)) == 41


def test_two_who_open_a_game_at_once_do_not_lock_each_other_out(tmp_path: Path) -> None:
    """One of them has it, the other is told at once: neither may be left with a game that can never be saved."""
    path = tmp_path / "a.game"
    played(path, 20)[0].close()
    first = SqliteJournal(path)
    with pytest.raises(JournalError, match="open in another companion"):
        SqliteJournal(path)
    first.append({"undo": 1})
    first.close()
    assert len(stored(path)) == 22


@pytest.mark.parametrize(
    "body", ["[]", "7", '"x"', "{", '{"a": NaN}', '{"a":"\\ud800"}', '{"a":' + "9" * 5000 + "}", "[" * 100_000]
)
def test_a_record_that_is_none_is_damage_even_with_a_right_chain(tmp_path: Path, body: str) -> None:
    path = tmp_path / "a.game"
    journal, _ = played(path, 5)
    journal.close()
    chain = hashlib.sha256(journal._chain + body.encode()).digest()
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO record (body, chain) VALUES (?, ?)", (body, chain))
    db.close()
    beside(path).unlink()
    with pytest.raises(DamagedJournalError, match="after step 6"):
        SqliteJournal(path)
    assert saved_from(path) == journal.records


def stored(path: Path) -> list[dict[str, Any]]:
    journal = SqliteJournal(path)
    journal.close()
    return journal.records


def saved_from(path: Path) -> list[dict[str, Any]]:
    """What can be saved from a damaged file; nothing if its first record is gone."""
    try:
        return [json.loads(body) for body in rescue(path)]
    except JournalError:
        return []


def flipped(whole: bytes, bit: int) -> bytes:
    damaged = bytearray(whole)
    damaged[bit // 8] ^= 1 << bit % 8
    return bytes(damaged)


@pytest.mark.parametrize("seed", range(4))
def test_a_flipped_bit_is_noticed_or_harmless(tmp_path: Path, seed: int) -> None:
    """SQLite's own check misses most of these; ours must never believe a changed record."""
    path, rng = tmp_path / "a.game", Random(seed)
    journal, _ = played(path, 150, seed)
    journal.close()
    whole, records, noticed = path.read_bytes(), journal.records, 0
    for number in range(100):
        copy = tmp_path / f"{number}.game"
        copy.write_bytes(flipped(whole, rng.randrange(len(whole) * 8)))
        try:
            opened = SqliteJournal(copy)
        except DamagedJournalError as error:
            noticed += 1
            assert saved_from(copy) == records[: error.intact]  # noqa: PT017 - opening it is allowed to succeed
        except JournalError:
            noticed += 1
        else:
            assert opened.records == records
            opened.close()
    assert noticed > 30


def damage(path: Path, number: int) -> None:
    """Change one record as a bad card would, and lose the second copy."""
    beside(path).unlink(missing_ok=True)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE record SET body = replace(body, '\"key\"', '\"kez\"') WHERE number = ?", (number,))
    db.close()


def test_the_steps_before_the_damage_are_saved_to_a_new_file(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.game", tmp_path / "saved.game"
    journal, _ = played(path, 60)
    journal.close()
    damage(path, 31)
    before = path.read_bytes()
    with pytest.raises(DamagedJournalError, match="damaged after step 30") as found:
        SqliteJournal(path)
    assert found.value.intact == 30
    recover(path, copy)
    saved = SqliteJournal(copy)
    assert saved.records == journal.records[:30]
    session = open_session([CARAVANS], saved.records, saved)
    play(session, Random(3), 5)
    saved.close()
    assert path.read_bytes() == before
    assert stored(copy) == saved.records
    assert len(saved.records) == 35


def test_the_log_of_a_cut_off_game_is_read_when_saving(tmp_path: Path) -> None:
    """After a power cut the newest steps stand in the write-ahead log only."""
    path, cut = tmp_path / "a.game", tmp_path / "cut.game"
    journal, _ = played(path, 20)
    shutil.copyfile(path, cut)
    shutil.copyfile(path.with_name("a.game-wal"), cut.with_name("cut.game-wal"))
    journal.close()
    recover(cut, tmp_path / "saved.game")
    saved = SqliteJournal(tmp_path / "saved.game")
    assert saved.records == journal.records
    saved.close()


def test_a_missing_record_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    journal, _ = played(path, 20)
    journal.close()
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM record WHERE number = 7")
    db.close()
    beside(path).unlink()
    with pytest.raises(DamagedJournalError, match="after step 6"):
        SqliteJournal(path)


def test_saving_never_overwrites(tmp_path: Path) -> None:
    path, other = tmp_path / "a.game", tmp_path / "b.game"
    played(path, 5)[0].close()
    other.write_text("mine")
    with pytest.raises(JournalError, match="already"):
        recover(path, other)
    assert other.read_text() == "mine"


def test_no_game_file_is_left_alone(tmp_path: Path) -> None:
    text, stranger = tmp_path / "a.txt", tmp_path / "b.db"
    text.write_text("Dear diary, " * 500)
    with sqlite3.connect(stranger) as db:
        db.execute("CREATE TABLE bookmark (address TEXT)")
    db.close()
    for path in (text, stranger):
        before = path.read_bytes()
        with pytest.raises(JournalError, match="unchanged"):
            SqliteJournal(path)
        assert path.read_bytes() == before
    with pytest.raises(JournalError, match="cannot be opened"):
        SqliteJournal(tmp_path / "no folder" / "a.game")


def take_a_step(session: Session[Caravans]) -> bool:
    try:
        session.correct({"red.gold": 9 - session.state.gold["red"] % 2})
    except JournalError as error:
        assert "could not be saved" in str(error)  # noqa: PT017 - until then every step succeeds
        return False
    return True


def test_a_full_disk_takes_nothing_and_loses_nothing(tmp_path: Path) -> None:
    """SQLite's own limit on pages gives the very error of a full disk."""
    path = tmp_path / "a.game"
    journal, session = played(path, 10)
    assert journal._db is not None
    journal._db.execute(f"PRAGMA max_page_count = {pragma(journal, 'page_count')}")
    taken = 0
    while take_a_step(session):
        before, records, taken = picture(session), journal.records, taken + 1
        assert taken < 500
    assert taken
    assert picture(session) == before
    assert journal.records == records
    journal._db.execute("PRAGMA max_page_count = 100000")
    session.correct({"red.gold": 50})
    journal.close()
    again = SqliteJournal(path)
    assert again.records == [*records, journal.records[-1]]
    assert picture(open_session([CARAVANS], again.records, None)) == picture(session)
    again.close()


def test_an_interjection_is_found_again(tmp_path: Path) -> None:
    """It has no value; the record leaves that out."""
    journal = SqliteJournal(tmp_path / "a.game")
    session = new_session(CARAVANS, {}, journal)
    session.interject("rest")
    give(session, ["red"])
    journal.close()
    again = SqliteJournal(tmp_path / "a.game")
    assert picture(open_session([CARAVANS], again.records, None)) == picture(session)
    again.close()
