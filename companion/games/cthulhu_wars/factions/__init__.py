"""The factions, one file each. Adding one means adding its file and its line here."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.faction import Faction
from companion.games.cthulhu_wars.factions.black_goat import BLACK_GOAT
from companion.games.cthulhu_wars.factions.crawling_chaos import CRAWLING_CHAOS
from companion.games.cthulhu_wars.factions.great_cthulhu import GREAT_CTHULHU
from companion.games.cthulhu_wars.factions.yellow_sign import YELLOW_SIGN

FACTIONS: Final[dict[str, Faction]] = {f.code: f for f in (GREAT_CTHULHU, CRAWLING_CHAOS, BLACK_GOAT, YELLOW_SIGN)}
"""All factions by their code, in the order of the rulebook."""
