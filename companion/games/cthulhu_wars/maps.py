"""The boards: areas, oceans, glyphs and neighbours, as data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final


@dataclass(frozen=True)
class Area:
    """One area. `x` and `y` (0..1) only say where to draw it."""

    id: str
    name: str
    ocean: bool
    glyph: str | None
    x: float
    y: float
    adjacent: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """A layout of the two half-boards."""

    id: str
    name: str
    areas: Mapping[str, Area]

    def oceans(self) -> list[str]:
        return [a.id for a in self.areas.values() if a.ocean]


BY_PLAYERS: Final = {2: ("earth33",), 3: ("earth33",), 4: ("earth35", "earth53")}
"""Layouts for each number of players, the usual one first (reference 1.2)."""

BOARDS: Final = tuple(dict.fromkeys(layout for layouts in BY_PLAYERS.values() for layout in layouts))
"""All layouts."""

MOST_PLAYERS: Final = max(BY_PLAYERS)
"""How many factions there are maps for."""

RITUAL_TRACKS: Final = {
    2: (5, 6, 7, 7, 8, 8, 9, 10),
    3: (5, 6, 7, 8, 9, 10),
    4: (5, 6, 7, 7, 8, 8, 9, 10),
    5: (5, 6, 6, 7, 7, 8, 8, 9, 9, 10),
}
"""Ritual of Annihilation costs by number of players; after the last one comes Instant Death (reference 1.1)."""


@cache
def board(name: str) -> Board:
    """Return a board by its id."""
    data = json.loads(resources.files(__package__).joinpath("data/maps.json").read_text(encoding="utf-8"))[name]
    areas = {a["id"]: Area(**{**a, "adjacent": tuple(a["adjacent"])}) for a in data["areas"]}
    return Board(name, data["name"], areas)


def area_name(area: str) -> str:
    """The name of an area on any board, for log lines."""
    return area.replace("_", " ").title()
