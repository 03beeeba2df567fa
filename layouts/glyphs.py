"""The symbols by name: each is a character of every face of the app, so that it may stand in any text.

The drawings are `symbols/<name>.svg`: a square of 48 units, one filled path. `python -m layouts.build_fonts` makes them
characters. A name keeps its character for ever: new names go to the end of `fonts/symbols.list`.
"""

from __future__ import annotations

from typing import Final

from layouts import FONTS

FIRST: Final = 0xE000
"""Where the private-use characters of the symbols begin."""

SYMBOLS: Final = {
    name: chr(FIRST + place) for place, name in enumerate((FONTS / "symbols.list").read_text(encoding="utf-8").split())
}
"""name -> character."""

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
