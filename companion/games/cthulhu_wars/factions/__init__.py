"""The factions of the box, one file each. Adding one means adding its file and its line here."""

from __future__ import annotations

from companion.games.cthulhu_wars.factions.black_goat import BLACK_GOAT
from companion.games.cthulhu_wars.factions.crawling_chaos import CRAWLING_CHAOS
from companion.games.cthulhu_wars.factions.great_cthulhu import GREAT_CTHULHU
from companion.games.cthulhu_wars.factions.yellow_sign import YELLOW_SIGN
from companion.games.cthulhu_wars.roster import enter

enter(GREAT_CTHULHU)
enter(CRAWLING_CHAOS)
enter(BLACK_GOAT)
enter(YELLOW_SIGN)
