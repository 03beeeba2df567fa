"""How long from a finger, or a button on a pin, to a changed picture, against a bare Kivy window; seen from outside.

    .venv/bin/python -m tests.instruments.benchmarks.touch_to_picture [--rounds 12] [--only battle,answer,log]

The product as people start it and a bare window whose label changes on touch stand on a virtual display each (software
drawing). Fingers are XTEST events, the buttons gpiozero's mock pins (`GPIOZERO_PIN_FACTORY=mock`). A picture has
changed when X reports damage after which the pixels differ: for an answer those inside the question's rectangle,
without the key that was touched, which only comes up. Both take turns, so that whatever else the machine does meets
both. Processor time is that of all threads of the process, from before the finger comes down until all is at rest.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, Final, TypeAlias

from Xlib import X
from Xlib.ext import xtest

from tests.instruments.benchmarks.figure import Figure, Pairs
from tests.x11.screen import Screen

Rectangle: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom."""

ROUNDS: Final = 12
QUIET: Final = 0.25
"""Seconds without damage after which a picture is at rest."""
LOOKED_AT: Final = 1.0
"""Seconds for which people look at a step of a battle, at the least, before they touch anything."""
BEGUN: Final = 3.0
"""Seconds after which a game that was begun has put away what was on the table before."""
LONGEST: Final = 6.0
"""Seconds after which a touch counts as lost."""
WORST: Final = 1000 * LONGEST
"""What each figure of a touch counts, in ms, that is lost or changes nothing."""
DRAWN: Final = 120
"""Answers after which memory is compared."""
LINES: Final = 150
WHOLE: Final = (0, 0, 800, 480)

NEXT_PIN: Final = 27
KNOB_PINS: Final = [20, 21]
WIRING: Final = {"buttons": {"next": NEXT_PIN, "undo": 22, "roll": 17}, "knob": KNOB_PINS}

OURS: Final = """
import sys
from tests.instruments.benchmarks.ear import listen
listen()
from companion.cli import main
sys.exit(main(["--data", sys.argv[1], "app"]))
"""

BARE: Final = """
import sys
from pathlib import Path
from companion.app.start import environment
Path(sys.argv[1]).mkdir()
environment.prepare(Path(sys.argv[1]))
from kivy.config import Config
Config.set("input", "mouse", "mouse,disable_multitouch")
# All of Kivy's rules, as a bare window has them: without its own a button draws no ground.
from kivy import kivy_data_dir
from kivy.lang import Builder
Builder.load_file(str(Path(kivy_data_dir) / "style.kv"), rulesonly=True)
from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.button import Button
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView

class Bare(App):
    def load_kv(self, filename=None):
        pass

    def build(self):
        if sys.argv[2] == "list":
            column = BoxLayout(orientation="vertical", size_hint_y=None)
            column.bind(minimum_height=column.setter("height"))
            for number in range(int(sys.argv[3])):
                words = f"{number}. A line of a bare list"
                column.add_widget(Label(text=words, font_size=23, size_hint_y=None, height=64))
            view = ScrollView(bar_width=5)
            view.add_widget(column)
            return view
        self.touched = 0
        key = Button(text="touch me", font_size=60)
        key.bind(on_press=self.say, on_release=self.say)
        return key

    def say(self, key):
        self.touched += 1
        key.text = f"touched {self.touched}"

Bare().run()
"""


