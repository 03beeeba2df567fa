"""Small pictures of maps to choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kivy.graphics import Color, InstructionGroup, Line

from companion.app.table.map.map_drawing import MapDrawing, drawing_named
from companion.app.table.map.polygons import mesh
from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from layouts.colours import CLEAR, mixed
from layouts.theme import look
from layouts.typeset import extent, fitted

__all__ = ["MapPicture"]

_MARGIN: Final = 10
"""Units around the picture."""


class MapPicture(Tappable, CanvasWidget):
    """A drawn map with its name below.

    Args:
        name: id of the map.
        label: its name.
        use: called with the id for a tap.
    """

    def __init__(self, name: str, label: str, use: Callable[[str], None]) -> None:
        super().__init__()
        self.name, self.text = name, label
        self._back, self._map = RoundedRect(self.canvas), InstructionGroup()
        self.canvas.add(self._map)
        self._label, self._ring = TextSprite(self.canvas), RoundedRect(self.canvas, ring=3)
        self._drawn: tuple[object, ...] = ()
        self.bind(state=self.later, focused=self.later, on_use=lambda _: use(name))

    def look_changed(self) -> None:
        self._drawn = ()
        super().look_changed()

    @property
    def font_size(self) -> float:
        """Height of its type, in pixels."""
        return float(look.option)

    def draw(self) -> None:
        u, (x, y), (w, h) = look.u, self.pos, self.size
        self._back.cover(self, mixed(look.raised, look.ink, 0.3) if self.state == "down" else look.raised, 14 * u)
        margin = _MARGIN * u
        size, wrap = fitted(self.text, "bold", look.option, look.least, w - 2 * margin, 2.4 * look.option)
        tall = extent(self.text, "bold", size, round(wrap))[1]
        self._label.put(self.text, "bold", size, look.ink, x + w / 2, y + margin + tall / 2, "middle", wrap)
        low = y + 2 * margin + tall
        self._draw_map(x + margin, low, w - 2 * margin, y + h - margin - low)
        self._ring.cover(self, look.ink if self.focused else CLEAR, 14 * u)

    def _draw_map(self, x: float, y: float, width: float, height: float) -> None:
        drawing = drawing_named(self.name, width, height)
        here = self.name, x, y, width, height
        if drawing is None or min(width, height) <= 0 or here == self._drawn:
            return
        self._drawn = here
        self._map.clear()
        for instruction in _instructions(drawing, x, y, width, height):
            self._map.add(instruction)


def _instructions(drawing: MapDrawing, x: float, y: float, width: float, height: float) -> list[object]:
    """Return what draws the areas in a rectangle, in pixels."""
    scale = min(width / drawing.width, height / drawing.height)
    left, top = x + (width - scale * drawing.width) / 2, y + (height + scale * drawing.height) / 2

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return left + point[0] * scale, top - point[1] * scale

    dark = mixed(look.ground, (0, 0, 0), 0.3)
    found: list[object] = []
    for ocean in (True, False):
        shapes = [shape for area in drawing.areas.values() if area.ocean is ocean for shape in area.shapes]
        found.append(Color(*(look.sea if ocean else mixed(look.land, look.power, 0.25))))
        found += [mesh(shape, at) for shape in shapes]
        found.append(Color(*dark))
        outlines = [[coordinate for point in shape for coordinate in at(point)] for shape in shapes]
        found += [Line(points=points, width=1.2 * look.u, close=True) for points in outlines]
    return found
