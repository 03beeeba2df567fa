"""How much a game may hold. A stranger's file may be whole and mean harm, so whatever is in one is counted.

The longest of a thousand random evenings has about 2,000 records and 350,000 bytes.
"""

from __future__ import annotations

from typing import Final

MOST_RECORDS: Final = 30_000

LONGEST_RECORD: Final = 1_000_000
"""Bytes."""

LARGEST_GAME: Final = 12_000_000
"""Bytes of all records."""

LARGEST_COPY: Final = LARGEST_GAME + 70 * MOST_RECORDS
"""Bytes of a game as lines of text, each with its hash."""

LARGEST_FILE: Final = 40_000_000
"""Bytes of a database, or of its log."""

DEEPEST: Final = 40
"""Brackets within brackets; a record needs six."""
