"""The factions: those of the box, and own ones.

`factions/__init__.py` names those of the box, of which each is loaded when it is first needed; an own one is checked as
it comes in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Final

from companion.games.cthulhu_wars.model.faction import Faction
from companion.games.cthulhu_wars.model.faction_parts import Spellbook
from companion.games.cthulhu_wars.model.maps import AREAS, BESIDE, BOARDS, board
from companion.games.cthulhu_wars.model.state import ACOLYTE, BOOKS_TO_WIN
from companion.games.cthulhu_wars.model.units import COMMON_ACTIONS
from companion.table.errors import CompanionError, MissingContentError
from companion.table.words import _

COUNTED: Final = ("power", "doom", "signs", "captives")
"""What every faction counts; its own pieces and marks have other names."""

KINDS: Final = ("automatic", "action", "doom-phase", "anytime")
"""How a requirement may be met."""


class MissingFactionError(MissingContentError, LookupError):
    """A game is played with a faction of somebody's own, and its file is not here. The game is unchanged."""


class _Loaded(dict[str, Faction]):
    """Those that somebody has asked for."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        super().__init__()
        self._modules = modules

    def __missing__(self, code: str) -> Faction:
        module = self._modules.get(code)
        if module is None:
            raise MissingFactionError(
                _(
                    "This game is played with the faction {code}, which is not here. The game is unchanged; put the "
                    "file of the faction back into the folder of your own factions, or choose another game."
                ).format(code=code[:20])
            )
        faction: Faction = import_module(module).FACTION
        self.take(code, faction)
        return faction

    def take(self, code: str, faction: Faction) -> None:
        """Have one from now on."""
        self[code] = faction
        if faction.place:
            BESIDE[faction.place.id] = faction.place.name


class _Factions(MutableMapping[str, Faction]):
    """By code. One of the box is loaded when somebody asks for it: most games are played with a few."""

    def __init__(self) -> None:
        self._modules: dict[str, str] = {}
        self.loaded = _Loaded(self._modules)

    def expect(self, code: str, module: str) -> None:
        """Know one of the box, and where it is."""
        self._modules[code] = module

    def is_of_the_box(self, code: str) -> bool:
        """Return whether a faction is one of those that come with the companion."""
        return bool(self._modules.get(code))

    def __getitem__(self, code: str) -> Faction:
        return self.loaded[code]

    def __setitem__(self, code: str, faction: Faction) -> None:
        self._modules.setdefault(code, "")
        self.loaded.take(code, faction)

    def __delitem__(self, code: str) -> None:
        del self._modules[code]
        self.loaded.pop(code, None)

    def __contains__(self, code: object) -> bool:
        return code in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


FACTIONS: Final = _Factions()
"""All factions by their code, in the order of the rulebook."""


card: Final[Callable[[str], Faction]] = FACTIONS.loaded.__getitem__
"""Everything about a faction, by its code."""


def loaded_first() -> Iterator[Faction]:
    """Return all factions, those that are in use before those that are still to be loaded."""
    known = dict(FACTIONS.loaded)
    yield from known.values()
    yield from (FACTIONS[code] for code in FACTIONS if code not in known)


class BadFactionError(CompanionError, ValueError):
    """A faction's file does not hold all that a faction needs. It is not in the game."""

    code = "bad_faction"


def enter(faction: Faction) -> None:
    """Bring a faction into the game. Raises `BadFactionError` if it could not be played."""
    wrong = "; ".join(faults(faction))
    if wrong:
        raise BadFactionError(
            _(
                "The faction {faction} cannot be played: {wrong}. The others are as they were; fix "
                "its file and start again."
            ).format(faction=_(faction.name), wrong=wrong)
        )
    FACTIONS[faction.code] = faction


