"""A bug report without names: a canary in every place where people can write or name something, and none in the zip."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from random import Random
from typing import Final

import pytest

from companion.app.start.startup_error import set_up_logging
from companion.games import GAMES
from companion.storage.anonymise import without_names
from companion.storage.background_jobs import BackgroundJobs
from companion.storage.game_archive import SUFFIX, pack
from companion.storage.game_library import Library, bodies_of
from companion.table.autoplay import play
from companion.table.errors import JournalError
from companion.table.journal import SqliteJournal
from companion.table.session import new_session
from tests.patience import PATIENCE

ROOT: Final = Path(__file__).parents[2]
CANARY: Final = "Zebulon"
AREAS: Final = [{"name": f"{CANARY}ia {n}", "touches": [f"{CANARY}ia {n - 1}"] if n else []} for n in range(4)]
MAP: Final = {"name": f"{CANARY} Isles", "areas": AREAS, "starts": {"GC": f"{CANARY}ia 0", "CC": f"{CANARY}ia 3"}}


def named_game(path: Path) -> Path:
    """A game on a map of people's own, with seats, a card and a correction that carry the name."""
    (game,) = (game for game in GAMES if game.name == "cthulhu_wars")
    journal = SqliteJournal(path)
    own = {"map": MAP}
    names = [{"id": "GC", "name": f"{CANARY} A."}, {"id": "CC", "name": CANARY.upper()}]
    session = new_session(game, {"factions": ["GC", "CC"], "names": names, "signs": "app", **own}, journal)
    for _ in range(60):
        prompt = session.prompts[0]
        if prompt.prompt.kind == "write":
            session.answer(prompt.ticket, f"{CANARY} card")
        else:
            play(session, Random(len(session.timeline.entries)), 1)
    for key in [key for key in session.game.counters(session.state) if CANARY in key][:3]:
        session.correct({key: 1})
    journal.close()
    return path


def make(folder: Path) -> None:
    """Make a data folder in which everything is named after the canary, and a log that has met all of it."""
    (folder / "imports").mkdir(parents=True)
    (folder / "games").mkdir()
    stick = folder.parent / f"{CANARY}-STICK"
    stick.mkdir()
    set_up_logging(folder / "companion.log")
    game = named_game(folder / "games" / f"{CANARY}-against-Quilla.game")
    pack(bodies_of(game), folder / "imports" / f"{CANARY}{SUFFIX}")
    jobs = BackgroundJobs(Library(folder / "games", GAMES, folder / "own"), str(stick), lambda: None)
    jobs.take_in(folder / "imports" / f"{CANARY}{SUFFIX}")
    jobs.take_in(folder / "imports" / f"no-{CANARY}{SUFFIX}")
    jobs.copy()
    assert jobs.finish(PATIENCE)
    jobs.close()
    log = logging.getLogger("companion.test")
    try:
        bodies_of(folder / "games" / f"{CANARY}.txt")
    except JournalError as error:
        log.exception("it stumbled over %s", f"{CANARY}\n{CANARY} on another line")
        log.warning("%s", error)
    # One that an earlier version has written: nothing is marked there.
    with (folder / "companion.log").open("a") as file:
        file.write(f"2026-01-01 10:00:00,000 INFO companion.storage: {CANARY} was taken in\n{CANARY} on a line\n")
    (folder / "settings.toml").write_text(
        f"""theme = "light"
copies = "{stick}"
open_game = "{game.name}"
far_side = ["{CANARY}"]
{CANARY.lower()} = 1 # {CANARY}
[wiring.buttons]
"player:{CANARY}" = 17
"""
    )


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Such a folder, made by a process of its own: its log stays open to the end."""
    folder = tmp_path / f"{CANARY}s-data"
    program = (
        "import sys; from pathlib import Path; from tests.storage.test_anonymise import make; make(Path(sys.argv[1]))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "KIVY_NO_ARGS": "1"}
    subprocess.run([sys.executable, "-c", program, folder], check=True, env=environment)
    return folder


def test_no_name_gets_out_with_a_bug_report_without_names(data: Path, tmp_path: Path) -> None:
    """Names of files and sticks stood in the log, paths in the settings."""
    game = data / "games" / f"{CANARY}-against-Quilla.game"
    out = tmp_path / "p.zip"
    working = tmp_path / f"{CANARY}-works-here"
    working.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--data", data, "problem", game, "--out", out, "--without-names"],
        capture_output=True,
        cwd=working,
        env={**os.environ, "PYTHONPATH": str(ROOT), "USER": f"{CANARY}-user", "HOME": str(tmp_path / f"{CANARY}-home")},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    with zipfile.ZipFile(out) as packed:
        told = {name: packed.read(name).decode(errors="replace") for name in packed.namelist()}
    found = [
        f"{name}: {line}"
        for name, text in told.items()
        for line in (name, *text.splitlines())
        if "zebulon" in line.lower()
    ]
    assert not found, "\n".join(found)
    assert "quilla" not in "".join(told.values()).lower()
    # What helps to mend it is still there.
    assert 'theme = "light"' in told["settings.toml"]
    assert "copies = …" in told["settings.toml"]
    assert "it stumbled over …" in told["companion.log"]
    assert "JournalError: …" in told["companion.log"]
    assert 'File "companion/' in told["companion.log"]
    assert "Games are kept in" in told["doctor.txt"]
    records = [json.loads(line.split(" ", 1)[1]) for line in told[f"game{SUFFIX}"].splitlines()]
    assert len(records) > 50


def test_the_tail_of_a_long_log_begins_in_the_middle_of_a_line(tmp_path: Path) -> None:
    log = f"art of a line about {CANARY}›\n2026-01-01 10:00:00,000 INFO [companion.x] so it is with ‹{CANARY} and no en"
    told = without_names({"companion.log": log}, tmp_path)["companion.log"]
    assert told == "2026-01-01 10:00:00,000 INFO [companion.x] so it is with \n"
