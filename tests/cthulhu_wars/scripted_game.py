"""One whole evening for four, answer by answer, with every total worked by hand from the rules.

Seats clockwise: Great Cthulhu, Crawling Chaos, Black Goat, Yellow Sign. The numbers in the comments are the sums
that the companion must arrive at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tests.cthulhu_wars.evening import units

CODES: Final = ("GC", "CC", "BG", "YS")
BAG: Final = [1] * 32 + [3, 2, 1, 2]
"""Elder Signs are taken from the end: 2 and 3 for Great Cthulhu, 1 and 2 for Yellow Sign."""


@dataclass(frozen=True)
class Totals:
    """Power and Doom of all four, in the order of the seats."""

    power: tuple[int, int, int, int]
    doom: tuple[int, int, int, int] = (0, 0, 0, 0)


@dataclass(frozen=True)
class Interject:
    """Something done at any moment."""

    key: str


Step = tuple[str, Any] | Totals | Interject

SET_UP: Final[list[Step]] = [
    ("setup/factions", ["GC", "CC", "BG", "YS"]),
    ("setup/seat/1", "CC"),
    ("setup/seat/2", "BG"),
    ("setup/map", "earth35"),
    ("setup/signs", "app"),
    ("first_player/direction", "1"),
    ("setup/board", True),
    Totals((8, 8, 8, 8)),
]
TURN_1: Final[list[Step]] = [
    ("action/GC", "summon/deep_one"),  # 8 - 1
    ("action/CC", "summon/nightgaunt"),  # 8 - 1
    ("action/BG", "summon/ghoul"),  # 8 - 1, Unlimited for Black Goat
    ("action/BG", "create_gate"),
    ("create_gate", "arabia"),  # 7 - 3
    ("action/BG", "finish"),
    ("action/YS", "awaken/king_in_yellow"),
    ("awaken/king", "scandinavia"),  # 8 - 4
    ("book/YS", "passion"),
    Totals((7, 7, 4, 4)),
    ("action/GC", "create_gate"),
    ("create_gate", "indian_ocean"),  # 7 - 3
    ("action/CC", "create_gate"),
    ("create_gate", "north_asia"),  # 7 - 3
    ("action/BG", "move"),
    ("move", units(1)),  # 4 - 1
    ("action/BG", "finish"),
    ("action/YS", "desecrate"),  # 4 - 2
    ("desecrate/area", "scandinavia"),
    ("desecrate/units", 2),
    ("desecrate/roll", [2]),  # not above 2 units: the token is placed; thorns glyph
    ("desecrate/place", "undead"),
    ("book/YS", "zingaya"),
    Totals((4, 4, 3, 2)),
    ("action/GC", "battle/CC"),  # 4 - 1
    ("battle/area", "south_asia"),
    ("battle/pieces/GC", ["GC.deep_one.1"]),  # Combat 1
    ("battle/pieces/CC", ["CC.nightgaunt.1", "CC.acolyte.1"]),  # Combat 0: no dice
    ("battle/roll/GC", [6]),  # 1 Kill
    ("battle/kill/CC", {"CC.nightgaunt.1": ["kill"]}),
    ("battle/board", True),
    ("book/GC", "regenerate"),  # 1 enemy unit Killed
    ("action/CC", "pay_four"),  # 4 - 4
    ("book/CC", "madness"),
    ("action/BG", "capture"),  # 3 - 1
    ("capture", "CC"),
    ("capture/gate", []),
    ("action/BG", "finish"),
    ("action/YS", "pass"),  # 2 to 0
    Totals((3, 0, 2, 0)),
    ("action/GC", "move"),
    ("move", units(3)),  # 3 - 3
    ("action/BG", "summon/fungi"),  # 2 - 2
    ("feast", ["scandinavia"]),
    # GC 6 + 2x2 = 10; CC 5 + 2x2 = 9; BG 6 + 2x2 + 1 captive = 11; YS 6 + 2 + 1 Feast = 9; half of 11 is 6
    ("gather_power", True),
    Totals((10, 9, 11, 9)),
    ("first_player/direction", "-1"),  # Black Goat has most; then CC, GC, YS
    Totals((10, 9, 11, 9), (2, 2, 2, 1)),
    ("doom_phase/BG", "ritual"),  # 11 - 5; 2 + 2
    ("doom_phase/CC", "ritual"),  # 9 - 6; 2 + 2
    ("book/GC", "dreams"),  # first Doom Phase; and an Elder Sign worth 2
    ("doom_phase/GC", "ritual"),  # 10 - 7; 2 + 2
    ("doom_phase/YS", "ritual"),  # 9 - 7; 1 + 1, and an Elder Sign worth 1 for the King
    Totals((3, 3, 6, 2), (4, 4, 4, 2)),
]
TURN_2: Final[list[Step]] = [
    ("action/BG", "two_cultists"),
    ("two_cultists/cultist/0/gate", []),
    ("two_cultists/cultist/1/gate", []),
    ("book/BG", "frenzy"),
    ("action/BG", "finish"),
    ("action/CC", "move"),
    ("move", units(3)),  # 3 - 3
    ("action/GC", "summon/starspawn"),  # 3 - 3
    ("action/YS", "move"),
    ("move", units(2)),  # 2 - 2
    ("action/BG", "pass"),  # 6 to 0
    ("feast", ["scandinavia"]),
    # GC 6 + 4 = 10; CC 5 + 4 = 9; BG 4 + 4 = 8; YS 6 + 2 + 1 = 9; half of 10 is 5
    ("gather_power", True),
    Totals((10, 9, 8, 9), (4, 4, 4, 2)),
    ("first_player/direction", "1"),
    Totals((10, 9, 8, 9), (6, 6, 6, 3)),
    ("doom_phase/GC", "ritual"),  # 10 - 8; 6 + 2
    ("doom_phase/CC", "ritual"),  # 9 - 8; 6 + 2; then Black Goat's 8 is not enough for 9
    ("doom_phase/YS", "ritual"),  # 9 - 9; 3 + 1, and an Elder Sign worth 2
    Totals((2, 1, 8, 0), (8, 8, 6, 4)),
]
TURN_3: Final[list[Step]] = [
    Interject("signs/GC"),
    ("reveal/GC", ["0"]),  # 8 + 2
    Interject("claim/GC"),
    ("claim/GC", "kill_two"),
    ("book/GC", "absorb"),
    Interject("claim/GC"),
    ("claim/GC", "awaken"),
    ("book/GC", "devolve"),
    Interject("claim/GC"),
    ("claim/GC", "ocean_gates"),
    ("book/GC", "submerge"),  # five books
    ("action/GC", "move"),
    ("move", units(2)),  # 2 - 2
    ("action/CC", "move"),  # 1 - 1
    ("move", units(1)),
    ("action/BG", "awaken/shub_niggurath"),  # 8 - 8
    ("awaken/area", "arabia"),
    ("awaken/cultist/0/gate", []),
    ("awaken/cultist/1/gate", []),
    ("book/BG", "red_sign"),
    Totals((0, 0, 0, 0), (10, 8, 6, 4)),
    ("feast", ["scandinavia"]),
    # GC 10; CC 9; BG 2 + 4 = 6; YS 9; half of 10 is 5
    ("gather_power", True),
    Totals((10, 9, 6, 9), (10, 8, 6, 4)),
    ("first_player/direction", "1"),
    # Five books in a Doom Phase: the last book follows by itself, and an Elder Sign worth 3.
    Totals((10, 9, 6, 9), (12, 10, 8, 5)),
    ("doom_phase/GC", "ritual"),  # 10 - 10: Instant Death; 12 + 2; nobody else can pay 10
    Totals((0, 9, 6, 9), (14, 10, 8, 5)),
    ("end", True),
    # All reveal: GC 14 + 3, YS 5 + 1 + 2
    Totals((0, 9, 6, 9), (17, 10, 8, 8)),
]
EVENING: Final = SET_UP + TURN_1 + TURN_2 + TURN_3
RESULT: Final = "Victory: Great Cthulhu."
