"""The widgets that ask. Each kind of question has a file, which enters its widget; a new one is named here."""

from __future__ import annotations

from typing import Final

KINDS: Final = ("choose", "roll", "assign", "place", "count", "tell", "form", "seats", "write")
"""Each file is loaded when its kind is asked first, and while people look at another question: the order is how likely
it is wanted soon."""
