"""How players, results and dice are marked: a shape beside every word and every colour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from companion.table.prompts import Option
from companion.table.view import PlayerView
from companion.table.words import NN_, _, labelled, n_, opening
from layouts.colours import Tint, mixed
from layouts.glyphs import SYMBOLS
from layouts.theme import look


def said(option: Option) -> str:
    """Return what stands on an option beside its drawing; all of it where there is no such drawing."""
    short = option.short if not option.symbol or option.symbol in SYMBOLS else ""
    return short or option.label


def said_in_full(option: Option) -> str:
    """Return the words of an option below its heading; empty if its label does not begin with that."""
    start = labelled(option.heading, " ").rstrip(" ") if option.heading else ""
    if not start or said(option) == option.label or not option.label.startswith(start):
        return ""
    return opening(option.label.removeprefix(start).strip())


def player_mark(player: PlayerView) -> str:
    """Return what stands for a player: their sigil if there is a drawing of it, or else their glyph."""
    return SYMBOLS.get(player.sigil, player.glyph)


def player_drawing(player: PlayerView) -> str:
    """Return what stands for a player across a page: the silhouette of a piece, or else their mark."""
    return SYMBOLS.get(player.silhouette) or player_mark(player)


_MARKS: Final = {
    "kill": SYMBOLS["kill"],
    "eliminate": SYMBOLS["elimination"],
    "pain": SYMBOLS["pain"],
    "hit": SYMBOLS["hit"],
    "miss": SYMBOLS["miss"],
    "block": SYMBOLS["shield"],
    "success": SYMBOLS["check"],
}
_SHAPES: Final = "◆▲●■"

EMPTY: Final = "-"
UNKNOWN: Final = "?"
KEPT: Final = "kept"
"""Marks of a place without a die, of a die that cannot be read, and of one that stays where others are lost."""


def symbol_mark(symbol: str, place: int = 0) -> str:
    """Return the shape that stands with a result's word; unknown words take shapes by their place in the list."""
    return _MARKS.get(symbol.lower(), _SHAPES[place % len(_SHAPES)])


class Die(NamedTuple):
    """A die: what it shows (0 where only its result is known), the result that this is, and whether it is lost."""

    face: int
    mark: str = ""
    lost: bool = False


def colour_of(mark: str) -> Tint:
    """Return the colour of a result."""
    known: dict[str, Tint] = {
        "kill": look.kill,
        "pain": look.pain,
        "hit": look.kill,
        UNKNOWN: look.alert,
        KEPT: look.ink,
    }
    return known.get(mark.lower(), mixed(look.ground, look.ink, 0.34))


_WORDS: Final = {
    "kill": NN_("Kill", "Kills"),
    "pain": NN_("Pain", "Pains"),
    "hit": NN_("Hit", "Hits"),
    "miss": NN_("Miss", "Misses"),
    "success": NN_("Success", "Successes"),
    "lost": NN_("Lost", "Lost"),
}


def words(symbol: str, number: int = 1) -> str:
    """Return a result's name as people read it, in the form that goes with a number."""
    forms = _WORDS.get(symbol.lower())
    said = n_(*forms, number) if forms else _(symbol).replace("_", " ")
    return opening(said)


def face(value: int, sides: int = 6) -> str:
    """Return how a die's face is written."""
    return "⚀⚁⚂⚃⚄⚅"[value - 1] if sides == 6 and 1 <= value <= 6 else str(value)


def dice_row(values: Iterable[int], sides: int = 6) -> str:
    """Return how dice in a row are written."""
    return " ".join(face(value, sides) for value in values)
