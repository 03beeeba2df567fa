"""The keys that a player's Actions can ever have: known as a game begins, so that each keeps its place to the end."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

__all__ = ["CARDS", "GATES", "LENT", "OWN", "PIECES", "Palette", "PaletteKey", "PaletteRow", "SupportsPalettes"]

GATES = "gates"
"""Group of what is done with Gates besides the turn's Action."""
OWN = "own"
"""Group of the Actions that only this player has."""
CARDS = "cards"
"""Group of what neutral cards bring: it always stands on the page behind its key."""
LENT = "lent"
"""Group of what another player's card may lend: behind its key, too."""
PIECES = "pieces"
"""Group of kinds of piece that could stand behind another key."""


class PaletteKey(Struct, frozen=True, gc=False):
    """One key.

    Args:
        ids: of the options that it may stand for, of which at most one is offered at a time.
        text: its words, the same for the whole game.
        missing: why it cannot be picked while none of them is offered.
        cost: the widest price that it may have; None where nothing is paid.
        sigil: name of a drawing that stands for the words, such as a player's.
        colour: of whoever it names, `#rrggbb`.
        group: behind whose key it may stand where there is less room; empty for one that is always in sight.
    """

    ids: tuple[str, ...]
    text: str
    missing: str = ""
    cost: int | None = None
    sigil: str = ""
    colour: str = ""
    group: str = ""

    @property
    def id(self) -> str:
        """The first of the ids."""
        return self.ids[0]


class PaletteRow(Struct, frozen=True, gc=False):
    """Keys that stand in one row; a row without a heading is a faction's own, or what else everybody may do."""

    keys: tuple[PaletteKey, ...]
    heading: str = ""
    symbol: str = ""


class Palette(Struct, frozen=True, gc=False):
    """All keys of a player, row by row.

    Args:
        prompt: key of the question in which they are offered.
        rows: the last two are what has no heading: what everybody may do, and then one's own with *Pass* at its end.
        groups: each group with the words of its key.
    """

    prompt: str
    rows: tuple[PaletteRow, ...]
    groups: tuple[tuple[str, str], ...]

    def called(self, group: str) -> str:
        """Return the words of the key of a group."""
        return dict(self.groups)[group]


@runtime_checkable
class SupportsPalettes(Protocol):
    """A game in which players pick from keys that are known as it begins."""

    def palettes(self, state: Any) -> tuple[Palette, ...]:
        """Return a palette for each player; the same as long as the same players play with the same box."""
        ...
