"""Tiles: all that can be picked in one grid, each with its symbol, and in it a chip for each way with its price."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from kivy.properties import NumericProperty
from msgspec import Struct
from msgspec.structs import replace

from companion.app.widgets.base.canvas_widget import Drawn, Tapped
from companion.app.widgets.base.layout_pass import Laid
from companion.app.widgets.rendering.sprites import Field, Words
from companion.table.words import labelled, n_
from layouts.colours import CLEAR, faded, mixed
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted, parted

__all__ = ["Chip", "Tile", "TileGrid", "Way"]


_SIGIL: Final = 1.45
"""How high a sigil is, to the words beside it."""


def _least_chip() -> float:
    """How wide and how high a chip is at least, in pixels: with half the gap to its neighbour what a finger needs."""
    return float(max(46 * look.u, look.finger - look.u))


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
    """

    id: str
    text: str
    cost: int | None = None
    refused: str = ""
    chosen: bool = False
    whole: str = ""
    sigil: str = ""

    @property
    def drawn(self) -> bool:
        """Whether its sigil stands in the place of its words."""
        return bool(self.sigil) and self.text == self.sigil


class Tile(Struct, frozen=True):
    """Ways that belong together, under one symbol (the name of a drawing, or empty)."""

    symbol: str
    ways: tuple[Way, ...]

    @property
    def refused(self) -> bool:
        """Whether none of its ways can be picked."""
        return all(way.refused for way in self.ways)


class Scale(Struct, frozen=True):
    """Sizes of a grid in pixels: of its rows, their words and their symbols.

    With `whole` all words are said. With `bare`, tiles of which nothing can be picked are their symbol alone; a tap
    still says what and why. With `gathered` they are one chip together, and any tile stands in the first row that has
    room for it. With `plain` so are all ways that cannot be picked, and what says all in its own words has no symbol.
    """

    row: float
    words: float
    symbol: float
    bare: bool = False
    whole: bool = False
    gathered: bool = False
    plain: bool = False

    def shown(self, way: Way) -> Way:
        """Return a way with the words that are shown."""
        if way.sigil and not self.whole:
            return replace(way, text=way.sigil, whole=way.text)
        return replace(way, text=way.whole) if self.whole and way.whole else way

    def is_bare(self, tile: Tile) -> bool:
        """Whether a tile is drawn as its symbol alone."""
        return self.bare and tile.refused and bool(tile.symbol)

    def sign(self, tile: Tile) -> str:
        """The symbol that a tile has; empty if it has none."""
        return "" if self.plain and len(tile.ways) == 1 and tile.ways[0].whole else tile.symbol

    @property
    def lead(self) -> float:
        """How much of a tile its symbol takes."""
        return float(self.symbol + (14 if self.symbol > 32 * look.u else 9) * look.u)

    @property
    def gap(self) -> float:
        """Between tiles, and around the chips in them."""
        return float((6 if self.symbol > 26 * look.u else 3) * look.u)

    @property
    def pad(self) -> float:
        """Around the words of a chip, on both sides together."""
        return float((24 if self.symbol > 32 * look.u else 8 if self.plain else 14) * look.u)


def scales() -> list[Scale]:
    """The sizes to try, the largest first."""
    u, small, least = look.u, max(look.least, 0.95 * look.small), _least_chip()
    return [
        Scale(78 * u, look.option, 38 * u, whole=True),
        Scale(66 * u, look.body, 34 * u, whole=True),
        Scale(66 * u, look.body, 34 * u),
        Scale(58 * u, look.small, 30 * u),
        Scale(max(52 * u, 1.9 * small), small, 28 * u),
        Scale(max(52 * u, 1.9 * small), small, 28 * u, bare=True),
        Scale(max(48 * u, 1.9 * small), small, 26 * u, bare=True),
        Scale(max(least, 1.9 * small), small, 26 * u, bare=True, gathered=True),
        Scale(max(least, 1.9 * small), look.least, 24 * u, bare=True, gathered=True, plain=True),
    ]


