"""Every command that the papers give is run as it stands there, the long ones with a small number.

Those that end at once run in every test run; the searches, benchmarks and releases with `pytest -m slow`. What would
change this machine is run by the tests named in `ELSEWHERE`, against a machine that is made for it.
"""

from __future__ import annotations

import os
import select
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from companion.bootstrap import ROOT
from companion.games import OURS
from companion.table.autoplay import play
from companion.table.journal import SqliteJournal
from companion.table.session import new_session
from tests.patience import PATIENCE
from tests.test_papers import ALL, STAND_INS
from tests.x11.screen import Screen

SHOWN: Final = {
    ".venv/bin/companion app --window",
    ".venv/bin/companion --set display=2 app",
    ".venv/bin/companion --set theme=light app",
    "companion app",
}
"""They open the companion."""

ENDED: Final = {
    ".venv/bin/companion check": "Everything holds together",
    ".venv/bin/companion export FILE": "Gather Power",
    ".venv/bin/companion export FILE --game NEW.game-copy --report NEW.html": "",
    ".venv/bin/companion headless": "",
    ".venv/bin/companion problem FILE --out NEW.zip": "n.zip",
    ".venv/bin/companion problem --out problem.zip": "problem.zip",
    "companion check": "Everything holds together",
    "companion headless": "",
    "companion import NEW.game-copy": "",
    ".venv/bin/python -m layouts.build_fonts": "",
    ".venv/bin/python -m layouts.build_sounds": "",
    ".venv/bin/python -m tests.instruments.catalogues CODE": "xx: 0 of ",
    ".venv/bin/python -m tests.cthulhu_wars.test_colours": "#",
    ".venv/bin/python -m tests.data_folder FOLDER": "",
    ".venv/bin/python -m tests.instruments.pages.diagrams": "",
    ".venv/bin/python -m tests.instruments.pages.facts": "",
    ".venv/bin/python -m tests.instruments.pages.ids": "",
    ".venv/bin/python -m tests.instruments.pages.settings": "",
}
"""They end by themselves at once; and what they say."""

PICTURES: Final = "-m tests.instruments.outside.pictures"
TOUCH_TO_PICTURE: Final = "-m tests.instruments.benchmarks.touch_to_picture"

SMALL: Final = {
    ".venv/bin/companion demo --out FOLDER": None,
    ".venv/bin/python -m pytest -m quick -n 2": "-m pytest -m quick tests/mythos_encounters",
    ".venv/bin/python -m pytest -m slow": "-m pytest -m slow tests/messina",
    ".venv/bin/python -m pytest -n 2 tests/app": None,
    ".venv/bin/python -m tests.instruments.benchmarks": "-m tests.instruments.benchmarks --anyway undo",
    ".venv/bin/python -m tests.instruments.benchmarks.on_a_pi": None,
    ".venv/bin/python -m tests.instruments.benchmarks.picture": "-m tests.instruments.benchmarks.picture --calls",
    ".venv/bin/python -m tests.instruments.benchmarks.serial_to_screen": None,
    f".venv/bin/python {TOUCH_TO_PICTURE}": f"{TOUCH_TO_PICTURE} --rounds 1",
    ".venv/bin/python -m tests.cthulhu_wars.uses 300": "-m tests.cthulhu_wars.uses 2",
    ".venv/bin/python -m tests.instruments.mutants --keep FILE": None,
    ".venv/bin/python -m tests.durability.test_all_files": "-m tests.durability.test_all_files 500",
    ".venv/bin/python -m tests.durability.test_bit_flips": "-m tests.durability.test_bit_flips 500",
    ".venv/bin/python -m tests.durability.test_fuzz 1000000": "-m tests.durability.test_fuzz 1000",
    ".venv/bin/python -m tests.durability.test_kills 10000": "-m tests.durability.test_kills 20",
    ".venv/bin/python -m tests.durability.test_power_cuts": None,
    ".venv/bin/python -m tests.headless.test_kill 900": "-m tests.headless.test_kill 3",
    ".venv/bin/python -m tests.instruments.other_pythons": None,
    f".venv/bin/python {PICTURES} --out FOLDER": f"{PICTURES} --minutes 1 --steps 20",
    ".venv/bin/python -m tests.instruments.outside.film": None,
    ".venv/bin/python -m tests.instruments.outside.places": None,
    ".venv/bin/python -m tests.instruments.outside.television --out FOLDER": None,
    ".venv/bin/python -m tests.instruments.palette_forms": None,
    ".venv/bin/python -m tests.instruments.outside.strip": None,
    ".venv/bin/python -m tests.instruments.outside.stale": "-m tests.instruments.outside.stale --steps 10",
    ".venv/bin/python -m tests.instruments.outside.taps": "-m tests.instruments.outside.taps --seeds 1 --steps 30",
    ".venv/bin/python -m pytest -m slow tests/app/test_strangers.py": None,
    ".venv/bin/python -m tests.instruments.house": None,
    ".venv/bin/python -m tests.installation.torn calls": None,
    ".venv/bin/python -m tests.installation.torn full": None,
    ".venv/bin/python -m tests.installation.torn moments --times 50": "-m tests.installation.torn moments --times 1",
    ".venv/bin/python -m tests.instruments.release --try": None,
    ".venv/bin/python -m tests.storage.strangers 10000": "-m tests.storage.strangers 100",
    ".venv/bin/python -m tests.x11.soak 4000": "-m tests.x11.soak 60",
    ".venv/bin/python -m tests.x11.test_kills 100": "-m tests.x11.test_kills 2",
}
"""They take minutes or hours; None: there is nothing to make smaller."""

