"""The parts of a game that a log is grouped by: a turn, a phase, one of several battles."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from companion.table.session import LogLine, Session

__all__ = ["FARTHEST", "GamePart", "above", "under"]

FARTHEST: Final = 400
"""Entries back in which the beginning of a part is looked for: some games have none."""

_BLOCK: Final = 25


class GamePart(Struct, frozen=True):
    """A part of a game.

    Args:
        after: number of the entry that it began with, which belongs to the part before; 0 at the game's beginning.
        words: from the widest to the narrowest; none where that is not known.
    """

    after: int
    words: tuple[str, ...] = ()


def above(session: Session[Any], number: int) -> GamePart:
    """Return the part of the game in which an entry was made, by its number.

    It takes as long as the entries of that part do.
    """
    stop, block, farthest = number - 1, _BLOCK, max(0, number - 1 - FARTHEST)
    while stop > farthest:
        start = max(farthest, stop - block)
        for line in reversed(session.lines(start, stop)):
            if words := _begun(line):
                return GamePart(line.number, words)
        stop, block = start, 2 * block
    return GamePart(stop) if stop else GamePart(0, session.game.view(session.game.begin(session.setup)).header)


def under(lines: list[LogLine], first: GamePart) -> dict[int, GamePart]:
    """Return the part of each of these lines, by their numbers.

    Args:
        lines: one after the other, oldest first.
        first: the part of the first one.
    """
    found, now = {}, first
    for line in lines:
        found[line.number] = now
        if words := _begun(line):
            now = GamePart(line.number, words)
    return found


def _begun(line: LogLine) -> tuple[str, ...]:
    """Return the part of the game that begins with a line.

    It is the last one, if a short one was over at once.
    """
    return next((words for fact in reversed(line.facts) if (words := fact.heading())), ())