class Watched(Screen):
    """A display on which changes are timed."""

    def __enter__(self) -> Watched:
        super().__enter__()
        return self

    def part(self, box: Rectangle) -> bytes:
        """What stands in a rectangle."""
        left, top, right, bottom = box
        image: Any = self.root.get_image(left, top, right - left, bottom - top, X.ZPixmap, 0xFFFFFFFF)
        return bytes(image.data)

    def damaged(self, seconds: float) -> float | None:
        """Wait for damage; return when it was reported, or None if there was none."""
        import select

        end = time.monotonic() + seconds
        while True:
            while self.display.pending_events():
                if type(self.display.next_event()).__name__ == "DamageNotify":
                    return time.monotonic()
            left = end - time.monotonic()
            if left <= 0:
                return None
            select.select([self.display], [], [], left)

    def rest(self, quiet: float = QUIET, most: float = LONGEST) -> None:
        """Wait until nothing has been drawn for a while."""
        end = time.monotonic() + most
        while time.monotonic() < end and self.damaged(quiet) is not None:
            pass

    def changes(self, since: float, box: Rectangle, without: Rectangle | None = None) -> tuple[float, float] | None:
        """Time until the pixels of a rectangle have changed for the first and for the last time, in ms.

        Args:
            since: on the monotonic clock.
            box: that is looked at; what stands there must have been remembered by `remember`.
            without: a place in it that does not count.
        """
        first = last = None
        before = self._before
        while (at := self.damaged(QUIET if first else LONGEST)) is not None:
            now = masked(self.part(box), box, without)
            if now != before:
                before, last = now, at
                first = first or at
        if first is None or last is None:
            return None
        return (first - since) * 1000, (last - since) * 1000

    def remember(self, box: Rectangle, without: Rectangle | None = None) -> None:
        """Keep what stands in a rectangle, to be compared with."""
        self.display.sync()
        while self.display.pending_events():
            self.display.next_event()
        self._before = masked(self.part(box), box, without)

    def finger(self, down: bool) -> float:
        """Put the finger down where the pointer is, or lift it; return when."""
        at = time.monotonic()
        xtest.fake_input(self.display, X.ButtonPress if down else X.ButtonRelease, 1)
        self.display.sync()
        return at


def masked(data: bytes, box: Rectangle, without: Rectangle | None) -> bytes:
    """Blacken a place of a rectangle's pixels."""
    if without is None:
        return data
    left, top, right, bottom = box
    x0, y0 = max(left, without[0] - 3), max(top, without[1] - 3)
    x1, y1 = min(right, without[2] + 3), min(bottom, without[3] + 3)
    if x0 >= x1 or y0 >= y1:
        return data
    stride, rows = 4 * (right - left), bytearray(data)
    for y in range(y0 - top, y1 - top):
        at = y * stride + 4 * (x0 - left)
        rows[at : at + 4 * (x1 - x0)] = bytes(4 * (x1 - x0))
    return bytes(rows)


class Running:
    """A program on a display of its own."""

    def __init__(self, screen: Watched, program: str, *arguments: str) -> None:
        self.screen = screen
        environment = {**screen.environment, "GPIOZERO_PIN_FACTORY": "mock"}
        # Its pictures must be those of a start that finds everything compiled.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        empty = screen.picture()
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        screen.until(lambda: screen.picture() != empty, "the program shows something")
        screen.rest(1.0)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(30)

    def ask(self, *words: Any) -> Any:
        """Ask the ear of the product."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        said = json.loads(self.process.stdout.readline())
        if "trouble" in said:
            raise RuntimeError(said["trouble"])
        return said["said"]

    def processor(self) -> float:
        """Processor time of all its threads, in ms."""
        used = 0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                used += int((task / "schedstat").read_text().split()[0])
            except FileNotFoundError:
                continue
        return used / 1e6

    def memory(self, kind: str) -> float:
        """What it takes, in MiB: `Pss`, in which what is shared with others counts in part, or `Rss`."""
        for line in Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith(f"{kind}:"):
                return int(line.split()[1]) / 1024
        raise RuntimeError("the system does not tell a process's share of memory")


def spread(ratios: list[float]) -> tuple[float, float, float]:
    """Return the lower quartile, the median and the upper quartile."""
    if len(ratios) == 1:
        return ratios[0], ratios[0], ratios[0]
    low, middle, high = quantiles(ratios, n=4, method="inclusive")
    return low, middle, high


class Table:
    """What was measured: a line for each figure, ours and the floor's."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[list[float], list[float], str, float]] = {}

    def add(self, name: str, own: float, floor: float, unit: str = "ms", target: float = 0.0) -> None:
        row = self.rows.setdefault(name, ([], [], unit, target))
        row[0].append(own)
        row[1].append(floor)

    def __str__(self) -> str:
        head = f"{'':50}{'ours':>9}{'floor':>9}{'ratio':>7}{'target':>8}   spread of the ratio"
        lines = [head]
        for name, (own, floor, unit, target) in self.rows.items():
            if 0 in floor:
                raise RuntimeError(f"the floor of {name} was not measured: {floor} against {own}")
            low, middle, high = spread([a / b for a, b in zip(own, floor, strict=True)])
            wanted = f"{target:.1f}" if target else "-"
            figures = f"{median(own):9.1f}{median(floor):9.1f}{middle:7.2f}{wanted:>8}"
            lost = f", {own.count(WORST)} lost" if WORST in own else ""
            lines.append(f"{f'{name} ({unit})':50}{figures}   {low:.2f}-{high:.2f} ({len(own)}{lost})")
        return "\n".join(lines)


