"""The sizes of type that a table is written in, learnt while people look at its first question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from layouts.theme import look
from layouts.typeset import Face, learn

__all__ = ["letters"]

_READ: Final[tuple[tuple[Face, str, float], ...]] = (
    ("text", "least", 1),
    ("text", "small", 1),
    ("text", "body", 1),
    ("bold", "least", 1),
    ("bold", "small", 1),
    ("bold", "body", 1),
    ("bold", "option", 1),
    ("bold", "title", 1),
    ("strong", "numeral", 0.88),
)
"""Voices and roles of what is read on every page, and how much of its role's size each has."""


def letters() -> Iterator[None]:
    """Learn them, size by size; those that are known take no step."""
    for face, role, share in _READ:
        if learn(face, share * getattr(look, role)):
            yield
