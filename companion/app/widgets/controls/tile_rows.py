"""Rows of tiles and their sizes, worked out from their words and the room alone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.table.words import edition
from layouts.theme import look
from layouts.typeset import extent, parted

__all__ = [
    "SIGIL",
    "Placed",
    "Tile",
    "TileMetrics",
    "TileRows",
    "Way",
    "chip_form",
    "cost_width",
    "in_a_row",
    "least_row",
    "tile_rows",
]

SIGIL: Final = 1.45
"""Height of a sigil per height of the words beside it."""


class Way(Struct, frozen=True):
    """What a chip stands for.

    Args:
        id: given to whoever is told of a tap.
        text: its words.
        cost: its price; None where nothing is paid.
        refused: why it cannot be picked.
        chosen: whether it is picked.
        whole: its words where there is room for all of them.
        sigil: a character that is drawn in place of the words where room is scarce.
        named: its words with the heading of its tile, where that says what they are of.
    """

    id: str
    text: str
    cost: int | None = None
    refused: str = ""
    chosen: bool = False
    whole: str = ""
    sigil: str = ""
    named: str = ""

    @property
    def drawn(self) -> bool:
        """True if its sigil stands in the place of its words."""
        return bool(self.sigil) and self.text == self.sigil


class Tile(Struct, frozen=True):
    """Ways that belong together, under one symbol (the name of a drawing, or empty) and one heading."""

    symbol: str
    ways: tuple[Way, ...]
    heading: str = ""

    @property
    def refused(self) -> bool:
        """True if none of its ways can be picked."""
        return all(way.refused for way in self.ways)


class TileMetrics(Struct, frozen=True):
    """Sizes of tiles in pixels: of rows, of their words, of their symbols, of the unit, and of the narrowest chip.

    With `whole` all words are said. With `plain` words stand without a symbol, and any tile stands in the first row
    that has room for it. With `stacked` a price stands below its words, where that is narrower.
    """

    row: float
    words: float
    symbol: float
    u: float
    chip: float
    whole: bool = False
    plain: bool = False
    stacked: bool = False

    def said(self, way: Way) -> str:
        """Return what a way says."""
        return (way.whole if self.whole else way.sigil) or way.text

    def shown(self, way: Way) -> Way:
        """Return a way with the words that are shown."""
        said = self.said(way)
        if said == way.text:
            return way
        return replace(way, text=said) if self.whole else replace(way, text=said, whole=way.text)

    def sign(self, tile: Tile) -> str:
        """Return the symbol that a tile has; empty if it has none."""
        spoken = tile.heading or (len(tile.ways) == 1 and tile.ways[0].whole)
        return "" if self.plain and spoken else tile.symbol

    def lead(self, tile: Tile) -> float:
        """Return how much of a tile its symbol and its heading take."""
        sign = self.lead_of_sign if self.sign(tile) else self.gap
        return sign + self.heading_width(tile)

    def heading_width(self, tile: Tile) -> float:
        """Return how much of a tile its heading takes."""
        if not tile.heading:
            return 0.0
        one = extent(tile.heading, "bold", self.words)[0]
        wide = _halved(tile.heading, self.words) if self.plain and " " in tile.heading else one
        return float(wide + (7 if self.plain else 8) * self.u)

    @property
    def lead_of_sign(self) -> float:
        """Width that its symbol takes of a tile, in pixels."""
        return self.symbol + (14 if self.symbol > 32 * self.u else 9) * self.u

    @property
    def gap(self) -> float:
        """Between tiles, and around the chips in them."""
        return (6 if self.symbol > 26 * self.u else 3) * self.u

    @property
    def pad(self) -> float:
        """Around the words of a chip, on both sides together."""
        return (24 if self.symbol > 32 * self.u else 8 if self.stacked else 14) * self.u

    def high(self, rows: int) -> float:
        """Return the height of this many rows, in pixels."""
        return rows * (self.row + self.gap) - self.gap


class Placed(Struct, frozen=True):
    """A tile in its row: how wide it is at least, and each of its chips, in pixels."""

    tile: Tile
    wide: float
    chips: tuple[float, ...] = ()


class TileRows(Struct, frozen=True):
    """Tiles in rows, and the sizes at which they stand there.

    With `columns` they are equally wide, and the last row may end before the others.
    """

    scale: TileMetrics
    rows: tuple[tuple[Placed, ...], ...]
    columns: int = 0

    @property
    def last_aside(self) -> bool:
        """True if the last tile stands alone at the right, as *Pass* does below the Actions."""
        rows = self.rows
        return len(rows[-1]) == 1 < len(rows) and _is_palette([placed.tile for row in rows for placed in row])

    @property
    def high(self) -> float:
        """Minimum height, in pixels."""
        return self.scale.high(len(self.rows))


def tile_rows(tiles: tuple[Tile, ...], paid_in: str, width: float, height: float) -> TileRows:
    """Return tiles at the largest sizes at which all of them fit; at the smallest if they fit at none.

    Args:
        tiles: from left to right, row by row.
        paid_in: the symbol of what is paid.
        width: of their room, in pixels.
        height: of their room, in pixels.
    """
    return _fitting(tiles, paid_in, width, height, _scales(), edition())


def least_row() -> float:
    """Return how high a row is at the least size, in pixels."""
    return _scales()[-1].row


def in_a_row(tiles: Sequence[Tile], width: float) -> tuple[list[Tile], float]:
    """Return as many of the first tiles as stand in one row without symbols, and the width of that row in pixels."""
    whole = [*tiles]
    for scale in (scale for scale in _scales() if scale.plain):
        found, taken = _first(whole, scale, width)
        if found == whole:
            break
    return found, taken


def _first(tiles: Sequence[Tile], scale: TileMetrics, width: float) -> tuple[list[Tile], float]:
    taken, found = 0.0, list[Tile]()
    for tile in tiles:
        room = width - taken - (scale.gap if found else 0)
        parts = [replace(tile, ways=tile.ways[: n + 1]) for n in range(len(tile.ways))]
        able = [part for part in parts if _placed(part, scale, "", width).wide <= room]
        if not able:
            break
        found.append(able[-1])
        taken = width - room + _placed(able[-1], scale, "", width).wide
    return found, taken


def _scales() -> tuple[TileMetrics, ...]:
    return _scales_for(look.u, look.option, look.body, look.small, look.least, look.finger)


@lru_cache(maxsize=8)
def _scales_for(
    u: float, option: float, body: float, small: float, least: float, finger: float
) -> tuple[TileMetrics, ...]:
    """Return the sizes at which tiles may stand, the largest first; the arguments are those of the look."""
    # With half the gap to its neighbour a chip is what a finger needs.
    chip, type_size = max(46 * u, finger - u), max(least, 0.95 * small)
    line = 1.9 * type_size
    return (
        TileMetrics(78 * u, option, 38 * u, u, chip, whole=True),
        TileMetrics(66 * u, body, 34 * u, u, chip, whole=True),
        TileMetrics(66 * u, body, 34 * u, u, chip),
        TileMetrics(58 * u, small, 30 * u, u, chip),
        TileMetrics(max(52 * u, line), type_size, 28 * u, u, chip),
        TileMetrics(max(chip, line), type_size, 26 * u, u, chip),
        TileMetrics(max(chip, line), type_size, 26 * u, u, chip, plain=True),
        TileMetrics(max(chip, line), type_size, 24 * u, u, chip, plain=True, stacked=True),
        TileMetrics(max(chip, 1.9 * least), least, 24 * u, u, chip, plain=True, stacked=True),
    )


@lru_cache(maxsize=64)
def _fitting(
    tiles: tuple[Tile, ...], paid_in: str, width: float, height: float, scales: tuple[TileMetrics, ...], _edition: str
) -> TileRows:
    """Look for the largest scale by halves: what is smaller needs less room."""
    tried: dict[TileMetrics, TileRows] = {}

    def fits(scale: TileMetrics) -> bool:
        if scale is not scales[-1] and any(_placed(tile, scale, paid_in, width).wide > width + 0.5 for tile in tiles):
            # A tile in two parts is read as two.
            return False
        most = int((height + scale.gap) / (scale.row + scale.gap) + 0.001)
        tried[scale] = _arranged(tiles, paid_in, scale, width, most)
        return tried[scale].high <= height

    place = bisect_left(scales[:-1], True, key=fits)
    # At the smallest size all rows are there, whether they fit or not; it may be equal to one that was tried.
    last = place == len(scales) - 1
    return _arranged(tiles, paid_in, scales[-1], width, None) if last else tried[scales[place]]


def _arranged(tiles: tuple[Tile, ...], paid_in: str, scale: TileMetrics, width: float, most: int | None) -> TileRows:
    """Return tiles in rows of one scale, or in columns.

    Columns are for tiles of one way without a price, where one row is too little.
    """
    rows = _rows(tiles, paid_in, scale, width, most)
    if len(rows) == 1 or any(tile.heading or len(tile.ways) > 1 or tile.ways[0].cost is not None for tile in tiles):
        return TileRows(scale, rows)
    placed, gap = [_placed(tile, scale, paid_in, width) for tile in tiles], scale.gap
    able = max(1, int((width + gap + 0.5) / (max(each.wide for each in placed) + gap)))
    # As even as the number of rows lets them be.
    columns = -(-len(placed) // -(-len(placed) // able))
    return TileRows(scale, tuple(tuple(placed[n : n + columns]) for n in range(0, len(placed), columns)), columns)


def _is_palette(tiles: Sequence[Tile]) -> bool:
    """Return whether these are the Actions of a turn: some have a heading, and some a price."""
    return any(tile.heading for tile in tiles) and any(way.cost is not None for tile in tiles for way in tile.ways)


def _rows(
    tiles: tuple[Tile, ...], paid_in: str, scale: TileMetrics, width: float, most: int | None
) -> tuple[tuple[Placed, ...], ...]:
    """Share tiles out among rows; one that is too wide for a row goes on in the next.

    Of Actions the last one ends the last row, and low rows are filled up; other tiles follow each other. What can be
    picked does not count, so that everything keeps its place. Where more than `most` rows are no use, the rest is left
    out.
    """
    rows: list[list[Placed]] = [[]]
    room, gap, filled = [width + 0.5], scale.gap, scale.plain and _is_palette(tiles)
    for tile in tiles:
        anywhere = filled and tile is not tiles[-1]
        for placed in _parts(tile, scale, paid_in, width):
            within = room if anywhere else room[-1:]
            place = next((n for n, left in enumerate(within, len(room) - len(within)) if placed.wide <= left), None)
            if place is None and rows[-1]:
                if len(rows) == most:
                    return (*map(tuple, rows), ())
                rows.append([])
                room.append(width + 0.5)
            place = len(rows) - 1 if place is None else place
            room[place] -= placed.wide + gap
            rows[place].append(placed)
    return tuple(map(tuple, rows))


def _parts(tile: Tile, scale: TileMetrics, paid_in: str, width: float) -> list[Placed]:
    """Return a tile, in several parts where it is too wide for a row."""
    found, ways = list[Placed](), tile.ways
    while ways:
        able, part = len(ways), tile if ways is tile.ways else replace(tile, ways=ways)
        while (placed := _placed(part, scale, paid_in, width)).wide > width and able > 1:
            able -= 1
            part = replace(tile, ways=ways[:able])
        found.append(placed)
        ways = ways[able:]
    return found


@lru_cache(maxsize=1024)
def _placed(tile: Tile, scale: TileMetrics, paid_in: str, width: float) -> Placed:
    """Return how wide a tile is in a row of this width."""
    for most in (0.26, 0.0) if scale.plain else (0.42,):
        chips = tuple(chip_form(scale.said(way), way, scale, paid_in, most * width)[0] for way in tile.ways)
        found = Placed(tile, scale.lead(tile) + sum(chips) + scale.gap * len(chips), chips)
        if found.wide <= width:
            # Else words in two lines may keep it in one row.
            break
    return found


def chip_form(said: str, way: Way, scale: TileMetrics, paid_in: str, most: float) -> tuple[float, bool]:
    """Return how wide a chip is at least, in pixels, and whether its price stands below its words.

    Words stand in one line, or in two if they and the price are wider than `most`.
    """
    return _chip_form(said, way.cost, bool(way.sigil) and said == way.sigil, scale, paid_in, most)


@lru_cache(maxsize=1024)
def _chip_form(
    said: str, cost: int | None, drawn: bool, scale: TileMetrics, paid_in: str, most: float
) -> tuple[float, bool]:
    """Return what `chip_form` returns; why a way is refused, which changes often, has no part in it."""
    price = _price_width(cost, scale.words, paid_in, scale.u)
    one = extent(said, "bold", scale.words)[0] if said else 0.0
    below = max(one, price) if scale.stacked and price and said and not drawn else 0.0
    if one + price > most and " " in said:
        one = _halved(said, scale.words)
    pad = scale.pad + ((SIGIL - 1) * scale.words if drawn else 0)
    stacked = 0 < below < one + price
    return max(scale.chip, (below if stacked else one + price) + pad), stacked


@lru_cache(maxsize=512)
def _halved(said: str, size: float) -> float:
    """Return how wide words are in two lines."""
    words = parted(said)
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(max(extent(part, "bold", size)[0] for part in pair) for pair in halves)


def _price_width(cost: int | None, size: float, paid_in: str, u: float) -> float:
    """Return the room for a price, the same for all of as many digits."""
    return cost_width(None if cost is None else int("8" * len(str(cost))), size, paid_in, u)


def cost_width(cost: int | None, size: float, paid_in: str, u: float) -> float:
    """Return how much of a chip its price takes, in pixels.

    Args:
        cost: the price, None where nothing is paid.
        size: of the type, in pixels.
        paid_in: the symbol of what is paid.
        u: the unit, in pixels.
    """
    if cost is None:
        return 0.0
    return extent(str(cost), "strong", size)[0] + (0.72 * size if paid_in else 0) + 8 * u