ELSEWHERE: Final = {
    "tests/x11/test_paper_commands.py::test_a_tower_to_try_and_the_app_that_meets_it": (
        ".venv/bin/companion app --tower /tmp/tower",
        ".venv/bin/companion tower-sim /tmp/tower",
    ),
    "tests/test_papers.py::test_the_doctor_answers_with_all_that_the_papers_promise": (
        ".venv/bin/companion doctor",
        "companion doctor",
    ),
    "tests/test_compare.py::compare": (
        ".venv/bin/python -m tests.instruments.outside.compare BEFORE AFTER --out FOLDER",
    ),
    "tests/instruments/machines/lite/__main__.py::Evening": (
        ".venv/bin/python -m tests.instruments.machines.lite --out FOLDER",
    ),
    "tests/instruments/machines/updates/__main__.py::install --system": (
        ".venv/bin/companion install --system",
        "companion install --system",
        "companion uninstall",
        "companion update",
        "companion rollback",
        ".venv/bin/python -m tests.instruments.machines.updates --out FOLDER",
    ),
    "tests/installation/test_system.py::test_the_command_is_one_that_the_shell_understands": (
        "companion export FILE",
        "companion import FILE",
        "companion install",
        "companion problem FILE",
    ),
    "tests/installation/test_flash.py::test_an_old_boot_loader_is_tried_too_and_the_tower_is_greeted": (
        ".venv/bin/companion flash",
        "companion flash",
    ),
    "tests/installation/test_install.py::test_it_shows_first_and_does_nothing_without_a_yes": (
        ".venv/bin/companion install",
    ),
    "tests/installation/test_install.py::test_under_a_desktop_it_is_the_users_own_and_goes_without_a_trace": (
        ".venv/bin/companion uninstall",
    ),
    "tests/installation/test_renew.py::test_an_update_copies_the_games_first_and_can_be_taken_back": (
        ".venv/bin/companion update",
        ".venv/bin/companion rollback",
    ),
    "tests/test_games_of_others.py::test_the_game_of_the_page_is_installed_as_a_package_and_played": (
        ".venv/bin/python -m pip install FOLDER",
    ),
    "tests/instruments/machines/boot/__main__.py::Evening": (
        ".venv/bin/python -m tests.instruments.machines.boot --out FOLDER",
    ),
    "tests/instruments/machines/desktop/__main__.py::Evening": (
        ".venv/bin/python -m tests.instruments.machines.desktop --out FOLDER",
    ),
    "tests/instruments/machines/fresh_roots.py::companion.bootstrap": (
        "python3 -m companion.bootstrap run",
        "python3 -m companion.bootstrap test",
        'python3 -m companion.bootstrap test -m "slow or not slow"',
        "python3 -m companion.bootstrap test tests/bridge",
        ".venv/bin/python -m tests.instruments.machines.fresh_roots bookworm arm64",
        ".venv/bin/python -m tests.instruments.machines.fresh_roots trixie",
        ".venv/bin/python -m tests.instruments.machines.fresh_roots trixie --tests all",
    ),
    "tests/instruments/machines/fresh_troubles.py::go_wrong": (
        ".venv/bin/python -m tests.instruments.machines.fresh_troubles bookworm",
    ),
}
"""Where the others are run: they would set up, change or end this very machine."""


