"""What the companion costs while nothing happens, against a bare window under Kivy's own loop.

Both programs stand on the same (virtual) display at the same time, so that whatever else the machine does meets both.
Each counts its own processor time over the same seconds, once it has come to rest.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from functools import cache, partial
from typing import Final, TypeAlias

from companion.app.demo.virtual_display import display
from tests.instruments.benchmarks.figure import Figure, Pairs, as_installed

SECONDS: Final = 20.0
ROUNDS: Final = 3

COMMON: Final = """
import sys, threading
from pathlib import Path
from time import process_time
from companion.app.start import environment
environment.prepare(Path(sys.argv[1]))
from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.label import Label

def woken():
    # How often all threads have gone to sleep and come back.
    told = [path.read_text().split("voluntary_ctxt_switches:")[1] for path in Path("/proc/self/task").glob("*/status")]
    return sum(int(text.split()[0]) for text in told)

class Probe(App):
    def load_kv(self, filename=None):
        pass

    def on_start(self):
        Clock.schedule_once(self.begin, 5)

    def begin(self, _):
        self.used, self.woken, self.turned = process_time(), woken(), self.turns()
        Clock.schedule_once(self.end, float(sys.argv[2]))

    def end(self, _):
        print(process_time() - self.used, woken() - self.woken, self.turns() - self.turned)
        self.stop()

    def turns(self):
        return 0
"""

BARE: Final = """
class Bare(Probe):
    def build(self):
        return Label(text="at rest")

Bare().run()
"""

OURS: Final = """
from companion.app.start import loop, sdl_fingers
from companion.app.start.application import make_shell
from companion.games import GAMES
from firmware_bridge.dice import VirtualDice

class Ours(Probe):
    def build(self):
        sdl_fingers.install()
        self.sleeping = loop.install()
        return make_shell(Path(sys.argv[1]) / "data", GAMES, VirtualDice())

    def turns(self):
        return self.sleeping.turns

    def on_start(self):
        self.root.home()
        if sys.argv[3] == "clock":
            self.with_a_clock()
        super().on_start()

    def with_a_clock(self):
        # An evening of five, at the first Action.
        from random import Random
        from companion.table.autoplay import play
        from companion.table.game import Mode
        self.root.settings.clock = "on"
        mode = Mode("evening", "", "", {"factions": ["GC", "CC", "BG", "YS", "SL"]})
        self.root.play(lambda: self.root.library.start(GAMES[0], mode))
        page = self.root.page
        while not page.session.prompts[0].prompt.key.startswith("action/"):
            play(page.session, Random(1), 1, interject=0)
        page.refresh()
        assert page.clock.text

Ours().run()
"""


Told: TypeAlias = tuple[float, float, float]
"""Seconds of processor time, wake-ups of all threads, and turns of our loop."""


@cache
def measured(what: str = "") -> list[tuple[Told, Told]]:
    """Measure the bare window and ours several times, at home or with a `clock` that runs."""
    return [once(what) for _ in range(ROUNDS)]


def once(what: str) -> tuple[Told, Told]:
    """Run both for the same seconds."""
    with display(), tempfile.TemporaryDirectory() as bare, tempfile.TemporaryDirectory() as ours:
        running = [
            subprocess.Popen(
                [sys.executable, "-c", COMMON + program, home, str(SECONDS), what],
                stdout=subprocess.PIPE,
                text=True,
                env=as_installed(),
            )
            for program, home in ((BARE, bare), (OURS, ours))
        ]
        said = [process.communicate()[0].splitlines()[-1].split() for process in running]
    floor, own = ((float(used), float(woken), float(turns)) for used, woken, turns in said)
    return floor, own


def processor(what: str = "") -> Pairs:
    """Share of a processor that both use, in percent."""
    for (bare, *_), (own, *__) in measured(what):
        yield 100 * bare / SECONDS, 100 * own / SECONDS


def wake_ups() -> Pairs:
    """A second, of ours; against one."""
    for _, (__, woken, ___) in measured():
        yield 1.0, woken / SECONDS


def ticks() -> Pairs:
    """Turns of the loop a second. A picture without a graphics processor wakes a dozen threads of its own."""
    for _, (*__, turns) in measured("clock"):
        yield 1.0, turns / SECONDS


FIGURES: Final = (
    Figure("at rest", "%", "a bare window", 0.05, processor),
    Figure("wake-ups at rest", "/s", "one a second", 0.2, wake_ups),
    Figure("at rest with a clock", "%", "a bare window", 0.1, partial(processor, "clock")),
    Figure("turns with a clock", "/s", "one a second", 0.3, ticks),
)
