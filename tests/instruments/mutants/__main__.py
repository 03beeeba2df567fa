"""Put one small fault at a time into the factions and cards of Cthulhu Wars and print those that no test catches:
`python -m tests.instruments.mutants --keep FILE`. With `--keep` a run goes on with an earlier one.

A comparison, a number, an *and*, an *or* or a *not* is changed. mutmut has no choice of faults (28 000 in these files,
words and arguments mostly), leaves out what is in no function, and knows no list of those that change nothing;
cosmic-ray starts pytest for each fault.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any, Final

import pytest

from tests.instruments.mutants import trial
from tests.instruments.mutants.places import Place, compiled, places

GAME: Final = Path("companion/games/cthulhu_wars")
TESTS: Final = Path("tests/cthulhu_wars")
SAME: Final = Path(__file__).with_name("same.toml")
"""Faults that change nothing, with the reason."""
BY_CHANCE: Final = re.compile(
    "test_(battle_invariants|chapters|corrections|help_levels|odds|old_names|outcome|own_factions|own_map|places"
    "|random_games|read_again|scripted_game|sets_of_rulings|uses)"
)
"""Tests that play long or at random: what only they catch deserves a test of its own."""
NUMBERS: Final = ("test_factions.py", "test_neutral.py", "test_prices.py", "test_content.py")
"""Tests that hold the numbers of all factions and cards, which are no lines that they run."""


def sources() -> list[Path]:
    """Return the files that faults are put into."""
    return sorted(file for folder in ("factions", "neutral/cards") for file in (GAME / folder).glob("[!_]*.py"))


class Run:
    """What is known of tests and faults so far, by this run and those before it.

    Args:
        files: sources to put faults into.
        keep: where it is written down.
        budget: how long the tests of one fault take together at most, as they usually do.
    """

    def __init__(self, files: list[Path], keep: Path, budget: float) -> None:
        self.keep, self.budget = keep, budget
        self.known: dict[str, Any] = {"tests": {}, "caught": {}}
        self.read()
        self.same = tomllib.loads(SAME.read_text(encoding="utf-8"))
        self.trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}
        self.right = {file: compiled(tree, file) for file, tree in self.trees.items()}
        self.places = [p for file, tree in self.trees.items() for p in places(file, tree) if p.name not in self.same]

    def read(self) -> None:
        if self.keep.exists():
            self.known = json.loads(self.keep.read_text(encoding="utf-8"))

    def write(self) -> None:
        part = self.keep.with_suffix(".part")
        part.write_text(json.dumps(self.known), encoding="utf-8")
        part.replace(self.keep)

    @cached_property
    def seconds(self) -> dict[str, float]:
        """How long each test usually takes."""
        return {test: found["seconds"] for test, found in self.known["tests"].items()}

    @cached_property
    def by_line(self) -> dict[str, set[str]]:
        """The tests that run a line, or any line of a file."""
        found: dict[str, set[str]] = defaultdict(set)
        for test, run in self.known["tests"].items():
            for line in run["lines"]:
                found[line].add(test)
                found[line.split(":")[0]].add(test)
        return found

    def chosen(self, place: Place, tests: Iterable[str]) -> list[str]:
        """Return as many tests as there is time for.

        Those come first that catch more in the same function, have its name, catch more in its file, are more about it.
        """
        function, file = place.name.split(":")[0], place.name.split(".")[0]
        caught, in_file = Counter[str](), Counter[str]()
        for name, test in self.known["caught"].items():
            # All cases of a test.
            caught[test.split("[")[0]] += name.split(":")[0] == function
            in_file[test.split("[")[0]] += name.split(".")[0] == file

        def rank(test: str) -> tuple[float, ...]:
            about = [line.startswith(f"{file}:") for line in self.known["tests"][test]["lines"]]
            part, case = round(sum(about) / (len(about) + 1), 1), test.split("[")[0]
            return -caught[case], f"/test_{file}" not in test, -in_file[case], -part, self.seconds[test]

        ranked = sorted(tests, key=rank)
        together = accumulate(self.seconds[test] for test in ranked)
        return [test for test, seconds in zip(ranked, together, strict=True) if seconds < self.budget]

    def left(self, *, late: bool) -> list[Place]:
        """Return the faults that no test has caught yet, first those that have not been tried."""
        caught = self.known["caught"]
        left = [
            place
            for place in self.places
            if not caught.get(place.name) and late == (place.late and f"{place.file.stem}:{place.line}" in self.by_line)
        ]
        return sorted(left, key=lambda place: place.name in caught)

    def note(self, place: Place, work: Callable[[], object]) -> None:
        """Write down which test catches a fault, or that none does."""
        caught = self.known["caught"][place.name] = trial.forked(work)
        self.write()
        print(f"{place.file}:{place.line} {place.name}: {caught or 'NOT CAUGHT'}", flush=True)

    def late(self, items: list[pytest.Item]) -> None:
        """Try what does not run at the import, in forks of this process, once it is known who runs what."""
        for file, group in groupby(items, lambda item: item.path.name):
            if new := [item for item in group if item.nodeid not in self.known["tests"]]:
                print(f"who runs what: {file}", flush=True)
                self.known["tests"] |= trial.forked(partial(trial.reach, new, sources()))
                self.write()
        there, by_id = trial.functions(), {item.nodeid: item for item in items}
        for place in self.left(late=True):
            of_line = self.by_line[f"{place.file.stem}:{place.line}"]
            chosen = [by_id[test] for test in self.chosen(place, of_line & by_id.keys())]
            codes = self.right[place.file], compiled(self.trees[place.file], place.file, place)
            self.note(place, partial(trial.with_code, chosen, self.seconds, *codes, there))

    def early(self) -> None:
        """Try what runs at the import, in forks that import the game with it."""
        for place in self.left(late=False):
            named = {*NUMBERS, *(file.name for file in TESTS.glob(f"test_{place.file.stem}*.py"))}
            numbers = {test for test in self.seconds if Path(test.split("::")[0]).name in named}
            chosen = self.chosen(place, numbers | self.by_line[place.file.stem])
            code = compiled(self.trees[place.file], place.file, place)
            self.note(place, partial(trial.with_import, place.file, code, chosen, self.seconds))

    def show(self) -> None:
        """Print what no test has caught, and how many were caught in each file."""
        caught, of_file = self.known["caught"], Counter(place.file.stem for place in self.places)
        good = Counter(place.file.stem for place in self.places if caught.get(place.name))
        for place in self.places:
            if not caught.get(place.name):
                tried = "NOT CAUGHT" if place.name in caught else "not tried"
                print(f"{place.file}:{place.line} {place.name}: {tried}")
        for file, number in of_file.items():
            print(f"{good[file]:5} of {number:4}  {file}")
        print(f"{good.total():5} of {of_file.total():4}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="*", help="the sources; all factions and cards if none is given")
    parser.add_argument("--keep", type=Path, help="a file for what is known: a run goes on with it")
    parser.add_argument("--budget", type=float, default=6, help="seconds that the tests of one fault take at most")
    parser.add_argument("--show", action="store_true", help="print what is known already, and try nothing")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = Run(given.files or sources(), given.keep or Path(folder, "keep.json"), given.budget)
        if not given.show:
            tests = [str(file) for file in sorted(TESTS.glob("test_*.py")) if not BY_CHANCE.fullmatch(file.stem)]
            if trial.forked(lambda: trial.collected(tests, made.late), quiet=False):
                raise SystemExit("The tests cannot be run.")
            made.read()
            made.early()
        made.show()


if __name__ == "__main__":
    main()
