"""Every unit shows its silhouette, and those without one the symbol of their rank."""

from __future__ import annotations

from companion.games.cthulhu_wars.model.neutral_cards import CARDS, PRIESTS
from companion.games.cthulhu_wars.model.roster import FACTIONS, card
from companion.games.cthulhu_wars.model.symbols import symbol
from companion.games.cthulhu_wars.model.units import Rank
from layouts.glyphs import SYMBOLS, UNITS
from tests.cthulhu_wars.home_made import BEARER, CODE, LORD, MOTH, entered


def test_every_monster_terror_and_great_old_one_has_a_silhouette() -> None:
    units = [(code, unit.id) for code in FACTIONS for unit in card(code).units if unit.rank is not Rank.CULTIST]
    units += [("GC", name) for name in CARDS]
    assert len(units) > 90
    assert [unit for unit in units if symbol(*unit) not in UNITS] == []


def test_acolytes_are_hooded_and_earth_cats_are_cats() -> None:
    assert symbol("GC", "acolyte") == "cultist"
    assert symbol("BB", "acolyte") == "unit-earth-cat"


def test_high_priests_wear_the_mitre_unique_ones_too() -> None:
    assert {symbol("TT", "high_priest"), *(symbol("GC", name) for name in PRIESTS)} == {"high-priest"}
    assert "high-priest" in SYMBOLS


def test_units_of_an_own_faction_show_their_rank() -> None:
    with entered():
        assert [symbol(CODE, unit) for unit in (MOTH, BEARER, LORD)] == ["monster", "terror", "great-old-one"]