class Chip(Tapped, Drawn):
    """A way to pick: its words and what it costs."""

    def __init__(self, use: Callable[[str], None], refuse: Callable[[str, str], None]) -> None:
        super().__init__()
        self.way = Way("", "")
        self.cost_symbol = ""
        self.size_of_type = self._said = look.small
        self.bare, self.inset = False, 0.0
        self._field = Field(self.canvas)
        self._words, self._cost, self._bolt = Words(self.canvas), Words(self.canvas), Words(self.canvas)
        self._ring = Field(self.canvas, ring=3)
        self.bind(on_use=lambda _: use(self.way.id))
        self.bind(on_refusal=lambda _: refuse(self.way.whole or self.way.text, self.way.refused))
        self.bind(state=self.later, focused=self.later)

    def show(self, way: Way, cost_symbol: str, size: float, bare: bool = False) -> None:
        """Stand for another way; `bare` without any words."""
        if (way, cost_symbol, size, bare) != (self.way, self.cost_symbol, self.size_of_type, self.bare):
            self.way, self.cost_symbol, self.size_of_type, self.bare = way, cost_symbol, size, bare
            words = way.whole if way.drawn else way.text
            said = words if way.cost is None else f"{words} {way.cost}"
            self.text, self.refused, self.chosen = "" if bare else said, way.refused, way.chosen
            self.later()

    face = "bold"

    @property
    def font_size(self) -> float:
        """Height of its type, in pixels."""
        return float(self._said)

    @property
    def texture_size(self) -> tuple[int, int]:
        """How large its words and its price are drawn, in pixels."""
        cost = None if self.way.cost is None else str(self.way.cost)
        price = cost_width(cost, self.size_of_type, self.cost_symbol, look.u)
        # Letters do not fill the height of their lines.
        return round(self._words.width + price), round(0.85 * self._words.height)

    def draw(self) -> None:
        u, way, (x, y) = look.u, self.way, self.center
        if self.bare:
            for part in (self._words, self._cost, self._bolt):
                part.hide()
            self._field.cover(self, faded(look.ink, 0.3) if self.state == "down" else CLEAR, 9 * u)
            self._ring.cover(self, look.ink if self.focused else CLEAR, 9 * u)
            return
        quiet = 0.42 if way.refused else 1.0
        ink = look.accent_ink if way.chosen else mixed(look.surface, look.ink, 0.62) if way.refused else look.ink
        back = look.accent if way.chosen else mixed(look.raised, look.ink, 0.09 if not way.refused else 0.0)
        if self.state == "down":
            back = mixed(back, look.ink, 0.3)
        # A finger may come down beside what is seen of it.
        low, high = self.y + self.inset, self.height - 2 * self.inset
        # What cannot be picked is hollow.
        self._field.put(self.x, low, self.width, high, CLEAR if way.refused and self.state != "down" else back, 9 * u)
        cost = None if way.cost is None else str(way.cost)
        price = cost_width(cost, self.size_of_type, self.cost_symbol, u)
        room = self.width - price - 8 * u
        most = self.size_of_type * (_SIGIL if way.drawn else 1)
        size, wrap = fitted(way.text, "bold", most, look.least, room, high)
        self._said = size
        wide = extent(way.text, "bold", size, round(wrap))[0] if way.text else 0
        wide = min(wide, room)
        left = x - (wide + price) / 2
        self._words.put(way.text, "bold", size, ink, left + wide / 2, y, "middle", wrap)
        if way.cost is None:
            self._cost.hide()
            self._bolt.hide()
        else:
            paid = look.accent_ink if way.chosen else faded(look.power, max(quiet, 0.7))
            self._cost.put(str(way.cost), "strong", self.size_of_type, paid, left + wide + 6 * u, y)
            sign = SYMBOLS.get(self.cost_symbol, "")
            self._bolt.put(sign, "text", 0.72 * self.size_of_type, paid, left + wide + 7 * u + self._cost.width, y)
        edge = faded(look.ink, 0.22) if way.refused else CLEAR
        self._ring.put(self.x, low, self.width, high, look.ink if self.focused else edge, 9 * u)


def cost_width(cost: str | None, size: float, symbol: str, u: float) -> float:
    """How much of a chip its price takes, in pixels."""
    if cost is None:
        return 0.0
    return float(extent(cost, "strong", size)[0] + (0.72 * size if symbol else 0) + 8 * u)


