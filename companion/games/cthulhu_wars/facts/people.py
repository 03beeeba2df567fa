"""People who leave: what becomes of what they played is the table's word, for no source tells it."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.people import PlaceChanged
from companion.table.words import N_, _

_SAID: Final = {
    (True, True): N_("Nobody plays {what}. It passes; {by} makes the choices that the rules force. It can win."),
    (True, False): N_("Nobody plays {what}. It passes; {by} makes the choices that the rules force. It cannot win."),
    (False, True): N_("Nobody plays {what}. It passes; all make the choices that the rules force. It can win."),
    (False, False): N_("Nobody plays {what}. It passes; all make the choices that the rules force. It cannot win."),
}
"""Who makes the choices, and whether it can win."""


class FactionUnplayed(PlaceChanged, frozen=True):
    """Nobody plays on: the factions of a person pass, and somebody else makes the choices that the rules force.

    Args:
        before: who played; empty if nobody had said it.
        by: the faction of whoever makes these choices; empty for all together.
        wins: whether it can still win.
    """

    before: str
    by: str
    wins: bool

    def apply(self, state: CthulhuState) -> None:
        state.leave(self.place, self.by, wins=self.wins)

    def text(self) -> str:
        words = _SAID[bool(self.by), self.wins]
        return _(words).format(what=names.faction(self.place), by=names.faction(self.by) if self.by else "")
