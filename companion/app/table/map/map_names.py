"""Positions of names on a drawn map: in their areas if they fit, without overlaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.app.table.map.map_drawing import AreaDrawing, MapDrawing
from companion.app.table.map.map_rows import LabelBox, push_apart
from companion.app.table.map.polygons import Points, chord
from companion.table.words import in_parts
from layouts.theme import look
from layouts.typeset import extent, parted

__all__ = ["PlacedName", "place_names", "wrap_narrow"]

_LONGER: Final = 1.25
"""Maximum width of a translated name, as a multiple of the drawn one, before it is halved."""

_ASIDE: Final = 18
"""Units by which a name moves aside for another one, or into its area, at most."""
_STEP: Final = 3
"""Units of a step up or down."""

_PITCH: Final = 0.97
"""Distance between lines, as a multiple of the height of type."""
_UP_AND_DOWN: Final = sorted(range(-_ASIDE, _ASIDE + 1, _STEP), key=abs)
_LETTERS: Final = (-0.3, 0.0, 0.3)
"""Heights in a line at which its room is measured, from its middle, per height of type."""

_MARGIN: Final = 4
"""Units that are free on both sides of a line in its area, if possible."""

_MARKS: Final = 26, 22
"""Units to both sides, and of height, that the marks of an area usually take."""

At: TypeAlias = Callable[[tuple[float, float]], tuple[float, float]]
"""Returns where a point of a drawing is on the window, in pixels."""


class PlacedName(Struct, frozen=True):
    """Lines of a name and their middle, in pixels."""

    lines: tuple[str, ...]
    x: float
    y: float

    def rows(self) -> Iterator[tuple[str, float, float]]:
        """Yield each line with its middle."""
        for place, line in enumerate(self.lines):
            yield line, self.x, self.y - (place - (len(self.lines) - 1) / 2) * _PITCH * look.least


def place_names(
    drawing: MapDrawing, shown: Mapping[str, str], at: At, shapes: Mapping[str, Points], size: tuple[float, float]
) -> dict[str, PlacedName]:
    """Return the placed names of a map, by area.

    Args:
        drawing: of the map.
        shown: the name of each area, in the language in use.
        at: returns where a point of the drawing is on the window.
        shapes: outline of each area that is written in, in pixels.
        size: of the map, in pixels.
    """
    found = {}
    for name, area in drawing.areas.items():
        ways = (_put(drawing, area, lines, at, size) for lines in _ways(drawing, area, shown[name], size[0]))
        within = (_moved_in(way, shapes[name], at(area.marks), _edges(drawing, at)) for way in ways)
        found[name] = min(within, key=lambda way: way[0])[1]
    return _apart(found, at((0, 0)), size)


def _ways(drawing: MapDrawing, area: AreaDrawing, shown: str, wide: float) -> Iterator[Sequence[str]]:
    """Yield the ways to break a name into lines, the best first."""
    lines: Sequence[str] = area.lines if shown == area.name else _halved(shown, len(area.lines))
    if shown != area.name and _wide(lines) > _LONGER * _wide(area.lines):
        lines = _halved(shown, 2)
    yield lines
    if drawing.text * wide / drawing.width < 0.9 * look.least:
        whole = [[word] for word in parted(" ".join(lines))]
        yield wrap_narrow(whole if shown == area.name else in_parts(shown), look.least)
    elif shown != area.name:
        yield _halved(shown, 1 if len(lines) > 1 else 2)


def _put(drawing: MapDrawing, area: AreaDrawing, lines: Sequence[str], at: At, size: tuple[float, float]) -> PlacedName:
    """Place a name where it is drawn, within the map."""
    x, y = at(area.label)
    if len(lines) > len(area.lines):
        # Put the second line on the side away from the marks.
        y += (0.5 if y > at(area.marks)[1] else -0.5) * (len(lines) - len(area.lines)) * look.least
    # Keep a longer translated name within the map.
    side = min(_wide(lines), size[0]) / 2
    half = (_PITCH * look.least * (len(lines) - 1) + extent(lines[0], "bold", look.least)[1]) / 2
    left, low, right, high = _edges(drawing, at)
    return PlacedName(tuple(lines), min(max(x, left + side), right - side), min(max(y, low + half), high - half))


def _moved_in(
    name: PlacedName, shape: Points, marks: tuple[float, float], edges: tuple[float, float, float, float]
) -> tuple[float, PlacedName]:
    """Move a name into its area, but not onto the marks there.

    Args:
        name: where it is drawn.
        shape: outline of its area.
        marks: middle of the marks.
        edges: left, low, right and high edge of the map.

    Returns:
        How bad the place is, and the name.
    """
    unit, size = look.u, look.least
    wides = [extent(line, "bold", size)[0] for line in name.lines]
    half, high = max(wides) / 2, (_PITCH * (len(wides) - 1) + 0.6) * size / 2
    left, low, right, top = edges
    best = inf, name
    for step in _UP_AND_DOWN:
        y = name.y + step * unit
        if step and not low + high <= y <= top - high:
            continue
        moved = replace(name, y=y)
        rooms = [chord(shape, name.x, at_y + share * size) for (__, ___, at_y) in moved.rows() for share in _LETTERS]
        # Limits of the middle's x for which each line is in the area.
        limits = [
            (room[0] + wide / 2 + _MARGIN * unit, room[1] - wide / 2 - _MARGIN * unit)
            for wide, at_line in zip(wides, range(0, len(rooms), len(_LETTERS)), strict=True)
            for room in rooms[at_line : at_line + len(_LETTERS)]
        ]
        least, most = max(limit[0] for limit in limits), min(limit[1] for limit in limits)
        x = min(max(name.x, least), most) if least <= most else (least + most) / 2
        x = min(max(x, name.x - _ASIDE * unit, left + half), name.x + _ASIDE * unit, right - half)
        out = sum(max(0.0, least - x) + max(0.0, x - most) for least, most in limits) / len(_LETTERS)
        wide, tall = half + _MARKS[0] * unit - abs(x - marks[0]), high + _MARKS[1] * unit / 2 - abs(y - marks[1])
        on_marks = min(wide, tall) if wide > 0 and tall > 0 else 0.0
        bad = out + 0.5 * on_marks + 0.1 * (abs(x - name.x) + abs(y - name.y))
        if bad < best[0]:
            best = bad, replace(moved, x=x)
        if not step and not out:
            break
    return best


def _apart(
    names: Mapping[str, PlacedName], corner: tuple[float, float], size: tuple[float, float]
) -> dict[str, PlacedName]:
    """Move names apart that overlap; some do in languages with long names."""
    blocks = [
        [
            LabelBox(x - corner[0], corner[1] - y, extent(line, "bold", look.least)[0] + 4 * look.u, 0.72 * look.least)
            for line, x, y in name.rows()
        ]
        for name in names.values()
    ]
    shifts = push_apart(blocks, *size, _ASIDE * look.u)
    return {
        area: replace(name, x=name.x + across, y=name.y - down)
        for (area, name), (across, down) in zip(names.items(), shifts, strict=True)
    }


def _edges(drawing: MapDrawing, at: At) -> tuple[float, float, float, float]:
    """Return the left, low, right and high edge of a map on the window, in pixels."""
    (left, high), (right, low) = at((0, 0)), at((drawing.width, drawing.height))
    return left, low, right, high


def _wide(lines: Sequence[str]) -> float:
    """Return the width of these lines, in pixels."""
    return max(extent(line, "bold", look.least)[0] for line in lines)


def _halved(name: str, lines: int) -> list[str]:
    """Break a name into this number of lines, as even as its words allow."""
    words = parted(name.replace("-", "- "))
    if lines < 2 or len(words) < 2:
        return [name]
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return [line.replace("- ", "-") for line in min(cuts, key=lambda pair: max(map(len, pair)))]


def wrap_narrow(words: Sequence[Sequence[str]], size: float) -> list[str]:
    """Return words in lines no wider than the longest part of a word.

    Each word is given in the parts it may be broken into. For drawings smaller than their letters need.
    """
    widest = max(extent(part, "bold", size)[0] for word in words for part in word)
    found: list[str] = []
    for first, *more in words:
        if found and extent(f"{found[-1]} {first}", "bold", size)[0] <= widest:
            found[-1] += f" {first}"
        else:
            found.append(first)
        found += more
    return found
