"""What runs have counted, in a file: each run with the seeds it took and the version it ran on, so that several short
runs make a long one."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from tests.cthulhu_wars.uses.tally import Tally


@dataclass
class Run:
    """One run.

    Args:
        commit: of the program that ran; with a `+` if files had been changed.
        rules: its rules version.
        first: the first seed of evenings.
        first_battle: that of battles.
        evenings: how many there were.
        battles: likewise.
        seconds: how long it took.
        wrong: what was not as it must be.
        counts: what it counted.
    """

    commit: str
    rules: int
    first: int
    first_battle: int = 1
    evenings: int = 0
    battles: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)
    counts: dict[str, dict[str, int]] = field(default_factory=dict)


def begun(runs: list[Run], first: int) -> Run:
    """A run that begins now, with the seeds after those of others."""
    evenings = max((run.first + run.evenings for run in runs), default=first)
    battles = max((run.first_battle + run.battles for run in runs), default=first)
    return Run(_commit(), CTHULHU_WARS.rules_version, evenings, battles)


def _commit() -> str:
    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=Path(__file__).parent, capture_output=True, text=True, check=False
        ).stdout.strip()

    # A source archive has no commits.
    commit = git("rev-parse", "--short", "HEAD") or "outside of git"
    return commit + ("+" if git("status", "--porcelain", "--untracked-files=no") else "")


def read(file: Path | None) -> list[Run]:
    """The runs of a file; none if there is no file."""
    if file is None or not file.exists():
        return []
    return [Run(**run) for run in json.loads(file.read_text(encoding="utf-8"))]


def write(file: Path | None, runs: list[Run]) -> None:
    """Write them down, if they are to be kept: a run that is stopped in the middle of it leaves the old file."""
    if file is None:
        return
    fresh = file.with_suffix(".new")
    fresh.write_text(json.dumps([asdict(run) for run in runs]), encoding="utf-8")
    fresh.replace(file)


def keep_wrong(file: Path | None, name: str, played: Mapping[str, Any]) -> Path:
    """Write down what went wrong beside the counts, or with what is thrown away, to be played again."""
    path = (file.parent if file else Path(gettempdir())) / f"{name.replace(' ', '-')}.json"
    path.write_text(json.dumps(played), encoding="utf-8")
    return path


def sum_of(runs: list[Run]) -> Tally:
    """What they have counted together."""
    tally = Tally()
    for run in runs:
        tally.take(run.counts)
    return tally
