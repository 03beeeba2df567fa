"""What one saved answer costs, against a bare durable commit.

The floor is SQLite as a game file uses it (WAL, every commit synced, exclusive) with one row a commit. Ours is the
engine with its journal and the second copy: an answer of an evening of Cthulhu Wars, until it is acknowledged. Both
take turns on the same disk, twenty commits each, so that whatever else the machine does meets both.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from companion.table.journal import SqliteJournal
from tests.instruments.benchmarks.long_game import evening, prevent_end

ROUNDS: Final = 40
EACH: Final = 20


def bare(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
        db.execute(f"PRAGMA {pragma}")
    db.execute("CREATE TABLE record (number INTEGER PRIMARY KEY, body TEXT, chain BLOB)")
    return db


def measure(folder: Path, rounds: int = ROUNDS) -> tuple[float, float]:
    """Medians in milliseconds: a bare commit, a saved answer."""
    took: tuple[list[float], list[float]] = ([], [])
    with closing(bare(folder / "bare.db")) as db, closing(SqliteJournal(folder / "a.game")) as journal:
        session, chance = evening(journal=journal), Random(1)
        for _round in range(rounds):
            for _ in range(EACH):
                before = perf_counter()
                db.execute("INSERT INTO record (body, chain) VALUES (?, ?)", ("x" * 160, b"x" * 32))
                took[0].append(1000 * (perf_counter() - before))
            for _ in range(EACH):
                prevent_end(session)
                item = chance.choice(session.prompts)
                value, known = item.prompt.any_answer(chance), len(journal.records)
                before = perf_counter()
                session.answer(item.ticket, value, source="virtual")
                after = perf_counter()
                assert len(journal.records) == known + 1
                took[1].append(1000 * (after - before))
    return median(took[0]), median(took[1])
