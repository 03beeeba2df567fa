"""Groups options by tile."""

from __future__ import annotations

from msgspec.structs import replace

from companion.app.widgets.base.marks import said, said_in_full
from companion.app.widgets.controls.tile_rows import Tile, Way
from companion.table.prompts import Option
from layouts.glyphs import SYMBOLS

__all__ = ["in_full", "tiles_of"]


def tiles_of(options: tuple[Option, ...]) -> list[Tile]:
    """Return the tiles in the order of their first options, whether they are possible or not."""
    found: dict[str, list[Option]] = {}
    for option in options:
        found.setdefault(option.tile or f"one/{option.id}", []).append(option)
    return [*map(_tile, found.values())]


def in_full(tile: Tile) -> Tile:
    """Return a tile whose ways have all of their words below its heading."""
    ways = (replace(way, text=way.whole or way.text) for way in tile.ways)
    return replace(tile, ways=tuple(ways)) if tile.heading else tile


def _tile(some: list[Option]) -> Tile:
    heading = next((o.heading for o in some if o.heading), "")
    ways = tuple(_way(option, heading, alone=not heading and len(some) == 1) for option in some)
    return Tile(next((o.symbol for o in some if o.symbol in SYMBOLS), ""), ways, heading)


def _way(option: Option, heading: str, *, alone: bool) -> Way:
    text = said(option)
    # Do not show a number twice if it is its own cost.
    cost = None if text == str(option.cost) else option.cost
    whole, sigil = option.label if alone else said_in_full(option), SYMBOLS.get(option.sigil, "")
    named = f"{heading} {text}" if heading else ""
    return Way(option.id, text, cost, option.refused, whole=whole, sigil=sigil, named=named)