def test_each_command_of_the_papers_is_run_somewhere() -> None:
    assert set(ALL) == SHOWN | set(ENDED) | set(SMALL) | {line for lines in ELSEWHERE.values() for line in lines}
    for place in ELSEWHERE:
        path, name = place.split("::")
        assert name in (ROOT / path).read_text(encoding="utf-8"), place


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project in a folder with a space, with what the papers take for granted."""
    folder = tmp_path / "my copy"
    left = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "build", "*.egg-info")
    shutil.copytree(ROOT, folder, ignore=left)
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def run(project: Path, line: str, **environment: str) -> subprocess.Popen[str]:
    """Begin a command as it stands, in that folder, with a home of its own."""
    for name, stand_in in {**STAND_INS, "CODE": "xx", "/tmp/tower": str(project.parent / "tower")}.items():
        line = line.replace(name, stand_in)
    words = shlex.split(line)
    if words[0] in ("companion", ".venv/bin/companion"):
        words[:1] = [".venv/bin/python", "-m", "companion"]
    home = project / "home"
    home.mkdir(exist_ok=True)
    own = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), **environment}
    own.pop("PYTHONPATH", None)
    # Without a display of its own nothing may open on this one.
    if not environment:
        own.pop("DISPLAY", None)
    return subprocess.Popen(
        words, cwd=project, env=own, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(process: subprocess.Popen[str], patience: float, good: tuple[int, ...] = (0,)) -> str:
    """Wait for its good end; return what it said."""
    try:
        said, wrong = process.communicate(timeout=patience)
    finally:
        process.kill()
    assert process.returncode in good, said + wrong
    return said + wrong


def have_a_game(project: Path) -> None:
    """Put `f.game` where the commands look for it."""
    journal = SqliteJournal(project / "f.game")
    play(new_session(OURS[0], {"factions": ["GC", "CC"]}, journal), Random(1), 30)
    journal.close()


@pytest.mark.parametrize("line", ENDED)
def test_a_short_command_does_what_it_says(line: str, project: Path) -> None:
    if "FILE" in line or "import" in line:
        have_a_game(project)
    if "import" in line:
        finish(run(project, "companion export f.game --game NEW.game-copy"), PATIENCE)
    assert ENDED[line] in finish(run(project, line), PATIENCE)
    for word in shlex.split(line):
        if word.startswith("NEW."):
            assert (project / STAND_INS[word]).stat().st_size > 0


@pytest.mark.parametrize("line", sorted(SHOWN))
def test_the_app_opens(line: str, project: Path, screen: Callable[[int, int], Screen]) -> None:
    with screen(800, 480) as display:
        before = display.picture()
        process = run(project, line, **display.environment)
        try:
            display.until(lambda: display.picture() != before, "the app shows something")
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def test_a_tower_to_try_and_the_app_that_meets_it(project: Path, screen: Callable[[int, int], Screen]) -> None:
    """The two lines of the papers, one after the other: the app takes up the simulated tower."""
    tower = run(project, ".venv/bin/companion tower-sim /tmp/tower")
    assert tower.stdout is not None
    try:
        assert select.select([tower.stdout], [], [], PATIENCE)[0]
        assert "The tower is on" in tower.stdout.readline()
        with screen(800, 480) as display:
            app = run(project, ".venv/bin/companion app --tower /tmp/tower", **display.environment)
            held, port = Path(f"/proc/{app.pid}/fd"), (project.parent / "tower").resolve()
            try:
                display.until(lambda: any(one.resolve() == port for one in held.iterdir()), "the tower's port is open")
            finally:
                app.terminate()
                app.communicate(timeout=PATIENCE)
    finally:
        tower.terminate()
        tower.communicate(timeout=PATIENCE)


@pytest.mark.slow
@pytest.mark.parametrize("line", SMALL)
def test_a_long_command_comes_to_its_end(line: str, project: Path, screen: Callable[[int, int], Screen]) -> None:
    small = SMALL[line]
    if "release" in line:
        # It is made of what git keeps.
        for does in (["init", "-q"], ["add", "-A"]):
            subprocess.run(["git", *does], cwd=project, check=True)
    with screen(1280, 1280) as display:
        process = run(project, f".venv/bin/python {small}" if small else line, **display.environment)
        # A benchmark on a busy machine says that it cannot judge, and so does a short evening.
        finish(process, 1800, good=(0, 2) if "benchmarks" in line or "soak" in line else (0,))
