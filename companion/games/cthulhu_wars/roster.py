"""Which factions there are. Each is checked as it comes in; `factions/__init__.py` brings in those of the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.cthulhu_wars.faction import Faction
from companion.games.cthulhu_wars.maps import BOARDS, board
from companion.games.cthulhu_wars.state import ACOLYTE, BOOKS_TO_WIN
from companion.games.cthulhu_wars.units import COMMON_ACTIONS
from companion.table.errors import CompanionError

COUNTED: Final = ("power", "doom", "signs", "captives")
"""What every faction counts; its own pieces and marks have other names."""

FACTIONS: Final[dict[str, Faction]] = {}
"""All factions by their code, in the order of the rulebook."""


class BadFactionError(CompanionError, ValueError):
    """A faction's file does not hold all that a faction needs. It is not in the game."""

    code = "bad_faction"


def enter(faction: Faction) -> None:
    """Bring a faction into the game. Raises `BadFactionError` if it could not be played."""
    wrong = "; ".join(faults(faction))
    if wrong:
        raise BadFactionError(
            f"The faction {faction.name} cannot be played: {wrong}. "
            "The others are as they were; set its file right and start again."
        )
    FACTIONS[faction.code] = faction


def card(code: str) -> Faction:
    """Everything about a faction."""
    return FACTIONS[code]


def faults(faction: Faction) -> Iterator[str]:
    """What a faction lacks or has too much of, in words."""
    if faction.code in FACTIONS:
        yield f"there is a faction {faction.code} already"
    for what, things in (("spellbooks", faction.books), ("requirements", faction.requirements)):
        if len(things) != BOOKS_TO_WIN:
            yield f"it has {len(things)} {what}, not {BOOKS_TO_WIN}"
    own = (*faction.actions, *faction.between_actions, *faction.doom_phase)
    for what, ids in (
        ("unit or mark", [*(u.id for u in faction.units), *(m.id for m in faction.marks), *COUNTED]),
        ("spellbook", [b.id for b in faction.books]),
        ("requirement", [r.id for r in faction.requirements]),
        ("Action", [a.id for a in own]),
        ("battle ability", [a.id for a in faction.battle]),
    ):
        yield from (f"{what} {name} is there twice" for name, number in Counter(ids).items() if number > 1)
    books = (*(a.book for a in own), *(a.book for a in faction.battle), *faction.onlooker, faction.directs_retreats)
    units = (ACOLYTE, *(a.unit for a in faction.awakenings), *faction.worth)
    requirements = (a.requirement for a in own)
    yield from _unknown("spellbook", books, [b.id for b in faction.books])
    yield from _unknown("unit", units, [u.id for u in faction.units])
    yield from _unknown("requirement", requirements, [r.id for r in faction.requirements])
    yield from (f"there is no Common Action {name}" for name in faction.unlimited if name not in COMMON_ACTIONS)
    for other in FACTIONS.values():
        shared = {*faction.rulings, *faction.help} & {*other.rulings, *other.help}
        yield from (f"{other.name} has the ruling or help topic {key} already" for key in sorted(shared))
    for layout in BOARDS:
        if faction.start.get(layout) not in board(layout).areas:
            yield f"it has no start area on the map “{board(layout).name}”"


def _unknown(what: str, named: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    missing = sorted({name for name in named if name} - set(known))
    yield from (f"{what} {name} is not among its own" for name in missing)
