"""The list of what was answered, with undo and redo: pure bookkeeping, the same live and when a file is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from companion.table.prompts import Answer

KINDS: Final = ("answer", "roll", "correct", "interject")
"""What an entry may be."""

_MOST_MOVED: Final = 1_000_000
"""Entries taken back and forth in one game; a few bytes of a stranger's file could ask for billions."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One thing that came from outside. Plain JSON goes round in no circle, so the collector leaves it out.

    Args:
        kind: `answer`, `roll` (an answer made of dice), `correct` or `interject`.
        key: the prompt's key, or the name of the interjection.
        value: the answer, or the counters of a correction.
        source: where it came from: `touch`, `button`, `tower`, `hand`, `virtual`.
        who: the player who decided.
        label: a few words for the log and the undo button.
        original: what the dice showed before the table corrected them.
        secret: only its player may see the value; what becomes public of it, facts tell.
        note: what else is worth knowing about it: which tower, which of its rolls, that a drop was thrown again.
        joined: it was given in one go with the entry before, so that people take both back at once.
    """

    kind: str
    key: str
    value: Answer = None
    source: str = "touch"
    who: str = ""
    label: str = ""
    original: Answer | None = None
    note: str = ""
    secret: bool = False
    joined: bool = False

    def as_json(self) -> dict[str, Any]:
        """The whole entry, for the journal."""
        said: dict[str, Any] = {"kind": self.kind, "key": self.key}
        # An empty text and a 0 are answers; only nothing at all is left out.
        if self.value is not None:
            said["value"] = self.value
        words = (("source", self.source), ("who", self.who), ("label", self.label))
        said |= {name: value for name, value in words if value}
        if self.original is not None:
            said["original"] = self.original
        if self.note:
            said["note"] = self.note
        if self.secret:
            said["secret"] = True
        if self.joined:
            said["joined"] = True
        return said

    def as_public_json(self) -> dict[str, Any]:
        """The entry as everybody may see it."""
        return {k: v for k, v in self.as_json().items() if k not in ("value", "original") or not self.secret}


class Carried(msgspec.Struct, frozen=True):
    """From here on a game is played by other rules, which could not follow it from its beginning.

    Args:
        entries: how many count so far; none of them can be undone any more.
        rules: version of the rules from here on.
        state: what the old rules have made of these entries, packed.
    """

    entries: int
    rules: int
    state: dict[str, Any]


class Timeline:
    """The entries that count, those undone, and the dice that fell and stay.

    `carried` says from where on, if not from the beginning, today's rules can follow them.
    """

    def __init__(self) -> None:
        self.carried: Carried | None = None
        self.entries: list[Entry] = []
        self.undone: list[Entry] = []
        self._kept: dict[tuple[int, str], Answer] = {}
        self._rolls: Counter[str] = Counter()

    def kept(self, key: str) -> Answer | None:
        """Dice that fell for this roll before it was undone."""
        return self._kept.get((self._rolls[key], key))

    def rolls(self, key: str) -> int:
        """How many rolls with this key count: with the key it names one roll of the game, whatever was undone."""
        return self._rolls[key]

    @property
    def last_step(self) -> int:
        """How many entries the last thing was that people did."""
        joined = 0
        while joined < len(self.entries) and self.entries[-1 - joined].joined:
            joined += 1
        return min(joined + 1, len(self.entries))

    @property
    def undone_step(self) -> int:
        """How many entries that were undone belong to the step that comes back next."""
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
    def of(cls, records: Iterable[Mapping[str, Any]]) -> Timeline:
        """Rebuild from journal records (`{"entry": ...}`, `{"undo": 2}`, `{"redo": 1}`).

        Raises:
            ValueError: a record is none of these, or takes back more than there is.
        """
        timeline, moved = cls(), 0
        for number, record in enumerate(records, 2):
            match record:
                case {"entry": stored}:
                    timeline.add(_entry(stored))
                case {"undo": stored} if 1 <= msgspec.convert(stored, int) <= len(timeline.entries):
                    timeline.undo(stored)
                    moved += stored
                case {"carried": stored} if msgspec.convert(stored, Carried).entries <= len(timeline.entries):
                    timeline.carried = msgspec.convert(stored, Carried)
                case {"redo": stored} if 1 <= msgspec.convert(stored, int) <= len(timeline.undone):
                    timeline.redo(stored)
                    moved += stored
                case _:
                    raise ValueError(f"record {number} means nothing here")
            if moved > _MOST_MOVED:
                raise ValueError(f"more is undone and redone up to record {number} than anybody ever did")
        return timeline


def _entry(stored: object) -> Entry:
    """Read an entry; a field that a later version has added changes nothing."""
    entry = msgspec.convert(stored, Entry)
    if entry.kind not in KINDS:
        raise ValueError(f"an entry of the kind “{entry.kind[:20]}”")
    if entry.kind in ("answer", "roll") and entry.value is None:
        # Version 0.1 left an empty text out; no other answer is nothing.
        return msgspec.structs.replace(entry, value="")
    return entry
