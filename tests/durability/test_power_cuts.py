"""The power cut at each write of a recorded evening: nothing acknowledged is lost, no game is unreadable.

    .venv/bin/python -m tests.durability.test_power_cuts

tries every moment of a longer evening in every model, with blocks of 4 and 16 KiB, and prints the table of states.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from companion.table.game_file import look
from companion.table.journal import SqliteJournal
from tests.durability.disk import (
    ACKS,
    MODELS,
    Call,
    Disk,
    broken,
    calls_in,
    cut_everywhere,
    in_memory,
    lay,
    needs_a_compiler,
    recorded,
    run,
    without_syncs,
)
from tests.durability.games import NAME, left, record, records

pytestmark = needs_a_compiler

EVENING: Final = """
import os, sys
from pathlib import Path
from companion.table.journal import SqliteJournal
from tests.durability.games import NAME, steps
folder, number = Path(sys.argv[1]), int(sys.argv[2])
acks = os.open(folder / "acks", os.O_CREAT | os.O_WRONLY, 0o600)

def play(most):
    journal = SqliteJournal(folder / NAME)
    for step in steps(len(journal.records), most):
        journal.append(*step)
        os.write(acks, b"." * len(step))
    journal.close()

# Played, put away, and gone on with; then as a file of an older version, without its copy.
play(number // 2)
play(number * 3 // 4)
(folder / (NAME + "-copy")).unlink()
play(number)
"""


def evening(folder: Path, number: int) -> list[Call]:
    """What an evening of so many records does to the disk."""
    return recorded(folder, EVENING, str(number))[2]


def judge(folder: Path, acks: str) -> str:
    """What people find who start the companion again, after so many acknowledgements.

    Returns:
        `whole`; `told` if there is a sentence and all is still there; `LOST`, `UNREADABLE` or `CHANGED` if a promise is
        broken.
    """
    word, bodies = left(folder / NAME, len(acks))
    if word.isupper() or [json.loads(body) for body in bodies] != records(len(bodies)):
        return word if word.isupper() else "CHANGED"
    return word if len(bodies) >= len(acks) else "LOST"


def judged(folder: Path, acks: str) -> list[str]:
    """The same as a list: there is one game."""
    return [judge(folder, acks)]


@pytest.fixture(scope="module")
def calls(memory: Path) -> list[Call]:
    return evening(memory, 60)


def test_nothing_acknowledged_is_lost_in_a_power_cut(calls: list[Call], found: Path) -> None:
    """And where no block of the card was destroyed, no alarm is raised."""
    table = cut_everywhere(found, calls, Random(1), judged, every=2)
    assert not broken(table), table
    assert not sum(table[model]["told"] for model in MODELS if model != "flash"), table
    assert all(seen["whole"] > 80 for seen in table.values())


def test_a_destroyed_block_of_the_card_costs_nothing_acknowledged(calls: list[Call], found: Path) -> None:
    """Blocks of 16 KiB lost 1,729 of 4,512 states."""
    table = cut_everywhere(found, calls, Random(2), judged, models=["flash"], every=2, block=16384)
    assert not broken(table), table
    assert table["flash"]["told"] > 10


def test_a_game_goes_on_after_a_power_cut(calls: list[Call], found: Path) -> None:
    disk, rng, tried = Disk(4096), Random(3), 0
    for index, call in enumerate(calls):
        if call.name != ACKS:
            disk.take(call)
        if index % 17:
            continue
        lay(found, disk.cut("shuffle", rng))
        if not (found / NAME).exists():
            continue
        journal = SqliteJournal(found / NAME)
        before = journal.records
        journal.append(record(len(before)))
        journal.close()
        assert look(found / NAME).records == records(len(before) + 1)
        tried += 1
    assert tried > 15


AGAIN: Final = """
import sys
from pathlib import Path
from companion.table.journal import SqliteJournal
from tests.durability.games import record, NAME
for folder in sorted(Path(sys.argv[1]).iterdir()):
    journal = SqliteJournal(folder / NAME)
    journal.append(record(len(journal.records)))
    journal.close()
"""


def test_a_second_cut_while_the_first_one_is_mended(calls: list[Call], memory: Path, found: Path) -> None:
    """Opening the game again takes over a step, cuts off the torn end of the copy or writes it anew."""
    rng, disk, acks, cut = Random(5), Disk(4096), "", memory / "twice" / "cut"
    states: dict[str, tuple[Disk, str]] = {}
    cut.mkdir(parents=True)
    for index, call in enumerate(calls):
        if call.name == ACKS:
            acks += call.data.decode()
            continue
        disk.take(call)
        if index % 11 == 0 and acks:
            folder = cut / f"{index:05}"
            folder.mkdir()
            lay(folder, disk.cut("shuffle", rng))
            states[folder.name] = (Disk(4096), acks)
            states[folder.name][0].hold(folder)
    run(cut, AGAIN, record=memory / "twice" / "record")
    seen: Counter[str] = Counter()
    for call in calls_in(memory / "twice" / "record"):
        name, _, rest = call.name.partition("/")
        again, promised = states[name]
        again.take(replace(call, name=rest or ".", to=call.to.partition("/")[2]))
        for model in ("drop", "shuffle", "garb"):
            lay(found, again.cut(model, rng))
            seen[judge(found, promised)] += 1
    assert set(seen) == {"whole"}
    assert seen["whole"] > 300


def test_a_program_that_does_not_sync_is_found_out(calls: list[Call], found: Path) -> None:
    """The control: without its syncs the same evening loses answers."""
    table = cut_everywhere(found, without_syncs(calls), Random(4), judged, models=["drop", "shuffle"], every=5)
    assert table["drop"]["LOST"] > 30
    assert broken({"shuffle": table["shuffle"]}).total() > 10


def main() -> int:
    """Try everything, and print the table."""
    with in_memory() as folder:
        calls = evening(folder, 120)
        (folder / "found").mkdir()
        for block in (4096, 16384):
            table = cut_everywhere(folder / "found", calls, Random(block), judged, block=block)
            for model, seen in table.items():
                sys.stdout.write(f"{block // 1024:2} KiB, {model:8} {seen.total():6} states: {dict(seen)}\n")
                sys.stdout.flush()
            if broken(table):
                return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
