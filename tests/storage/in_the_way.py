"""Uses a data folder as the companion does, with something else in the place of each of its files in turn.

    python -m tests.storage.in_the_way FOLDER KIND

A process of its own, with little memory: what waits for a pipe never ends, and what reads a device without end is
killed. The place that is being tried is printed first.
"""

from __future__ import annotations

import logging
import os
import resource
import shutil
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from companion.app.start.startup_error import set_up_logging
from companion.doctor.examination import machine
from companion.doctor.storage import check_log
from companion.games import GAMES, own_programs, take_own
from companion.storage import evenings
from companion.storage.background_jobs import BackgroundJobs
from companion.storage.bug_bundle import problem
from companion.storage.game_archive import SUFFIX
from companion.storage.game_library import Library
from companion.storage.known_names import known_people
from companion.storage.program_approval import AllowedPrograms, ProgramApproval
from companion.storage.settings import Settings, mistakes
from companion.table.autoplay import play
from companion.table.journal import SqliteJournal
from companion.table.ordinary_file import look_at
from companion.table.session import new_session
from firmware_bridge.errors import RecordError
from firmware_bridge.roll_record import RollRecord
from tests.patience import PATIENCE

MEMORY: Final = 500_000_000
TOO_LARGE: Final = 10**11

GAME: Final = "games/a.game"


def _socket(path: Path) -> None:
    here = os.open(path.parent, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as line:
        # A socket's name is short.
        line.bind(f"/proc/self/fd/{here}/{path.name}")
    os.close(here)


def _too_large(path: Path) -> None:
    path.touch()
    os.truncate(path, TOO_LARGE)


KINDS: Final[dict[str, Callable[[Path], object]]] = {
    "a pipe": os.mkfifo,
    "an endless device": lambda path: path.symlink_to("/dev/zero"),
    "a folder": Path.mkdir,
    "a socket": _socket,
    "a file that is too large": _too_large,
}

BESIDE: Final = ("-copy", "-wal", "-shm", "-journal", "-safe", "-clock", ".aside")
"""What lies beside a game that can be opened all the same."""

FILES: Final = (
    *(GAME + end for end in BESIDE),
    GAME,
    f"{GAME}.deleted",
    "settings.toml",
    "settings.json",
    "companion.log",
    "companion.log.1",
    "crash.log",
    "allowed-programs.txt",
    "evenings.json",
    "rolls.db",
    "rolls.db-journal",
    "rolls.db-wal",
    "rolls.db-shm",
    "own/map.json",
    "own/faction.py",
    f"imports/b{SUFFIX}",
    f"stick/table-companion/a{SUFFIX}",
    "stick/table-companion/evenings.json",
    "exports/a.html",
    "exports/evenings.json",
)


def lay(data: Path, name: str, kind: str) -> None:
    """Make a data folder with a good game, and put something else in the place of one of its files."""
    for folder in ("games", "own", "imports", "exports", "stick/table-companion"):
        (data / folder).mkdir(parents=True)
    journal = SqliteJournal(data / GAME)
    play(new_session(GAMES[0], {}, journal), Random(1), 12)
    journal.close()
    if name.startswith(GAME) and name != f"{GAME}{SUFFIX}":
        for end in ("", "-copy"):
            shutil.copy(data / f"{GAME}{end}", data / f"games/good.game{end}")
    path = data / name
    if path.exists():
        path.unlink()
    KINDS[kind](path)


def use(data: Path, name: str) -> None:
    """Do what the companion does with all of its files; what is refused is refused in words."""
    set_up_logging(data / "companion.log")
    logging.getLogger("companion").warning("begun")
    settings_path = data / "settings.toml"
    settings = Settings.load(settings_path)
    assert bool(mistakes(settings_path)) == name.startswith("settings"), mistakes(settings_path)
    if name.startswith("settings"):
        print("  ", mistakes(settings_path))
    allowed = AllowedPrograms(data)
    own = data / "own"
    take_own(own, allowed.allows)
    ProgramApproval(own, allowed, lambda: own_programs(own), list).waiting()
    library = Library(data / "games", GAMES, own)
    every = library.every()
    library.newest(5)
    library.deleted()
    path = data / GAME
    if name == f"{GAME}.deleted":
        assert not any(item.path == path for item in every)
    elif name != GAME:
        _play(library, path)
    known_people(library, data / "evenings.json", 5)
    evenings.read(data / "evenings.json")
    try:
        RollRecord(data / "rolls.db", lambda part: look_at(part, 40_000_000)).close()
        kept = True
    except RecordError as error:
        kept = False
        print("  ", error)
    assert kept != name.startswith("rolls.db")
    jobs = BackgroundJobs(library, str(data / "stick"), lambda: None)
    jobs.copy()
    for found in jobs.offered():
        jobs.take_in(found)
    jobs.bring_back()
    jobs.export(path)
    jobs.export_evenings()
    assert jobs.finish(PATIENCE)
    print("  ", jobs.news())
    problem(data / "problem.zip", None, GAMES, _told(data), nameless=data)
    assert settings.tower


def _told(data: Path) -> dict[str, str]:
    list(check_log(data / "companion.log"))
    return machine(data)


def _play(library: Library, path: Path) -> None:
    """Open it, play on, and find what was played when it is opened again."""
    library.tries(path)
    opened = library.open(path)
    library.came(path)
    before = len(opened.session.timeline.entries)
    opened.times.ask(["GC"])
    opened.times.seconds("GC")
    play(opened.session, Random(2), 3)
    entries = len(opened.session.timeline.entries)
    assert entries > before
    assert not opened.warning
    opened.close()
    again = library.open(path)
    assert len(again.session.timeline.entries) == entries
    again.close()


def main(folder: Path, kind: str) -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    for number, name in enumerate(FILES):
        print(name, flush=True)
        data = folder / str(number)
        lay(data, name, kind)
        use(data, name)
        shutil.rmtree(data)
    print("done")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
