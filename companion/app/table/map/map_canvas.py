"""Drawn map: areas as shapes to tap, with their names and the marks on them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any, Final, TypeAlias

from kivy.graphics import Canvas, Color, InstructionGroup, Line, Point
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from companion.app.table.map.map_drawing import MapDrawing
from companion.app.table.map.map_marks import MarkBlock, place_marks
from companion.app.table.map.map_names import place_names
from companion.app.table.map.polygons import (
    Points,
    bounds_of,
    breadth,
    distance_to_edge,
    is_inside,
    is_near,
    mesh,
    polygon_area,
)
from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.prompts import LaidPieces
from companion.table.view import AreaView, View
from layouts.colours import CLEAR, Tint, ink_on, mixed, tint_of
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["AreaShape", "MapCanvas"]

_SMALL_SIGN: Final = 17
_SMALLER: Final = 15.5, 14
"""Heights in units of marks in areas without room for larger ones."""

_CLEAR_OF_EDGE: Final = 1.5
"""Free space beside marks within the outline of their area, in units."""

_ROUND: Final = 4
"""Triangles of a corner of an outline, a few pixels wide; Kivy's ten look the same."""

_KEPT: Final = 3
"""Number of cached renderings: alone, and beside a battle with more or fewer words."""

MapSign: TypeAlias = tuple[str, str, str, str]
"""A mark in an area: symbol, colour and sigil of its owner, and a word; empty for none."""


class AreaOutline:
    """Outline of an area on the window: its shapes, and the inmost point of each, in pixels."""

    def __init__(self, shapes: Sequence[Points], inmost: Points) -> None:
        self.shapes, self.bounds, self._inmost = shapes, [bounds_of(shape) for shape in shapes], inmost

    @cached_property
    def flat(self) -> list[list[float]]:
        """The shapes as flat lists of coordinates."""
        return [[coordinate for point in shape for coordinate in point] for shape in self.shapes]

    @cached_property
    def room(self) -> float:
        """Size of the largest shape, in square pixels."""
        return max((polygon_area(shape) for shape in self.shapes), default=0.0)

    @cached_property
    def touch_margin(self) -> float:
        """Distance outside at which a finger may touch it, in pixels; 0 where it is as broad as a finger."""
        broad = 0.0
        for shape, inmost in zip(self.shapes, self._inmost, strict=True):
            broad = broad if broad >= look.finger else max(broad, breadth(shape, inmost, look.finger))
        return float(max(0.0, 0.75 * (look.finger - broad)))


