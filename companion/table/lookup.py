"""What can be looked up in a game's own words: rules, pieces and cards, sorted into chapters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from companion.table.words import _

__all__ = ["Chapter", "Entry", "Explains", "rules_chapter"]


class Entry(Struct, frozen=True):
    """Something with a name, and what is to be known about it; one without text heads those that follow."""

    title: str
    text: str = ""


class Chapter(Struct, frozen=True):
    """Entries that belong together.

    Args:
        id: of a player, if it is theirs.
        title: in words.
        symbol: names its drawing.
        entries: in the order in which they are read.
    """

    id: str
    title: str
    symbol: str
    entries: tuple[Entry, ...]


@runtime_checkable
class Explains(Protocol):
    """A game in which things can be looked up."""

    def chapters(self, state: Any) -> tuple[Chapter, ...]:
        """Return what can be looked up; what concerns this very game comes first."""
        ...


def rules_chapter(titles: Mapping[str, str], topics: Mapping[str, str]) -> Chapter:
    """Return the help of all steps as a chapter, in the order of their titles."""
    return Chapter("", _("Rules"), "book-open", tuple(Entry(_(titles[key]), _(topics[key])) for key in titles))
