"""Reads one line of the headless interface: whatever the bytes are, the result is an object or a `BadLineError`."""

from __future__ import annotations

import json
import math
from typing import Any, BinaryIO, Final

from companion.table.errors import CompanionError

LONGEST_LINE: Final = 1_000_000
"""Bytes; a longer line is refused unread."""

LONGEST_NUMBER: Final = 15
"""Digits. No counter in any game comes near, and every program that reads JSON can hold these exactly."""

DEEPEST: Final = 40
"""Brackets within brackets; a command needs four."""


class BadLineError(CompanionError, ValueError):
    """The line is not a command. Nothing has changed."""

    code = "bad_line"


def next_line(lines: BinaryIO) -> bytes:
    """Return the next line without keeping more of it than is needed to refuse it; empty at the end of the input."""
    line = lines.readline(LONGEST_LINE + 2)
    if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = lines.readline(LONGEST_LINE)
    return line


def parse(line: bytes) -> dict[str, Any]:
    """Return the object that a line holds. Raises `BadLineError`."""
    if len(line) > LONGEST_LINE:
        raise BadLineError(f"The line is longer than {LONGEST_LINE} bytes. Nothing has changed.")
    try:
        found = _READER.decode(line.decode("utf-8"))
        _check_depth(found, DEEPEST)
    except (ValueError, RecursionError) as error:
        raise BadLineError(f"The line is not usable JSON ({str(error)[:80]}). Nothing has changed.") from error
    if not isinstance(found, dict):
        raise BadLineError('A line is an object like {"answer": ..., "ticket": 1}. Nothing has changed.')
    return found


def thing(value: Any, name: str) -> dict[str, Any]:
    """Return a copy of an object. Raises `BadLineError`."""
    if not isinstance(value, dict):
        raise BadLineError(f"“{name}” needs an object. Nothing has changed.")
    return dict(value)


def whole(value: Any, name: str) -> int:
    """Return a whole number. Raises `BadLineError`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadLineError(f"“{name}” is a whole number. Nothing has changed.")
    return value


def text_of(value: Any, name: str) -> str:
    """Return a text. Raises `BadLineError`."""
    if not isinstance(value, str):
        raise BadLineError(f"“{name}” is a text. Nothing has changed.")
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _short_int(digits: str) -> int:
    if len(digits.lstrip("-")) > LONGEST_NUMBER:
        raise ValueError("a number is too long")
    return int(digits)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in one object")
    for key in found:
        key.encode()
    return found


_READER: Final = json.JSONDecoder(
    parse_constant=_no_constant, parse_int=_short_int, parse_float=_finite, object_pairs_hook=_each_once
)


def _check_depth(value: Any, left: int) -> None:
    if not left:
        raise ValueError("brackets are nested too deeply")
    if isinstance(value, str):
        # Half a surrogate pair is legal JSON but no text: it could be neither stored nor printed.
        value.encode()
    elif isinstance(value, list):
        for item in value:
            _check_depth(item, left - 1)
    elif isinstance(value, dict):
        for item in value.values():
            _check_depth(item, left - 1)
