"""Set-ups (design, section 5): whatever does not fit is refused, in words that say what may be there."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.rulings import OF_SEVERAL, rulings
from companion.games.cthulhu_wars.model.state import HELP, PLACES
from companion.table.errors import BadSetupError

SIDES = {"attacker": "GC", "defender": "CC"}


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({"mapp": "earth33"}, "“mapp” does not belong to a game of Cthulhu Wars."),
        ({"factions": "GC"}, "Factions are given as a list of their short names."),
        ({"factions": ["GC", "XX"]}, f"The factions are: {', '.join(FACTIONS)}."),
        ({"factions": ["GC", "GC"]}, "Each faction can be played once."),
        ({"factions": ["GC"]}, "2 to 6 factions can play."),
        ({"players": [["GC"]]}, "Players are given as two or more lists of factions."),
        ({"players": [["GC"], []]}, "Players are given as two or more lists of factions."),
        ({"players": [["GC", "BG"], ["CC"]]}, "All players have the same number of factions."),
        (
            {"players": [["GC"], ["CC"]], "factions": ["GC", "CC"]},
            "Give the factions, or the factions of each player, not both.",
        ),
        ({"first": "GC"}, "The map and the First Player depend on the factions; give those too."),
        ({"factions": ["GC", "CC"], "first": "BG"}, "The First Player must be one of the factions."),
        (
            {"map": "mars"},
            "The maps are: earth33, earth35, earth53, earth55, earth66, library33, library35, library53, library55, "
            "own; or one is described.",
        ),
        ({"factions": ["GC", "CC"], "map": "earth35"}, "2 players use earth33."),
        ({"direction": 0}, "The direction is 1 (clockwise) or -1."),
        ({"signs": True}, "Elder Signs are kept by the app (“app”) or as physical “chits”."),
        ({"bag": [1, 2, 4]}, "The bag of Elder Signs is a list of up to 36 values from 1 to 3."),
        ({"bag": [1] * 37}, "The bag of Elder Signs is a list of up to 36 values from 1 to 3."),
        (
            {"rulings": "all"},
            "“rulings” can be choose (the table is asked for a set of them), each (for each of them), rulebook or "
            "summary_2015.",
        ),
        ({"options": ["D3"]}, "“options” holds a reading for each ruling that is given."),
        ({"options": {"D3": "x"}}, f"The rulings are: {', '.join([*rulings(), HELP, PLACES, *OF_SEVERAL])}."),
        ({"quick_battle": []}, "A Quick Battle is given by what is known of it, perhaps nothing."),
        ({"quick_battle": {}, "signs": "app"}, "“signs” does not belong to a Quick Battle."),
        ({"quick_battle": {"first": "GC"}}, "“first” does not belong to a Quick Battle."),
        ({"quick_battle": {"attacker": 5}}, "A side is given by the short name of its faction."),
        ({"quick_battle": {"attacker": "XX"}}, f"The factions are: {', '.join(FACTIONS)}."),
        ({"quick_battle": {"attacker": "GC", "others": ["GC"]}}, "Each faction fights or looks on once."),
        ({"quick_battle": {"area": ""}}, "There is no such area on that map."),
        ({"quick_battle": {"map": "earth33", "gates": {"atlantis": None}}}, "There is no such area on that map."),
        ({"quick_battle": {"gates": {"europe": 1}}}, "A Gate is controlled by a faction, or by nobody (null)."),
        ({"quick_battle": {"ritual": 9}}, "The ritual marker is on step 0 to 8."),
        ({"quick_battle": {"pieces": {"GC": {}}}}, "“pieces” is given for the factions that are there."),
        (
            {"quick_battle": {**SIDES, "pieces": {"GC": {"deep_one": True}}}},
            "“pieces” are counted by faction and kind.",
        ),
        (
            {"quick_battle": {**SIDES, "pieces": {"GC": {"deep_one": 5}}}},
            "Pieces of Great Cthulhu are counted by kind, up to its stock.",
        ),
        (
            {"quick_battle": {**SIDES, "pieces": {"GC": {"ghoul": 0}}}},
            "Great Cthulhu has no pieces “ghoul”. All ids stand on the page docs/ids.md.",
        ),
        (
            {"quick_battle": {**SIDES, "books": {"CC": ["frenzy"]}}},
            "Spellbooks of Crawling Chaos: abduct, emissary, invisibility, madness, seek_and_destroy, thousand_forms.",
        ),
        (
            {"quick_battle": {**SIDES, "pieces": {"GC": {"deep_one": 2}}, "in_play": {"GC": {"deep_one": 1}}}},
            "Great Cthulhu cannot fight with more pieces than it has in play.",
        ),
    ],
)
def test_what_cannot_be_played_is_refused(setup: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetupError) as refused:
        CTHULHU_WARS.prepare(setup)
    assert str(refused.value) == f"{sentence} Nothing was started."
