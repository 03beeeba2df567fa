"""An evening without end on the started app, as fast as it goes: memory, descriptors, threads and callbacks stay flat.

    .venv/bin/python -m tests.x11.soak 4000

plays so many steps over all games with other pages, new games and a stick in between, and prints a line now and then.
It fails if the last third keeps more than the third before, and says so where there were too few to judge. Evenings of
Cthulhu Wars played by chance, with four to six factions, have 260 to 560 answers and last three hours at a table: eight
hours are 1,500 answers at most, 4,000 a day.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from tests.x11 import robot
from tests.x11.screen import Screen
from tests.x11.test_kills import BEGIN

COLUMNS: Final = ("steps", "MB", "descriptors", "threads", "callbacks", "widgets")
GROWTH: Final = {"MB": 1.05, "descriptors": 1.0, "threads": 1.0, "callbacks": 1.2, "widgets": 1.2}
"""By how much the median of the last third may be above that of the third before: what is on the page varies."""

TELLING: Final = 30
"""Lines; what fewer of them say is the app warming up."""


def measured(pid: int, note: str) -> list[int]:
    """One line: what the robot says and what the system knows of the process."""
    _, steps, callbacks, widgets = note.split(" ")
    status = Path(f"/proc/{pid}/status").read_text()
    fields = dict(line.split(":", 1) for line in status.splitlines())
    memory = int(fields["VmRSS"].split()[0]) // 1024
    return [
        int(steps),
        memory,
        len(list(Path(f"/proc/{pid}/fd").iterdir())),
        int(fields["Threads"]),
        int(callbacks),
        int(widgets),
    ]


def soak(folder: Path, screen: Screen, steps: int) -> list[list[int]]:
    """Play so many steps; return the lines."""
    data, stick, notes = folder / "data", folder / "stick", folder / "notes"
    log = data / "companion.log"
    for made in (data, stick):
        made.mkdir()
    (data / "settings.json").write_text(json.dumps({"copies": str(stick), "tower": "off"}))
    notes.touch()
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN, "--data", str(data), "app"],
        env={**screen.environment, robot.NOTES: str(notes), robot.SEED: "1", robot.STEPS: "0", robot.FOREVER: "1"},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    lines: list[list[int]] = []
    try:
        with notes.open() as said:
            while not lines or lines[-1][0] < steps:
                note = said.readline()
                assert not note.startswith("!"), note + log.read_text()[-3000:]
                if note.startswith("m "):
                    lines.append(measured(process.pid, note))
                    sys.stdout.write(" ".join(f"{value:>11}" for value in lines[-1]) + "\n")
                    sys.stdout.flush()
                elif not note:
                    assert process.poll() is None, log.read_text()[-3000:]
                    time.sleep(0.1)
    finally:
        process.kill()
        process.wait()
    return lines


def main() -> int:
    """Play as many steps as the command line says."""
    sys.stdout.write(" ".join(f"{name:>11}" for name in COLUMNS) + "\n")
    with tempfile.TemporaryDirectory() as name, Screen(800, 480, Path(name)) as screen:
        lines = soak(Path(name), screen, int(sys.argv[1]))
    if len(lines) < TELLING:
        sys.stdout.write(f"too few steps to judge: {TELLING * robot.EVERY} or more\n")
        return 2
    third = len(lines) // 3
    grown = []
    for column, name in enumerate(COLUMNS):
        if name in GROWTH:
            before = median(line[column] for line in lines[third : 2 * third])
            now = median(line[column] for line in lines[2 * third :])
            if now > GROWTH[name] * before:
                grown.append(f"{name}: {before} -> {now}")
    sys.stdout.write("flat\n" if not grown else f"GROWS: {', '.join(grown)}\n")
    return 1 if grown else 0


if __name__ == "__main__":
    raise SystemExit(main())
