"""Writes `docs/ids.md` from factions, cards and maps themselves: `python -m tests.instruments.pages.ids`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from companion.games.cthulhu_wars.model.maps import AREAS, area_name
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, UNITS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.units import Unit

ROOT: Final = Path(__file__).resolve().parents[3]
PAGE: Final = ROOT / "docs" / "ids.md"

HEAD: Final = """\
# Ids of Cthulhu Wars

For anyone who writes set-ups, corrections or answers for the [headless interface](headless.md): what pieces, spellbooks
and areas are called there. The counter of a piece is `FACTION.PIECE`, such as `GC.deep_one`; a single piece in a battle
is `FACTION.PIECE.NUMBER`.

This page is written by `.venv/bin/python -m tests.instruments.pages.ids`.
"""


def pieces(units: Iterable[Unit]) -> Iterator[str]:
    """Yield the table of some kinds of piece."""
    yield "\n| piece | name | number |\n| --- | --- | --- |\n"
    for unit in units:
        yield f"| `{unit.id}` | {unit.name} | {unit.count} |\n"


def books(named: Iterable[tuple[str, str]]) -> str:
    """Return a line with some spellbooks."""
    return "\nSpellbooks: " + ", ".join(f"`{book}` ({name})" for book, name in named) + ".\n"


def parts() -> Iterator[str]:
    """Yield the page, part by part."""
    yield HEAD
    for code in FACTIONS:
        card = FACTIONS[code]
        yield f"\n## {card.name}: `{code}`\n"
        yield from pieces(card.units)
        yield books((book.id, book.name) for book in card.books)
    yield "\n## Neutral pieces\n\nThe Loyalty Card of a Monster, Terror or Great Old One has the id of its pieces.\n"
    yield from pieces(UNITS.values())
    yield books((book.id, book.name) for book in BOOKS.values())
    yield "\n## Areas\n\nThose of all maps; a map has some of them.\n"
    yield "\n| area | name |\n| --- | --- |\n"
    for area in AREAS:
        yield f"| `{area}` | {area_name(area)} |\n"


def page() -> str:
    """Return the page."""
    return "".join(parts())


def main() -> int:
    """Write it."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
