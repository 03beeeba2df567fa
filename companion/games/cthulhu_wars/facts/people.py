"""People who leave: what becomes of what they played is the table's word, for no source tells it."""

from __future__ import annotations

from enum import StrEnum
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


class Fate(StrEnum):
    """What becomes of things of a faction that goes out of the game; the value is that of the answer."""

    OFF = "off"
    STAY = "stay"
    OWNERS = "owners"
    WORTH = "worth"


FATES: Final = {
    ("pieces", Fate.OFF): N_("its pieces come off the map"),
    ("pieces", Fate.STAY): N_("its pieces stay as they stand, and nobody touches them"),
    ("gates", Fate.STAY): N_("its Gates are abandoned"),
    ("gates", Fate.OFF): N_("its Gates come off the map"),
    ("held", Fate.OWNERS): N_("what it has captured goes back to its owners' Pools"),
    ("held", Fate.OFF): N_("what it has captured is out of the game, too"),
    ("captured", Fate.OFF): N_("its captured pieces are out of the game, too"),
    ("captured", Fate.WORTH): N_("whoever has captured its pieces gains their Power now"),
}
"""What can become of each, in words."""


class FactionsOut(PlaceChanged, frozen=True):
    """The factions of a person are out of the game, with their Elder Signs; their neutral cards can be had again.

    Args:
        fates: what becomes of `pieces`, `gates`, what they `held` captured, and what of theirs was `captured`, where
            there was any.
        following: the faction whose turn it is then.
        first: the First Player then.
    """

    fates: dict[str, Fate]
    following: str
    first: str

    def apply(self, state: CthulhuState) -> None:
        state.go_out(
            self.place,
            gates=self.fates.get("gates") == Fate.STAY,
            captives=self.fates.get("held") != Fate.OFF,
            following=self.following,
            first=self.first,
        )

    def _words(self) -> str:
        return "; ".join(_(FATES[of, fate]) for of, fate in self.fates.items())

    def text(self) -> str:
        what = names.faction(self.place)
        if not self.fates:
            return _("{what} is out of the game.").format(what=what)
        return _("{what} is out of the game: {fates}.").format(what=what, fates=self._words())

    def on_board(self) -> str:
        return self.text()

    def put_back(self) -> str:
        return _("{what} is in the game again: put everything back as it was.").format(what=names.faction(self.place))
