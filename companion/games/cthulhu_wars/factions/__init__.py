"""The factions of the box in the order of the rulebook. Adding one means adding its file and its line here."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model.roster import FACTIONS

FILES: Final = {
    "GC": "great_cthulhu",
    "CC": "crawling_chaos",
    "BG": "black_goat",
    "YS": "yellow_sign",
    "OW": "opener_of_the_way",
    "SL": "sleeper",
    "WW": "windwalker",
    "DS": "daemon_sultan",
    "AN": "the_ancients",
    "BB": "bubastis",
    "TT": "tcho_tcho",
}
"""Where each is, by its code."""

for _code, _file in FILES.items():
    FACTIONS.expect(_code, f"{__name__}.{_file}")
