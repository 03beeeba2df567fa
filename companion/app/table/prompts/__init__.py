"""Prompt widgets: one file for each kind of question."""

from __future__ import annotations

from typing import Final

__all__ = ["KINDS"]

KINDS: Final = ("choose", "roll", "assign", "place", "count", "tell", "form", "seats", "write")
"""Kinds of prompts that have a module here, the likeliest first."""
