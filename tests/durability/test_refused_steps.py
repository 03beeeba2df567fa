"""A step that was refused, and what comes after it: it never comes back, takes nothing along, and alarms nobody."""

from __future__ import annotations

import errno
import os
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from companion.games import GAMES
from companion.storage.fallback_journal import FallbackJournal
from companion.storage.game_library import Library
from companion.table import game_file, journal, journal_mirror
from companion.table.errors import DamagedJournalError, JournalError
from companion.table.game_file import Half, look, recover
from companion.table.journal import SqliteJournal
from companion.table.journal_mirror import JournalMirror, beside
from tests.durability.disk import needs_a_compiler, run
from tests.durability.games import NAME, begin, files_of, lay, outcome, record, records, steps

REFUSED: Final = """
import os, sys
from pathlib import Path
from companion.table.errors import JournalError
from tests.durability.games import NAME, begin, steps
folder, faults = Path(sys.argv[1]), Path(os.environ["DISK_FAULTS"])
first, stop = int(sys.argv[2]), int(sys.argv[3])
journal = begin(folder, first)
faults.write_text("sync a.game-wal 5 0 1\\n")
try:
    journal.append(*steps(first, stop)[0])
except JournalError as error:
    print(error, flush=True)
faults.write_text("")
"""

KILLED: Final = """
class Killed:
    def __init__(self, db):
        self._db = db

    def execute(self, command, *values):
        if command.startswith("INSERT"):
            os._exit(0)
        return self._db.execute(command, *values)

    def __getattr__(self, name):
        return getattr(self._db, name)

    def __enter__(self):
        return self._db.__enter__()

    def __exit__(self, *error):
        return self._db.__exit__(*error)

journal._db = Killed(journal._db)
journal.append({"entry": {"kind": "answer", "key": "other", "value": 7}})
"""


def full(*_: object) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def full_for_a_copy(_kind: type[JournalMirror], _path: Path, _bodies: object) -> Any:
    full()


@needs_a_compiler
@pytest.mark.parametrize("stop", [19, 21])
def test_a_kill_in_the_step_after_a_refused_one_is_no_alarm(tmp_path: Path, stop: int) -> None:
    """The log held the refused step, the copy another one: they differed."""
    folder = tmp_path / "games"
    folder.mkdir()
    assert "does not count" in run(folder, REFUSED + KILLED, "18", str(stop))
    found = look(folder / NAME).records
    assert found[:18] == records(18)
    assert [said["entry"]["key"] for said in found[18:]] == ["other"]


@needs_a_compiler
@pytest.mark.parametrize("again", ["", "journal.append(*steps(first, stop)[0])\nos._exit(0)\n"])
def test_a_step_that_was_refused_and_then_taken_is_not_dropped(tmp_path: Path, again: str) -> None:
    """Done once more it is the very same; the end of its copy was damaged, and its last record was believed to be the
    refused one."""
    folder = tmp_path / "games"
    folder.mkdir()
    run(folder, REFUSED + again + "os._exit(0)\n", "18", "21")
    if not again:
        assert look(folder / NAME).records == records(18)
        with closing(SqliteJournal(folder / NAME)) as opened:
            opened.append(*steps(18, 21)[0])
    copy = beside(folder / NAME)
    copy.write_bytes(copy.read_bytes()[:-9] + bytes(9))
    assert outcome(folder / NAME, records(21)) == "whole"


