"""Tiles: all that can be picked in one grid, each with its symbol, and in it a chip for each way with its price."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from kivy.properties import NumericProperty

from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.controls.tile_rows import (
    SIGIL,
    Placed,
    Tile,
    TileMetrics,
    TileRows,
    Way,
    chip_form,
    cost_width,
    least_row,
    tile_rows,
)
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from layouts.colours import CLEAR, faded, mixed
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted

__all__ = ["OptionButton", "TileGrid"]


class OptionButton(Tappable, CanvasWidget):
    """A way to pick: its words and what it costs."""

    def __init__(self, use: Callable[[str], None], refuse: Callable[[str, str], None]) -> None:
        super().__init__()
        self.way = Way("", "")
        self.cost_symbol = ""
        self.size_of_type = self._said = look.small
        self.stacked, self.inset = False, 0.0
        self._field = RoundedRect(self.canvas)
        self._words, self._cost, self._bolt = TextSprite(self.canvas), TextSprite(self.canvas), TextSprite(self.canvas)
        self._ring = RoundedRect(self.canvas, ring=3)
        self.bind(on_use=lambda _: use(self.way.id))
        self.bind(on_refusal=lambda _: refuse(self.way.named or self.way.whole or self.way.text, self.way.refused))
        self.bind(state=self.later, focused=self.later)

    def show(self, way: Way, cost_symbol: str, size: float, stacked: bool = False) -> None:
        """Stand for another way; `stacked` with its price below its words."""
        if (way, cost_symbol, size, stacked) != (self.way, self.cost_symbol, self.size_of_type, self.stacked):
            self.way, self.cost_symbol, self.size_of_type, self.stacked = way, cost_symbol, size, stacked
            words = way.whole if way.drawn else way.text
            said = words if way.cost is None else f"{words} {way.cost}"
            self.text, self.refused, self.chosen = said, way.refused, way.chosen
            self.later()

    face = "bold"

    @property
    def font_size(self) -> float:
        """Height of its type, in pixels."""
        return float(self._said)

    @property
    def texture_size(self) -> tuple[int, int]:
        """Size of its drawn words and price, in pixels."""
        price = cost_width(self.way.cost, self.size_of_type, self.cost_symbol, look.u)
        # Letters do not fill the height of their lines.
        if self.stacked:
            return round(max(self._words.width, price)), round(0.85 * 2 * self._words.height)
        return round(self._words.width + price), round(0.85 * self._words.height)

    def draw(self) -> None:
        u, way, (x, y) = look.u, self.way, self.center
        quiet = 0.42 if way.refused else 1.0
        ink = look.accent_ink if way.chosen else mixed(look.surface, look.ink, 0.62) if way.refused else look.ink
        back = look.accent if way.chosen else mixed(look.raised, look.ink, 0.09 if not way.refused else 0.0)
        if self.state == "down":
            back = mixed(back, look.ink, 0.3)
        # A finger may come down beside what is seen of it.
        low, high = self.y + self.inset, self.height - 2 * self.inset
        # What cannot be picked is hollow.
        self._field.put(self.x, low, self.width, high, CLEAR if way.refused and self.state != "down" else back, 9 * u)
        price = cost_width(way.cost, self.size_of_type, self.cost_symbol, u)
        room = self.width - 8 * u - (0 if self.stacked else price)
        most = self.size_of_type * (SIGIL if way.drawn else 1)
        size, wrap = fitted(way.text, "bold", most, look.least, room, high)
        self._said = size
        wide = extent(way.text, "bold", size, round(wrap))[0] if way.text else 0
        wide = min(wide, room)
        # With its price below, each has half of the height.
        up = 0.23 * high if self.stacked else 0.0
        left = x - wide / 2 if self.stacked else x - (wide + price) / 2
        self._words.put(way.text, "bold", size, ink, left + wide / 2, y + up, "middle", wrap)
        if self.stacked:
            left, y = x - price / 2 - wide - 4 * u, y - up
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


class TileGrid(SelfArranged, CanvasWidget):
    """All tiles, in rows, as large as the room allows. `natural` is the height that it needs at least.

    Args:
        use: called with the id of a way that was tapped.
        refuse: called with its words and the reason when a refused one was tapped; with a line for each of several.
    """

    natural = NumericProperty(0)

    def __init__(self, use: Callable[[str], None], refuse: Callable[[str, str], None]) -> None:
        super().__init__()
        self._use, self._refuse = use, refuse
        # The rows that are to be drawn.
        self._rowed: TileRows | None = None
        self._tiles: tuple[Tile, ...] = ()
        self._cost_symbol = ""
        self._room = self._whole = self._rest = 0.0
        self._backs: list[tuple[RoundedRect, TextSprite, TextSprite]] = []
        self._spare: list[OptionButton] = []
        self.chips: dict[str, OptionButton] = {}
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
            chip = pool.pop(0) if pool else OptionButton(self._use, self._refuse)
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

    @property
    def headings(self) -> list[str]:
        """The headings that are in sight, in the order of their tiles."""
        rows = self._rowed.rows if self._rowed is not None else ()
        return [placed.tile.heading for row in rows for placed in row if placed.tile.heading]

    @staticmethod
    def row() -> float:
        """Return how high a row is at the least size, in pixels."""
        return least_row()

    def fits(self) -> bool:
        """Return whether all tiles are in sight in the room that there is."""
        found = tile_rows(self._tiles, self._cost_symbol, self._whole, self._room)
        return not self._tiles or found.high <= self._room - self._rest

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

    def arrange(self, *_: Any) -> None:
        if not self._tiles:
            self.natural = 0
        if self.width < 2 or not self._tiles:
            # Without room it stays as high as it was: keys to scroll that go for that would come back for ever.
            return
        found = tile_rows(self._tiles, self._cost_symbol, max(self._whole, self.width), self._room)
        spare = self._room - self._rest
        if found.high <= spare:
            # What room is left makes rows higher, up to a point; people learn places, not gaps.
            high = min(found.scale.high(len(found.rows)) + 0.25 * len(found.rows) * found.scale.row, spare)
        else:
            found = tile_rows(self._tiles, self._cost_symbol, self.width, self._room)
            # Where that is narrower it may come out lower, as words are halved; it must not swing to and fro.
            high = max(found.high, spare + 2)
        self._rowed, self.natural = found, high
        self.later()

    def draw(self) -> None:
        if self._rowed is None:
            return
        scale, rows, columns = self._rowed.scale, self._rowed.rows, self._rowed.columns
        high = (self.natural + scale.gap) / len(rows) - scale.gap
        top, used = self.top, 0
        for row in rows:
            aside = row is rows[-1] and self._rowed.last_aside
            self._lay_row(row, scale, top - high, high, used, self.width / 2 if aside else self.width, columns)
            used += len(row)
            top -= high + scale.gap
        laid = {way.id for row in rows for placed in row for way in placed.tile.ways}
        for name, chip in self.chips.items():
            if name not in laid:
                chip.size, chip.opacity = (0, 0), 0
        for parts in self._backs[used:]:
            for part in parts:
                part.hide()

    def _lay_row(
        self, row: Sequence[Placed], scale: TileMetrics, y: float, high: float, used: int, room: float, columns: int
    ) -> None:
        """Put the tiles of a row, which ends at the right and is at least as wide as `room`; or in columns."""
        u, gap = look.u, scale.gap
        least = sum(placed.wide for placed in row) + gap * (len(row) - 1)
        room = max(room, min(least, self.width))
        spare = room - gap * (len(row) - 1) - sum(placed.wide for placed in row)
        worded = sum(len(placed.chips) for placed in row)
        shared = spare / worded if worded else 0.0
        column = (self.width + gap) / columns - gap if columns else 0.0
        x = self.right - room
        for place, placed in enumerate(row, used):
            tile, wide, chips = placed.tile, placed.wide, placed.chips
            lead, more = scale.lead(tile), column - wide if columns else shared
            whole = wide + more * len(chips)
            back, sign, heading = self._back(place)
            back.put(x, y, whole, high, faded(look.raised, 0.55) if tile.refused else look.raised, 12 * u)
            ink = mixed(look.surface, look.ink, 0.45) if tile.refused else mixed(look.surface, look.ink, 0.88)
            mark = SYMBOLS.get(scale.sign(tile), "")
            before = scale.lead_of_sign if mark else gap
            sign.put(mark, "text", scale.symbol, ink, x + before / 2 + u, y + high / 2, "middle")
            headed = scale.heading_width(tile)
            middle = x + before + headed / 2 + (0 if mark else u)
            heading.put(tile.heading, "bold", scale.words, ink, middle, y + high / 2, "middle", headed)
            starts = accumulate((w + more + gap for w in chips), initial=x + lead)
            for way, left, w in zip(tile.ways, starts, chips, strict=False):
                chip = self.chips[way.id]
                shown = scale.shown(way)
                stacked = chip_form(shown.text, way, scale, self._cost_symbol, w)[1]
                chip.show(shown, self._cost_symbol, scale.words, stacked)
                # Two lines need the height of a low row.
                chip.inset = u if scale.plain else gap
                chip.pos, chip.size = (left, y), (w + more, high)
                chip.opacity = 1
            x += whole + gap

    def _back(self, place: int) -> tuple[RoundedRect, TextSprite, TextSprite]:
        while len(self._backs) <= place:
            before = self.canvas.before
            self._backs.append((RoundedRect(before), TextSprite(before), TextSprite(before)))
        return self._backs[place]
