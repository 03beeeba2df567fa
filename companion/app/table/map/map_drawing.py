"""Drawings of maps: where their areas are, with discs for areas beside a map."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.app.table.map.polygons import Points
from companion.table.view import View
from layouts import FOLDER
from layouts.theme import look

__all__ = ["AreaDrawing", "MapDrawing", "drawing_for", "drawing_named"]

_TALL: Final = 1.6
"""Ratio of width to height below which the upright drawing is used."""

_SQUEEZED: Final = 0.58
"""Minimum vertical scale of a drawing, as a share of its horizontal scale."""

_DISCS: Final = 40, 36, 30, 26
"""Radii of an area beside a map in units of the drawing, the best first."""

_CORNERS: Final = 36
"""Corners of the outline of such an area."""

_LEAST_TEXT: Final = 12.5
"""Minimum height in units of a drawing's text; names are written larger than that."""


class AreaDrawing(Struct, frozen=True):
    """An area in the units of its drawing: its shapes, their inmost points, label and marks.

    The label is in the first shape. An area `above` the others has one shape.
    """

    shapes: tuple[Points, ...]
    inmost: Points
    label: tuple[float, float]
    lines: tuple[str, ...]
    marks: tuple[float, float]
    name: str
    ocean: bool
    above: bool = False


class MapDrawing(Struct, frozen=True):
    """A drawing of a map in its own units from the upper left; `text` is its letters' height."""

    name: str
    width: float
    height: float
    text: float
    areas: dict[str, AreaDrawing]
    dotted: tuple[tuple[tuple[float, float], tuple[float, float]], ...]


@cache
def _read(name: str) -> MapDrawing | None:
    path = FOLDER / "maps" / f"{name}.json"
    if not path.is_file():
        return None
    data = json.loads(path.read_text(encoding="utf-8"))
    areas = {
        key: AreaDrawing(
            tuple(tuple((x, y) for x, y in shape) for shape in (a["polygon"], *a.get("echoes", ()))),
            tuple((x, y) for x, y in a["inmost"]),
            tuple(a["label"]),
            tuple(a["lines"]),
            tuple(a["marks"]),
            a["name"],
            a["ocean"],
        )
        for key, a in data["areas"].items()
    }
    ends = [link["ends"] for link in data["links"] if link["kind"] == "dotted"]
    dotted = tuple(((ax, ay), (bx, by)) for (ax, ay), (bx, by) in ends)
    wide, high = data["size"]
    return MapDrawing(name, wide, high, data["text"], areas, dotted)


@cache
def _with_discs(name: str, beside: tuple[tuple[str, str], ...]) -> MapDrawing | None:
    """Return a drawing with discs for areas beside the map, by id and name.

    They are in free places near the upper right; None if there is no room for them.
    """
    drawn = _read(name)
    for area, title in beside:
        found = (room for radius in _DISCS if drawn and (room := _room(drawn, radius)))
        x, y, radius = next(found, (0, 0, 0))
        if drawn is None or not radius:
            return None
        corners = (2 * math.pi * corner / _CORNERS for corner in range(_CORNERS))
        shape = tuple((x + radius * math.cos(at), y + radius * math.sin(at)) for at in corners)
        label, marks = (x, y + 0.36 * radius), (x, y - 0.32 * radius)
        disc = AreaDrawing((shape,), ((x, y),), label, (title,), marks, title, ocean=False, above=True)
        drawn = replace(drawn, areas={**drawn.areas, area: disc})
    return drawn


def _room(drawn: MapDrawing, radius: float) -> tuple[float, float, float] | None:
    """Return middle and radius of the free disc nearest to the upper right, if there is one."""
    taken = []
    for area in drawn.areas.values():
        wide = 0.6 * drawn.text * max(map(len, area.lines))
        taken.append((*area.label, wide / 2, 0.5 * drawn.text * len(area.lines)))
        taken.append((*area.marks, 1.3 * drawn.text, 0.65 * drawn.text))
    least = radius + 1
    for away in range(int(drawn.width)):
        for down in range(0, away + 1, 4):
            x, y = drawn.width - least - (away - down), least + down
            if x < least or y > drawn.height - least:
                continue
            if all(abs(x - tx) > radius + wide or abs(y - ty) > radius + high for tx, ty, wide, high in taken):
                return x, y, radius
    return None


def drawing_named(name: str, width: float, height: float) -> MapDrawing | None:
    """Return the drawing of a map by its id, the one whose form is nearer to this size; None if there is none."""
    tall = height > 0 and width / height < _TALL
    return _read(f"{name}_tall" if tall else name)


def drawing_for(view: View, width: float, height: float) -> MapDrawing | None:
    """Return the drawing of a view's map that fits this size in pixels; None if none does."""
    if not view.map or height <= 0:
        return None
    found = drawing_named(view.map, width, height)
    beside = tuple((area.id, area.name) for area in view.areas if area.beside)
    if found is None or set(found.areas) != {area.id for area in view.areas} - {name for name, _ in beside}:
        return None
    if beside:
        found = _with_discs(found.name, beside)
    if found is None:
        return None
    across, down = width / found.width, height / found.height
    fits = found.text * across >= _LEAST_TEXT * look.u and down >= _SQUEEZED * across
    return found if fits else None
