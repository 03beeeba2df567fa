"""How long from a line on the tower's wire to its number on the screen, against the barest program that could do it.

    .venv/bin/python -m tests.instruments.benchmarks.serial_to_screen

Two programs run in turn on the same (virtual) display, each on a real pseudo-terminal. The floor is a thread that
reads lines with pyserial and a Kivy label that shows them, under Kivy's own main loop. Ours is the whole app: link,
protocol, device hub, and the hardware page. Time runs from the last byte written to the frame that shows the number.
The tower tumbles for 80 ms (on a table it is a second or more), so that its result meets a screen at rest, as the
floor's lines do; without a pause some results wait for the frame that says "asked". The target is one frame (1/60 s)
above the floor, by medians and by 95th percentiles.
"""

from __future__ import annotations

import json
import os
import pty
import statistics
import subprocess
import sys
import tempfile
import time
import tty
from pathlib import Path
from typing import Any, Final

from companion.app.demo.virtual_display import display
from firmware_bridge.simulator import SimulatedTower
from firmware_bridge.wire import Frame
from tests.instruments.benchmarks.figure import AFTER_EACH_PICTURE, MOST_BUSY, Figure, Pairs, busy

ROUNDS: Final = 120
TURNS: Final = 5
FRAME_MS: Final = 1000 / 60

COMMON: Final = f"""{AFTER_EACH_PICTURE}
import sys, threading, time
from pathlib import Path
from companion.app.start import environment
environment.prepare(Path(sys.argv[1]))
"""

FLOOR: Final = (
    COMMON
    + """
import serial
from kivy.app import App
from kivy.clock import Clock
from kivy.uix.label import Label

class Bare(App):
    def load_kv(self, filename=None):
        pass

    def build(self):
        self.label, self.waiting = Label(font_size=60), False
        after_each_picture(self.flipped)
        threading.Thread(target=self.read, daemon=True).start()
        return self.label

    def read(self):
        with serial.Serial(sys.argv[2]) as port:
            print("ready", flush=True)
            while line := port.readline():
                Clock.schedule_once(lambda _, line=line: self.show(line), 0)

    def show(self, line):
        self.label.text, self.waiting = line.decode().strip(), True

    def flipped(self):
        if self.waiting:
            self.waiting = False
            print(time.monotonic(), flush=True)

Bare().run()
"""
)

OURS: Final = (
    COMMON
    + """
from kivy.clock import Clock
from companion.app.start.application import CompanionApp
from companion.app.hardware.page import HardwarePage

class Timed(CompanionApp):
    def open_data(self):
        super().open_data()
        self.page, self.seen = HardwarePage(self.shell.hub), ""
        self.shell.open(self.page)
        after_each_picture(self.flipped)
        self.shell.hub.tower.bind(connected=lambda *_: Clock.schedule_once(self.begin, 0.5))

    def begin(self, _):
        self.shell.hub._bridge.tumble(80)
        print("ready", flush=True)
        Clock.schedule_once(self.roll, 0.5)

    def roll(self, _):
        self.seen = ""
        self.page.leaf.try_it()

    def flipped(self):
        if self.page.leaf.rolled and not self.seen:
            self.seen = self.page.leaf.rolled
            print(time.monotonic(), flush=True)
            Clock.schedule_once(self.roll, 0.05)

Timed(Path(sys.argv[1]), sys.argv[2]).run()
"""
)


class TimedTower(SimulatedTower):
    """Notes when the result of a roll has been written."""

    def __init__(self, link: Path) -> None:
        super().__init__(link)
        self.written: list[float] = []

    def _send(self, frame: Frame) -> None:
        super()._send(frame)
        if getattr(frame, "verb", "") == "RES":
            self.written.append(time.monotonic())


def run(program: str, folder: Path, port: str) -> subprocess.Popen[str]:
    """Start one of the programs and wait until it listens."""
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(folder), port], stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert child.stdout is not None
    first = child.stdout.readline().strip()
    assert first == "ready", first
    return child


def floor(folder: Path, rounds: int = ROUNDS) -> list[float]:
    """Latencies of the bare program, ms."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    child = run(FLOOR, folder, os.ttyname(slave))
    assert child.stdout is not None
    found = []
    for number in range(rounds):
        os.write(master, f"{number}\n".encode())
        written = time.monotonic()
        found.append((float(child.stdout.readline()) - written) * 1000)
        # Lines come at any moment of a frame, not always just after one.
        time.sleep(0.05 + 0.0013 * (number % 13))
    child.kill()
    child.wait()
    os.close(master)
    os.close(slave)
    return found


def ours(folder: Path, rounds: int = ROUNDS) -> list[float]:
    """Latencies of the app, ms."""
    tower = TimedTower(folder / "tower")
    with tower:
        child = run(OURS, folder, str(tower.link))
        assert child.stdout is not None
        found = []
        for _ in range(rounds):
            shown = float(child.stdout.readline())
            # A result is sent again until it is acknowledged: the first line that got there counts.
            written = [moment for moment in tower.written if moment <= shown]
            found.append((shown - written[0]) * 1000)
            del tower.written[: len(written)]
        child.kill()
        child.wait()
    return found


def figures(values: list[float]) -> dict[str, float]:
    """Median and 95th percentile, ms."""
    ranked = sorted(values)
    return {"median": round(statistics.median(ranked), 1), "p95": round(ranked[int(0.95 * len(ranked))], 1)}


def main() -> int:
    """Measure both and print the figures as JSON; return 2 where others use the machine: then nothing is judged."""
    used = busy()
    with display(), tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        found: dict[str, Any] = {"floor_ms": figures(floor(Path(one))), "ours_ms": figures(ours(Path(two)))}
    above = {name: (found["ours_ms"][name] - found["floor_ms"][name]) / FRAME_MS for name in ("median", "p95")}
    found |= {
        "above_floor_frames": {name: round(frames, 2) for name, frames in above.items()},
        "within_one_frame": max(above.values()) <= 1,
    }
    print(json.dumps(found, indent=1))
    if used > MOST_BUSY:
        print(f"Others use {used:.0%} of this machine. Nothing is judged; try when it is quiet.")
        return 2
    return 0 if found["within_one_frame"] else 1


def in_turns() -> Pairs:
    """The floor is the bare program and a frame more."""
    with display(), tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        for _ in range(TURNS):
            bare, own = floor(Path(one), ROUNDS // TURNS), ours(Path(two), ROUNDS // TURNS)
            yield statistics.median(bare) + FRAME_MS, statistics.median(own)


FIGURES: Final = (Figure("line on the wire to its picture", "ms", "a bare program, and a frame", 1.0, in_turns),)


if __name__ == "__main__":
    raise SystemExit(main())
