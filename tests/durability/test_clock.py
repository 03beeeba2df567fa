"""A Pi has no clock of its own: it jumps back by years when the power was gone, and forward in a network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.durability.disk import library_of, needs_a_compiler
from tests.patience import PATIENCE

pytestmark = needs_a_compiler

EVENINGS: Final = """
import json, os, sys, time
from pathlib import Path
from random import Random
from companion.games import GAMES
from companion.storage.background_jobs import BackgroundJobs
from companion.storage.game_library import Library
from companion.table.autoplay import play
data, stick, said = Path(sys.argv[1]), Path(sys.argv[2]), []
library = Library(data / "games", GAMES)
jobs = BackgroundJobs(library, str(stick), lambda: None, lambda: {"log": "fine"})
names = []
for number, shift in enumerate(json.loads(sys.argv[3])):
    Path(os.environ["CLOCK_SHIFT"]).write_text(str(shift))
    opened = library.start(GAMES[0], GAMES[0].modes[0])
    play(opened.session, Random(number), 2)
    Path(os.environ["CLOCK_SHIFT"]).write_text(str(-shift))
    play(opened.session, Random(number), 2)
    jobs.copy(opened.path)
    opened.close()
    os.utime(opened.path, (time.time(), time.time()))
    names.append(opened.path.name)
    said.append([item.path.name for item in library.every()] == names[::-1])
jobs.export(opened.path)
jobs.report_problem(opened.path)
assert jobs.finish(PATIENCE)
said.append([item.trouble for item in library.every() if item.trouble])
print(json.dumps([said, jobs.news(), time.localtime().tm_year]))
""".replace("PATIENCE", str(PATIENCE))


def test_games_are_in_order_whatever_the_clock_says(tmp_path: Path) -> None:
    clock = library_of(Path(__file__).with_name("clock.c"), tmp_path)
    (tmp_path / "stick").mkdir()
    year = 365 * 86400
    shifts = [0, -40 * year, 10 * year, -30 * year, 70 * year, -56 * year]
    done = subprocess.run(
        [sys.executable, "-c", EVENINGS, str(tmp_path / "data"), str(tmp_path / "stick"), json.dumps(shifts)],
        env=dict(os.environ) | {"LD_PRELOAD": str(clock), "CLOCK_SHIFT": str(tmp_path / "shift")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said, news, year_now = json.loads(done.stdout)
    assert year_now > 2070, "the clock was wrong"
    assert said == [True] * len(shifts) + [[]]
    assert len(news) == 2
    assert (tmp_path / "stick" / "table-companion" / "problem-1.zip").is_file()