class AreaShape(Tappable, Widget):
    """Shape of an area to tap. A `faint` one is not asked about; a `barred` one is refused.

    Its rectangle is only the one around its label.
    """

    faint = BooleanProperty(False)
    barred = BooleanProperty(False)

    def __init__(self, area: AreaView, **values: Any) -> None:
        super().__init__(size_hint=(None, None), **values)
        self.area = area
        self.text = " ".join((area.name, *area.marks))
        self.outline = AreaOutline((), ())

    @property
    def usable(self) -> bool:
        """True if a tap would pick it."""
        return super().usable and not self.faint and not self.barred

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point of the window is inside it."""
        return any(
            is_near(x, y, bounds, 0) and is_inside(x, y, outline)
            for outline, bounds in zip(self.outline.shapes, self.outline.bounds, strict=True)
        )

    def within(self, x: float, y: float, reach: float) -> bool:
        """Return whether a point of the window is nearer than `reach` pixels to its edge."""
        return any(
            is_near(x, y, bounds, reach) and distance_to_edge(x, y, outline) < reach
            for outline, bounds in zip(self.outline.shapes, self.outline.bounds, strict=True)
        )

    def collide_point(self, x: float, y: float) -> bool:
        drawn = self.parent
        return drawn.taken_by(x, y) is self if isinstance(drawn, MapCanvas) else self.covers(x, y)

    def colours(self) -> tuple[Tint, Tint, Tint]:
        """Return the colours of its ground, its text and its edge."""
        base = look.sea if self.area.water else look.land
        lit = mixed(base, look.power, 0.36)
        if self.chosen:
            ground, ink, edge = look.accent, look.accent_ink, look.accent
        elif self.faint and any(sign == "battle" for sign, _ in self.area.signs):
            ground, ink, edge = mixed(base, look.kill, 0.5), look.ink, look.kill
        elif self.faint:
            ground, ink, edge = base, mixed(base, look.ink, 0.72), CLEAR
        elif self.barred:
            ground, ink, edge = mixed(base, look.ground, 0.55), mixed(base, look.ink, 0.6), CLEAR
        else:
            ground, ink, edge = lit, look.ink, look.accent
        if self.state == "down" and self.usable:
            ground = mixed(ground, look.ink, 0.35)
        return ground, ink, look.ink if self.focused else edge

    def sign_ink(self) -> Tint:
        """Return the colour of its marks; they stay as clear in an area that is not asked about."""
        ink: Tint = look.accent_ink if self.chosen else look.ink
        return ink


class Edge(InstructionGroup):
    """Line around an area; an invisible one is not drawn, since it costs as much as a field.

    Args:
        outline: of the area.
        width: of the line, in pixels.
    """

    def __init__(self, outline: AreaOutline, width: float) -> None:
        super().__init__()
        self._colour, self._outline, self._width = Color(*CLEAR), outline, width
        self._lines: list[Line] = []

    def tint(self, colour: Tint) -> None:
        """Change the colour."""
        seen = bool(self.children)
        self._colour.rgba = colour
        if seen and not colour[3]:
            self.clear()
        elif colour[3] and not seen:
            # Create lines only when needed: of most areas one of the two is never visible.
            self._lines = self._lines or _lines(self._outline, self._width)
            for instruction in (self._colour, *self._lines):
                self.add(instruction)


class _MapRendering:
    """Instructions that draw a map at one place in one size."""

    def __init__(self, drawing: MapDrawing, place: tuple[Any, ...], names: tuple[str, ...]) -> None:
        self.drawing, self.place, self.names = drawing, place, names
        self.ground, self.writing, self.above = Canvas(), Canvas(), Canvas()
        self.outlines: dict[str, AreaOutline] = {}
        self.middles: dict[str, tuple[float, float]] = {}
        self.written: dict[str, list[TextSprite]] = {}
        self.symbols: dict[str, list[TextSprite]] = {}
        self.spots: dict[str, tuple[float, float]] = {}
        self.sign_size = 0.0
        self.tints: dict[str, tuple[Color, Edge, Edge]] = {}
        self.tinted: dict[str, tuple[Tint, Tint, Tint]] = {}
        self.marked: object = ()


class MapCanvas(CanvasWidget):
    """Draws the areas of a view; their shapes are the widgets to tap."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._drawing: MapDrawing | None = None
        self._barred: dict[str, str] = {}
        self._why: dict[str, str] = {}
        self._pieces: dict[str, tuple[MapSign, ...]] = {}
        self._touched: tuple[tuple[float, float], AreaShape | None] = (-1.0, -1.0), None
        self.shapes = {area.id: AreaShape(area) for area in view.areas}
        self._narrow: list[tuple[int, AreaShape]] | None = None
        self._rendering: _MapRendering | None = None
        self._kept: deque[_MapRendering] = deque(maxlen=_KEPT)
        super().__init__()
        for shape in self.shapes.values():
            self.add_widget(shape)
            for name in ("faint", "barred", "chosen", "focused", "state"):
                shape.fbind(name, self.later)

    def look_changed(self) -> None:
        self._kept.clear()
        super().look_changed()

    def show(self, view: View, drawing: MapDrawing) -> None:
        """Draw a view of the same areas."""
        if view.areas != self._view.areas:
            for area in view.areas:
                self.shapes[area.id].area = area
                self.shapes[area.id].text = " ".join((area.name, *area.marks))
        self._view, self._drawing = view, drawing
        self.later()

    def draw(self) -> None:
        if self._drawing is None:
            return
        place, names = (*self.pos, *self.size), tuple(shape.area.name for shape in self.shapes.values())
        kept = (one for one in self._kept if one.drawing is self._drawing and (one.place, one.names) == (place, names))
        laid = next(kept, None)
        if laid is None:
            laid = self._lay(_MapRendering(self._drawing, place, names))
            self._kept.append(laid)
        if laid is not self._rendering:
            self._take(laid)
        self._mark(laid)
        self._tint(laid)

    def _take(self, laid: _MapRendering) -> None:
        """Use this rendering from now on."""
        self._rendering = laid
        self._touched = (-1.0, -1.0), None
        self.canvas.before.clear()
        self.canvas.before.add(laid.ground)
        self.canvas.before.add(laid.writing)
        self.canvas.after.clear()
        self.canvas.after.add(laid.above)
        for name, shape in self.shapes.items():
            shape.outline = laid.outlines[name]
            shape.size = 44 * look.u, 40 * look.u
            shape.center = laid.middles[name]
        self._narrow = None

    def taken_by(self, x: float, y: float) -> AreaShape | None:
        """Return the area that takes a touch at this point.

        A narrow area, or one beside the map, also takes touches close by.
        """
        if self._touched[0] != (x, y):
            above = next((shape for shape in self.children if shape.covers(x, y)), None)
            if self._narrow is None:
                # Measuring all areas takes as long as drawing them, so it is done at the first touch.
                self._narrow = [
                    (number, shape) for number, shape in enumerate(self.children) if shape.outline.touch_margin
                ]
            # A narrower area takes touches from another one, but not from one drawn above.
            given = above.outline.touch_margin if above is not None else 0.0
            close = [
                (-shape.outline.touch_margin, number, shape)
                for number, shape in self._narrow
                if shape is not above
                and shape.outline.touch_margin > given
                and not (above is not None and above.area.beside)
                if shape.within(x, y, shape.outline.touch_margin - given)
            ]
            self._touched = (x, y), min(close)[2] if close else above
        return self._touched[1]

    def _taken_for(self, shape: AreaShape, x: float, y: float) -> bool:
        """Return whether this area takes a touch at this point."""
        # A cheap test first: most points are elsewhere.
        return (shape.covers(x, y) or shape.within(x, y, shape.outline.touch_margin)) and self.taken_by(x, y) is shape

    def bar(self, by: dict[str, str], why: dict[str, str] | None = None) -> None:
        """Mark refused areas with the owner of the pieces that bar them, or with a cross.

        Args:
            by: refused areas with that player's id, or an empty text.
            why: areas with a word that is written there instead.
        """
        if (by, why or {}) != (self._barred, self._why):
            self._barred, self._why = by, why or {}
            self.later()

    def lay_pieces(self, pieces: Iterable[LaidPieces]) -> None:
        """Show pieces in areas, besides what the view shows there."""
        found: dict[str, tuple[MapSign, ...]] = {}
        for one in pieces:
            number: tuple[MapSign, ...] = (("", "", "", str(one.number)),) if one.number > 1 else ()
            found[one.id] = (*found.get(one.id, ()), (one.symbol, "", "", ""), *number)
        if found != self._pieces:
            self._pieces = found
            self.later()

    def _lay(self, laid: _MapRendering) -> _MapRendering:
        """Draw everything that does not change at one place."""
        drawing, ground = laid.drawing, laid.ground
        across = self.width / drawing.width
        down = min(self.height / drawing.height, 1.6 * across)
        left, top = self.x, self.top - (self.height - down * drawing.height) / 2

        def at(point: tuple[float, float]) -> tuple[float, float]:
            return left + point[0] * across, top - point[1] * down

        for name, area in drawing.areas.items():
            shapes = [tuple(at(point) for point in outline) for outline in area.shapes]
            laid.outlines[name] = AreaOutline(shapes, tuple(at(point) for point in area.inmost))
            laid.middles[name] = at(area.label)
        fills: dict[str, Color] = {}
        borders: dict[str, Edge] = {}
        for water in (True, False):
            if not water:
                ground.add(Color(*mixed(look.ground, (0, 0, 0), 0.3)))
                for name, area in drawing.areas.items():
                    if not area.ocean and not area.above:
                        _add(ground, _lines(laid.outlines[name], 3 * look.u))
            for name, area in drawing.areas.items():
                if area.ocean == water and not area.above:
                    fills[name] = Color(*CLEAR)
                    ground.add(fills[name])
                    _add(ground, (mesh(outline, at) for outline in area.shapes))
        for name, area in drawing.areas.items():
            borders[name] = Edge(laid.outlines[name] if not area.above else AreaOutline((), ()), 1.1 * look.u)
            ground.add(borders[name])
        self._dots(laid, at)
        for name, area in drawing.areas.items():
            if area.above:
                ground.add(Color(*mixed(look.ground, (0, 0, 0), 0.3)))
                _add(ground, _lines(laid.outlines[name], 3 * look.u))
                fills[name] = Color(*CLEAR)
                ground.add(fills[name])
                ground.add(mesh(area.shapes[0], at))
            edge = Edge(laid.outlines[name], 1.7 * look.u)
            ground.add(edge)
            laid.tints[name] = fills[name], borders[name], edge
        # Names are above all lines, since some reach out of their area.
        shown = {name: shape.area.name for name, shape in self.shapes.items()}
        outlines = {name: outline.shapes[0] for name, outline in laid.outlines.items()}
        for name, said in place_names(drawing, shown, at, outlines, self.size).items():
            laid.written[name] = []
            for line, x, y in said.rows():
                words = TextSprite(laid.writing)
                words.put(line, "bold", look.least, look.ink, x, y, "middle")
                laid.written[name].append(words)
        laid.sign_size = max(20 * look.u, min(26 * look.u, 26 * across, 26 * down))
        laid.spots = {name: at(area.marks) for name, area in drawing.areas.items()}
        return laid

    def _mark(self, laid: _MapRendering) -> None:
        """Draw the marks in the areas."""
        marked = [(name, signs) for name, shape in self.shapes.items() if (signs := self._signs(shape.area))]
        if marked == laid.marked:
            return
        laid.marked = marked
        laid.above.clear()
        laid.symbols.clear()
        if not marked:
            return
        blocks = [
            MarkBlock(
                tuple(map(_wide_of, signs)),
                laid.spots[name],
                partial(self._taken_for, self.shapes[name]),
                laid.outlines[name].room,
                # A word is wider than some areas.
                () if any(word for *__, word in signs) else tuple(laid.outlines[name].shapes),
                _CLEAR_OF_EDGE * look.u,
            )
            for name, signs in marked
        ]
        half = 0.31 * look.least
        names = [
            (left, low + high / 2 - half, left + wide, low + high / 2 + half)
            for lines in laid.written.values()
            for left, low, wide, high in (words.rect for words in lines)
        ]
        most = laid.sign_size
        sizes = sorted({most, *(min(most, size * look.u) for size in (_SMALL_SIGN, *_SMALLER))}, reverse=True)
        placed = place_marks(blocks, sizes, names, (self.x, self.y, self.right, self.top))
        for (name, signs), (size, places) in zip(marked, placed, strict=True):
            drawn = laid.symbols[name] = []
            for sign, (x, y) in zip(signs, places, strict=True):
                drawn.extend(_draw_sign(laid.above, sign, x, y, size, self.shapes[name].sign_ink()))

    @staticmethod
    def _dots(laid: _MapRendering, at: Any) -> None:
        """Draw dotted lines between neighbours whose shapes do not touch."""
        dots: list[float] = []
        for one, other in laid.drawing.dotted:
            (ax, ay), (bx, by) = at(one), at(other)
            steps = max(2, int(max(abs(bx - ax), abs(by - ay)) / (9 * look.u)))
            for step in range(steps + 1):
                dots += ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
        laid.ground.add(Color(*mixed(look.ground, look.dim, 0.8)))
        laid.ground.add(Point(points=dots, pointsize=1.5 * look.u))

    def _signs(self, area: AreaView) -> list[MapSign]:
        """Return the marks in an area with their owners, and whose pieces bar it."""
        players = {player.id: player for player in self._view.players}
        barred, word = self._barred.get(area.id), self._why.get(area.id, "")
        signs = area.signs
        if barred is not None and not word and not (barred in players and any(who == barred for __, who in signs)):
            # A player whose sign is there already is not drawn twice.
            signs = (*signs, ("" if barred in players else "close", barred))
        found: list[MapSign] = [
            (symbol, player.colour, player_mark(player), "")
            if (player := players.get(who)) is not None
            else (symbol, "", "", "")
            for symbol, who in signs
        ]
        found += self._pieces.get(area.id, ())
        return [*found, ("", "", "", word)] if word else found

    def _tint(self, laid: _MapRendering) -> None:
        dark = mixed(look.ground, (0, 0, 0), 0.2)
        for name, (fill, border, line) in laid.tints.items():
            ground, ink, edge = colours = self.shapes[name].colours()
            if laid.tinted.get(name) == colours:
                continue
            laid.tinted[name] = colours
            fill.rgba = ground
            line.tint(edge)
            # The outline hides the border.
            border.tint(CLEAR if edge[3] else dark)
            for words in laid.written[name]:
                words.tint(ink)
            for words in laid.symbols.get(name, ()):
                words.tint(self.shapes[name].sign_ink())


