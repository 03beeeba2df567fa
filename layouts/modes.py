"""The colours of the ways to play."""

from __future__ import annotations

from typing import Final, NamedTuple


class Backdrop(NamedTuple):
    """What a page stands before: the colour of its field, `#rrggbb`, and the character of the drawing on it."""

    colour: str
    drawing: str


class ModeLook(NamedTuple):
    """How a way to play looks.

    Args:
        colour: of its page, `#rrggbb`.
        own: whether no player has that colour, so that questions to everybody may have it.
    """

    colour: str
    own: bool = False


EVERYBODY: Final = "#6f7fa0"
"""The colour of what concerns everybody, and of pages of no player."""

NOBODY: Final = "unit-azathoth-free"
"""Name of the drawing across pages of no player."""

MODES: Final = {
    "great-old-one": ModeLook("#35b277"),
    "battle": ModeLook("#b8374f"),
    "monster": ModeLook("#6540b2", own=True),
    "infantry": ModeLook("#b0660c", own=True),
}
"""The looks by the symbol of a mode; others take the colours of these in turn."""


def mode_look(symbol: str, place: int = 0) -> ModeLook:
    """Return the look of a mode by its symbol; an unknown one has a colour by its place among others."""
    return MODES.get(symbol) or ModeLook([*MODES.values()][place % len(MODES)].colour)
