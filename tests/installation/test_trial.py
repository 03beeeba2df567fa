"""A version is tried without a display: a module that cannot be imported, or a game that does not open, is found.

It runs no programs of people's own: under `install --system` it has rights that they are not to have.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.bootstrap import ROOT, SOURCES
from companion.games import GAMES, OURS, take_own
from companion.installation import updater
from companion.installation.versions import Version
from companion.storage.game_library import Library
from companion.storage.program_approval import AllowedPrograms
from companion.storage.user_files import FOLDER
from companion.table.game import Mode, allow_all
from companion.table.snapshots import safe_file_of
from tests.chance import step
from tests.cthulhu_wars.test_own_factions import EXAMPLE


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a game, and two that are damaged."""
    library = Library(tmp_path / "data" / "games", GAMES)
    game = library.start(GAMES[0], GAMES[0].modes[0])
    step(game.session, Random(1))
    game.close()
    assert len(library.newest(5)) == 1
    (library.folder / "damaged.game").write_bytes(b"no game")
    (library.folder / os.fsdecode(b"Spiel\xe9.game")).write_bytes(b"no game either")
    return library.folder.parent


def tried(data: Path, program: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion.installation.trial", str(data)]
    ours = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    return subprocess.run(
        command, cwd=data, env=ours | {"PYTHONPATH": str(program)}, capture_output=True, text=True, check=False
    )


def test_each_game_is_opened_without_a_display(data: Path) -> None:
    done = tried(data)
    assert done.returncode == 0, done.stderr
    assert list(json.loads(done.stdout)) == ["Spiel�.game", "damaged.game"]


@pytest.mark.parametrize("place", ["companion/app/pages/home.py", "companion/games/messina/game.py"])
def test_a_module_that_cannot_be_imported_is_found(place: str, data: Path, tmp_path: Path) -> None:
    """Also one of the screen's, which most of an evening could pass without."""
    for part in SOURCES:
        shutil.copytree(ROOT / part, tmp_path / "program" / part, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "program" / place).open("a") as module:
        module.write("\nimport companion.no_such_module\n")
    done = tried(data, tmp_path / "program")
    assert done.returncode != 0
    assert "No module named 'companion.no_such_module'" in done.stderr.splitlines()[-1]


TELLS = "\nimport os, pathlib\npathlib.Path({here!r}).write_text(str(os.geteuid()))\n"
"""The end of a program that leaves a trace."""


@pytest.fixture
def own(data: Path) -> Path:
    """Let a faction of somebody's own, which the screen may run, play in one of the games; return what it writes."""
    trace = data.parent / "was-run"
    program = EXAMPLE + TELLS.format(here=str(trace))
    place = data / FOLDER / "cthulhu_wars" / "factions" / "choir.py"
    place.parent.mkdir(parents=True)
    place.write_text(program, encoding="utf-8")
    AllowedPrograms(data).allow(program.encode())
    try:
        assert take_own(data / FOLDER, allow_all, OURS) == []
        game = Library(data / "games", OURS).start(
            OURS[0], Mode("", "", "", {"factions": ["DC", "GC"], "signs": "app"})
        )
        # Long enough for a safe point beside it.
        chance = Random(1)
        for _ in range(120):
            step(game.session, chance)
        game.close()
        assert safe_file_of(game.path).exists()
    finally:
        take_own(data.parent / "nowhere", allow_all, OURS)
    trace.unlink()
    return trace


def test_an_older_updater_has_no_own_program_run_and_no_game_refused(own: Path, data: Path) -> None:
    """That of 0.3.0 hands on the data folder as it is, with the list of allowed programs."""
    done = tried(data)
    assert done.returncode == 0, done.stderr
    assert list(json.loads(done.stdout)) == ["Spiel\ufffd.game", "damaged.game"]
    assert not own.exists()


def test_an_older_trial_gets_no_own_program_to_run(own: Path, data: Path, tmp_path: Path) -> None:
    """That of 0.3.0 runs whatever its copy of the data folder has and allows."""
    runs = (
        "import pathlib, sys; from companion.games import OURS, take_own; from companion.table.game import allow_all;"
        "from companion.storage.program_approval import AllowedPrograms;"
        "from companion.storage.user_files import FOLDER;"
        "data = pathlib.Path(sys.argv[-1]); take_own(data / FOLDER, AllowedPrograms(data).allows, OURS);"
        "take_own(data / FOLDER, allow_all, OURS); print('{}')"
    )
    python = tmp_path / "old" / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\nPYTHONPATH='{ROOT}' exec '{sys.executable}' -c \"{runs}\" \"$@\"\n")
    python.chmod(0o755)
    updater.try_out(Version(tmp_path / "old", "", ""), None, data)
    assert not own.exists()
