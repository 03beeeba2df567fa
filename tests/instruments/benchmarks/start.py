"""From the start to the first picture, to the home page, and to the table of a short and of a long game; with the
memory it takes: against a bare window under Kivy's own loop. Processor time, so that it is the program's own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from companion.app.demo.virtual_display import display
from tests.instruments.benchmarks.figure import AFTER_EACH_PICTURE, Figure, Pairs, as_installed
from tests.instruments.benchmarks.long_game import file_of

ROUNDS: Final = 5
LENGTHS: Final = {"home": 0, "short": 200, "long": 10_000}

COMMON: Final = f"""{AFTER_EACH_PICTURE}
import sys
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time
from companion.app.start import environment
environment.prepare(Path(sys.argv[1]) / "kivy")

def stamp():
    print(1000 * process_time(), getrusage(RUSAGE_SELF).ru_maxrss / 1024, flush=True)
"""

BARE: Final = (
    COMMON
    + """
# All of Kivy's rules, as a bare window has them.
from kivy import kivy_data_dir
from kivy.lang import Builder
Builder.load_file(str(Path(kivy_data_dir) / "style.kv"), rulesonly=True)
from kivy.app import App
from kivy.uix.label import Label

class Bare(App):
    def load_kv(self, filename=None):
        pass

    def build(self):
        after_each_picture(self.flipped)
        return Label(text="at rest")

    def flipped(self):
        stamp()
        self.stop()

Bare().run()
"""
)

OURS: Final = (
    # As `companion.app.start.main` begins.
    "import gc\ngc.disable()\n"
    + COMMON
    + """
from companion.app.start.application import CompanionApp

class Timed(CompanionApp):
    seen = False

    def build(self):
        after_each_picture(self.flipped)
        return super().build()

    def flipped(self):
        if not self.seen:
            self.seen = True
            stamp()
        if self.shell is not None and self.shell.pages:
            stamp()
            self.stop()

Timed(Path(sys.argv[1])).run()
"""
)


def stamps(program: str, folder: Path) -> list[list[float]]:
    """Milliseconds and MiB at each picture that counts."""
    command = [sys.executable, "-c", program, str(folder)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, env=as_installed())
    return [[float(word) for word in line.split()] for line in said.stdout.splitlines()]


@cache
def measured() -> list[dict[str, list[list[float]]]]:
    """All stamps, by round and program."""
    with display(), tempfile.TemporaryDirectory() as name:
        folders = {kind: Path(name) / kind for kind in LENGTHS}
        for kind, folder in folders.items():
            (folder / "games").mkdir(parents=True)
            if LENGTHS[kind]:
                file_of(folder / "games" / "a.game", LENGTHS[kind])
            settings = {"tower": "off", "screen": "window", "open_game": "a.game" if LENGTHS[kind] else ""}
            (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
            # The first start makes what later ones find: bytecode, Kivy's folder, safe points.
            stamps(OURS, folder)
        bare = Path(name) / "bare"
        stamps(BARE, bare)
        return [
            {"bare": stamps(BARE, bare), **{kind: stamps(OURS, folder) for kind, folder in folders.items()}}
            for _ in range(ROUNDS)
        ]


def pairs(kind: str, picture: int, value: int = 0) -> Callable[[], Pairs]:
    """The stamp of a picture, against the bare window's."""
    return lambda: ((found["bare"][0][value], found[kind][picture][value]) for found in measured())


FIGURES: Final = (
    Figure("start to the first picture", "ms", "a bare window", 1.3, pairs("long", 0)),
    Figure("start to the home page", "ms", "a bare window", 1.6, pairs("home", 1)),
    Figure("start to the table, 200 answers", "ms", "a bare window", 1.6, pairs("short", 1)),
    Figure("start to the table, 10,000 answers", "ms", "a bare window", 1.6, pairs("long", 1)),
    Figure("memory then, 10,000 answers", "MiB", "a bare window", 1.4, pairs("long", 1, 1)),
)
