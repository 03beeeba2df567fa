"""The settings file: TOML with people's own notes in it, and the JSON of earlier versions, which is taken over once."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from companion.storage.errors import StorageError
from companion.table.file_names import plain_path
from companion.table.ordinary_file import read_file
from companion.table.words import N_, _

LONGEST: Final = 1_000_000
"""Bytes; no settings are longer."""

EARLIER: Final = ".json"
"""The suffix of the file up to version 0.2."""

HEAD: Final = (
    N_("Settings of the table companion. Edit this file while the companion is closed, or use its Settings page."),
    N_(
        "Text after a # is a note; your notes are kept. Lines that cannot be read are named "
        "on the screen and left alone."
    ),
)

WIRING: Final = (
    ("[wiring]", "", ""),
    ("colour", "[12, 13, 19]", N_("a red, green and blue lamp that shows whose turn it is")),
    ("knob", "[20, 21]", N_("a rotary knob, its pins A and B")),
    ("debounce_ms", "30", N_("a second press within this many milliseconds is ignored as contact bounce")),
    ("hold_s", "1.0", N_("a press counts as held after this many seconds")),
    ("[wiring.buttons]", "", N_("each connects its pin to ground")),
    ("roll", "17", ""),
    ("next", "27", ""),
    ("undo", "22", ""),
    ('"player:AB"', "5", N_("a player's own, by the short name")),
    ("[wiring.lights]", "", N_("the lamp of each button")),
    ("roll", "23", ""),
    ("next", "24", ""),
)
"""Buttons and lamps as they may be wired, and a note to each line."""


class StoredSettings(Struct, frozen=True):
    """What stands in a settings file.

    Attributes:
        path: of the file that was read.
        values: by name.
        text: of the file; empty if there is none of today's kind.
        source: the text that the values come from.
    """

    path: Path
    values: dict[str, Any]
    text: str = ""
    source: str = ""

    def at(self, name: str) -> str:
        """Return in words the line on which a setting stands; nothing if that cannot be told."""
        sign = re.compile(rf"""^\s*[\[{{]*\s*["']?{re.escape(name)}["']?\s*[=:.\]]""")
        lines = (number for number, line in enumerate(self.source.splitlines(), 1) if sign.match(line))
        number = next(lines, 0)
        return _("Line {number}: ").format(number=number) if number else ""


def read(path: Path) -> StoredSettings:
    """Read a settings file, or, where there is none yet, the one of an earlier version beside it.

    Raises:
        StorageError: it cannot be read; the message says where in it.
    """
    earlier = path.with_suffix(EARLIER)
    file = path
    try:
        if not path.exists() and not earlier.exists():
            return StoredSettings(path, {})
        file = path if path.exists() else earlier
        text = _text(file)
        if file == earlier:
            return StoredSettings(file, _json(file, text), source=text)
        return StoredSettings(file, _toml(file, text), text, text)
    except UnicodeDecodeError as error:
        raise _unreadable(file, _("byte {number} is not valid text").format(number=error.start + 1)) from error
    except OSError as error:
        if isinstance(error, StorageError):
            raise
        raise _unreadable(file, error.strerror or str(error)) from error


def fresh_text(values: Mapping[str, Any], notes: Mapping[str, str]) -> str:
    """Return a whole file, with a note to each setting."""
    # Most starts only read.
    import tomlkit

    document = tomlkit.document()
    for line in HEAD:
        document.add(tomlkit.comment(_(line)))
    for name, note in notes.items():
        document.add(tomlkit.nl())
        document.add(tomlkit.comment(_(note)))
        document.add(name, tomlkit.item(values[name]))
    document.add(tomlkit.nl())
    document.add(
        tomlkit.comment(_("Buttons and lamps on the GPIO pins: remove the first # of a line, and enter your pins."))
    )
    for name, value, note in WIRING:
        code = f"{name} = {value}" if value else name
        document.add(tomlkit.comment(f"{code}  # {_(note)}" if note else code))
    return tomlkit.dumps(document)


def with_values(path: Path, text: str, values: Mapping[str, Any], notes: Mapping[str, str]) -> str:
    """Return a file's text with some values changed and everything else as it stands.

    Args:
        path: of the file, for the message.
        text: of it.
        values: the new ones.
        notes: to those that are not in the text.

    Raises:
        StorageError: the text cannot be changed without harm to the rest of it.
    """
    if not values:
        return text
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    wanted = {**_toml(path, text), **values}
    try:
        document = tomlkit.parse(text)
        for name, value in values.items():
            if name not in document and name in notes:
                document.add(tomlkit.comment(_(notes[name])))
            document[name] = value
        changed = tomlkit.dumps(document)
        whole = tomllib.loads(changed) == wanted
    except (TOMLKitError, ValueError, TypeError, RecursionError) as error:
        raise _unreadable(path, str(error)[:80]) from error
    if not whole:
        raise _unreadable(path, _("its format cannot be edited safely"))
    return changed


def can_hold(value: object) -> bool:
    """Return whether TOML can hold a value: it has no null."""
    if isinstance(value, dict):
        return all(can_hold(part) for part in value.values())
    return value is not None and (not isinstance(value, list) or all(can_hold(part) for part in value))


def _text(path: Path) -> str:
    return read_file(path, LONGEST).decode()


def _toml(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(path, _place(text, str(error))) from error
    except (ValueError, RecursionError) as error:
        raise _unreadable(path, _("a number in it is too long, or it is nested too deep")) from error


def _place(text: str, message: str) -> str:
    """Return a message of tomllib with the place first."""
    why, __, where = message.rpartition("(")
    numbers, lines = [int(number) for number in re.findall(r"\d+", where)], text.split("\n")
    # At the end of the file, it names no numbers.
    line, column = numbers if len(numbers) == 2 else (len(lines), len(lines[-1]) + 1)
    return _("line {line}, column {column}: {why}").format(line=line, column=column, why=why.strip()[:80])


def _json(path: Path, text: str) -> dict[str, Any]:
    try:
        stored = json.loads(text)
        json.dumps(stored, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise _unreadable(
            path,
            _("line {line}, column {column}: {why}").format(line=error.lineno, column=error.colno, why=error.msg),
        ) from error
    except UnicodeEncodeError as error:
        raise _unreadable(path, _("it contains half a character")) from error
    except (ValueError, RecursionError) as error:
        raise _unreadable(path, _("a number in it is too long, or it is nested too deep")) from error
    if not isinstance(stored, dict):
        raise _unreadable(path, _("line 1, column 1: it must begin with {{ and end with }}").format())
    return stored


def _unreadable(path: Path, words: str) -> StorageError:
    return StorageError(
        _(
            "The settings in {path} cannot be read ({words}). Defaults are used, and the file is "
            "not overwritten: correct it and start again."
        ).format(path=plain_path(path), words=words)
    )