@lru_cache(maxsize=2048)
def chip_width(text: str, cost: str | None, symbol: str, size: float, pad: float, most: float, u: float) -> float:
    """Return what a chip needs: its words in one line, or in two if they are long.

    Args:
        text: its words.
        cost: its price, None where nothing is paid.
        symbol: what it is paid in.
        size: of the type, in pixels.
        pad: around the words, on both sides together, in pixels.
        most: how wide words and price may be before the words are halved, in pixels.
        u: the unit, in pixels.
    """
    price = cost_width(cost, size, symbol, u)
    one = float(extent(text, "bold", size)[0]) if text else 0.0
    if one + price > most and " " in text:
        words = parted(text)
        halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
        one = min(max(extent(part, "bold", size)[0] for part in pair) for pair in halves)
    return float(max(_least_chip(), one + price + pad))


def _first(tile: Tile, number: int) -> Tile:
    """A tile with so many of its ways."""
    return Tile(tile.symbol, tile.ways[:number])


class TileGrid(Laid, Drawn):
    """All tiles, in rows, as large as the room allows. `natural` is the height that it needs at least.

    Args:
        use: called with the id of a way that was tapped.
        refuse: called with its words and the reason when a refused one was tapped; with a line for each of several.
    """

    natural = NumericProperty(0)

    def __init__(self, use: Callable[[str], None], refuse: Callable[[str, str], None]) -> None:
        super().__init__()
        self._use, self._refuse = use, refuse
        # The rows that are to be drawn, in their scale, and how high they are together.
        self._rowed: tuple[Scale, list[list[Tile]], float] | None = None
        self._tiles: tuple[Tile, ...] = ()
        self._cost_symbol = ""
        self._room = self._whole = self._rest = 0.0
        self._asked: object = None
        self._chosen: tuple[Scale, list[list[Tile]]] = (scales()[-1], [[]])
        self._backs: list[tuple[Field, Words]] = []
        self._spare: list[Chip] = []
        self.chips: dict[str, Chip] = {}
        self.bind(size=self._lay)

    def take_room(self) -> None:
        self._lay()

    def show(self, tiles: Sequence[Tile], cost_symbol: str = "") -> None:
        """Show these tiles; chips that are there already are used again."""
        if (tuple(tiles), cost_symbol) == (self._tiles, self._cost_symbol):
            return
        self._tiles, self._cost_symbol = tuple(tiles), cost_symbol
        # Before its chips, which are drawn where it puts them.
        self.later()
        pool = [*self._spare, *self.chips.values()]
        self.chips = {}
        for way in (way for tile in tiles for way in tile.ways):
            chip = pool.pop(0) if pool else Chip(self._use, self._refuse)
            # What it says now; how large is settled when all are laid out.
            chip.show(way, cost_symbol, chip.size_of_type)
            self.chips[way.id] = chip
            if chip.parent is None:
                self.add_widget(chip)
        for chip in pool:
            chip.focused = False
            if chip.parent is not None:
                self.remove_widget(chip)
        self._spare, self._rowed = pool, None
        self._lay()

    @staticmethod
    def row() -> float:
        """How high a row is at the least size, in pixels."""
        return scales()[-2].row

    def in_a_row(self, tiles: Sequence[Tile], width: float) -> tuple[list[Tile], float]:
        """Return of the first tiles what stands in one row at the least size, and how wide that is, in pixels."""
        scale, taken, found = scales()[-2], 0.0, list[Tile]()
        for tile in tiles:
            room = width - taken - (scale.gap if found else 0)
            able = [n for n in range(1, len(tile.ways) + 1) if self._tile_width(_first(tile, n), scale, width) <= room]
            if not able:
                break
            found.append(_first(tile, able[-1]))
            taken = width - room + self._tile_width(found[-1], scale, width)
        return found, taken

    def give_room(self, width: float, height: float, rest: float) -> None:
        """Say what room there is without keys to scroll, in pixels.

        Args:
            width: how wide it then is.
            height: how high it may be.
            rest: what comes below it, and can be scrolled to.
        """
        if (width, height, rest) != (self._whole, self._room, self._rest):
            self._whole, self._room, self._rest = width, height, rest
            self._lay()

    def lay_now(self, *_: Any) -> None:
        if not self._tiles:
            self.natural = 0
        if self.width < 2 or not self._tiles:
            # Without room it stays as high as it was: keys to scroll that go for that would come back for ever.
            return
        whole = max(self._whole, self.width)
        scale, rows = self._choose(whole)
        if self._high(scale, rows) + self._rest <= self._room:
            self._rowed = scale, rows, self._stretched(scale, rows)
            # Are there keys that take some of the width, they go away, and it is laid out again.
        else:
            scale, rows = self._choose(self.width)
            # Where that is narrower it may come out lower, as words are halved; it must not swing to and fro.
            self._rowed = scale, rows, max(self._high(scale, rows), self._room - self._rest + 2)
        self.natural = self._rowed[2]
        self.later()

    def draw(self) -> None:
        if self._rowed is None:
            return
        scale, rows, natural = self._rowed
        gap = scale.gap
        high = (natural + gap) / len(rows) - gap
        top, used = self.top, 0
        for row in rows:
            self._lay_row(row, scale, top - high, high, used)
            used += len(row)
            top -= high + gap
        laid = {way.id for row in rows for tile in row for way in tile.ways}
        for name, chip in self.chips.items():
            if name not in laid:
                chip.size, chip.opacity = (0, 0), 0
        for back, sign in self._backs[used:]:
            back.hide()
            sign.hide()

    def _choose(self, across: float) -> tuple[Scale, list[list[Tile]]]:
        """Return the largest scale at which all fits, and its rows; the smallest if none does."""
        sizes = scales()
        asked = across, self._room, self._tiles, self._cost_symbol, sizes
        if asked != self._asked:
            self._asked = asked
            for scale in sizes:
                fit = int((self._room + scale.gap) / (scale.row + scale.gap) + 0.001)
                rows = self._rows(scale, across, fit if scale is not sizes[-1] else None)
                if self._high(scale, rows) <= self._room:
                    break
            self._chosen = scale, rows
        return self._chosen

    @staticmethod
    def _high(scale: Scale, rows: Sequence[Sequence[Tile]]) -> float:
        """How high these rows are, in pixels."""
        return len(rows) * (scale.row + scale.gap) - scale.gap

    def _stretched(self, scale: Scale, rows: Sequence[Sequence[Tile]]) -> float:
        """How high they may be: what room is left makes rows higher, up to a point; people learn places, not gaps."""
        most = len(rows) * (1.25 * scale.row + scale.gap) - scale.gap
        return min(most, self._room - self._rest)

    def _chip_width(self, way: Way, scale: Scale, across: float) -> float:
        way = scale.shown(way)
        cost = None if way.cost is None else str(way.cost)
        most = (0.26 if scale.gathered else 0.42) * across
        pad = scale.pad + ((_SIGIL - 1) * scale.words if way.drawn else 0)
        return chip_width(way.text, cost, self._cost_symbol, scale.words, pad, most, look.u)

    def _rows(self, scale: Scale, room: float, fit: int | None) -> list[list[Tile]]:
        """Which tiles stand beside each other; a tile that is too wide for a row goes on in the next.

        Where more than `fit` rows are no use, the rest is left out.
        """
        rows: list[list[Tile]] = [[]]
        taken = [0.0]
        for tile in (part for whole in self._shown(scale) for part in self._split(whole, scale, room)):
            wide = self._tile_width(tile, scale, room) + scale.gap
            within = range(len(rows) if scale.gathered else 1)
            place = next((-n - 1 for n in reversed(within) if taken[-n - 1] + wide <= room + scale.gap + 0.5), None)
            if place is None and rows[-1]:
                if len(rows) == fit:
                    rows.append([])
                    break
                rows.append([])
                taken.append(0.0)
            taken[place or -1] += wide
            rows[place or -1].append(tile)
        return rows

    def _shown(self, scale: Scale) -> Sequence[Tile]:
        """The tiles, or those of which something can be picked and one for all others."""
        if not scale.gathered:
            return self._tiles
        some = [tile for tile in self._tiles if not tile.refused]
        if scale.plain:
            some = [Tile(tile.symbol, tuple(way for way in tile.ways if not way.refused)) for tile in some]
        kept = {way.id for tile in some for way in tile.ways}
        ways = [way for tile in self._tiles for way in tile.ways if way.id not in kept]
        if not ways:
            return some
        said = n_("{n} not possible", "{n} not possible", len(ways)).format(n=len(ways))
        why = "\n".join(labelled(way.whole or way.text, way.refused) for way in ways)
        return [*some, Tile("", (Way(ways[0].id, said, None, why),))]

    def _tile_width(self, tile: Tile, scale: Scale, room: float) -> float:
        if scale.is_bare(tile):
            return float(max(_least_chip(), scale.lead))
        pad = between = scale.gap
        lead = scale.lead if scale.sign(tile) else pad
        chips = sum(self._chip_width(way, scale, room) for way in tile.ways) + between * (len(tile.ways) - 1)
        return float(lead + chips + pad)

    def _split(self, tile: Tile, scale: Scale, room: float) -> list[Tile]:
        ways = list(tile.ways)
        while len(ways) > 1 and self._tile_width(Tile(tile.symbol, tuple(ways)), scale, room) > room:
            ways.pop()
        rest = tile.ways[len(ways) :]
        here = Tile(tile.symbol, tuple(ways))
        return [here, *self._split(Tile(tile.symbol, rest), scale, room)] if rest else [here]

    def _lay_row(self, row: Sequence[Tile], scale: Scale, y: float, high: float, used: int) -> None:
        u, gap = look.u, scale.gap
        pad = between = gap
        widths = [[self._chip_width(way, scale, self.width) for way in tile.ways] for tile in row]
        bare = [scale.is_bare(tile) for tile in row]
        spare = self.width - gap * (len(row) - 1) - sum(self._tile_width(tile, scale, self.width) for tile in row)
        worded = sum(len(tile.ways) for tile, plain in zip(row, bare, strict=True) if not plain)
        more = spare / worded if worded else 0.0
        x = self.x
        for place, (tile, wide) in enumerate(zip(row, widths, strict=True)):
            if bare[place]:
                x += self._lay_bare(tile, scale, x, y, high, used + place) + gap
                continue
            lead = scale.lead if scale.sign(tile) else pad
            whole = lead + pad + between * (len(wide) - 1) + sum(wide) + more * len(wide)
            back, sign = self._back(used + place)
            back.put(x, y, whole, high, faded(look.raised, 0.55) if tile.refused else look.raised, 12 * u)
            ink = mixed(look.surface, look.ink, 0.45) if tile.refused else mixed(look.surface, look.ink, 0.88)
            mark = SYMBOLS.get(scale.sign(tile), "")
            sign.put(mark, "text", scale.symbol, ink, x + lead / 2 + u, y + high / 2, "middle")
            starts = accumulate((w + more + between for w in wide), initial=x + lead)
            for way, left, w in zip(tile.ways, starts, wide, strict=False):
                chip = self.chips[way.id]
                chip.show(scale.shown(way), self._cost_symbol, scale.words)
                chip.inset = gap
                chip.pos, chip.size = (left, y), (w + more, high)
                chip.opacity = 1
            x += whole + gap

    def _lay_bare(self, tile: Tile, scale: Scale, x: float, y: float, high: float, place: int) -> float:
        """Put a tile that is its symbol alone; return its width. One chip says why, for all its ways."""
        wide = self._tile_width(tile, scale, self.width)
        back, sign = self._back(place)
        back.put(x, y, wide, high, faded(look.raised, 0.55), 12 * look.u)
        ink = mixed(look.surface, look.ink, 0.5)
        sign.put(SYMBOLS.get(tile.symbol, ""), "text", scale.symbol, ink, x + wide / 2, y + high / 2, "middle")
        for number, way in enumerate(tile.ways):
            chip = self.chips[way.id]
            chip.show(way, self._cost_symbol, scale.words, bare=True)
            chip.pos, chip.size = (x, y), (wide, high) if number == 0 else (0, 0)
            chip.opacity = 1 if number == 0 else 0
        return wide

    def _back(self, place: int) -> tuple[Field, Words]:
        while len(self._backs) <= place:
            before = self.canvas.before
            self._backs.append((Field(before), Words(before)))
        return self._backs[place]