def test_a_step_that_waits_for_the_disk_is_kept_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There was room for one of its records."""
    keeper = FallbackJournal(tmp_path / NAME, None, begin(tmp_path, 18), 18)
    (step,) = steps(18, 21)
    write, room = os.pwrite, [0]

    def filling(file: int, text: bytes, at: int) -> int:
        if len(text) > room[0]:
            full()
        room[0] -= len(text)
        return write(file, text, at)

    monkeypatch.setattr(os, "pwrite", filling)
    with pytest.raises(JournalError, match="Repeat the step"):
        keeper.append(*step)
    keeper.append(*step)
    assert keeper.warning
    room[0] = 400
    keeper.append(*steps(21, 22)[0])
    keeper.close()
    assert look(tmp_path / NAME).records == records(18)


def test_two_steps_that_are_gone_are_told_though_the_last_is_joined(tmp_path: Path) -> None:
    """An older file beside a copy with a damaged line, after which a step of two stands."""
    journal = begin(tmp_path, 18)
    older = files_of(tmp_path)
    journal.append(record(3))
    journal.append(record(2), record(5))
    copy = bytearray(files_of(tmp_path)["-copy"])
    journal.close()
    at = len(older["-copy"])
    copy[at + 10 : at + 20] = bytes(10)
    with pytest.raises(DamagedJournalError):
        look(lay(tmp_path, older | {"-copy": bytes(copy)}))


def test_home_tells_no_answer_that_is_not_in_the_game(tmp_path: Path) -> None:
    """The end of a step came to the disk and its beginning did not."""

    def said(number: int, **more: bool) -> dict[str, Any]:
        return {"entry": {"kind": "answer", "key": "k", "value": number, "label": f"label {number}", **more}}

    with closing(SqliteJournal(tmp_path / NAME)) as made:
        made.append({"new": {"game": GAMES[0].name, "rules": 1, "setup": {}}})
        made.append(said(1))
        before = files_of(tmp_path)
        made.append(said(2), said(3, joined=True), said(4, joined=True))
        after = files_of(tmp_path)["-copy"]
    (item,) = Library(tmp_path, GAMES).newest(1)
    assert item.last == "label 4"
    torn = bytes(90) + b"\n" + after[len(before["-copy"]) :].split(b"\n", 1)[1]
    lay(tmp_path, before | {"-copy": before["-copy"] + torn})
    (item,) = Library(tmp_path, GAMES).newest(1)
    assert item.last == "label 1"


# -- files that go away while they are open, and cannot be written anew ------------------------------------------


def test_a_file_that_was_removed_takes_its_copy_along_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk nothing was left of the game."""
    made = begin(tmp_path, 18)
    (tmp_path / NAME).unlink()
    with monkeypatch.context() as patch:
        patch.setattr(game_file, "connect", full)
        with pytest.raises(JournalError, match="does not count"):
            made.append(*steps(18, 21)[0])
    (item,) = Library(tmp_path, GAMES).every()
    assert item.halves == (("copy", 18),)
    made.append(*steps(18, 21)[0])
    made.close()
    assert outcome(tmp_path / NAME, records(21)) == "whole"


@pytest.mark.parametrize(
    ("end", "what", "fails"),
    [("-copy", (JournalMirror, "write"), classmethod(full_for_a_copy)), ("-wal", (game_file, "double_of"), full)],
)
def test_a_step_in_a_file_that_cannot_reopen_is_not_said_to_be_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, what: tuple[object, str], fails: Any
) -> None:
    """“It was not taken”, and it stood in the file."""
    made = begin(tmp_path, 18)
    (tmp_path / (NAME + end)).unlink()
    with monkeypatch.context() as patch:
        patch.setattr(*what, fails)
        with pytest.raises(JournalError, match="may not have been saved"):
            made.append(*steps(18, 21)[0])
    with pytest.raises(JournalError, match="open the game again"):
        made.append(*steps(18, 21)[0])
    made.close()
    assert outcome(tmp_path / NAME, records(21)) == "whole"


@pytest.mark.parametrize("end", ["", "-copy", "-wal"])
@pytest.mark.parametrize("what", ["another game", "a link to itself"])
def test_a_step_refused_for_another_file_in_the_way_counts_never(tmp_path: Path, end: str, what: str) -> None:
    """It was said that it does not count, and whoever saved the other half had it all the same."""
    (tmp_path / "other").mkdir()
    begin(tmp_path / "other", 5).close()
    made = begin(tmp_path, 18)
    if what == "another game":
        (tmp_path / "other" / NAME).replace(tmp_path / (NAME + end))
    else:
        (tmp_path / (NAME + end)).unlink()
        (tmp_path / (NAME + end)).symlink_to(NAME + end)
    with pytest.raises(JournalError, match="does not count"):
        made.append(*steps(18, 21)[0])
    made.close()
    for number, half in enumerate(get_args(Half)):
        fresh = tmp_path / f"saved-{number}.game"
        with suppress(JournalError):
            recover(tmp_path / NAME, fresh, half)
            assert look(fresh).records in (records(18), records(5))


def test_a_game_that_cannot_begin_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its copy lay there, and whoever tried once more was told that there is a file already."""
    made = SqliteJournal(tmp_path / NAME)
    with monkeypatch.context() as patch:
        patch.setattr(journal_mirror, "sync_folder", full)
        with pytest.raises(JournalError, match="It does not exist now"):
            made.append(record(0))
    assert not files_of(tmp_path)
    made.append(record(0))
    made.close()
    assert outcome(tmp_path / NAME, records(1)) == "whole"


def test_a_copy_that_was_rewritten_is_not_lost_with_what_failed_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answer was refused from then on, with the disk long mended."""
    begin(tmp_path, 18).close()
    beside(tmp_path / NAME).unlink()
    made = SqliteJournal(tmp_path / NAME)
    with monkeypatch.context() as patch:
        patch.setattr(journal, "set_place", full)
        with pytest.raises(JournalError):
            made.append(record(18))
    with monkeypatch.context() as patch:
        patch.setattr(JournalMirror, "write", classmethod(full_for_a_copy))
        made.append(record(18))
    made.close()
    assert outcome(tmp_path / NAME, records(19)) == "whole"
