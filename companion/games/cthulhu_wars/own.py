"""What people have made themselves, in a folder of theirs: maps, and factions."""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Final

from companion.games.cthulhu_wars.drawn_map import DrawnMap, read
from companion.games.cthulhu_wars.faction import Faction
from companion.games.cthulhu_wars.roster import FACTIONS, BadFactionError, enter
from companion.table.errors import BadSetupError
from companion.table.words import _

_log = logging.getLogger(__name__)

_entered: Final[list[str]] = []


def take_factions(folder: Path) -> list[str]:
    """Enter the factions of a folder, instead of those that were entered before; return a sentence for each that
    cannot be played.

    A faction's file is a program: it may do whatever a program may do.
    """
    while _entered:
        del FACTIONS[_entered.pop()]
    left_out = []
    for path in _files(folder, "*.py"):
        try:
            faction = _faction(path)
            enter(faction)
        except BadFactionError as error:
            left_out.append(_("{file}: {error}").format(file=path, error=error))
        else:
            _entered.append(faction.code)
    return left_out


def maps(folder: Path) -> tuple[list[DrawnMap], list[str]]:
    """The maps of a folder, and a sentence for each file that is none."""
    found: list[DrawnMap] = []
    left_out = []
    for path in _files(folder, "*.json"):
        try:
            found.append(read(path.read_bytes()))
        except (OSError, BadSetupError) as error:
            words = _("The map {file} is left out: {why} It is unchanged; set it right, or describe the map anew.")
            left_out.append(words.format(file=path.name, why=error))
    return found, left_out


def _files(folder: Path, kind: str) -> list[Path]:
    try:
        return sorted(folder.glob(kind))
    except OSError as error:
        _log.warning("%s cannot be read (%s)", folder, error)
        return []


def _faction(path: Path) -> Faction:
    """Run a faction's file and return its `FACTION`. Raises `BadFactionError`."""
    module = ModuleType(f"own_faction_{path.stem}")
    module.__file__ = str(path)
    # Dataclasses look their module up by its name.
    sys.modules[module.__name__] = module
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), vars(module))
        faction = vars(module).get("FACTION")
        if isinstance(faction, Faction):
            # What is not of the right kind shows itself where it is looked at.
            repr(faction), hash(faction.code), list(faction.units), list(faction.books)
    except Exception as error:
        _log.warning("%s cannot be read", path, exc_info=True)
        raise BadFactionError(_why(path, error)) from error
    if not isinstance(faction, Faction):
        raise BadFactionError(
            _("It names no faction: FACTION = Faction(...) is missing. Set it right and start again.")
        )
    return faction


def _why(path: Path, error: Exception) -> str:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    words = (
        _("line {line}: {error}. Set it right and start again.")
        if line
        else _("{error}. Set it right and start again.")
    )
    return words.format(line=line, error=f"{type(error).__name__}: {error}")
