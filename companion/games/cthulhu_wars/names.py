"""Names for log lines: from ids to what people read."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.cthulhu_wars.maps import area_name
from companion.games.cthulhu_wars.roster import card


def faction(code: str) -> str:
    """Name of a faction."""
    return card(code).name


def hand(codes: Iterable[str]) -> str:
    """The factions of one person: the name of its faction, or several with “with” between them."""
    return " with ".join(faction(code) for code in codes)


def pieces(code: str, unit_id: str, number: int) -> str:
    """Pieces with their number: `Acolyte` or `2 Acolytes`."""
    unit = card(code).unit(unit_id)
    return unit.name if number == 1 else f"{number} {unit.plural}"


def book(code: str, book_id: str) -> str:
    """Name of a spellbook."""
    return next(b.name for b in card(code).books if b.id == book_id)


def requirement(code: str, requirement_id: str) -> str:
    """Text of a spellbook requirement."""
    return next(r.text for r in card(code).requirements if r.id == requirement_id)


def in_area(area: str, word: str = "in") -> str:
    """` in South Pacific`, or nothing if the area is unknown."""
    return f" {word} {area_name(area)}" if area else ""
