"""One flipped bit anywhere in the files of a game, open or closed: harmless, repaired or told, never a shorter game.

    .venv/bin/python -m tests.durability.test_bit_flips

flips one bit in each byte and prints what came of it (twenty minutes; a number after it: every n-th byte).
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.durability.disk import in_memory
from tests.durability.games import PARTS, Files, begin, files_of, flipped, lay, outcome, records, some

STEPS: Final = 47
"""More than the log holds before a checkpoint, so that file and log both have some."""


def opened(folder: Path) -> Files:
    """The files of a game that is being played."""
    journal = begin(folder, STEPS)
    files = files_of(folder)
    journal.close()
    return files


def closed(folder: Path) -> Files:
    begin(folder, STEPS).close()
    return files_of(folder)


def try_one(folder: Path, files: Files, end: str, rng: Random, number: int) -> Counter[str]:
    """Flip bits of a file, one at a time, and count what comes of it."""
    seen: Counter[str] = Counter()
    for bit in some(rng, files, end, number):
        try:
            seen[outcome(lay(folder, flipped(files, end, bit)), records(STEPS))] += 1
        except AssertionError as error:
            error.add_note(f"bit {bit} of “{end}”")
            raise
    return seen


def try_all(folder: Path, files: Files, rng: Random, number: int) -> dict[str, Counter[str]]:
    """Do so with each file."""
    return {end: try_one(folder, files, end, rng, number) for end in files}


def test_a_flipped_bit_in_an_open_game(folder: Path) -> None:
    """Of 20,014 flips in an open game 18,839 opened silently shorter. Now none costs a step."""
    found = try_all(folder, opened(folder), Random(1), 120)
    assert set(found) == set(PARTS)
    assert found["-wal"]["told"] > 20
    for seen in found.values():
        assert set(seen) <= {"whole", "told"}


def test_a_flipped_bit_in_a_closed_game(folder: Path) -> None:
    found = try_all(folder, closed(folder), Random(2), 120)
    assert set(found) == {"", "-copy"}
    assert found[""]["told"] > 20
    for seen in found.values():
        assert set(seen) <= {"whole", "told"}


def test_a_flipped_bit_in_the_head_of_the_file(folder: Path) -> None:
    """There, and in the head of each page, stands what SQLite may do with the rest: one bit more, and it never writes
    to it, or writes over what is there."""
    files, seen = closed(folder), Counter[str]()
    pages = [range(8 * page, 8 * (page + 8)) for page in range(4096, len(files[""]), 4096)]
    for bit in (*range(8 * 16, 8 * 28), *range(8 * 28, 800, 7), *itertools.chain(*pages)):
        seen[outcome(lay(folder, flipped(files, "", bit)), records(STEPS))] += 1
    assert set(seen) == {"whole", "told"}


def test_without_the_second_copy_a_damaged_log_is_not_noticed(folder: Path) -> None:
    """The control: what this is all about can be seen by these tests."""
    files = opened(folder)
    del files["-copy"]
    with pytest.raises(AssertionError, match="silently"):
        try_one(folder, files, "-wal", Random(3), 120)


def main() -> int:
    """Flip a bit of each byte, or of every n-th one."""
    rng, every = Random(4), int(sys.argv[1]) if sys.argv[1:] else 1
    with in_memory() as folder:
        for make in (opened, closed):
            lay(folder, {})
            files = make(folder)
            for end, content in files.items():
                seen: Counter[str] = Counter()
                for byte in range(rng.randrange(every), len(content), every):
                    damaged = flipped(files, end, 8 * byte + rng.randrange(8))
                    seen[outcome(lay(folder, damaged), records(STEPS))] += 1
                sys.stdout.write(
                    f"{make.__name__} game{end}: {len(content)} bytes, {seen.total()} flips: {dict(seen)}\n"
                )
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