def _add(canvas: Canvas, drawings: Iterable[Any]) -> None:
    for drawing in drawings:
        canvas.add(drawing)


def _lines(outline: AreaOutline, width: float) -> list[Line]:
    """Return lines of this width in pixels around the shapes of an area."""
    return [Line(points=flat, width=width, close=True, joint="round", joint_precision=_ROUND) for flat in outline.flat]


def _draw_sign(canvas: Canvas, sign: MapSign, x: float, y: float, size: float, ink: Tint) -> Iterator[TextSprite]:
    """Draw a mark; yield what has the colour of the area's text, not the owner's."""
    symbol, colour, mark, word = sign
    if word:
        drawn = TextSprite(canvas)
        drawn.put(word, "text", look.least, ink, x + _wide_of(sign) * size / 2, y, "middle")
        yield drawn
    if symbol:
        drawn = TextSprite(canvas)
        drawn.put(SYMBOLS.get(symbol, ""), "text", size, ink, x, y)
        yield drawn
        x += size
    if colour:
        RoundedRect(canvas, light=0).put(x, y - 0.45 * size, 0.9 * size, 0.9 * size, tint_of(colour), size / 2)
        TextSprite(canvas).put(mark, "text", 0.68 * size, ink_on(colour), x + 0.45 * size, y, "middle")


def _wide_of(sign: MapSign) -> float:
    """Return the width of a mark with its owner and word, as a share of its height."""
    symbol, colour, __, word = sign
    # A word has a fixed size, so measure it at a small height of a mark.
    wide = extent(word, "text", look.least)[0] / (_SMALL_SIGN * look.u) if word else 0.0
    return bool(symbol) + 0.95 * bool(colour) + wide
