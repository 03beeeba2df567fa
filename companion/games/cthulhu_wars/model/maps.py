"""The boards: areas, oceans, glyphs and neighbours, as data."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.table.limits import shortened
from companion.table.words import N_, _

LONGEST_NAME: Final = 24
"""Characters of the name of a map or of an area that people give it."""


class Area(Struct, frozen=True):
    """One area. `x` and `y` (0..1) only say where to draw it.

    One that is `beside` the map is next to every other one, and its Gate is part of it: nobody stands on that, takes it
    or moves it.
    """

    id: str
    ocean: bool
    glyph: str | None
    x: float
    y: float
    adjacent: tuple[str, ...]
    beside: bool = False

    @property
    def name(self) -> str:
        """What people read."""
        return area_name(self.id)


class Board(Struct, frozen=True, dict=True):
    """A layout of the two half-boards, or a board of the table's own, which has a `title`.

    `disputed` are pairs of areas of which sources say both: neighbours, and not. Areas with an archway are neighbours
    of each other for moving, not for retreats, and are not told among those that touch (reference 3.11).
    """

    id: str
    areas: Mapping[str, Area]
    disputed: tuple[tuple[str, str], ...] = ()
    title: str = ""
    archways: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What people read."""
        return self.title or _(LAYOUTS[self.id])

    @cached_property
    def on_map(self) -> tuple[str, ...]:
        """The areas of the map itself, without those beside it."""
        return tuple(a.id for a in self.areas.values() if not a.beside)

    @cached_property
    def beside(self) -> frozenset[str]:
        """Those that lie beside it, each with a Gate that is a part of it."""
        return frozenset(a.id for a in self.areas.values() if a.beside)

    @cached_property
    def links(self) -> tuple[tuple[str, str], ...]:
        """Neighbours on the map itself, each pair once."""
        on_map = self.on_map
        return tuple((a, b) for a in on_map for b in self.areas[a].adjacent if a < b and b in on_map)

    def oceans(self) -> list[str]:
        """Return the ocean areas."""
        return [a.id for a in self.areas.values() if a.ocean]

    def touch(self, one: str, other: str) -> bool:
        """Return whether two areas are neighbours."""
        return other in self.areas[one].adjacent

    def with_area(self, name: str) -> Board:
        """Return this board with another area beside it."""
        areas = {a.id: replace(a, adjacent=(*a.adjacent, name)) for a in self.areas.values()}
        return replace(self, areas={**areas, name: Area(name, False, None, 1.0, 0.0, tuple(areas), beside=True)})

    def without_area(self, name: str) -> Board:
        """Return this board after an area is gone from it."""
        left = (area for area in self.areas.values() if area.id != name)
        areas = {a.id: replace(a, adjacent=tuple(other for other in a.adjacent if other != name)) for a in left}
        return replace(self, areas=areas)

    @property
    def disputed_by_id(self) -> dict[str, tuple[str, str]]:
        """The disputed pairs by `AREA/AREA`."""
        return {f"{one}/{other}": (one, other) for one, other in self.disputed}

    def with_borders(self, borders: Collection[tuple[str, str]]) -> Board:
        """Return this board where, of the disputed pairs, only these are adjacent."""
        pairs = {pair for area in self.areas.values() for other in area.adjacent for pair in [(area.id, other)]}
        for one, other in self.disputed:
            both = {(one, other), (other, one)}
            pairs = pairs | both if (one, other) in borders else pairs - both
        near = {name: tuple(sorted(b for a, b in pairs if a == name)) for name in self.areas}
        return replace(self, areas={n: replace(area, adjacent=near[n]) for n, area in self.areas.items()})


BY_PLAYERS: Final = {2: ("earth33",), 3: ("earth33",), 4: ("earth35", "earth53"), 5: ("earth55",), 6: ("earth66",)}
"""Layouts for each number of players, the usual one first (reference 1.2)."""

