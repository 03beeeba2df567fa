"""A map of which there is a drawing: areas as shapes that touch, land and sea, labels inside, Gates on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from companion.app.look.drawing import Field, Words, extent, parted
from companion.app.look.drawn import Tapped
from companion.app.look.marks import player_mark
from companion.app.look.painted import Patchy
from companion.app.table.map_drawing import MapDrawing
from companion.app.table.map_marks import Block, settled
from companion.app.table.map_rows import Box, nudged
from companion.app.table.polygons import Bounds, away, bounds_of, extent_of, girth, inside, mesh, near
from companion.table.view import AreaView, PlayerView, View
from companion.table.words import in_parts
from layouts.colours import CLEAR, Tint, ink_on, mixed
from layouts.glyphs import SYMBOLS
from layouts.theme import look

__all__ = ["AreaShape", "DrawnMap"]

_LONGER: Final = 1.25
"""By so much a translated name may be wider than the drawn one before it is halved."""

_ASIDE: Final = 18
"""Units by which a name steps aside for another, at most."""

_LEAST_SIGN: Final = 17
"""Units of height of what lies in areas, where there is much of it."""


class AreaShape(Tapped, Widget):
    """An area. `faint` ones are not asked about; `barred` ones are refused. Its rectangle is about its label only."""

    faint = BooleanProperty(False)
    barred = BooleanProperty(False)

    def __init__(self, area: AreaView, **values: Any) -> None:
        super().__init__(size_hint=(None, None), **values)
        self.area = area
        self.text = " ".join((area.name, *area.marks))
        self.outlines: list[list[tuple[float, float]]] = []
        self.bounds: list[Bounds] = []
        self._slip: float | None = None

    @property
    def usable(self) -> bool:
        """Whether a tap would pick it."""
        return super().usable and not self.faint and not self.barred

    def covers(self, x: float, y: float) -> bool:
        """Whether a point of the map lies in it."""
        return any(
            near(x, y, bounds, 0) and inside(x, y, outline)
            for outline, bounds in zip(self.outlines, self.bounds, strict=True)
        )

    def within(self, x: float, y: float, reach: float) -> bool:
        """Whether a point of the map is less than so many pixels from its edge."""
        return any(
            near(x, y, bounds, reach) and away(x, y, outline) < reach
            for outline, bounds in zip(self.outlines, self.bounds, strict=True)
        )

    def collide_point(self, x: float, y: float) -> bool:
        drawn = self.parent
        return drawn.taken_by(x, y) is self if isinstance(drawn, DrawnMap) else self.covers(x, y)

    @property
    def room(self) -> float:
        """How large it is, in square pixels."""
        return max((extent_of(outline) for outline in self.outlines), default=0.0)

    def slip(self) -> float:
        """How far beside it a finger may come down, in pixels: none where it is as broad as a finger."""
        if self._slip is None:
            broad = 0.0
            for outline in self.outlines:
                broad = broad if broad >= look.finger else max(broad, girth(outline, look.finger))
            self._slip = max(0.0, 0.75 * (look.finger - broad))
        return self._slip

    def draw_at(self, outlines: list[list[tuple[float, float]]]) -> None:
        """Take these shapes, in pixels."""
        self.outlines, self.bounds, self._slip = outlines, [bounds_of(outline) for outline in outlines], None

    def colours(self) -> tuple[Tint, Tint, Tint]:
        """Return the colours of its ground, its words, and its edge."""
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


class Edge(InstructionGroup):
    """The line about an area. What is clear is not drawn: a thin line costs as much as a wide field.

    Args:
        lines: about each of its shapes.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        super().__init__()
        self._colour, self._lines = Color(*CLEAR), lines

    def tint(self, colour: Tint) -> None:
        """Give it another colour."""
        seen = bool(self.children)
        self._colour.rgba = colour
        if seen and not colour[3]:
            self.clear()
        elif colour[3] and not seen:
            for instruction in (self._colour, *self._lines):
                self.add(instruction)