Touched: TypeAlias = tuple[float, float, float, float]
LOST: Final[Touched] = (WORST, WORST, WORST, WORST)


class Bench:
    """The product and the floor, measured in turn."""

    def __init__(self, ours: Running, bare: Running, rounds: int, table: Table) -> None:
        self.ours, self.bare, self.rounds = ours, bare, rounds
        self.table, self._chance = table, Random(3)

    def _middle(self, box: Rectangle) -> tuple[int, int]:
        return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2

    def tap(self, program: Running, key: Rectangle, watch: Rectangle, without: Rectangle | None) -> Touched:
        """Down to feedback, up to changed picture, up to the last change (ms), and processor time (ms).

        What does not come within `LONGEST` counts as the worst.
        """
        screen = program.screen
        screen.move(*self._middle(key))
        # Touches come at any moment of a frame.
        time.sleep(self._chance.uniform(0.08, 0.15))
        screen.rest(0.1, 2)
        used = program.processor()
        screen.remember(key)
        down = screen.changes(screen.finger(down=True), key)
        screen.remember(watch, without)
        up = screen.changes(screen.finger(down=False), watch, without)
        used = program.processor() - used
        if down is None or up is None:
            return LOST
        return down[0], up[0], up[1], used

    def floor(self) -> Touched:
        found = self.tap(self.bare, WHOLE, WHOLE, None)
        if found == LOST:
            raise RuntimeError("the bare window has not reacted")
        return found

    def answers(self) -> None:
        """Answer questions by one tap."""
        done = 0
        while done < self.rounds:
            place = self.ours.ask("place")
            if place is None:
                self.ours.ask("skip")
                self.ours.screen.rest(0.1)
                continue
            # A question that has just come up takes no touch for a moment.
            self.ours.screen.rest(0.5)
            place = self.ours.ask("place")
            if place is None:
                continue
            key, question = tuple(place["key"]), tuple(place["question"])
            own, floor = self.tap(self.ours, key, question, key), self.floor()
            if self.ours.ask("entries") == place["entries"]:
                own = LOST
                self.ours.ask("skip")
            done += 1
            self.table.add("finger down to feedback", own[0], floor[0], target=0.5)
            self.table.add("finger up on an answer to changed question", own[1], floor[1], target=1.0)
            self.table.add("finger up to the last change of the question", own[2], floor[2])
            self.table.add("processor time of a touch", own[3], floor[3], target=1.5)

    def battles(self) -> None:
        """Pick the area of a battle on the map; roll for both sides; give a result to another piece; give up what is
        filled in; put those of both sides that retreat into an area."""
        for _ in range(self.rounds):
            self._begin()
            self._touched("an area of the map", "place")
            self._begin("europe")
            self._touched("both sides' dice", "way_on")
            self._touched("a token", "token", answers=False)
            self._touched("both sides' losses", "way_on")
            for _side in range(2):
                self.ours.ask("until_retreat")
                self._touched("an area of a retreat", "retreat", answers=False)

    def _begin(self, *areas: str) -> None:
        """Begin a battle in a game of its own."""
        self.ours.ask("battle", *areas)
        self.ours.screen.rest(BEGUN)

    def _touched(self, name: str, way: str, *, answers: bool = True) -> None:
        """Touch what is there in a battle, which has been looked at for a second."""
        self.ours.screen.rest(LOOKED_AT)
        place = self.ours.ask(way)
        if place is None:
            return
        self.ours.screen.rest(0.5)
        key, question = tuple(place["key"]), tuple(place["question"])
        own, floor = self.tap(self.ours, key, question, key if answers else None), self.floor()
        if answers and self.ours.ask("entries") == place["entries"]:
            own = LOST
        self.table.add(f"finger up on {name} to changed question", own[1], floor[1], target=1.0)
        self.table.add(f"{name}: processor time", own[3], floor[3])

    def opened(self, name: str, key_name: str) -> None:
        """Open a page over the table."""
        for _ in range(self.rounds):
            self.ours.screen.rest(0.5)
            key = tuple(self.ours.ask("key", key_name))
            own, floor = self.tap(self.ours, key, WHOLE, key), self.floor()
            if own != LOST:
                self.ours.ask("back")
            self.table.add(f"open {name}", own[1], floor[1], target=1.5)
            self.table.add(f"open {name}: processor time", own[3], floor[3])

    def scrolled(self, listing: Running) -> None:
        """Scroll the log, and a bare list, by a finger that goes up and down."""
        self.ours.screen.rest(0.5)
        key = tuple(self.ours.ask("key", "log_key"))
        self.tap(self.ours, key, WHOLE, key)
        for _ in range(max(3, self.rounds // 3)):
            self.table.add("scrolling the log", self._pictures(self.ours), self._pictures(listing), "pictures/s")
        self.ours.ask("back")

    def _pictures(self, program: Running) -> float:
        """Different pictures a second while a finger moves for two seconds."""
        screen, strip = program.screen, (220, 100, 460, 380)
        screen.move(300, 330)
        screen.rest(0.2, 2)
        screen.remember(strip)
        screen.finger(down=True)
        began, pictures, before, step = time.monotonic(), 0, self._strip(screen, strip), 0
        while (now := time.monotonic()) - began < 2.0:
            step += 1
            way = step % 120
            screen.move(300, 330 - 2 * (way if way < 60 else 120 - way))
            left = now + 1 / 120 - time.monotonic()
            while (at := screen.damaged(max(0.0, left))) is not None:
                seen = self._strip(screen, strip)
                pictures, before = pictures + (seen != before), seen
                left = now + 1 / 120 - at
        took = time.monotonic() - began
        screen.finger(down=False)
        screen.rest()
        return pictures / took

    @staticmethod
    def _strip(screen: Watched, strip: Rectangle) -> bytes:
        return screen.part(strip)

    def pressed(self) -> None:
        """Answer by the button `next` on a pin."""
        done = tries = 0
        while done < self.rounds and tries < 40 * self.rounds:
            tries += 1
            self.ours.ask("turn", KNOB_PINS)
            self.ours.screen.rest(0.4)
            place = self.ours.ask("ring")
            if place is None:
                if tries % 8 == 0:
                    self.ours.ask("skip")
                continue
            question = tuple(place["question"])
            used = self.ours.processor()
            self.ours.ask("press", NEXT_PIN)
            time.sleep(0.08)
            self.ours.screen.remember(question)
            changed = self.ours.screen.changes(self.ours.ask("let_go", NEXT_PIN), question)
            used = self.ours.processor() - used
            floor, shown = self.floor(), WORST if changed is None else changed[0]
            if changed is None or self.ours.ask("entries") == place["entries"]:
                shown = used = WORST
            done += 1
            self.table.add("button on a pin to changed question", shown, floor[1], target=1.0)
            self.table.add("button on a pin: processor time", used, floor[3], target=1.5)

    def memory(self) -> None:
        """Draw many answers; compare what both take."""
        for number in range(DRAWN):
            self.ours.ask("skip")
            self.ours.screen.rest(0.04, 1)
            if number + 1 in (DRAWN // 2, DRAWN):
                for kind in ("Pss", "Rss"):
                    own, floor = self.ours.memory(kind), self.bare.memory(kind)
                    self.table.add(f"memory after {number + 1} drawn answers, {kind}", own, floor, "MiB", 1.4)


@contextmanager
def programs(folder: Path) -> Iterator[tuple[Running, Running, Running]]:
    """The product at the first Action of an evening, the bare window, and the bare list."""
    (folder / "ours").mkdir()
    settings = {"tower": "off", "wiring": WIRING, "screen": "full", "motion": "off"}
    (folder / "ours" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    with Watched(800, 480, folder) as one, Watched(800, 480, folder) as two, Watched(800, 480, folder) as three:
        running = []
        try:
            running.append(Running(one, OURS, str(folder / "ours")))
            running.append(Running(two, BARE, str(folder / "bare"), "label"))
            running.append(Running(three, BARE, str(folder / "list"), "list", str(LINES)))
            running[0].ask("again")
            one.rest()
            yield running[0], running[1], running[2]
        finally:
            for program in running:
                program.close()


PARTS: Final = ("answer", "battle", "log", "more", "scroll", "pin", "memory")


def main() -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", default=",".join(PARTS), help="what to measure")
    given = parser.parse_args()
    table = Table()
    try:
        run(table, given.rounds, given.only.split(","))
    finally:
        sys.stdout.write(f"{table}\nload of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    return 0


def run(table: Table, rounds: int, wanted: Collection[str]) -> None:
    """Measure some of the parts."""
    with tempfile.TemporaryDirectory() as name, programs(Path(name)) as (ours, bare, listing):
        bench = Bench(ours, bare, rounds, table)
        if "answer" in wanted:
            bench.answers()
        if "battle" in wanted:
            bench.battles()
            ours.ask("again")
        if {"log", "scroll"} & {*wanted}:
            while ours.ask("entries") < LINES:
                ours.ask("skip")
        if "log" in wanted:
            bench.opened("the log", "log_key")
        if "more" in wanted:
            bench.opened("More", "more_key")
        if "scroll" in wanted:
            bench.scrolled(listing)
        if "pin" in wanted:
            bench.pressed()
        if "memory" in wanted:
            bench.memory()


@cache
def measured() -> Table:
    """What all figures have in common: one run of the two programs."""
    table = Table()
    run(table, ROUNDS, PARTS)
    return table


def pairs(name: str) -> Pairs:
    own, floor, *__ = measured().rows[name]
    yield from zip(floor, own, strict=True)


FIGURES: Final = tuple(
    Figure(name, unit, "a bare window", target, partial(pairs, name))
    for name, unit, target in (
        ("finger down to feedback", "ms", 0.5),
        ("finger up on an answer to changed question", "ms", 1.0),
        ("processor time of a touch", "ms", 1.5),
        ("finger up on an area of the map to changed question", "ms", 1.0),
        ("finger up on both sides' dice to changed question", "ms", 1.0),
        ("finger up on a token to changed question", "ms", 1.0),
        ("finger up on both sides' losses to changed question", "ms", 1.0),
        ("finger up on an area of a retreat to changed question", "ms", 1.0),
        ("open the log", "ms", 1.5),
        ("open More", "ms", 1.5),
        ("button on a pin to changed question", "ms", 1.0),
        ("button on a pin: processor time", "ms", 1.5),
        (f"memory after {DRAWN} drawn answers, Rss", "MiB", 1.4),
    )
)
"""For the command of all figures."""


if __name__ == "__main__":
    raise SystemExit(main())
