"""The list of what was answered, with undo and redo: pure bookkeeping, the same live and when a file is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from companion.table.limits import MOST_ANSWERED, MOST_HELD, count
from companion.table.prompts import Answer
from companion.table.record import Entry, Record, RulesMigration

KINDS: Final = ("answer", "roll", "correct", "interject")
"""What an entry may be."""

_MOST_MOVED: Final = 1_000_000
"""Entries taken back and forth in one game; a few bytes of a stranger's file could ask for billions."""


class Timeline:
    """The entries that count, those undone, and the dice that fell and stay.

    `carried` says from where on, if not from the beginning, today's rules can follow them.
    """

    def __init__(self) -> None:
        self.carried: RulesMigration | None = None
        self.entries: list[Entry] = []
        self.undone: list[Entry] = []
        self._kept: dict[tuple[int, str], Answer] = {}
        self._rolls: Counter[str] = Counter()

    def kept(self, key: str) -> Answer | None:
        """Dice that fell for this roll before it was undone."""
        return self._kept.get((self._rolls[key], key))

    def rolls(self, key: str) -> int:
        """Return how many rolls with this key count; together they name one roll of the game, also after an undo."""
        return self._rolls[key]

    @property
    def last_source(self) -> str:
        """Return where the last dice came from (`Entry.source`), or an empty text.

        Dice that people corrected, or that an undo kept, say nothing about that.
        """
        rolls = (e for e in reversed(self.entries) if e.kind == "roll" and e.original is None and e.source != "touch")
        return next((entry.source for entry in rolls), "")

    @property
    def last_step(self) -> int:
        """The number of entries of the last step, which people take back together."""
        joined = 0
        while joined < len(self.entries) and self.entries[-1 - joined].joined:
            joined += 1
        return min(joined + 1, len(self.entries))

    @property
    def undone_step(self) -> int:
        """The number of entries of the step that a redo brings back next."""
        joined = 0
        while joined + 1 < len(self.undone) and self.undone[-2 - joined].joined:
            joined += 1
        return min(joined + 1, len(self.undone))

    def add(self, entry: Entry) -> None:
        """Take a new entry; what was undone can no longer be redone."""
        self.entries.append(entry)
        if entry.kind == "roll":
            self._rolls[entry.key] += 1
        self.undone.clear()

    def undo(self, count: int) -> list[Entry]:
        """Drop the last `count` entries and return them, newest first."""
        dropped = []
        for _ in range(count):
            entry = self.entries.pop()
            if entry.kind == "roll":
                self._rolls[entry.key] -= 1
                self._kept[self._rolls[entry.key], entry.key] = entry.value
            self.undone.append(entry)
            dropped.append(entry)
        return dropped

    def redo(self, count: int) -> list[Entry]:
        """Take the last `count` undone entries back and return them, oldest first."""
        taken = [self.undone.pop() for _ in range(count)]
        self.entries.extend(taken)
        self._rolls.update(entry.key for entry in taken if entry.kind == "roll")
        return taken

    @classmethod
    def of(cls, records: Iterable[Record]) -> Timeline:
        """Rebuild from the records after the first.

        Raises:
            ValueError: a record says nothing that is known here, or takes back more than there is.
        """
        timeline, moved = cls(), 0
        for number, record in enumerate(records, 2):
            if record.entry is not None:
                timeline.add(_checked(record.entry))
            elif record.undo is not None and 1 <= record.undo <= len(timeline.entries):
                timeline.undo(record.undo)
                moved += record.undo
            elif record.carried is not None and record.carried.entries <= len(timeline.entries):
                count(record.carried.state, MOST_HELD)
                timeline.carried = record.carried
            elif record.redo is not None and 1 <= record.redo <= len(timeline.undone):
                timeline.redo(record.redo)
                moved += record.redo
            else:
                raise ValueError(f"record {number} means nothing here")
            if moved > _MOST_MOVED:
                raise ValueError(f"more is undone and redone up to record {number} than anybody ever did")
        return timeline


def _checked(entry: Entry) -> Entry:
    """Return an entry that may be one."""
    if entry.kind not in KINDS:
        raise ValueError(f"an entry of the kind “{entry.kind[:20]}”")
    count([entry.value, entry.original], MOST_ANSWERED)
    if entry.value is None and entry.kind in ("answer", "roll"):
        # Version 0.1 left an empty text out; no other answer is nothing.
        return replace(entry, value="")
    return entry
