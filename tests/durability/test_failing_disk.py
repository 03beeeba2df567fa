"""A disk that is full or answers with errors, at each of its calls: what is acknowledged is there, what is refused is
not, and where neither can be promised, that is said.

    .venv/bin/python -m tests.durability.test_failing_disk

prints what came of each call, file and error.
"""

from __future__ import annotations

import errno
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.durability.disk import in_memory, needs_a_compiler, run

pytestmark = needs_a_compiler

FILES: Final = ("a.game", "a.game-wal", "a.game-copy", "a.game-new", "a.game-copy-new")
CALLS: Final = {
    ("write", errno.EIO): FILES,
    ("write", errno.ENOSPC): FILES,
    ("sync", errno.EIO): FILES,
    ("truncate", errno.EIO): ("a.game", "a.game-copy"),
    ("rename", errno.EIO): ("a.game-new", "a.game-copy-new"),
    ("open", errno.EIO): FILES,
}

EVENING: Final = """
import json, os, shutil, sys
from pathlib import Path
from companion.table.errors import JournalError
from companion.table.game_file import look
from companion.table.journal import SqliteJournal
from tests.durability.games import NAME, PARTS, files_of, lay, steps

folder, faults = Path(sys.argv[1]), Path(os.environ["DISK_FAULTS"])
kill = Path(sys.argv[2])

def attempt(said, journal, number, step):
    numbers = range(number, number + len(step))
    try:
        journal.append(*step)
    except JournalError as error:
        said += [[one, "unknown" if "may not have" in str(error) else "refused", str(error)] for one in numbers]
    else:
        said += [[one, "saved", ""] for one in numbers]
    return numbers.stop

def evening(begun, fault):
    for path in folder.iterdir():
        path.unlink()
    faults.write_text("")
    said, journal, number, left = [], SqliteJournal(folder / NAME), 0, []
    for step in steps(0, begun):
        number = attempt(said, journal, number, step)
    faults.write_text(fault)
    for step in steps(begun, begun + 5):
        number = attempt(said, journal, number, step)
        # What a kill would leave now, and what would be found after it.
        faults.write_text("")
        found = lay(kill, files_of(folder))
        try:
            left.append([number, look(found).records if found.exists() else []])
        except JournalError as error:
            left.append([number, str(error)])
        faults.write_text(fault)
    faults.write_text("")
    for step in steps(begun + 5, begun + 7):
        number = attempt(said, journal, number, step)
    journal.close()
    found = look(folder / NAME).records if (folder / NAME).exists() else []
    return {"fault": fault, "said": said, "left": left, "found": found}

for begun, fault in json.loads(sys.argv[3]):
    print(json.dumps(evening(begun, fault)))
"""


def number_of(record: dict[str, Any]) -> int:
    return int(record["entry"]["value"]) if "entry" in record else 0


def check(seen: dict[str, Any]) -> str:
    """Compare what was said with what is there; return the worst that was said."""
    said = {number: word for number, word, _ in seen["said"]}
    saved = [number for number, word in said.items() if word == "saved"]
    unknown = [number for number, word in said.items() if word == "unknown"]
    for until, left in seen["left"]:
        assert not isinstance(left, str), (seen["fault"], left)
        promised = [number for number in saved if number < until]
        found = [number_of(record) for record in left]
        # What nobody can know about may be there, until the next step is saved.
        may = [number for number in unknown if max(promised, default=-1) < number < until]
        more = found[len(promised) :]
        assert found == promised + more, (seen["fault"], found, said)
        assert not more or any(more == may[at : at + len(more)] for at in range(len(may))), (seen["fault"], found, said)
    assert [number_of(record) for record in seen["found"]] == saved, seen
    return "unknown" if unknown else "refused" if len(saved) < len(said) else "saved"


def evenings(folder: Path, faults: Sequence[tuple[int, str]]) -> list[tuple[str, str]]:
    """Play an evening for each fault, and return what was said in it."""
    for name in ("watched", "kill"):
        (folder / name).mkdir()
    said = run(folder / "watched", EVENING, str(folder / "kill"), json.dumps(faults)).splitlines()
    assert len(said) == len(faults)
    return [(fault, check(json.loads(line))) for (_, fault), line in zip(faults, said, strict=True)]


def all_faults(skips: Sequence[int], begun: Sequence[int]) -> list[tuple[int, str]]:
    return [
        (steps, f"{call} {name} {error} {skip} {times}\n")
        for steps in begun
        for (call, error), names in CALLS.items()
        for name in names
        for skip in skips
        for times in (1, 99)
    ]


def test_whatever_call_fails_nothing_is_lost_and_nothing_comes_back(tmp_path: Path) -> None:
    """An answer that was refused because a sync failed was there after a kill."""
    found = evenings(tmp_path, all_faults([0], [0, 30]))
    said = Counter(word for _, word in found)
    assert said["refused"] > 20
    assert said["saved"] > 10
    of_log = {word for fault, word in found if fault.startswith("sync a.game-wal")}
    assert of_log == {"refused"}


def test_what_nobody_can_know_is_said(tmp_path: Path) -> None:
    """The copy takes a step, and then no sync works any more: not even that it is taken back can be promised."""
    ((_, word),) = evenings(tmp_path, [(4, f"sync a.game-copy {errno.EIO} 0 99\n")])
    assert word == "unknown"


def main() -> int:
    """Each call of an evening with a longer game."""
    with in_memory() as folder:
        table: dict[str, Counter[str]] = {}
        for fault, word in evenings(folder, all_faults(range(8), [0, 1, 4, 15, 30, 31])):
            call, file, error, *_ = fault.split()
            table.setdefault(f"{call:8} {file:16} {errno.errorcode[int(error)]:6}", Counter())[word] += 1
        for row, seen in table.items():
            sys.stdout.write(f"{row} {dict(seen)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
