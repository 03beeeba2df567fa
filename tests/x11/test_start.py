"""The started app over data folders that no companion wrote: it shows something, log and terminal say it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.storage.hostile import HOSTILE, prepare
from tests.x11.product import Product
from tests.x11.screen import Screen

pytestmark = pytest.mark.window

FOLDERS = (
    "a link that leads nowhere",
    "an answer of another shape",
    "settings nested deep",
    "a game on the table of 5,000 letters",
    "the games are a file",
)
"""One of each kind; all of them are started within one process by the tests of the app."""


@pytest.mark.parametrize("name", FOLDERS)
def test_the_process_stays_and_shows_something(
    name: str, screen: Callable[[int, int], Screen], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    prepare(data)
    HOSTILE[name].make(data)
    with screen(800, 480) as display, Product(display, data) as product:
        assert product.process.poll() is None
        if not HOSTILE[name].starts:
            log = data / "companion.log"
            display.until(lambda: "cannot start" in log.read_text(), "the log says it")
    if not HOSTILE[name].starts:
        assert HOSTILE[name].says in capfd.readouterr().err


def test_a_data_folder_that_is_a_file_is_said(screen: Callable[[int, int], Screen], tmp_path: Path) -> None:
    """There is no place for a log: the terminal and the page say it."""
    (tmp_path / "data").write_text("mine")
    with screen(800, 480) as display, Product(display, tmp_path / "data") as product:
        assert product.process.poll() is None
    assert (tmp_path / "data").read_text() == "mine"


def test_export_says_what_is_wrong(tmp_path: Path) -> None:
    prepare(tmp_path)
    for name in ("a pipe", "an answer of another shape"):
        (tmp_path / "games" / "zbad.game").unlink(missing_ok=True)
        HOSTILE[name].make(tmp_path)
        command = [sys.executable, "-m", "companion", "export", str(tmp_path / "games" / "zbad.game")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1
        assert "unchanged" in done.stderr


AGAIN: Final = """
import pathlib, sys
from companion.app.start import environment

prepare, starts = environment.prepare, pathlib.Path({starts!r})

def prepared(*given, **named):
    prepare(*given, **named)
    from companion.app.start.application import CompanionApp

    open_data = CompanionApp.open_data

    def opened(self):
        open_data(self)
        first = not starts.exists()
        with starts.open("a") as file:
            file.write("started" + chr(10))
        if first:
            self.shell.restart()

    CompanionApp.open_data = opened

environment.prepare = prepared
"""


def test_starting_again_is_the_same_process_with_the_program_read_anew(
    screen: Callable[[int, int], Screen], tmp_path: Path
) -> None:
    """After an update from the screen: whoever watches over the process sees no end of it, and the game is there."""
    starts = tmp_path / "starts"
    before = AGAIN.format(starts=str(starts))
    with screen(800, 480) as display, Product(display, tmp_path / "data", before=before) as product:
        display.until(lambda: starts.exists() and starts.read_text().count("started") == 2, "it has started again")
        assert product.process.poll() is None
