"""Evenings of Cthulhu Wars of any length: held back by corrections, so that they do not end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.table.game_file import build
from companion.table.session import Journal, Session, new_session, open_session
from companion.table.snapshots import SnapshotFile
from companion.table.sqlite_file import body_of
from tests.table.looks import Memory

FACTIONS: Final = ("GC", "CC", "BG", "YS")
ALL: Final = ("GC", "CC", "BG", "YS", "OW", "SL", "WW", "AN")
AREAS: Final = [f"Area {number}" for number in range(1, 17)]
RING: Final[dict[str, Any]] = {
    "map": {
        "name": "Ring",
        "areas": [
            {"name": name, "touches": [after], **({} if number % 3 else {"glyph": "dragon"})}
            for number, (name, after) in enumerate(zip(AREAS, [*AREAS[1:], AREAS[0]], strict=True))
        ],
        "tracks": {"8": [5, 6, 6, 7, 7, 8, 9, 10]},
    }
}
"""A set-up for any number of factions."""
MUCH_DOOM: Final = 15


def evening(factions: Sequence[str] = FACTIONS, journal: Journal | None = None, **more: Any) -> Session[Any]:
    """A new game, with whatever else stands in its set-up."""
    return new_session(CTHULHU_WARS, {"factions": list(factions), "signs": "app", **more}, journal)


def prevent_end(session: Session[Any]) -> None:
    """Take back Doom and the ritual marker before they end the game."""
    state: CthulhuState = session.state
    if state.phase is Phase.SETUP:
        return
    changes = {f"{code}.doom": 2 for code, faction in state.factions.items() if faction.doom > MUCH_DOOM}
    if state.ritual > len(state.track) - 4:
        changes["ritual"] = 0
    if changes:
        session.correct(changes)


def go_on(session: Session[Any], chance: Random, number: int) -> None:
    """Make so many more entries, mostly answers."""
    wanted = len(session.timeline.entries) + number
    while len(session.timeline.entries) < wanted:
        prevent_end(session)
        item = chance.choice(session.prompts)
        session.answer(item.ticket, item.prompt.any_answer(chance), source="virtual")


def file_of(path: Path, number: int) -> None:
    """Write a game of so many entries, with its second copy and its safe points."""
    journal = Memory()
    go_on(evening(journal=journal), Random(1), number)
    build(path, [body_of(record) for record in journal.records], 1)
    open_session([CTHULHU_WARS], journal.records, None, SnapshotFile(path))
