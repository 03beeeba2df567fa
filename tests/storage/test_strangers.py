"""Games, sticks and folders of strangers, without a window: no fault, each refusal a sentence, the next game opens."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Final

import pytest

from companion.storage.game_archive import SUFFIX
from tests.storage.strangers import MANY, fill, game

FEW: Final = 100


def test_no_stranger_costs_more_than_a_sentence() -> None:
    """In a process of its own, which is measured: it may have 400 MB at most."""
    command = [sys.executable, "-m", "tests.storage.strangers", str(FEW)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    said = {name: int(number) for number, _, name in (line.strip().partition(" ") for line in done.stdout.splitlines())}
    # It takes part in everything, and not all is refused or taken.
    for step in ("import", "bring back", "open", "play"):
        assert said[f"{step} done"] > 0, done.stdout
    assert said["import refused"] > 0
    assert said["good done"] == FEW
    assert said["sticks"] == said["folders"] == FEW // 20


def test_the_same_seed_is_the_same_stranger(tmp_path: Path) -> None:
    for seed in (0, 1, 7, MANY + 1):
        same = game(seed) == game(seed)
        assert same, seed
    for name in ("a", "b"):
        fill(tmp_path / name, Random(5), SUFFIX, 20)
    names = [sorted(path.name for path in (tmp_path / name).iterdir()) for name in ("a", "b")]
    assert names[0] == names[1]


@pytest.mark.slow
def test_ten_thousand_strangers() -> None:
    command = [sys.executable, "-m", "tests.storage.strangers", "10000", "--first", "100000"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
