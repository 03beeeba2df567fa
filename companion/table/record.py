"""What a game file is made of: one record for each thing that was done, read once and with its types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Self, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from companion.table.limits import LONGEST_NAME, LONGEST_WORDS, MOST_RECORDS, shortened
from companion.table.prompts import Answer

Name: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Moved: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_RECORDS)]


class GameStarted(Struct, frozen=True):
    """The first record of a game file: which game, the version of its rules, and the prepared set-up."""

    game: Name
    rules: Number
    setup: dict[str, Any]


class Entry(Struct, frozen=True, gc=False):
    """One thing that came from outside. Plain JSON holds no cycles, so the garbage collector skips it.

    Args:
        kind: `answer`, `roll` (an answer made of dice), `correct` or `interject`.
        key: the prompt's key, or the name of the interjection.
        value: the answer, or the counters of a correction.
        source: where it came from: `touch`, `button`, `tower`, `hand`, `virtual`.
        who: the player who decided.
        label: a few words for the log and the undo button; too many are cut off.
        original: what the dice showed before the table corrected them.
        secret: only its player may see the value; what becomes public of it, facts tell.
        note: what else is worth knowing about it: which tower, which of its rolls, that a drop was thrown again;
            cut off like `label`.
        joined: it was given in one go with the entry before, so that people take both back at once.
    """

    kind: Name
    key: Name
    value: Answer = None
    source: Name = "touch"
    who: Name = ""
    label: str = ""
    original: Answer | None = None
    note: str = ""
    secret: bool = False
    joined: bool = False

    def __post_init__(self) -> None:
        if len(self.label) > LONGEST_WORDS:
            force_setattr(self, "label", shortened(self.label))
        if len(self.note) > LONGEST_WORDS:
            force_setattr(self, "note", shortened(self.note))

    def as_json(self) -> dict[str, Any]:
        """Return the whole entry, for the journal."""
        fields: dict[str, Any] = {"kind": self.kind, "key": self.key}
        # An empty text and a 0 are answers; only nothing at all is left out.
        if self.value is not None:
            fields["value"] = self.value
        words = (("source", self.source), ("who", self.who), ("label", self.label))
        fields |= {name: value for name, value in words if value}
        if self.original is not None:
            fields["original"] = self.original
        if self.note:
            fields["note"] = self.note
        if self.secret:
            fields["secret"] = True
        if self.joined:
            fields["joined"] = True
        return fields

    def as_public_json(self) -> dict[str, Any]:
        """Return the entry as everybody may see it."""
        return {k: v for k, v in self.as_json().items() if k not in ("value", "original") or not self.secret}


class RulesMigration(Struct, frozen=True):
    """From here on a game is played by other rules, which could not follow it from its beginning.

    Args:
        entries: how many count so far; none of them can be undone any more.
        rules: version of the rules from here on.
        state: what the old rules have made of these entries, packed.
    """

    entries: Moved
    rules: Number
    state: dict[str, Any]


class Record(Struct, frozen=True, gc=False):
    """One record: exactly one of these fields is given. A field that a later version has added is ignored.

    Args:
        new: the game, in the first record.
        entry: what came from outside.
        undo: how many entries were taken back.
        redo: how many of these were taken back again.
        carried: where other rules have taken over.
    """

    new: GameStarted | None = None
    entry: Entry | None = None
    undo: Moved | None = None
    redo: Moved | None = None
    carried: RulesMigration | None = None

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Self:
        """Return the record that plain JSON stands for; an empty one if it stands for none."""
        try:
            return msgspec.convert(fields, cls)
        except msgspec.ValidationError:
            return cls()

    @property
    def empty(self) -> bool:
        """Whether no field is given that is known here."""
        return self == _EMPTY


_EMPTY: Final = Record()
