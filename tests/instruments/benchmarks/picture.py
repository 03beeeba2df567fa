"""Count the work from an answer to its picture: instructions, calls of functions, and draws of widgets.

    .venv/bin/python -m tests.instruments.benchmarks.picture [CHECKOUT] [--calls]

Evenings of four at 800x480 on the virtual display, answered by chance and drawn after each answer, on a clock of its
own: nothing depends on time, so that two runs count the same on a busy machine and on an idle one. There are several,
since one that goes another way, because an option is new, differs by a quarter. Calls take seconds;
instructions, which include drawing in software, some minutes under valgrind (`--calls` leaves them out). Another
checkout is counted with its own code and its own `tests.instruments.outside`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from companion.bootstrap import ROOT
from tests.instruments.benchmarks.figure import as_installed

EVENINGS: Final = 6
ANSWERS: Final = 20
"""Answers of each evening that are counted, after as many that are not."""
COUNT: Final = EVENINGS * ANSWERS
COUNTED: Final = "PyFile_GetLine"
"""The function that valgrind counts in: Python calls it for a line of `input`, and for nothing else."""

ANSWERED: Final = f"""
import sys
from random import Random
from tests.instruments.outside.stage import on_stage, resize
with on_stage() as (window, fingers, folder):
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.instruments.outside.face import on_window
    resize(window, fingers, (800, 480))
    with on_window(window, fingers, folder, tower="off") as face:
        calls = draws = 0

        def answers(number):
            for _ in range(number):
                item = face.session.prompts[0]
                face.answer(item.ticket, item.prompt.any_answer(chance))
                window.dispatch("on_draw")
                window.dispatch("on_flip")

        def count(frame, event, argument):
            global calls, draws
            calls += event in ("call", "c_call")
            if event == "call" and frame.f_code.co_name == "draw":
                # By what draws all waiting widgets, under its name here or its former one.
                draws += frame.f_back.f_code.co_filename.endswith(("canvas_widget.py", "drawn.py"))

        class Answers:
            def fileno(self):
                raise OSError("no file")

            def readline(self):
                if sys.argv[1:]:
                    sys.setprofile(count)
                answers({ANSWERS})
                sys.setprofile(None)
                return "done"

        sys.stdin = Answers()
        for evening in range({EVENINGS}):
            face.begin(CTHULHU_WARS, {{"factions": ["GC", "CC", "BG", "YS"], "signs": "app"}})
            chance = Random(evening + 1)
            # What is made once is made by now.
            answers({ANSWERS})
            assert input() == "done"
            face.home()
        print(calls, draws)
"""


def calls_and_draws(checkout: Path) -> tuple[float, float]:
    """Count what an answer and its picture take: calls of functions, in Python and into C, and draws of widgets."""
    calls, draws = _run([sys.executable, "-c", ANSWERED, "calls"], checkout).stdout.split()[-2:]
    return int(calls) / COUNT, int(draws) / COUNT


def instructions(checkout: Path) -> float:
    """Count the instructions of the thread that draws, which an answer and its picture take."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect={COUNTED}"]
    told = _run([*valgrind, sys.executable, "-c", ANSWERED], checkout).stderr
    # What it has begun tells its own, and is counted nowhere.
    return max(map(int, re.findall(r"Collected : (\d+)", told))) / COUNT


def _run(command: list[str], checkout: Path) -> subprocess.CompletedProcess[str]:
    fixed = {"PYTHONHASHSEED": "0", "LP_NUM_THREADS": "0", "LIBGL_ALWAYS_SOFTWARE": "1", "PYTHONPATH": str(checkout)}
    environment = {**as_installed(), **fixed}
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=checkout, env=environment)


def main() -> int:
    """Count and tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.instruments.benchmarks.picture")
    parser.add_argument("checkout", nargs="?", type=Path, default=ROOT, help="what is counted instead of this one")
    parser.add_argument("--calls", action="store_true", help="count no instructions")
    given = parser.parse_args()
    checkout = given.checkout.resolve()
    calls, draws = calls_and_draws(checkout)
    print(f"from an answer to its picture: {calls:.1f} calls, {draws:.1f} draws of widgets", flush=True)
    if not given.calls:
        print(f"from an answer to its picture: {instructions(checkout) / 1e6:.2f} million instructions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