LIBRARY: Final = "library"
DREAMLANDS: Final = "dreamlands"
PRIMEVAL: Final = "primeval"
SHAGGAI: Final = "shaggai"
YUGGOTH: Final = "yuggoth"
COLOUR: Final = "colour"
"""The Colour Out of Space: an option of every board."""
DESCRIBED: Final = (DREAMLANDS, PRIMEVAL, SHAGGAI, YUGGOTH)
"""Boards of which no source tells the neighbours: the table describes them once (reference 3.11)."""
OTHER_BOARDS: Final = (LIBRARY, *DESCRIBED)
"""Boards with rules of their own, besides that of the earth."""

IN_LIBRARY: Final = {2: ("library33",), 3: ("library33",), 4: ("library35", "library53"), 5: ("library55",)}
"""Layouts of the Library for each number of players; for four first the more even one."""
LIBRARIES: Final = tuple(dict.fromkeys(layout for layouts in IN_LIBRARY.values() for layout in layouts))

LAYOUTS: Final = {
    "library33": N_("Lower 3 players, upper 3 players"),
    "library35": N_("Lower 3 players, upper 5 players"),
    "library53": N_("Lower 5 players, upper 3 players"),
    "library55": N_("Lower 5 players, upper 5 players"),
    "earth33": N_("West 3 players, east 3 players"),
    "earth35": N_("West 3 players, east 5 players"),
    "earth53": N_("West 5 players, east 3 players"),
    "earth55": N_("West 5 players, east 5 players"),
    "earth66": N_("6-player sides of the 6-8 player map"),
}
"""What people read for each layout of the data."""

AREAS: Final = {
    "africa": N_("Africa"),
    "antarctica": N_("Antarctica"),
    "arabia": N_("Arabia"),
    "arctic_ocean": N_("Arctic Ocean"),
    "asia": N_("Asia"),
    "australia": N_("Australia"),
    "bering_sea": N_("Bering Sea"),
    "central_america": N_("Central America"),
    "east_africa": N_("East Africa"),
    "europe": N_("Europe"),
    "indian_ocean": N_("Indian Ocean"),
    "mediterranean_sea": N_("Mediterranean Sea"),
    "mountains_of_madness": N_("Mountains of Madness"),
    "new_zealand": N_("New Zealand"),
    "north_america": N_("North America"),
    "north_america_east": N_("North America East"),
    "north_america_west": N_("North America West"),
    "north_asia": N_("North Asia"),
    "north_atlantic": N_("North Atlantic"),
    "north_pacific": N_("North Pacific"),
    "scandinavia": N_("Scandinavia"),
    "south_america": N_("South America"),
    "south_america_east": N_("South America East"),
    "south_america_west": N_("South America West"),
    "south_asia": N_("South Asia"),
    "south_atlantic": N_("South Atlantic"),
    "south_pacific": N_("South Pacific"),
    "west_africa": N_("West Africa"),
    "barrier_of_naachtith": N_("Barrier of Naach-Tith"),
    "black_hall": N_("Black Hall"),
    "blue_hall": N_("Blue Hall"),
    "byakhiary": N_("Byakhiary"),
    "chamber_of_apkallu": N_("Chamber of Apkallu"),
    "chamber_of_sngac": N_("Chamber of Sn'gac"),
    "charnel_hall": N_("Charnel Hall"),
    "cursed_hall": N_("Cursed Hall"),
    "floating_tower": N_("Floating Tower"),
    "fountain": N_("Fountain"),
    "gloomloft": N_("Gloomloft"),
    "guardian_under_the_lake": N_("Guardian under the Lake"),
    "horrorium": N_("Horrorium"),
    "hyperquarium": N_("Hyperquarium"),
    "lake_of_hali_balcony": N_("Lake of Hali Balcony"),
    "lake_of_hali_overlook": N_("Lake of Hali Overlook"),
    "larvae_of_the_outer_gods": N_("Larvae of the Outer Gods"),
    "oubliette": N_("The Oubliette"),
    "porphyr_hall": N_("Porphyr Hall"),
    "red_hall": N_("Red Hall"),
    "scorched_chamber": N_("Scorched Chamber"),
    "the_crawling_ones": N_("The Crawling Ones"),
    "yr_and_the_nhhngr": N_("Yr and the Nhhngr"),
}
"""What people read for each area of the data."""

