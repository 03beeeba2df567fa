"""The sizes of type that a table is written in, learnt while people look at its first question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from layouts.theme import look
from layouts.typeset import Face, learn

__all__ = ["letters"]

_READ: Final[tuple[tuple[Face, str], ...]] = (
    ("text", "least"),
    ("text", "small"),
    ("text", "body"),
    ("bold", "least"),
    ("bold", "small"),
    ("bold", "body"),
    ("bold", "option"),
    ("bold", "title"),
)
"""Voices and roles of what is read on every page."""


def letters() -> Iterator[None]:
    """Learn them, size by size; those that are known take no step."""
    for face, role in _READ:
        if learn(face, getattr(look, role)):
            yield
