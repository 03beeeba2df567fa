"""SIGKILL at any moment of opening, playing, closing, saving a damaged game and writing a lost copy again: whatever was
acknowledged is there, and files that nobody touched raise no alarm.

    .venv/bin/python -m tests.durability.test_kills 10000
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from companion.table.game_file import look, recover
from companion.table.journal import SqliteJournal
from companion.table.journal_mirror import beside
from tests.durability.disk import in_memory
from tests.durability.games import NAME, PARTS, records, steps
from tests.patience import PATIENCE

SAVED: Final = "saved.game"
DOUBLES: Final = Path("/dev/shm" if Path("/dev/shm").is_dir() else tempfile.gettempdir())
LONGEST: Final = 400
"""Records after which a new game begins."""

LONGEST_LIFE: Final = 0.03
"""Seconds after what was to be told first; long enough for some openings and closings."""

MOST_TOLD: Final = 6
"""Steps that are acknowledged before the time of a life is counted: 0 up to so many, however slow the machine is."""


def live(folder: Path, told: int, rng: Random) -> None:
    """Play without end, and tell through a pipe what was acknowledged."""
    path = folder / NAME
    while True:
        journal = SqliteJournal(path)
        made = len(journal.records)
        played = steps(made, made + rng.randrange(40))
        for step in played:
            journal.append(*step)
            made += len(step)
            os.write(told, b"%d\n" % made)
        journal.close()
        # A step that the kill before left in the copy alone stands in the file with the next one; without the copy,
        # as a version that knows none leaves it, it would be gone.
        if rng.random() < 0.2 and path.exists() and played:
            beside(path).unlink(missing_ok=True)
        if rng.random() < 0.3 and path.exists():
            for end in PARTS:
                (folder / (SAVED + end)).unlink(missing_ok=True)
            recover(path, folder / SAVED)


def one_life(live: Callable[[int], None], first: int, seconds: float) -> int:
    """Start a process, kill it a while after it has told so many numbers, and return the last one; 0 if there was none.

    Args:
        first: how many numbers it tells before its time is counted; with none it may be killed before it has begun.
    """
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        try:
            live(writes)
        finally:
            # Only an error comes here.
            os._exit(3)
    os.close(writes)
    said = b""
    while said.count(b"\n") < first:
        assert select.select([reads], [], [], PATIENCE)[0], "the process does nothing"
        piece = os.read(reads, 4096)
        if not piece:
            break
        said += piece
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with os.fdopen(reads, "rb") as pipe:
        said += pipe.read()
    assert os.WIFSIGNALED(status), "the process ended by itself"
    return int(said.splitlines()[-1]) if said else 0


def judge(folder: Path, acknowledged: int) -> int:
    """Look at what was left, and return how many records there are."""
    path, found = folder / NAME, 0
    if path.exists() or beside(path).exists():
        stored = look(path).records
        found = len(stored)
        assert stored == records(found)
    assert acknowledged <= found, f"{acknowledged - found} acknowledged steps are lost"
    saved = folder / SAVED
    if saved.exists():
        whole = look(saved).records
        assert whole == records(len(whole))
        assert whole, "an empty file was left"
    return found


def kill_often(folder: Path, kills: int, seed: int) -> dict[str, int]:
    """Kill so many processes, and count what they did."""
    rng, number, counts = Random(seed), 0, {"kills": 0, "acknowledged": 0, "one more": 0}
    for _ in range(kills):
        chance = Random(rng.random())
        before = number
        first, seconds = rng.randrange(MOST_TOLD), rng.uniform(0, LONGEST_LIFE)
        told = one_life(lambda pipe, chance=chance: live(folder, pipe, chance), first, seconds)  # type: ignore[misc]
        number = judge(folder, max(told, before))
        counts["kills"] += 1
        counts["acknowledged"] += max(told, before) - before
        counts["one more"] += number > max(told, before)
        if number > LONGEST:
            for path in folder.iterdir():
                path.unlink()
            number = 0
    left = [path for path in DOUBLES.glob("companion-double-*") if not Path("/proc", path.name.split("-")[2]).exists()]
    assert len(left) <= 5, "what a killed process left behind is not removed"
    return counts


def apart(kills: int, seed: int) -> dict[str, int]:
    """Do it in a process of its own: one that has no threads may fork."""
    command = [sys.executable, "-m", "tests.durability.test_kills", str(kills), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, int] = json.loads(done.stdout)
    return found


def test_120_kills() -> None:
    found = apart(120, 1)
    assert found["kills"] == 120
    assert found["acknowledged"] > 150


@pytest.mark.slow
def test_5000_kills() -> None:
    assert apart(5000, 2)["kills"] == 5000


if __name__ == "__main__":
    with in_memory() as folder:
        seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
        sys.stdout.write(json.dumps(kill_often(folder, int(sys.argv[1]), seed)) + "\n")
