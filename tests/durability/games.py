"""Games to be damaged, and what may come of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.table.errors import DamagedJournalError, JournalError
from companion.table.game_file import look, rescue
from companion.table.journal import SqliteJournal
from companion.table.journal_mirror import beside

NAME: Final = "a.game"
PARTS: Final = ("", "-wal", "-copy")

Files = dict[str, bytes]
Record = Mapping[str, Any]


def record(number: int) -> dict[str, Any]:
    """A record as an evening has them: some short, some long, with letters that are more than one byte; three of seven
    are given in one go."""
    if not number:
        return {"new": {"game": "caravans", "rules": 2, "setup": {"rounds": 500}}}
    words = "Größe ☂ " * (number * 7 % 19)
    said = {"kind": "answer", "key": f"dive/{number}", "value": number, "source": "touch", "label": words}
    return {"entry": said | ({"joined": True} if number % 7 in (5, 6) else {})}


def records(number: int) -> list[dict[str, Any]]:
    return [record(index) for index in range(number)]


def steps(start: int, stop: int) -> list[list[dict[str, Any]]]:
    """The records from one number up to another, together as they are given."""
    found: list[list[dict[str, Any]]] = []
    for number in range(start, stop):
        if number % 7 not in (5, 6) or not found:
            found.append([])
        found[-1].append(record(number))
    return found


def begin(folder: Path, number: int) -> SqliteJournal:
    """A game with so many records, open."""
    journal = SqliteJournal(folder / NAME)
    for step in steps(0, number):
        journal.append(*step)
    return journal


def files_of(folder: Path) -> Files:
    """What lies there now, as a power cut or a kill would leave it."""
    return {
        end: (folder / (NAME + end)).read_bytes() for end in ("", "-wal", "-copy") if (folder / (NAME + end)).exists()
    }


def lay(folder: Path, files: Files) -> Path:
    """Put files into a folder, and nothing else of that game."""
    for end in (*PARTS, "-shm", "-copy-new", "-new"):
        (folder / (NAME + end)).unlink(missing_ok=True)
    for end, content in files.items():
        (folder / (NAME + end)).write_bytes(content)
    return folder / NAME


def flipped(files: Files, end: str, bit: int) -> Files:
    damaged = bytearray(files[end])
    damaged[bit // 8] ^= 1 << bit % 8
    return files | {end: bytes(damaged)}


def outcome(path: Path, expected: list[dict[str, Any]]) -> str:
    """What people meet who open this game and play on: `whole`, `told` with all of it still there, or `told, shorter`.

    Raises:
        AssertionError: a promise is broken.
    """
    before = {file: file.read_bytes() for file in path.parent.iterdir()}
    try:
        found = look(path).records
    except JournalError as error:
        assert {file: file.read_bytes() for file in path.parent.iterdir()} == before, "a damaged file was changed"
        return told(path, expected, error)
    assert found == expected, f"silently {len(found)} of {len(expected)} steps"
    journal = SqliteJournal(path)
    assert journal.records == expected
    more = [record(len(expected)), record(len(expected) + 1)]
    for item in more:
        journal.append(item)
    journal.close()
    assert look(path).records == [*expected, *more], "what was played after it is not there"
    return "whole"


def left(path: Path, promised: int) -> tuple[str, list[bytes]]:
    """Return what people find who start the companion again, and the records in it.

    Args:
        path: of the game.
        promised: so many records were acknowledged.

    Returns:
        `whole`; `told` if there is a sentence and something can be saved; `LOST` or `UNREADABLE` if a promise is
        broken. Whether those are the records that were played, and enough of them, is for others to say.
    """
    if not path.exists() and not beside(path).exists():
        return ("LOST" if promised else "whole"), []
    try:
        return "whole", look(path).bodies
    except JournalError:
        try:
            return "told", rescue(path)
        except JournalError:
            return ("UNREADABLE" if promised else "told"), []


def told(path: Path, expected: list[dict[str, Any]], error: JournalError) -> str:
    if isinstance(error, DamagedJournalError):
        assert max(error.intact, error.copied), error
    saved = [json.loads(body) for body in rescue(path)]
    assert saved == expected[: len(saved)], "what is saved is not what was played"
    return "told" if saved == expected else "told, shorter"


def some(rng: Random, files: Files, end: str, number: int) -> list[int]:
    """So many bits of a file, or all."""
    bits = 8 * len(files[end])
    return rng.sample(range(bits), min(number, bits))
