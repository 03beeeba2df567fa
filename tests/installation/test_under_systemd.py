"""The unit under a systemd that runs: the first picture makes it started, and a killed app comes back to its game."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.installation import units
from tests.patience import PATIENCE
from tests.x11.games import on_the_table
from tests.x11.screen import Screen

pytestmark = [pytest.mark.window, pytest.mark.root]

MANAGER = Path("/lib/systemd/systemd")
ROOT = Path(__file__).resolve().parents[2]
POSSIBLE = (
    os.geteuid() == 0
    and MANAGER.exists()
    and shutil.which("unshare") is not None
    and not subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode
)


@contextmanager
def systemd(home: Path, display: Screen) -> Iterator[Callable[[str], dict[str, Any]]]:
    """Runs it; gives what asks it, with an empty word for what it says by itself."""
    command = ["unshare", "-m", sys.executable, "-m", "tests.installation.under_systemd", str(home)]
    ours = {**display.environment, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, cwd=ROOT, env=ours, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        said, told = process.stdin, process.stdout
        assert said is not None
        assert told is not None

        def ask(word: str) -> dict[str, Any]:
            if word:
                said.write(f"{word}\n")
                said.flush()
            answer: dict[str, Any] = json.loads(told.readline())
            return answer

        yield ask
        said.close()
        process.wait(PATIENCE)


@pytest.mark.skipif(not POSSIBLE, reason="no systemd can be run here")
def test_a_killed_app_comes_back_to_the_same_game(tmp_path: Path, screen: Callable[[int, int], Screen]) -> None:
    data = tmp_path / "Spiele für uns"
    on_the_table(data, "cthulhu_wars", lambda session: len(session.history) > 30, tower="off", copies="off")
    unit = tmp_path / ".config" / "systemd" / "user" / f"{units.NAME}.service"
    unit.parent.mkdir(parents=True)
    unit.write_text(units.on_a_desktop(Path(sys.executable), data))
    with screen(800, 480) as display:
        empty = display.picture()
        with systemd(tmp_path, display) as ask:
            first = ask("")
            assert first["started"] == 0, first["why"]
            assert first["ActiveState"] == "active"
            assert first["WatchdogUSec"] == "1min"
            game = display.settled(lambda: len(display.picture().colours()) > 30, "the game is drawn", rest=2)
            again = ask("kill")
            assert again["ActiveState"] == "active"
            assert (first["NRestarts"], again["NRestarts"]) == ("0", "1")
            assert again["MainPID"] != first["MainPID"]
            back = display.settled(lambda: len(display.picture().colours()) > 30, "the game is drawn again", rest=2)
            assert back.data == game.data, "the very question that stood there"
        assert display.picture() == empty


@pytest.mark.skipif(not POSSIBLE, reason="no systemd can be run here")
def test_whoever_logs_out_and_in_again_finds_the_companion(
    tmp_path: Path, screen: Callable[[int, int], Screen]
) -> None:
    """Without a display it fails until systemd gives it up; the next desktop's start was refused for two minutes."""
    unit = tmp_path / ".config" / "systemd" / "user" / f"{units.NAME}.service"
    unit.parent.mkdir(parents=True)
    # Each of the five starts that systemd allows fails at once.
    unit.write_text(units.on_a_desktop(Path(sys.executable), tmp_path / "data").replace("RestartSec=2", "RestartSec=0"))
    with screen(800, 480) as display, systemd(tmp_path, display) as ask:
        assert ask("")["ActiveState"] == "active"
        assert ask("log out")["ActiveState"] == "failed"
        assert ask("log in")["ActiveState"] == "active"


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1024, 600), (1280, 720)])
def test_the_command_of_the_unit_fills_the_screen(
    size: tuple[int, int], tmp_path: Path, screen: Callable[[int, int], Screen]
) -> None:
    """The line as systemd reads it, on displays of four sizes without a window manager."""
    (line,) = re.findall(r"^ExecStart=(.*)$", units.on_a_desktop(Path(sys.executable), tmp_path / "a b"), re.MULTILINE)
    with screen(*size) as display, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(PATIENCE)
        ours = {**display.environment, "NOTIFY_SOCKET": str(tmp_path / "notify"), "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(shlex.split(line), cwd="/", env=ours)
        try:
            assert ear.recv(100) == b"READY=1"
            window = max(display.display.screen().root.query_tree().children, key=lambda w: w.get_geometry().width)
            seen = window.get_geometry()
            assert (seen.x, seen.y, seen.width, seen.height) == (0, 0, *size)
        finally:
            process.terminate()
            process.wait(PATIENCE)