def faults(faction: Faction) -> Iterator[str]:
    """Yield what a faction lacks or has too much of, in words."""
    if faction.code in FACTIONS:
        yield _("there is a faction {name} already").format(name=faction.code)
    for words, things in (
        *((_("it has {number} spellbooks, not {right}"), books) for books in sets_of_books(faction)),
        (_("it has {number} requirements, not {right}"), faction.requirements),
    ):
        if len(things) != BOOKS_TO_WIN:
            yield words.format(number=len(things), right=BOOKS_TO_WIN)
    if not re.fullmatch("#[0-9a-f]{6}", faction.colour):
        yield _("its colour {colour} is not written as #rrggbb").format(colour=faction.colour[:20])
    if not (faction.code.isidentifier() and len(faction.code) <= 4 and faction.name and 0 < len(faction.glyph) <= 3):
        yield _("it needs a code of up to 4 letters, a name, and a glyph of up to 3")
    for unit in faction.units:
        if unit.count < 1 or unit.cost < 0:
            yield _("unit {name} has an impossible number or cost").format(name=unit.id)
    for requirement in faction.requirements:
        if requirement.kind not in KINDS:
            yield _("requirement {name} is of no kind that there is").format(name=requirement.id)
    unique = (*faction.unique.actions, *faction.unique.doom_phase)
    own = (*unique, *faction.actions, *faction.between_actions, *faction.anytime, *faction.doom_phase)
    for words, ids in (
        (
            _("unit or mark {name} is there twice"),
            [*(u.id for u in faction.units), *(m.id for m in faction.marks), *COUNTED],
        ),
        (_("spellbook {name} is there twice"), [b.id for b in faction.books]),
        (_("requirement {name} is there twice"), [r.id for r in faction.requirements]),
        (_("Action {name} is there twice"), [*(a.id for a in own), *(rite.id for rite in faction.rites)]),
        (_("battle ability {name} is there twice"), [a.id for a in faction.battle]),
    ):
        yield from (words.format(name=name) for name, number in Counter(ids).items() if number > 1)
    books = (*(a.book for a in own), *(a.book for a in faction.battle), *faction.onlooker, faction.directs_retreats)
    # One that is looked over while it is in the game is not taken by itself.
    taken_by = [f.place.id for f in FACTIONS.values() if f.place and f.place is not faction.place]
    if faction.place and faction.place.id in (*AREAS, *taken_by):
        yield _("there is an area {name} already").format(name=faction.place.id)
    units = (
        ACOLYTE,
        *(a.unit for a in faction.awakenings),
        *faction.worth,
        *faction.gate_units,
        *faction.like_cultists,
    )
    requirements = (*(a.requirement for a in own), *(r.after for r in faction.requirements))
    yield from _unknown(_("spellbook {name} is not among its own"), books, [b.id for b in faction.books])
    yield from _unknown(_("unit {name} is not among its own"), units, [u.id for u in faction.units])
    yield from _unknown(
        _("requirement {name} is not among its own"), requirements, [r.id for r in faction.requirements]
    )
    yield from _unknown(_("there is no Common Action {name}"), faction.unique.unlimited, COMMON_ACTIONS)
    for other in FACTIONS.values():
        shared = {*faction.rulings, *faction.help} & {*other.rulings, *other.help}
        taken = _("{faction}: the ruling or help topic {name} is there already")
        yield from (taken.format(faction=_(other.name), name=key) for key in sorted(shared))
    for layout in BOARDS:
        starts = faction.start.get(layout, ())
        begins_there = faction.begins.pieces and not (faction.place and not faction.start)
        named = {*starts, *faction.start_of_eight.get(layout, ())}
        if (begins_there and not starts) or not named <= set(board(layout).areas):
            yield _("it has no start area on the map “{map}”").format(map=board(layout).name)


def sets_of_books(faction: Faction) -> list[list[Spellbook]]:
    """Return the spellbooks that can be used together.

    That is all of them, or the common ones with those of one tribe.
    """
    tribes = sorted({book.tribe for book in faction.books} - {""}) or [""]
    return [[book for book in faction.books if book.tribe in ("", tribe)] for tribe in tribes]


def _unknown(words: str, named: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    missing = sorted({name for name in named if name} - set(known))
    yield from (words.format(name=name) for name in missing)
