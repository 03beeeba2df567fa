"""What an answer and a start would take on Raspberry Pis, by the number of instructions.

    .venv/bin/python -m tests.instruments.benchmarks.on_a_pi

Instructions are counted here (`perf stat` where the machine tells it, else valgrind's callgrind, which runs every one
of them itself): of two runs of different length, so that what both have in common drops out. 64-bit Arm needs about as
many as this machine. How many of them a Pi does in a second is `RATES`: its clock times the instructions per clock
that its kind of core does of an interpreter's work. Those are read, not measured; on a Pi, put the figure of
`perf stat -e instructions:u,cycles:u` in.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import Final

from tests.instruments.benchmarks.figure import as_installed

RATES: Final = {
    "Pi 5 (Cortex-A76, 2.4 GHz, 2.0 a clock)": 4.8e9,
    "Pi 4 (Cortex-A72, 1.8 GHz, 1.2 a clock)": 2.16e9,
    "Zero 2 (Cortex-A53, 1.0 GHz, 0.6 a clock)": 0.6e9,
}

ANSWERS: Final = """
import sys
from random import Random
from tests.instruments.benchmarks.long_game import evening, go_on
go_on(evening(), Random(1), int(sys.argv[1]))
"""
VIEWS: Final = """
import sys
from random import Random
from tests.instruments.benchmarks.long_game import evening, go_on
session = evening()
go_on(session, Random(1), 60)
for _ in range(int(sys.argv[1])):
    session.view
"""
OPENED: Final = """
import sys
from random import Random
from companion.table.session import Session
from tests.instruments.benchmarks.long_game import evening, go_on
session = evening()
go_on(session, Random(1), 60)
for _ in range(int(sys.argv[1])):
    session.undo(past_dice=True)
    session.redo()
"""
HEADLESS: Final = """
import sys
# Where no developer works there are none, and msgspec loads them if it finds them.
sys.modules["typing_extensions"] = None
from companion.cli import main
int(sys.argv[1]) and sys.exit(main(["headless"]))
"""
THINGS: Final = {
    "an answer": (ANSWERS, 100, 300),
    "what the screen is told (a view)": (VIEWS, 100, 300),
    "an undo and a redo": (OPENED, 20, 60),
    "start of the headless interface": (HEADLESS, 0, 1),
}


def instructions(program: str, number: int) -> int:
    """Count the instructions of a program in user space."""
    command = [sys.executable, "-c", program, str(number)]
    if shutil.which("perf"):
        counted = _run(["perf", "stat", "-x", ",", "-e", "instructions:u", *command])
        found = re.search(r"^(\d+),.*instructions", counted, re.MULTILINE)
        if found is not None:
            return int(found[1])
    counted = _run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command])
    found = re.search(r"Collected : (\d+)", counted)
    if found is None:
        raise RuntimeError(f"neither perf nor valgrind counts instructions here: {counted[-300:]}")
    return int(found[1])


def _run(command: list[str]) -> str:
    return subprocess.run(command, input="", capture_output=True, text=True, check=True, env=as_installed()).stderr


def main() -> int:
    """Count and tell."""
    for what, (program, few, many) in THINGS.items():
        subprocess.run([sys.executable, "-c", program, str(few)], input=b"", check=True, env=as_installed())
        each = (instructions(program, many) - instructions(program, few)) / (many - few)
        said = "; ".join(f"{name} {1000 * each / rate:.1f} ms" for name, rate in RATES.items())
        print(f"{what}: {each / 1e6:.2f} million instructions. {said}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
