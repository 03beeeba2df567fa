"""The command `companion`: its parts, its messages, its exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import __version__, cli
from companion.games import GAMES
from companion.table.autoplay import play
from companion.table.journal import SqliteJournal
from companion.table.session import Session, new_session
from tests.patience import PATIENCE
from tests.table.test_journal import damage


@pytest.fixture
def stored(tmp_path: Path) -> tuple[Path, Session[Any]]:
    """A game file of 40 steps."""
    path = tmp_path / "a.game"
    journal = SqliteJournal(path)
    session = new_session(GAMES[0], {}, journal)
    play(session, Random(6), 40)
    journal.close()
    return path, session


def test_games_are_kept_where_the_system_keeps_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert cli.default_data() == Path("/somewhere/table-companion")
    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.setenv("HOME", "/home/ann")
    assert cli.default_data() == Path("/home/ann/.local/share/table-companion")


def test_export_as_text(stored: tuple[Path, Session[Any]], capsys: pytest.CaptureFixture[str]) -> None:
    path, session = stored
    assert cli.main(["export", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [
        f"{line.number}. {line.entry.label}" for line in session.history
    ]
    assert [line.strip() for line in lines if line.startswith(" ")] == [
        fact.text() for line in session.history for fact in line.facts if fact.text()
    ]


def test_export_as_json(stored: tuple[Path, Session[Any]], capsys: pytest.CaptureFixture[str]) -> None:
    path, session = stored
    assert cli.main(["export", "--json", str(path)]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert found == json.loads(json.dumps([line.as_json() for line in session.history]))


def test_export_says_what_is_wrong_with_a_file(
    stored: tuple[Path, Session[Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = stored
    damage(path, 9)
    (tmp_path / "b.game").write_text("no game")
    for file, message in (
        (path, "damaged after step 8"),
        (tmp_path / "b.game", "unchanged"),
        (tmp_path / "c", "no such file"),
    ):
        assert cli.main(["export", str(file)]) == 1
        told = capsys.readouterr()
        assert (told.out, message in told.err) == ("", True)


def test_the_command_starts_neither_screen_nor_games_it_does_not_need() -> None:
    """A machine without the screen's libraries can still run the headless interface and the checks."""
    program = (
        "import sys\nfrom companion.cli import main\n"
        "for heavy in ('kivy', 'serial', 'gpiozero'):\n    sys.modules[heavy] = None\n"
        "sys.exit(main(['headless']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=b'{"games": true}\n', capture_output=True, check=True, timeout=PATIENCE
    )
    assert json.loads(done.stdout)["ok"] is True
    assert done.stderr == b""


def test_without_a_file_the_headless_interface_loads_nothing_for_files() -> None:
    """Half of what it took to start was for files, logs and dice that were not asked for."""
    program = (
        "import sys\nfrom companion.cli import main\n"
        "for later in ('sqlite3', 'hashlib', 'logging', 'secrets', 'html', 'traceback'):\n"
        "    sys.modules[later] = None\n"
        "sys.exit(main(['headless']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=b'{"fly": 1}\n{"undo": 1}\n', capture_output=True, timeout=PATIENCE
    )
    assert [json.loads(line)["error"]["code"] for line in done.stdout.splitlines()] == ["bad_line", "not_now"]
    assert done.stderr == b""


def test_a_reply_is_utf_8_wherever_it_runs() -> None:
    program = "import sys; from companion.cli import main; sys.exit(main(['headless']))"
    place = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        input='{"games": true, "für": 1}\n'.encode(),
        capture_output=True,
        check=True,
        env=place,
        timeout=PATIENCE,
    )
    reply = json.loads(done.stdout.decode("utf-8"))
    assert reply["error"]["code"] == "bad_line"
    assert "“für”" in reply["error"]["message"]


def test_an_unknown_command_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as found:
        cli.main(["fly"])
    assert found.value.code == 2
    assert "headless" in capsys.readouterr().err


def test_doctor_says_where_games_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    command = [sys.executable, "-m", "companion", "--data", str(tmp_path / "file" / "folder"), "doctor", "--json"]
    bare = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(command, env=bare, capture_output=True, text=True, check=False)
    told = json.loads(done.stdout)
    assert (done.returncode, told["ready"]) == (1, False)
    (data,) = [found for found in told["findings"] if found["what"] == "data"]
    assert data["says"].startswith("Games cannot be kept")
    assert data["mend"]


def test_a_reader_who_has_heard_enough_is_no_fault(tmp_path: Path) -> None:
    """`companion doctor | head -1` ended in a traceback."""
    command = [sys.executable, "-m", "companion", "--data", str(tmp_path), "doctor"]
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("arguments", [["export"], ["export", "--json"]])
def test_a_full_disk_behind_standard_output_is_said(stored: tuple[Path, Session[Any]], arguments: list[str]) -> None:
    """`companion export FILE > ELSEWHERE` on a full disk ended in a traceback."""
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "companion", *arguments, str(stored[0])]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False)
    said = "Not all of it could be written: the disk is full: make room on it. What was played before is safe.\n"
    assert (done.returncode, done.stderr) == (1, said)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_game_is_safe_from_what_is_said_to_nobody(tmp_path: Path, closed: str) -> None:
    """Started without a standard stream it ended in a traceback, and the copy of a game could have got its number."""
    said = tmp_path / "said"
    program = (
        "import os, sys\nfrom companion.cli import main\nfrom companion.table.journal import SqliteJournal\n"
        "append = SqliteJournal.append\n"
        "def appended(self, *records):\n"
        "    append(self, *records)\n"
        "    behind = [os.path.realpath(f'/proc/self/fd/{number}') for number in range(3)]\n"
        f"    with open({str(said)!r}, 'a') as out: print(*behind, file=out)\n"
        "SqliteJournal.append = appended\n"
        "sys.exit(main(['headless']))"
    )
    line = json.dumps({"new": {"game": GAMES[0].name, "file": str(tmp_path / "a.game")}})
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -c "$1" {closed}', sys.executable, program],
        input=line.encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    if "<" not in closed:
        assert "a.game" not in said.read_text()


def test_python_m_companion_is_the_same_command() -> None:
    for arguments, said in ((["--version"], __version__), (["--help"], "headless")):
        ran = subprocess.run(
            [sys.executable, "-m", "companion", *arguments], capture_output=True, text=True, check=True
        )
        assert said in ran.stdout


def test_what_it_writes_is_for_its_owner_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        assert cli.main(["--data", str(tmp_path), "export", str(tmp_path / "none.game")]) == 1
        assert os.umask(0) == 0o077
    finally:
        os.umask(before)