BESIDE: Final[dict[str, str]] = {}
"""What people read for each area that a faction brings along; filled as factions come into the game."""

BOARDS: Final = tuple(dict.fromkeys(layout for layouts in BY_PLAYERS.values() for layout in layouts))
"""All layouts of the earth."""

TOMES: Final = (
    "yr_and_the_nhhngr",
    "larvae_of_the_outer_gods",
    "barrier_of_naachtith",
    "guardian_under_the_lake",
)
"""The areas of the Library with a Tome."""

MOST_PLAYERS: Final = max(BY_PLAYERS)
"""How many factions there are maps for."""

GLYPHS: Final = {
    "earth33": ("arctic_ocean", "south_pacific", "europe", "asia", "africa", "north_america", "antarctica"),
    "earth35": ("arctic_ocean", "south_pacific", "europe", "south_asia", "west_africa", "north_america", "antarctica"),
    "earth53": ("arctic_ocean", "south_pacific", "europe", "asia", "africa", "north_america_west", "antarctica"),
    "earth55": (
        *("arctic_ocean", "south_pacific", "europe", "south_asia", "west_africa", "north_america_west", "antarctica"),
    ),
    "earth66": (
        *("arctic_ocean", "south_pacific", "europe", "south_asia", "west_africa", "north_america_west"),
        "mountains_of_madness",
    ),
    **dict.fromkeys(
        LIBRARIES,
        (
            *("hyperquarium", "fountain", "floating_tower", "chamber_of_sngac", "blue_hall"),
            *("lake_of_hali_overlook", "oubliette"),
        ),
    ),
}
"""Areas of each layout with the printed glyph of a faction, in the game or not."""


def layouts(players: int, of: str = "") -> tuple[str, ...]:
    """Return the layouts for a number of factions; more than there are maps for play on the largest, if they may.

    Args:
        players: how many factions.
        of: the Library, if not the earth.
    """
    if of == LIBRARY:
        return IN_LIBRARY.get(players, IN_LIBRARY[max(IN_LIBRARY)])
    return BY_PLAYERS.get(players, BY_PLAYERS[MOST_PLAYERS])


OWN: Final = "own"
"""Instead of a layout: a map that people describe themselves."""

MOST_ON_OWN_MAP: Final = 8
"""How many factions can play on such a map."""

RITUAL_TRACKS: Final = {
    2: (5, 6, 7, 7, 8, 8, 9, 10),
    3: (5, 6, 7, 8, 9, 10),
    4: (5, 6, 7, 7, 8, 8, 9, 10),
    5: (5, 6, 6, 7, 7, 8, 8, 9, 9, 10),
    6: (5, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10),
}
"""Ritual of Annihilation costs by number of players; after the last one comes Instant Death (reference 1.1)."""

SUGGESTED_TRACKS: Final = {
    7: (5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10),
    8: (5, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 10),
}
"""What a single source has for more factions: filled in where the table is asked for its track (reference 1.1)."""

ONE_SOURCE_TRACKS: Final = (6,)
"""Numbers of players for which a single source has the track."""


@cache
def board(name: str) -> Board:
    """Return a board by its id."""
    file = "library.json" if name in LIBRARIES else "maps.json"
    data = json.loads((Path(__file__).parent.parent / "data" / file).read_bytes())[name]
    areas = {a["id"]: Area(**{**a, "adjacent": tuple(a["adjacent"])}) for a in data["areas"]}
    disputed = tuple((one, other) for one, other in data.get("disputed", ()))
    return Board(name, areas, disputed, archways=tuple(data.get("archways", ())))


COUNTED: Final = " "
"""What the id of an area begins with that only the table knows: its Gate is counted, not placed. No name that people
give an area does."""


def area_name(area: str) -> str:
    """Return the name of an area on any board.

    An area of an own map has its name as id.
    """
    if area.startswith(COUNTED):
        return _("an area")
    name = AREAS.get(area) or BESIDE.get(area)
    return _(name) if name else shortened(area, LONGEST_NAME)
