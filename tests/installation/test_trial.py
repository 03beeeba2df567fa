"""A version is tried without a display: a module that cannot be imported, or a game that does not open, is found."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.bootstrap import ROOT, SOURCES
from companion.games import GAMES
from companion.storage.game_library import Library


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a game, and one that is damaged."""
    library = Library(tmp_path / "data" / "games", GAMES)
    library.start(GAMES[0], GAMES[0].modes[0]).close()
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
