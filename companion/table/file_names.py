"""Turns names of files and folders into text that can be shown: a stranger's may hold bytes that are no text."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_LONGEST_NAME: Final = 60
_LONGEST_PATH: Final = 300


def plain(path: Path) -> str:
    """Return a file's name as it can be shown, with a question mark for each byte that is no text."""
    return printable(path.name, _LONGEST_NAME)


def plain_path(path: Path) -> str:
    """Return a whole path as it can be shown, likewise."""
    return printable(str(path), _LONGEST_PATH)


def printable(text: str, most: int = _LONGEST_PATH) -> str:
    """Return the beginning of a text as it can be shown, printed and written.

    Args:
        text: whatever it is.
        most: letters of it.
    """
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[: most + 1])
    return shown if len(shown) <= most else f"{shown[:most]}…"


def spelled(path: Path) -> str:
    """Return a file's name as text that can be stored, with an escape like `\\xff` for each byte that is no text."""
    return path.name.encode("utf-8", errors="surrogateescape").decode("utf-8", errors="backslashreplace")
