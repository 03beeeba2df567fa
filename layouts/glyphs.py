"""The symbols by name: each is a character of every face of the app, so that it may stand in any text.

The drawings are `symbols/<name>.svg`: a square of 48 units, one filled path. `python -m layouts.build_fonts` makes them
characters. A name keeps its character for ever: new names go to the end of `fonts/symbols.list`, or of
`fonts/units.list` for the silhouettes of units (`unit-<id>`).
"""

from __future__ import annotations

from typing import Final

from layouts import FONTS

FIRST: Final = 0xE000
"""Where the private-use characters of the symbols begin."""

UNITS_FIRST: Final = 0xE800
"""First private-use character of the silhouettes of units."""


def _listed(file: str, first: int) -> dict[str, str]:
    """Return the characters of the names in a list, from one on."""
    names = (FONTS / file).read_text(encoding="utf-8").split()
    return {name: chr(first + place) for place, name in enumerate(names)}


IN_TEXT: Final = _listed("symbols.list", FIRST)
"""Name -> character of the symbols that every face has, so that they may be part of a text."""

UNITS: Final = _listed("units.list", UNITS_FIRST)
"""Name -> character of the silhouettes of units, which are in a font of their own and stand alone."""

SYMBOLS: Final = {**IN_TEXT, **UNITS}
"""Name -> character of all symbols."""

PLAIN: Final = {
    "→": "forward",
    "←": "back",
    "✓": "check",
    "✗": "close",
    "✎": "pencil",
    "⌫": "rubout",
    "⚠": "warning",
    "◈": "shield",
    "▲": "seat-triangle",
    "●": "seat-disc",
    "★": "seat-star",
    "◆": "seat-rhombus",
    "■": "seat-square",
    **{face: f"die-{pips}" for pips, face in enumerate("⚀⚁⚂⚃⚄⚅", start=1)},
}
"""Characters that mean just what a symbol means, and the symbol: plain text, as games and the log write it, needs no
other name for them."""
