"""How much a game may hold. A stranger's file may be whole and mean harm, so whatever is in one is counted.

The longest of a thousand random evenings has about 2,000 records and 350,000 bytes.
"""

from __future__ import annotations

from typing import Any, Final

MOST_RECORDS: Final = 30_000

LONGEST_RECORD: Final = 1_000_000
"""Bytes."""

LARGEST_GAME: Final = 12_000_000
"""Bytes of all records."""

LARGEST_COPY: Final = LARGEST_GAME + 70 * MOST_RECORDS
"""Bytes of a game as lines of text, each with its hash."""

LARGEST_FILE: Final = 40_000_000
"""Bytes of a database, or of its log."""

LARGEST_OWN: Final = 1_000_000
"""Bytes of a map or a faction that people have made."""

DEEPEST: Final = 40
"""Brackets within brackets; a record needs six."""

LONGEST_WORDS: Final = 300
"""Letters of what the log says of a step; what is longer is cut off there, for nothing reads it again."""

MOST_SOUGHT: Final = 100_000_000
"""Bytes of a game times the letters of all names in it: the most work that leaving names out of a report may take."""

MOST_PLAYED_AGAIN: Final = 500
"""Undos and redos that a report follows; the longest evening has a tenth of that."""

LONGEST_NAME: Final = 200
"""Letters of the key of a question, or of who answered it and by what."""

LONGEST_TEXT: Final = 2_000
"""Letters of any other text."""

HIGHEST: Final = 9_999
"""The highest number of anything that is counted."""

MOST_ANSWERED: Final = 2_000
"""Numbers, texts and lists in one answer."""

MOST_HELD: Final = 50_000
"""The same in a set-up or in a state; an own map has about 300."""


def shortened(words: str, most: int = LONGEST_WORDS) -> str:
    """Return words that have room, by default in the log."""
    return words if len(words) <= most else f"{words[: most - 1]}…"


def count(value: Any, most: int) -> None:
    """Refuse plain JSON that no game holds, without a call for each of its parts.

    Args:
        value: the JSON.
        most: how many numbers, texts and lists it may hold.

    Raises:
        ValueError: there are more, a text is too long, or a number too high.
    """
    left, level = most, [value]
    while level:
        left -= len(level)
        if left < 0:
            raise ValueError(f"more than {most} values")
        deeper: list[Any] = []
        for part in level:
            if isinstance(part, str):
                if len(part) > LONGEST_TEXT:
                    raise ValueError(f"a text of {len(part)} letters")
            elif isinstance(part, int | float):
                if not -HIGHEST <= part <= HIGHEST:
                    raise ValueError(f"a number beyond {HIGHEST}")
            elif isinstance(part, dict):
                deeper += part
                deeper += part.values()
            elif isinstance(part, list):
                deeper += part
        level = deeper


def is_one_line(text: str) -> bool:
    """Return whether a text is one line of printable letters without spaces at either end; an empty one is."""
    return text.isprintable() and text == text.strip()
