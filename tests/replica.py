"""A second state of a game that is made of its facts alone, to hold the law of facts (`docs/engine.md`)."""

from __future__ import annotations

import copy
import pickle
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from companion.table.session import Session
from companion.table.state import TableState


class Replica:
    """A state that is told nothing but what facts were recorded.

    It gets copies: what a fact shares with the running game's state would change in both.
    """

    def __init__(self, session: Session[Any]) -> None:
        self._session = session
        self.state: TableState = copy.deepcopy(session.game.begin(session.setup))

    def compare(self) -> None:
        """Apply the facts that are new, and find both states alike."""
        for fact in self._session.state.facts[len(self.state.facts) :]:
            self.state.record(pickle.loads(pickle.dumps(fact)))
        assert plain(self.state) == plain(self._session.state)


def plain(thing: Any) -> Any:
    """All of a thing that can be pickled, as plain data that can be compared."""
    if isinstance(thing, TableState):
        return type(thing), {name: plain(value) for name, value in vars(thing).items() if name != "facts"}
    if isinstance(thing, dict):
        return dict, [(plain(key), plain(value)) for key, value in thing.items()]
    if isinstance(thing, list | tuple):
        return type(thing), [plain(item) for item in thing]
    if isinstance(thing, set | frozenset):
        return type(thing), sorted(map(repr, thing))
    if isinstance(thing, Struct):
        return type(thing), plain(asdict(thing))
    return (type(thing), plain(vars(thing))) if hasattr(thing, "__dict__") else thing
