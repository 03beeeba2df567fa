"""Names of version 0.2 that files of own factions import; this module goes with 0.4.

Modules have moved into folders and some classes have other names since. A file that imports the old ones runs as
before, and the log says which name to use instead.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final

__all__ = ["accept"]

_GAME: Final = "companion.games.cthulhu_wars"
_MODULES: Final[Mapping[str, tuple[str, ...]]] = {
    "asking": ("rules.common_questions",),
    "drawn_map": ("model.drawn_map",),
    "elder_signs": ("rules.elder_signs",),
    "faction": ("model.faction", "model.faction_parts"),
    "high_priests": ("rules.high_priests",),
    "losses": ("rules.losses",),
    "maps": ("model.maps",),
    "names": ("model.names",),
    "parts": ("model.faction_parts",),
    "pool": ("rules.pool",),
    "roster": ("model.roster",),
    "state": ("model.state",),
    "tolls": ("rules.surcharges",),
    "units": ("model.units",),
}
"""Old modules of the game, and the new ones in which their names are."""

_NAMES: Final[Mapping[str, str]] = {
    "Begins": "StartingForces",
    "Kin": "CardDiscount",
    "Mark": "CustomCounter",
    "Place": "AreaBesideMap",
    "Rite": "RitualVariant",
    "Token": "AreaMarker",
    "Unique": "UniqueAbility",
    "Unseen": "OffBoardInputs",
    "ask_toll": "ask_surcharge",
    "pay_toll": "pay_surcharge",
    "surcharge": "surcharge_name",
    "toll": "surcharge",
    # Facts.
    "Eased": "AssignedKillsBecamePains",
    "Fated": "PieceResolved",
    "Fell": "PieceLost",
    "Grew": "CombatRaised",
    "Joined": "PiecesJoined",
    "Left": "PiecesLeft",
    "Marked": "CounterSet",
    "Moved": "UnitsMoved",
    "OutOfGame": "RemovedFromGame",
    "PieceUsed": "PieceAbilityUsed",
    "Rested": "ActionsStopped",
    "Softened": "FutureKillsBecomePains",
    "Spared": "ResultIgnored",
    "Swapped": "KillsAndPainsSwapped",
    "UsedUp": "AbilityUsedUp",
    "Weakened": "DiceReduced",
}
"""Old names within those modules, and among the facts."""


class _OldModule(ModuleType):
    """A module of 0.2: looks its names up where they are now."""

    def __init__(self, name: str, places: Iterable[str]) -> None:
        super().__init__(name)
        self._places = tuple(places)

    def __getattr__(self, name: str) -> Any:
        for place in self._places:
            module = import_module(place)
            if (found := _NAMES.get(name, name)) in vars(module):
                _log(f"{self.__name__}.{name}", found)
                return getattr(module, found)
        raise AttributeError(name, name=name, obj=self)


class _Finder(MetaPathFinder, Loader):
    """Makes modules of 0.2 when they are imported."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Return a spec for an old module; None for all others."""
        package, _, name = fullname.rpartition(".")
        return ModuleSpec(fullname, self) if package == _GAME and name in _MODULES else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the stand-in for an old module."""
        return _OldModule(spec.name, (f"{_GAME}.{place}" for place in _MODULES[spec.name.rpartition(".")[2]]))

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: names are looked up when they are asked for."""


def accept() -> None:
    """Let files import the names of 0.2 from now on."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
        facts = import_module(f"{_GAME}.facts")
        known = vars(facts)
        known.update({old: known[new] for old, new in _NAMES.items() if new in known and old not in known})


def _log(old: str, new: str) -> None:
    logging.getLogger(__name__).warning("%s is a name of version 0.2 and goes with 0.4; use %s.api.%s", old, _GAME, new)
