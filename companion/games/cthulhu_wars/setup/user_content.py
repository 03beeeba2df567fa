"""What people have made themselves, in a folder of theirs: maps, and factions."""

from __future__ import annotations

import contextlib
import logging
import sys
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from companion.games.cthulhu_wars.model.drawn_map import OwnMap, file_name, read
from companion.games.cthulhu_wars.model.faction import Faction
from companion.games.cthulhu_wars.model.roster import FACTIONS, BadFactionError, enter
from companion.games.cthulhu_wars.model.setup_form import MOST_MAPS
from companion.games.cthulhu_wars.setup.old_names import accept
from companion.table.digest import sha256
from companion.table.errors import BadSetupError
from companion.table.file_names import plain, printable
from companion.table.game import Allowed
from companion.table.limits import LARGEST_OWN, shortened
from companion.table.ordinary_file import read_file
from companion.table.words import _

_log = logging.getLogger(__name__)

_entered: Final[list[str]] = []


def faction_files(folder: Path) -> list[Path]:
    """Return the files of factions in a folder. Each is a program: it can do whatever a program can do."""
    return _files(folder, "*.py")


def take_factions(folder: Path, allowed: Allowed) -> list[str]:
    """Enter the factions of a folder, instead of those that were entered before.

    Args:
        folder: of the files.
        allowed: which of them may be run.

    Returns:
        A sentence for each that cannot be played.
    """
    while _entered:
        del FACTIONS[_entered.pop()]
    left_out = []
    for path in faction_files(folder):
        try:
            content = _content(path)
            if not allowed(content):
                raise BadFactionError(
                    _(
                        "nobody has allowed this program to run on this machine; it is left out. The screen asks when "
                        "the companion starts, a command takes --allow-own-factions."
                    )
                )
            faction = replace(_faction(path, content), expansion=True)
            enter(faction)
            _entered.append(faction.code)
        except BadFactionError as error:
            left_out.append(_("{file}: {error}").format(file=plain(path), error=error))
    return left_out


def edition(folder: Path) -> str:
    """Return a word that changes whenever the factions of a folder have changed."""
    found = sha256()
    for path in faction_files(folder):
        with contextlib.suppress(BadFactionError):
            found.update(_content(path))
    return found.hexdigest()


def maps(folder: Path) -> tuple[list[OwnMap], list[str]]:
    """Return the maps of a folder, and a sentence for each file that is not a map.

    Of two of one name that counts which was written last: people correct a file of any name, and what is kept of it
    lies in one named after the map.
    """
    found: dict[str, OwnMap] = {}
    left_out = []
    for path in sorted(_files(folder, "*.json"), key=lambda path: path.stat().st_mtime_ns):
        try:
            drawn = read(_content(path))
            found[file_name(drawn.name)] = drawn
        except (BadSetupError, BadFactionError) as error:
            words = _("The map {file} is left out: {why} It is unchanged; fix it, or describe the map again.")
            left_out.append(shortened(words.format(file=plain(path), why=error)))
    return [found[name] for name in sorted(found)][:MOST_MAPS], left_out[:MOST_MAPS]


def _files(folder: Path, kind: str) -> list[Path]:
    return sorted(path for path in folder.glob(kind) if path.is_file())


def _content(path: Path) -> bytes:
    """Return what is in a file. Raises `BadFactionError`."""
    try:
        return read_file(path, LARGEST_OWN)
    except OSError as error:
        raise BadFactionError(_("it cannot be read ({why}).").format(why=error.strerror)) from error


def _faction(path: Path, content: bytes) -> Faction:
    """Run a faction's file and return its `FACTION`. Raises `BadFactionError`."""
    accept()
    module = ModuleType(f"own_faction_{path.stem}")
    module.__file__ = str(path)
    # Dataclasses look their module up by its name.
    sys.modules[module.__name__] = module
    try:
        exec(compile(content, str(path), "exec"), vars(module))
    except BaseException as error:
        # Where there is no log this is not printed: the sentence that follows is.
        _log.info("%s cannot be read", path, exc_info=True)
        raise BadFactionError(_why(path, error)) from error
    faction = vars(module).get("FACTION")
    if not isinstance(faction, Faction):
        raise BadFactionError(_("It has no FACTION = Faction(...). Fix it and start again."))
    if wrong := "; ".join(_wrong_kinds(faction)):
        raise BadFactionError(_("{wrong}. Fix it and start again.").format(wrong=wrong))
    return faction


def _why(path: Path, error: BaseException) -> str:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    words = _("line {line}: {error}. Fix it and start again.")
    return words.format(line=line or 1, error=f"{type(error).__name__}: {printable(said)}")


def _wrong_kinds(thing: Any, name: str = "") -> Iterator[str]:
    """Fields of a faction, or of what it consists of, that hold something of another kind, in words."""
    for field, kind in get_type_hints(type(thing)).items():
        value, where = getattr(thing, field), f"{name}{field}"
        if not _fits(value, kind):
            yield _("“{field}” cannot be {value}").format(field=where, value=repr(value)[:60])
            continue
        parts = value if isinstance(value, tuple) else tuple(value.values()) if isinstance(value, Mapping) else (value,)
        for n, part in enumerate(parts):
            if isinstance(part, Struct):
                yield from _wrong_kinds(part, f"{where}[{n}].")


def _fits(value: Any, kind: Any) -> bool:
    origin, of = get_origin(kind), get_args(kind)
    if origin is tuple:
        return isinstance(value, tuple) and all(_fits(one, of[0]) for one in value)
    if origin is UnionType:
        return any(_fits(value, one) for one in of)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return isinstance(value, Mapping) and all(_fits(k, of[0]) and _fits(v, of[1]) for k, v in value.items())
    if origin is not None:
        return callable(value)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, kind)
