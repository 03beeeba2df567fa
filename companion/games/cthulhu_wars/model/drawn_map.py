"""Boards that people describe themselves: what such a description holds, and what is wrong with one.

Areas go by the names that people give them. Neighbours are named once, at either of the two.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal

import msgspec
from msgspec import field

from companion.games.cthulhu_wars.model.maps import LONGEST_NAME, MOST_ON_OWN_MAP, OWN, RITUAL_TRACKS, Area, Board
from companion.table.errors import BadSetupError
from companion.table.names import fault_in, refusal
from companion.table.setup import NOT_STARTED, refuse
from companion.table.words import _

LEAST_AREAS: Final = 2
MOST_AREAS: Final = 40
GLYPHS: Final = ("chevron", "dragon", "thorns")
"""The signs printed on areas, as requirements of some factions name them."""

DEAREST: Final = 20
LONGEST_TRACK: Final = 30


_UNKNOWN: Final = tuple(str(n) for n in range(2, MOST_ON_OWN_MAP + 1) if n not in RITUAL_TRACKS)


class DrawnArea(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One area. `touches` are the names of neighbours; naming a pair at one of the two is enough."""

    name: str
    ocean: bool = False
    glyph: Literal["chevron", "dragon", "thorns"] | None = None
    touches: list[str] = field(default_factory=list)


class OwnMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole board.

    Args:
        starts: where factions begin, by code, as far as people have said so.
        kind: the board with rules of its own that is described, or nothing.
        places: areas of it with something of their own, by kind.
        tracks: costs of a Ritual, without Instant Death, by number of factions; for those for which no printed track is
            known.
    """

    name: str
    areas: list[DrawnArea]
    starts: dict[str, str] = field(default_factory=dict)
    tracks: dict[str, list[int]] = field(default_factory=dict)
    kind: Literal["", "dreamlands", "primeval", "shaggai", "yuggoth"] = field(name="board", default="")
    places: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for fault in faults(self):
            refuse(fault)

    def board(self) -> Board:
        """Return the board to play on.

        It has no drawing: areas stand in rows, in the order in which they were named.
        """
        pairs = {pair for a in self.areas for b in a.touches for pair in ((a.name, b), (b, a.name))}
        across = math.ceil(math.sqrt(len(self.areas)))
        rows = math.ceil(len(self.areas) / across)
        areas = {}
        for n, area in enumerate(self.areas):
            near = tuple(other.name for other in self.areas if (area.name, other.name) in pairs)
            x, y = (n % across + 0.5) / across, (n // across + 0.5) / rows
            areas[area.name] = Area(area.name, area.ocean, area.glyph, round(x, 3), round(y, 3), near)
        return Board(OWN, areas, title=self.name)


def faults(drawn: OwnMap) -> Iterator[str]:
    """Yield what is wrong with a description, in sentences."""
    names = [area.name for area in drawn.areas]
    for name in (drawn.name, *names):
        if why := fault_in(name, LONGEST_NAME) if name else _("it is empty."):
            yield refusal(name, why)
    if not LEAST_AREAS <= len(names) <= MOST_AREAS:
        yield _("A map has {least} to {most} areas.").format(least=LEAST_AREAS, most=MOST_AREAS)
    for name, number in Counter(map(str.casefold, names)).items():
        if number > 1:
            yield _("The map names the area “{name}” twice.").format(name=name)
    for area in drawn.areas:
        for other in area.touches:
            if other not in names or other == area.name:
                words = _("“{area}” cannot touch “{other}”: that is no other area of the map.")
                yield words.format(area=area.name, other=other[:40])
    for code, start in drawn.starts.items():
        if start not in names:
            yield _("{faction} cannot start in “{area}”: that is no area of the map.").format(
                faction=code[:40], area=start[:40]
            )

    for kind, where in drawn.places.items():
        for name in where:
            if name not in names:
                words = _("“{kind}” cannot be in “{area}”: that is no area of the map.")
                yield words.format(kind=kind[:40], area=name[:40])
    for players, costs in drawn.tracks.items():
        if players not in _UNKNOWN or not is_track(costs):
            words = _("The Ritual track for {players} cannot be used: those for {unknown} list costs from 1 to {most}.")
            yield words.format(players=players[:10], unknown=", ".join(_UNKNOWN), most=DEAREST)


def is_track(costs: list[int]) -> bool:
    """Return whether these can be the costs of a Ritual."""
    return 0 < len(costs) <= LONGEST_TRACK and all(0 < cost <= DEAREST for cost in costs)


def file_name(name: str) -> str:
    """Return the file name of a map in the data folder."""
    return f"maps/{re.sub(r'[^a-z0-9]+', '-', name.casefold()).strip('-') or 'map'}.json"


def read(text: bytes) -> OwnMap:
    """Return the map that a file describes.

    Raises:
        BadSetupError: it does not describe one; the message says why, without saying what is safe.
    """
    try:
        return msgspec.json.decode(text, type=OwnMap)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, BadSetupError):
            raise BadSetupError(str(error.__cause__).removesuffix(f" {_(NOT_STARTED)}")) from error
        raise BadSetupError(f"{error}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadSetupError(f"{error}.") from error
