"""All figures, or those whose names hold one of the words given.

    .venv/bin/python -m tests.instruments.benchmarks [WORD ...] [--keep FILE] [--against FILE] [--anyway]

Each is measured in turns with its floor and told as value, floor, ratio and the lowest and highest ratio. A machine
that others use is no judge: then nothing is judged (`--anyway` still measures). The exit code is 0 if all is within its
target and no worse than the run that is compared with, 1 if not, 2 if nothing was judged.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from tests.instruments.benchmarks.figure import MOST_BUSY, Figure, Measured, busy, measure

WORSE: Final = 1.15
"""So much more than in an earlier run is no chance."""


def figures() -> list[Figure]:
    """Those of every module here that has `FIGURES`."""
    folder = Path(__file__).parent
    names = sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))
    modules = [import_module(f"tests.instruments.benchmarks.{name}") for name in names]
    return [figure for module in modules for figure in getattr(module, "FIGURES", ())]


def line_of(figure: Figure, found: Measured, then: dict[str, Any] | None, *, judged: bool) -> tuple[str, bool]:
    """What is said of a figure, and whether it is as it should be."""
    fine = found.ratio <= figure.target
    said = (
        f"{figure.name:36} {found.value:9.1f} {figure.unit:3} / {found.floor:9.1f} ({figure.floor}) "
        f"= {found.ratio:6.2f} [{found.low:.2f}-{found.high:.2f}], target {figure.target:g}"
    )
    if then is not None:
        worse = found.ratio > WORSE * then["ratio"] and found.low > then["high"]
        fine, said = fine and not worse, f"{said}, then {then['ratio']:.2f}{' WORSE' if worse else ''}"
    return f"{said}: {'not judged' if not judged else 'good' if fine else 'MISSED'}", fine


def main(words: list[str] | None = None) -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.instruments.benchmarks")
    parser.add_argument("words", nargs="*", help="parts of names of figures")
    parser.add_argument("--keep", type=Path, help="write the figures to a file")
    parser.add_argument("--against", type=Path, help="compare with a file that was kept")
    parser.add_argument("--anyway", action="store_true", help="measure on a busy machine, too")
    chosen = parser.parse_args(words)
    earlier = json.loads(chosen.against.read_text(encoding="utf-8")) if chosen.against else {}
    kept: dict[str, Any] = {}
    fine, judged = True, True
    for figure in figures():
        if chosen.words and not any(word in figure.name for word in chosen.words):
            continue
        used = busy()
        if used > MOST_BUSY:
            judged = False
            if not chosen.anyway:
                print(f"Others use {used:.0%} of this machine. Nothing is judged; try when it is quiet, or --anyway.")
                return 2
        found = measure(figure)
        said, good = line_of(figure, found, earlier.get(figure.name), judged=used <= MOST_BUSY)
        print(said, flush=True)
        fine, kept[figure.name] = fine and good, asdict(found)
    if chosen.keep:
        chosen.keep.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    return 2 if not judged else 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
