"""Every command where a name is no text, the terminal knows few letters, nobody knows the user, or the folder is gone:
what it prints is a sentence, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games import GAMES
from companion.storage.game_archive import SUFFIX, pack
from companion.storage.game_library import bodies_of
from tests.storage.evenings import evening

ROOT: Final = Path(__file__).parents[2]
ODD: Final = os.fsdecode(b"J\xf6rg\n\x1b[31m")
"""As an older computer wrote it (Latin-1), with a line's end and a terminal's command."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder in which a file or folder of each kind has a name that is no text."""
    folder = tmp_path / os.fsdecode(b"d\xe4ten")
    bodies = bodies_of(evening(tmp_path / "a.game", GAMES[0], steps=12))
    for part in ("games", "imports", "exports", "own/cthulhu_wars/factions", "own/cthulhu_wars/maps"):
        (folder / part).mkdir(parents=True)
    evening(folder / "games" / f"{ODD}.game", GAMES[0], steps=8)
    pack(bodies, folder / "imports" / f"{ODD}{SUFFIX}")
    (folder / "games" / f"torn{ODD}.game").write_bytes(b"SQLite format 3\0")
    (folder / "own/cthulhu_wars/factions" / f"{ODD}.py").write_text("FACTION =")
    (folder / "own/cthulhu_wars/maps" / f"{ODD}.json").write_text("{")
    (folder / f"{ODD}.txt").write_text("a note")
    return folder


def run(*arguments: str | Path, stdin: str = "", **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command; whatever it says must be readable and no traceback."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("environment", {})}
    done = subprocess.run(
        [sys.executable, "-m", "companion", *map(str, arguments)],
        input=stdin.encode(),
        capture_output=True,
        env={name: value for name, value in environment.items() if value},
        check=False,
        **options,
    )
    said = done.stdout + done.stderr
    assert b"Traceback" not in said, said.decode(errors="replace")
    assert done.returncode in (0, 1), said.decode(errors="replace")
    return done


def commands(data: Path, to: Path) -> Iterator[tuple[str, tuple[str | Path, ...], str]]:
    """Each command that says something of a file or folder: its name, its arguments and its input."""
    game = data / "games" / f"{ODD}.game"
    yield "check", ("check",), ""
    yield "doctor", ("doctor",), ""
    yield "doctor --json", ("doctor", "--json"), ""
    yield "export", ("export", game), ""
    yield "export --json", ("export", game, "--json"), ""
    yield "export --game", ("export", game, "--game", to / f"{ODD}{SUFFIX}"), ""
    yield "export twice", ("export", game, "--game", to / f"{ODD}{SUFFIX}"), ""
    yield "export torn", ("export", data / "games" / f"torn{ODD}.game"), ""
    yield "export nothing", ("export", data / f"no{ODD}"), ""
    yield "import", ("import", data / "imports" / f"{ODD}{SUFFIX}"), ""
    yield "import a note", ("import", data / f"{ODD}.txt"), ""
    yield "problem", ("problem", game, "--out", to / f"{ODD}.zip"), ""
    yield "problem twice", ("problem", game, "--out", to / f"{ODD}.zip"), ""
    yield "problem nameless", ("problem", game, "--out", to / "n.zip", "--without-names"), ""
    yield "install", ("install", "--show"), ""
    yield "update", ("update", "--yes"), ""
    yield "rollback", ("rollback", "--yes"), ""
    yield "headless", ("headless",), "".join(json.dumps(line) + "\n" for line in ({"open": str(game)}, {"games": True}))


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_no_command_stumbles_over_a_name_that_is_no_text(data: Path, tmp_path: Path, encoding: str) -> None:
    """An update, an import and a check ended in a traceback over *Jörg* in Latin-1; so did an export with an umlaut
    on a terminal that knows none."""
    to = tmp_path / "to"
    to.mkdir()
    for name, arguments, stdin in commands(data, to):
        done = run("--data", data, *arguments, stdin=stdin, environment={"PYTHONIOENCODING": encoding})
        said = done.stdout + done.stderr
        assert said or name in ("export --game", "export"), name
        said.decode(encoding if name != "headless" else "utf-8")
        if name not in ("headless", "doctor --json", "update", "rollback", "install"):
            assert b"\x1b" not in said, name


def test_a_user_whom_the_machine_does_not_know(tmp_path: Path) -> None:
    """Path.home and pwd raise there, each another error. Here pwd is made to know nobody: another user cannot run a
    Python that lies in root's own folder."""
    script = """
import pwd, runpy, sys
def unknown(*_):
    raise KeyError("uid not found")
pwd.getpwuid = pwd.getpwnam = unknown
sys.argv[0] = "companion"
runpy.run_module("companion", run_name="__main__", alter_sys=True)
"""
    nameless = {"HOME": "", "USER": "", "LOGNAME": "", "LNAME": "", "USERNAME": "", "XDG_DATA_HOME": ""}
    environment = {name: value for name, value in os.environ.items() if name not in nameless} | {
        "PYTHONPATH": str(ROOT)
    }
    data = ("--data", str(tmp_path / "data"))
    report = str(tmp_path / "p.zip")
    for arguments in (
        ("check",),
        (*data, "doctor"),
        (*data, "check"),
        (*data, "problem", "--out", report),
        (*data, "problem", "--out", str(tmp_path / "n.zip"), "--without-names"),
        (*data, "install", "--show"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", script, *arguments], capture_output=True, env=environment, check=False
        )
        assert b"Traceback" not in done.stderr, (arguments, done.stderr.decode())
        assert done.returncode in (0, 1), (arguments, done)
        if arguments == ("check",):
            assert b"--data FOLDER" in done.stderr
    assert Path(report).exists()


def test_a_working_folder_that_was_removed(tmp_path: Path, data: Path) -> None:
    """A folder in which a terminal still stands may be gone."""
    script = (
        "import os, shutil, sys; os.chdir(sys.argv[1]); os.rmdir(sys.argv[1]); os.execv(sys.executable, sys.argv[2:])"
    )
    for arguments in (["check"], ["doctor"], ["problem"], ["export", "relative.game"], ["install", "--show"]):
        gone = tmp_path / "gone"
        gone.mkdir()
        command = [sys.executable, "-m", "companion", "--data", str(data), *arguments]
        done = subprocess.run(
            [sys.executable, "-c", script, str(gone), *command],
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert b"Traceback" not in done.stderr, (arguments, done.stderr.decode())
        assert done.returncode in (0, 1), (arguments, done)
