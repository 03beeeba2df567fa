"""Groups options by tile."""

from __future__ import annotations

from companion.app.widgets.base.marks import said
from companion.app.widgets.controls.tile_rows import Tile, Way
from companion.table.prompts import Option
from layouts.glyphs import SYMBOLS

__all__ = ["tiles_of"]


def tiles_of(options: tuple[Option, ...]) -> list[Tile]:
    """Return the tiles in the order of their first options, whether they are possible or not."""
    found: dict[str, list[Option]] = {}
    for option in options:
        found.setdefault(option.tile or f"one/{option.id}", []).append(option)
    return [*map(_tile, found.values())]


def _tile(some: list[Option]) -> Tile:
    heading = next((o.heading for o in some if o.heading), "")
    ways = tuple(_way(option, alone=not heading and len(some) == 1) for option in some)
    return Tile(next((o.symbol for o in some if o.symbol in SYMBOLS), ""), ways, heading)


def _way(option: Option, *, alone: bool) -> Way:
    text = said(option)
    # Do not show a number twice if it is its own cost.
    cost = None if text == str(option.cost) else option.cost
    whole, sigil = option.label if alone else "", SYMBOLS.get(option.sigil, "")
    return Way(option.id, text, cost, option.refused, whole=whole, sigil=sigil)
