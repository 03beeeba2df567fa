"""Pipes, devices without end, folders, sockets and huge files in the place of what the companion keeps.

Every file of the data folder is tried with each of them: nothing waits, nothing fills the memory, each game opens and
is saved, and what is in the way is named.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.patience import PATIENCE
from tests.storage.in_the_way import FILES, KINDS

ROOT: Final = Path(__file__).parents[2]

FUNCTIONS: Final = frozenset({"open", "FileHandler", "RotatingFileHandler"})
METHODS: Final = frozenset({"open", "read_text", "read_bytes", "write_text", "write_bytes", "copyfile"})
"""Names of what opens a file."""

READS_ELSEWHERE: Final = {
    "table/ordinary_file.py": "it is the one place",
    "table/folder.py": "opens folders, and makes files that nobody has yet",
    "table/sqlite_file.py": "SQLite, of what was looked at; a double in memory",
    "storage/usb_backup.py": "opens the folder of a stick",
    "storage/mount_watch.py": "the system's list of what is mounted",
    "storage/wall_clock.py": "the system's own clocks",
    "storage/html_look.py": "our own fonts and drawings",
    "app/start/environment.py": "Kivy's own rules",
    "app/start/restart_delay.py": "systemd's folder in memory",
    "app/hardware/screen_dimmer.py": "the system",
    "app/hardware/sdl.py": "the system",
    "app/hardware/sounds.py": "our own sounds",
    "app/table/map/map_drawing.py": "our own maps",
    "app/widgets/rendering/sprites.py": "our own shaders",
    "app/hardware/device_hub.py": "opens buttons",
    "doctor/power_and_card.py": "the system",
    "doctor/running.py": "the data folder itself, and a socket of which it asks",
    "doctor/screen.py": "the system",
    "games/cthulhu_wars/model/maps.py": "our own maps",
}
"""Modules that open something in another way, and what that is."""

OF_PAGES: Final = frozenset({"host", "self", "super()", "library", "self.library", "self.host"})
"""Whose `open` opens a page or a game."""


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_in_the_place_of_a_file_keeps_anybody_from_playing(tmp_path: Path, kind: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.storage.in_the_way", str(tmp_path), kind],
        cwd=ROOT,
        timeout=PATIENCE,
        capture_output=True,
        text=True,
        check=False,
    )
    tried = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert tried == [*FILES, "done"], done.stderr[-2000:]


def _opened(source: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(source.read_text())):
        if not isinstance(node, ast.Call):
            continue
        whose, __, called = ast.unparse(node.func).rpartition(".")
        if not whose:
            opens = called in FUNCTIONS
        elif called == "open":
            opens = whose not in OF_PAGES
        else:
            opens = called in METHODS or (whose, called) == ("sqlite3", "connect")
        if opens:
            yield node


def test_no_module_opens_a_file_of_the_data_folder_in_another_way() -> None:
    rooms = ("table", "storage", "headless", "games", "doctor", "app")
    sources = [path for room in rooms for path in (ROOT / "companion" / room).rglob("*.py")]
    names = {str(path.relative_to(ROOT / "companion")): [*_opened(path)] for path in sources}
    found = {name for name, calls in names.items() if calls and not name.startswith("app/demo/")}
    assert found == set(READS_ELSEWHERE)
