"""The first start of a new version: systemd is told once its page stands, and not of a page that says why it cannot."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.bootstrap import ROOT, SOURCES
from tests.patience import PATIENCE
from tests.x11.screen import Screen

pytestmark = pytest.mark.window


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A version of this code in a folder of versions, without an environment of its own."""
    place = tmp_path / "program"
    version = place / "versions" / "0002-new"
    for part in SOURCES:
        shutil.copytree(ROOT / part, version / part, ignore=shutil.ignore_patterns("__pycache__"))
    (version / "complete").write_text(json.dumps({"id": "new", "says": "new"}))
    (place / "current").symlink_to("versions/0002-new")
    return version


def put_on_trial(program: Path) -> None:
    (program.parent.parent / "trial").write_text(json.dumps({"version": program.name, "starts": 1}))


def started(program: Path, data: Path, display: Screen, ear: socket.socket) -> subprocess.Popen[bytes]:
    """Start a version as its unit does; `ear` is bound in systemd's place."""
    ours = {**display.environment, "PYTHONPATH": str(program), "NOTIFY_SOCKET": ear.getsockname()}
    return subprocess.Popen([sys.executable, "-m", "companion", "--data", str(data), "app"], cwd=data.parent, env=ours)


@pytest.mark.parametrize("on_trial", [False, True])
def test_a_page_that_stands_is_told(
    program: Path, tmp_path: Path, screen: Callable[[int, int], Screen], *, on_trial: bool
) -> None:
    if on_trial:
        put_on_trial(program)
    with screen(800, 480) as display, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(PATIENCE)
        app = started(program, tmp_path / "data", display, ear)
        try:
            assert ear.recv(100) == b"READY=1"
            assert (tmp_path / "data" / "games").is_dir(), "the page of the games, and not the picture before it"
        finally:
            app.terminate()
            app.wait(PATIENCE)


@pytest.mark.parametrize("on_trial", [False, True])
def test_a_new_version_that_cannot_open_the_games_leaves_it_to_the_last(
    program: Path, tmp_path: Path, screen: Callable[[int, int], Screen], *, on_trial: bool
) -> None:
    """Any other version shows the page that says why, and stays."""
    if on_trial:
        put_on_trial(program)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "games").write_text("in the way")
    with screen(800, 480) as display, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(PATIENCE)
        app = started(program, tmp_path / "data", display, ear)
        try:
            if on_trial:
                assert app.wait(PATIENCE) == 1
                ear.setblocking(False)
                with pytest.raises(BlockingIOError):
                    ear.recv(100)
            else:
                assert ear.recv(100) == b"READY=1"
                assert app.poll() is None
        finally:
            app.terminate()
            app.wait(PATIENCE)


AGAIN = "import sys; from companion.installation.place import begin_anew; begin_anew(); print('goes on')"


def again(program: Path, **more: str) -> str:
    """What a version becomes when it begins anew."""
    ours = {name: value for name, value in os.environ.items() if name != "NOTIFY_SOCKET"}
    done = subprocess.run(
        [sys.executable, "-c", AGAIN],
        # What lies there goes before all else.
        cwd=program,
        env=ours | more,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return done.stdout.strip()


def test_started_again_it_is_the_version_that_is_current_now(program: Path) -> None:
    """Old and new code never meet in one process; systemd counts the start of the new one."""
    other = program.with_name("0003-newer") / ".venv" / "bin" / "companion"
    other.parent.mkdir(parents=True)
    other.write_text("#!/bin/sh\necho the newer one\n")
    other.chmod(0o755)
    link = program.parent.parent / "current"
    link.unlink()
    link.symlink_to("versions/0003-newer")
    assert again(program) == "the newer one"
    assert again(program, NOTIFY_SOCKET="/run/systemd/notify") == "goes on"