class DrawnMap(Patchy):
    """Draws the areas of a view by a drawing. The shapes are the things to tap."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view
        self._drawing: MapDrawing | None = None
        self._barred: dict[str, str] = {}
        self._written: dict[str, list[tuple[Words, str, float, float]]] = {}
        self._touched: tuple[tuple[float, float], AreaShape | None] = (-1.0, -1.0), None
        self.shapes = {area.id: AreaShape(area) for area in view.areas}
        self._places: dict[str, tuple[float, float]] = {}
        self._sign_size = 0.0
        self._tints: dict[str, tuple[Color, Edge, Edge, list[Words]]] = {}
        self._tinted: dict[str, tuple[Tint, Tint, Tint]] = {}
        self._new: set[str] = set()
        self._lay = Clock.create_trigger(self._lay_now, -1)
        # A question asks several times in a row, and finding a place for every mark takes longest of all.
        self._mark = Clock.create_trigger(self._mark_now, -1)
        self._tint = Clock.create_trigger(self._tint_now, -1)
        for shape in self.shapes.values():
            self.add_widget(shape)
            for name in ("faint", "barred", "chosen", "focused", "state"):
                shape.fbind(name, self._tint)
        self.bind(pos=self._lay, size=self._lay)
        look.tell(self._look_changed)

    def _look_changed(self) -> None:
        self._lay()

    def show(self, view: View, drawing: MapDrawing) -> None:
        """Draw a view of the same areas."""
        new, marked = drawing is not self._drawing, view.areas != self._view.areas
        self._view, self._drawing = view, drawing
        if marked:
            for area in view.areas:
                self.shapes[area.id].area = area
                self.shapes[area.id].text = " ".join((area.name, *area.marks))
        if new:
            self._lay()
        elif marked:
            self._mark()

    def patches(self) -> list[Bounds]:
        """Return where areas have other colours since this was asked last (see `Patchy`)."""
        new, self._new = self._new, set()
        found = [bounds for name in new for bounds in self.shapes[name].bounds]
        for name in new:
            for words, *_ in self._written.get(name, ()):
                left, low, wide, high = words.rect
                found.append((left, low, left + wide, low + high))
        # As far as the line about an area reaches, with its corners.
        reach = 4 * look.u
        return [(left - reach, low - reach, right + reach, top + reach) for left, low, right, top in found]

    def taken_by(self, x: float, y: float) -> AreaShape | None:
        """Return the area that takes a touch at this point: a thin one, or one beside the map, also close by."""
        if self._touched[0] != (x, y):
            above = next((shape for shape in self.children if shape.covers(x, y)), None)
            # Of two that are narrow the narrower one takes some of the other; what lies above them gives nothing away.
            given = above.slip() if above is not None else 0.0
            close = [
                (-shape.slip(), number, shape)
                for number, shape in enumerate(self.children)
                if shape is not above and shape.slip() > given and not (above is not None and above.area.beside)
                if shape.within(x, y, shape.slip() - given)
            ]
            self._touched = (x, y), min(close)[2] if close else above
        return self._touched[1]

    def _taken_for(self, shape: AreaShape, x: float, y: float) -> bool:
        """Whether a touch at this point is one on this area."""
        # Most points that somebody asks about lie elsewhere.
        return (shape.covers(x, y) or shape.within(x, y, shape.slip())) and self.taken_by(x, y) is shape

    def bar(self, by: dict[str, str]) -> None:
        """Mark areas that are refused with whose pieces are the reason, or with a cross."""
        if by != self._barred:
            self._barred = by
            self._mark()

    def _lay_now(self, *_: object) -> None:
        drawing = self._drawing
        before = self.canvas.before
        before.clear()
        self._tints, self._tinted = {}, {}
        self._touched = (-1.0, -1.0), None
        if drawing is None or self.width < 2 or self.height < 2:
            return
        across = self.width / drawing.width
        down = min(self.height / drawing.height, 1.6 * across)
        left, top = self.x, self.top - (self.height - down * drawing.height) / 2

        def at(point: tuple[float, float]) -> tuple[float, float]:
            return left + point[0] * across, top - point[1] * down

        for name, area in drawing.areas.items():
            shape = self.shapes[name]
            shape.draw_at([[at(point) for point in outline] for outline in area.shapes])
            x, y = at(area.label)
            shape.size = 44 * look.u, 40 * look.u
            shape.center = x, y
        fills: dict[str, Color] = {}
        borders: dict[str, Edge] = {}
        for water in (True, False):
            if not water:
                before.add(Color(*mixed(look.ground, (0, 0, 0), 0.3)))
                for name, area in drawing.areas.items():
                    if not area.ocean and not area.above:
                        self._outline(self.shapes[name].outlines, 3 * look.u)
            for name, area in drawing.areas.items():
                if area.ocean == water and not area.above:
                    fills[name] = Color(*CLEAR)
                    before.add(fills[name])
                    for outline in self.shapes[name].outlines:
                        before.add(mesh(outline))
        for name, area in drawing.areas.items():
            borders[name] = Edge(self._lines(self.shapes[name].outlines, 1.1 * look.u) if not area.above else ())
            before.add(borders[name])
        self._dots(drawing, at)
        for name, area in drawing.areas.items():
            if area.above:
                before.add(Color(*mixed(look.ground, (0, 0, 0), 0.3)))
                self._outline(self.shapes[name].outlines, 3 * look.u)
                fills[name] = Color(*CLEAR)
                before.add(fills[name])
                before.add(mesh(self.shapes[name].outlines[0]))
            edge = Edge(self._lines(self.shapes[name].outlines, 1.7 * look.u))
            before.add(edge)
            self._tints[name] = fills[name], borders[name], edge, self._label(name, drawing, at)
        self._step_aside(drawing)
        self._sign_size = max(20 * look.u, min(26 * look.u, 26 * across, 26 * down))
        self._places = {name: at(area.marks) for name, area in drawing.areas.items()}
        self._mark()
        self._tint_now()

    def _mark_now(self, *_: object) -> None:
        """Draw what lies in the areas."""
        if self._lay.is_triggered:
            # They are drawn when the areas stand.
            return
        self.canvas.after.clear()
        marked = [(shape, signs) for shape in self.shapes.values() if (signs := self._signs(shape.area))]
        if not self._places or not marked:
            return
        blocks = [
            Block(
                tuple(_wide_of(*sign) for sign in signs),
                self._places[shape.area.id],
                partial(self._taken_for, shape),
                shape.room,
            )
            for shape, signs in marked
        ]
        half = 0.31 * look.least
        names = [
            (x - words.width / 2, y - half, x + words.width / 2, y + half)
            for lines in self._written.values()
            for words, __, x, y in lines
        ]
        most, least = self._sign_size, min(self._sign_size, _LEAST_SIGN * look.u)
        size, spots = settled(blocks, (most, least), names, (self.x, self.y, self.right, self.top))
        for (__, signs), places in zip(marked, spots, strict=True):
            for (symbol, player), (x, y) in zip(signs, places, strict=True):
                self._draw_sign(symbol, player, x, y, size)

    def _outline(self, outlines: Sequence[Sequence[tuple[float, float]]], width: float) -> None:
        for line in self._lines(outlines, width):
            self.canvas.before.add(line)

    @staticmethod
    def _lines(outlines: Sequence[Sequence[tuple[float, float]]], width: float) -> list[Line]:
        points = ([coordinate for point in outline for coordinate in point] for outline in outlines)
        return [Line(points=flat, width=width, close=True, joint="round") for flat in points]

    def _dots(self, drawing: MapDrawing, at: Any) -> None:
        """Neighbours whose shapes do not touch are joined by a dotted line."""
        self.canvas.before.add(Color(*look.dim[:3], 0.8))
        for one, other in drawing.dotted:
            (ax, ay), (bx, by) = at(one), at(other)
            steps = max(2, int(max(abs(bx - ax), abs(by - ay)) / (9 * look.u)))
            for step in range(steps + 1):
                x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
                side = 3 * look.u
                self.canvas.before.add(Rectangle(pos=(x - side / 2, y - side / 2), size=(side, side)))

    def _label(self, name: str, drawing: MapDrawing, at: Any) -> list[Words]:
        area, shown = drawing.areas[name], self.shapes[name].area.name
        lines = list(area.lines) if shown == area.name else _halved(shown, len(area.lines))
        longer = _wide(lines) > _LONGER * _wide(area.lines)
        if longer:
            lines = _halved(shown, 2)
        if drawing.text * self.width / drawing.width < 0.9 * look.least:
            whole = [[word] for word in parted(" ".join(lines))]
            lines = narrowed(whole if shown == area.name else in_parts(shown), look.least)
        size = look.least
        x, y = at(area.label)
        if longer:
            # The second line stands away from what lies in the area.
            y += (0.5 if y > at(area.marks)[1] else -0.5) * (len(lines) - len(area.lines)) * size
        # The name of an area at the edge may be longer in another language.
        side = min(_wide(lines), self.width) / 2
        half = (0.97 * size * (len(lines) - 1) + extent(lines[0], "bold", size)[1]) / 2
        (left, top), (right, bottom) = at((0, 0)), at((drawing.width, drawing.height))
        x, y = min(max(x, left + side), right - side), min(max(y, bottom + half), top - half)
        found = []
        self._written[name] = []
        for place, line in enumerate(lines):
            words, at_y = Words(self.canvas.before), y - (place - (len(lines) - 1) / 2) * 0.97 * size
            words.put(line, "bold", size, look.ink, x, at_y, "middle")
            self._written[name].append((words, line, x, at_y))
            found.append(words)
        return found

    def _step_aside(self, drawing: MapDrawing) -> None:
        """Have no name lie on another one: in a language with long names some are too close as they are drawn."""
        blocks = []
        for name in drawing.areas:
            lines = self._written[name]
            blocks.append(
                [
                    Box(x - self.x, self.top - y, extent(line, "bold", look.least)[0] + 4 * look.u, 0.72 * look.least)
                    for _, line, x, y in lines
                ]
            )
        shifts = nudged(blocks, self.width, self.height, _ASIDE * look.u)
        for name, (across, down) in zip(drawing.areas, shifts, strict=True):
            if across or down:
                self._written[name] = [(words, line, x + across, y - down) for words, line, x, y in self._written[name]]
                for words, line, x, y in self._written[name]:
                    words.put(line, "bold", look.least, look.ink, x, y, "middle")

    def _signs(self, area: AreaView) -> list[tuple[str, PlayerView | None]]:
        """What lies in an area, each with whose it is: drawings, and whose pieces bar it."""
        players = {player.id: player for player in self._view.players}
        barred = self._barred.get(area.id)
        signs = area.signs if barred is None else (*area.signs, ("" if barred in players else "close", barred))
        return [(symbol, players.get(who)) for symbol, who in signs]

    def _draw_sign(self, symbol: str, player: PlayerView | None, x: float, y: float, size: float) -> None:
        above = self.canvas.after
        if symbol:
            sign = Words(above)
            sign.put(SYMBOLS.get(symbol, ""), "text", size, look.ink, x, y)
            x += size
        if player is not None:
            disc = Field(above, light=0)
            disc.put(x, y - 0.45 * size, 0.9 * size, 0.9 * size, get_color_from_hex(player.colour), size / 2)
            mark = Words(above)
            mark.put(player_mark(player), "text", 0.68 * size, ink_on(player.colour), x + 0.45 * size, y, "middle")

    def _tint_now(self, *_: object) -> None:
        dark = mixed(look.ground, (0, 0, 0), 0.2)
        for name, (fill, border, line, labels) in self._tints.items():
            ground, ink, edge = colours = self.shapes[name].colours()
            if self._tinted.get(name) == colours:
                continue
            self._tinted[name] = colours
            self._new.add(name)
            fill.rgba = ground
            line.tint(edge)
            # Under the line about it nothing is seen of its border.
            border.tint(CLEAR if edge[3] else dark)
            for words in labels:
                words.tint(ink)


def _wide_of(symbol: str, player: PlayerView | None) -> float:
    """How wide a sign is with whose it is, for each pixel of its height."""
    return bool(symbol) + 0.95 * (player is not None)


def _wide(lines: Sequence[str]) -> float:
    """How wide the names of areas are that stand on these lines, in pixels."""
    return max(extent(line, "bold", look.least)[0] for line in lines)


def _halved(name: str, lines: int) -> list[str]:
    """Return a name in so many lines, as even as its words allow."""
    words = parted(name.replace("-", "- "))
    if lines < 2 or len(words) < 2:
        return [name]
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return [line.replace("- ", "-") for line in min(cuts, key=lambda pair: max(map(len, pair)))]


def narrowed(words: Sequence[Sequence[str]], size: float) -> list[str]:
    """Return words, each in the parts it may be broken into, in lines no wider than the longest part; a drawing smaller
    than its letters needs it."""
    widest = max(extent(part, "bold", size)[0] for word in words for part in word)
    found: list[str] = []
    for first, *more in words:
        if found and extent(f"{found[-1]} {first}", "bold", size)[0] <= widest:
            found[-1] += f" {first}"
        else:
            found.append(first)
        found += more
    return found
