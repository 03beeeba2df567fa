"""SIGKILL on the started app at random instants of opening, playing, going home, bringing back, saving what is damaged,
and closing, over all games: nothing that was acknowledged is lost, and it always starts again.

    .venv/bin/python -m tests.x11.test_kills 100
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Final

import pytest

from companion.storage.game_archive import SUFFIX, unpack
from companion.storage.settings import mistakes
from companion.storage.usb_backup import FOLDER
from companion.table.game_file import look
from companion.table.journal_mirror import BEGINNING, beside, link
from companion.table.sqlite_file import body_of
from tests.patience import PATIENCE
from tests.x11 import robot
from tests.x11.product import START
from tests.x11.screen import Screen

pytestmark = pytest.mark.window

BEGIN: Final = f"from tests.x11.robot import install; install()\n{START}"
NEVER: Final = (
    "unforeseen error",
    "cannot start",
    "a thread has ended",
    "a background job failed",
    "in another companion",
)
"""What the log must not say."""


class Evenings:
    """A data folder, a stick, and what was acknowledged of each game."""

    def __init__(self, folder: Path, screen: Screen, seed: int) -> None:
        self._folder, self._screen, self._rng = folder, screen, Random(seed)
        self._data, self._stick, self._notes = folder / "data", folder / "stick", folder / "notes"
        self._games = self._data / "games"
        for made in (self._stick, self._games):
            made.mkdir(parents=True)
        (self._data / "settings.json").write_text(json.dumps({"copies": str(self._stick), "tower": "off"}))
        self._known: dict[str, tuple[int, bytes]] = {}
        self._lives = 0
        self.counts: Counter[str] = Counter()

    def live(self, how: str) -> None:
        """Start the app, kill it, and look at what was left."""
        self._notes.write_bytes(b"")
        self._lives += 1
        environment = {
            **self._screen.environment,
            robot.NOTES: str(self._notes),
            robot.SEED: str(self._rng.random()),
            robot.STEPS: str(self._rng.randrange(1, 8) if how == "closing" else 0),
        }
        process = subprocess.Popen(
            [sys.executable, "-c", BEGIN, "--data", str(self._data), "app"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            if how != "opening":
                self._wait(process, b"a " if how == "playing" else b"c")
                time.sleep(self._rng.uniform(0, 1.0 if how == "playing" else 0.15))
            else:
                time.sleep(self._rng.uniform(0, 4.0))
            self.counts["ended by itself" if process.poll() is not None else f"killed {how}"] += 1
        finally:
            process.kill()
            process.wait(PATIENCE)
        self._judge()
        if self._rng.random() < 0.3:
            self._damage_one()

    def _wait(self, process: subprocess.Popen[bytes], word: bytes) -> None:
        end = time.monotonic() + PATIENCE
        while b"\n" + word not in (said := b"\n" + self._notes.read_bytes()) and process.poll() is None:
            assert b"\n!" not in said, said
            assert time.monotonic() < end, "the robot does nothing"
            time.sleep(0.01)

    def _judge(self) -> None:
        for line in self._notes.read_text().splitlines():
            assert not line.startswith("!"), line
            if line.startswith("a "):
                _, name, told = line.split(" ")
                before = self._known.get(name, (0, BEGINNING))
                self.counts["acknowledged"] += int(told) > before[0]
                self._known[name] = (max(before[0], int(told)), before[1])
        for name, (number, chain) in self._known.items():
            bodies = [body_of(record) for record in look(self._games / name).records]
            assert len(bodies) >= number, f"{number - len(bodies)} acknowledged steps of {name} are lost"
            chains = list(accumulate(bodies, link, initial=BEGINNING))
            assert chain in chains, f"{name} is another game"
            self._known[name] = (len(bodies), chains[-1])
        assert mistakes(self._data / "settings.toml") == ""
        for file in (self._stick / FOLDER).glob(f"*{SUFFIX}"):
            assert unpack(file).whole, f"{file.name} is half written"
        log = self._data / "companion.log"
        said = log.read_text(errors="replace") if log.exists() else ""
        assert not [word for word in NEVER if word in said], said[-3000:]

    def _damage_one(self) -> None:
        """A double of a game that can be read in part, for the robot to save."""
        name = self._rng.choice([*self._known] or [""])
        if not name or not beside(self._games / name).exists():
            return
        hurt = self._games / f"hurt{self._lives}.game"
        text = beside(self._games / name).read_bytes()
        hurt.write_bytes(b"SQLite format 3\0" + os.urandom(2000))
        beside(hurt).write_bytes(text[: self._rng.randrange(len(text))])


def kill_often(folder: Path, screen: Screen, kills: int, seed: int) -> Counter[str]:
    """Live so many lives; one more must go on playing."""
    evenings = Evenings(folder, screen, seed)
    for number in range(kills):
        evenings.live(("playing", "opening", "playing", "playing", "closing")[number % 5])
    evenings.live("playing")
    return evenings.counts


def test_kills_of_the_app(tmp_path: Path) -> None:
    with Screen(800, 480, tmp_path) as screen:
        counts = kill_often(tmp_path, screen, 1, 1)
    assert counts["acknowledged"]


@pytest.mark.slow
def test_100_kills_of_the_app(tmp_path: Path) -> None:
    with Screen(800, 480, tmp_path) as screen:
        counts = kill_often(tmp_path, screen, 100, 2)
    assert counts["acknowledged"] > 60


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name, Screen(800, 480, Path(name)) as screen:
        found = kill_often(Path(name), screen, int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    sys.stdout.write(json.dumps(found) + "\n")
