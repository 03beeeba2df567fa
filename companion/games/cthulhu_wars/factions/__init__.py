"""The factions of the box in the order of the rulebook. Adding one means adding its file and its line here."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from companion.games.cthulhu_wars.faction import Faction
from companion.games.cthulhu_wars.roster import enter

FILES: Final = (
    "great_cthulhu",
    "crawling_chaos",
    "black_goat",
    "yellow_sign",
    "opener_of_the_way",
    "sleeper",
    "windwalker",
    "daemon_sultan",
    "the_ancients",
    "bubastis",
    "tcho_tcho",
)

for _file in FILES:
    _faction: Faction = import_module(f"{__name__}.{_file}").FACTION
    enter(_faction)
