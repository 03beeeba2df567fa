"""What a game's state is made of: facts change it, and nothing else does."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self, TypedDict, get_type_hints

import msgspec
from msgspec import Struct

from companion.table.words import _


class Fact(Struct, frozen=True, gc=False):
    """Something that has happened. A game's facts inherit from this, and are frozen, too.

    A fact is applied exactly once, by `TableState.record`. It must be able to say itself from its own values
    alone, because the log is shown long after the state has moved on. Such plain values hold no cycles, so the
    garbage collector skips facts, of which a long game has many. `SOUND` names the sound of its kind, if it has one.
    """

    SOUND: ClassVar[str] = ""

    def apply(self, state: Any) -> None:
        """Change the state. The default changes nothing."""

    def text(self) -> str:
        """Return the line for the log, or an empty string if people need not read it."""
        return ""

    def on_board(self) -> str:
        """Return what to do on the board because of the fact, or an empty string."""
        return ""

    def put_back(self) -> str:
        """Return what to do on the board when the fact is undone, or an empty string."""
        return ""

    def heading(self) -> tuple[str, ...]:
        """Return the part of the game that begins with the fact, from the widest to the narrowest.

        Like a view's header; empty if none begins.

        The log stands under these.
        """
        return ()

    def as_json(self) -> dict[str, Any]:
        """Return the fact for JSON, with its name."""
        return {"fact": type(self).__name__, "text": self.text(), **msgspec.to_builtins(self)}


class TemplatedFact(Fact, frozen=True):
    """A fact with a sentence for the log, one for the board, and one for undoing it there.

    Each is marked by `N_` and has gaps that the fact fills.
    """

    TEXT: ClassVar[str] = ""
    ON_BOARD: ClassVar[str] = ""
    PUT_BACK: ClassVar[str] = ""

    def gaps(self) -> dict[str, object]:
        """Return the values for the gaps of its sentences."""
        return {}

    def told(self, words: str) -> str:
        """Return a sentence marked by `N_` in the language of the table, or an empty string."""
        return _(words).format(**self.gaps()) if words else ""

    def text(self) -> str:
        return self.told(self.TEXT)

    def on_board(self) -> str:
        return self.told(self.ON_BOARD)

    def put_back(self) -> str:
        return self.told(self.PUT_BACK)


class TextFact(Fact, frozen=True, kw_only=True):
    """A fact for which whoever records it has the words: they are the line for the log."""

    words: str

    def text(self) -> str:
        return self.words


class Notice(Fact, frozen=True):
    """Something people should know that changes nothing: a forced choice, a skipped step."""

    who: str
    message: str

    def text(self) -> str:
        return self.message


class SavedItem(TextFact, frozen=True):
    """Something that people have made, kept as a file for their next game. It changes nothing in this one.

    Args:
        file: its name below the folder of the game's own things, with slashes.
        data: what goes into it, as plain JSON.
    """

    file: str
    data: dict[str, Any]


class StepReached(Fact, frozen=True):
    """A procedure has come to another step. No other fact changes `TableState.step`.

    Args:
        name: of the step, as the game calls it; empty while no procedure is going on.
    """

    name: str

    def apply(self, state: TableState) -> None:
        state.step = str(self.name)


class TableState:
    """Base of a game's state: plain data that only facts change.

    That holds for everything that can be reached from its attributes. Each of them is declared with its type in the
    class, like `step` here: every few answers the state is packed as JSON, and what is read again must have these
    types. They are made of numbers, texts, enums, lists, tuples, dicts and `msgspec.Struct`. The list of facts is kept
    by the session and left out.

    Attributes:
        step: of the procedure that is going on, for the game's view and for what may be done only then.
    """

    facts: list[Fact]
    step: str

    def __init__(self) -> None:
        self.facts = []
        self.step = ""

    def record(self, fact: Fact) -> None:
        """Apply a fact and remember it for the log."""
        fact.apply(self)
        self.facts.append(fact)

    def packed(self) -> bytes:
        """Return all but the facts, as JSON.

        Raises:
            TypeError: an attribute is not declared, or of a type that cannot be packed.
        """
        values = self.__dict__.copy()
        values.pop(_FACTS)
        declared = _reader(type(self))[1]
        if values.keys() != declared:
            wrong = sorted(values.keys() ^ declared)
            raise TypeError(f"{type(self).__name__}: {', '.join(wrong)} must be declared in the class, and be there")
        return _PACK(values)

    def taking(self, packed: bytes) -> bytes:
        """Return this state, packed, with the values of a state of an earlier version; what that lacks stays.

        Raises:
            ValueError: it holds something else than this version wants.
        """
        taken = _PACK({**msgspec.json.decode(self.packed()), **msgspec.json.decode(packed, type=dict[str, Any])})
        # What that version knew and this one does not is left out.
        state = self.unpacked(taken)
        state.hold_to_setup()
        return state.packed()

    def hold_to_setup(self) -> None:
        """Cut names that come from a file to what a set-up allows; games in which people name things override this.

        Raises:
            ValueError: nobody can have written that.
        """

    @classmethod
    def unpacked(cls, data: bytes) -> Self:
        """Return the state that was packed, without facts.

        Raises:
            ValueError: no such state was packed there.
        """
        state = cls.__new__(cls)
        state.__dict__.update(_reader(cls)[0].decode(data))
        state.facts = []
        return state


_FACTS: Final = "facts"
_PACK: Final = msgspec.json.Encoder().encode


_READERS: Final[dict[type, tuple[msgspec.json.Decoder[dict[str, Any]], frozenset[str]]]] = {}


def _reader(kind: type[TableState]) -> tuple[msgspec.json.Decoder[dict[str, Any]], frozenset[str]]:
    """Return what reads a packed state, and the names of its attributes."""
    found = _READERS.get(kind)
    if found is None:
        types = {name: hint for name, hint in get_type_hints(kind, include_extras=True).items() if name != _FACTS}
        found = msgspec.json.Decoder(TypedDict(kind.__name__, types)), frozenset(types)  # type: ignore[operator]
        _READERS[kind] = found
    return found
