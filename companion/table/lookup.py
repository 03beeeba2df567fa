"""What can be looked up in a game's own words: rules, pieces and cards, sorted into chapters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from companion.table.prompts import Prompt
from companion.table.words import _, both, in_english

__all__ = [
    "Chapter",
    "ReferenceEntry",
    "ReferenceName",
    "Reminder",
    "SupportsReference",
    "SupportsReminders",
    "mentioned",
    "named",
    "names",
    "rules_chapter",
    "words_of",
]


class ReferenceEntry(Struct, frozen=True):
    """A name and its explanation; an entry without text is the heading of those that follow.

    Args:
        title: its name.
        text: in words.
        name: the one in the code, if it is a name at all; numbers and headings have none.
    """

    title: str
    text: str = ""
    name: str = ""


class Chapter(Struct, frozen=True):
    """Entries that belong together.

    Args:
        id: of a player, if it is theirs.
        title: in words.
        symbol: names its drawing.
        entries: in the order in which they are read.
        name: the one in the code, if the title is a name.
        glyph: up to three letters that stand for it if there is no such drawing.
    """

    id: str
    title: str
    symbol: str
    entries: tuple[ReferenceEntry, ...]
    name: str = ""
    glyph: str = ""


class ReferenceName(Struct, frozen=True):
    """A name in the index, and where its entry stands.

    Args:
        said: the name, in the language in use or in English.
        also: the other one, if there is another.
        letter: under which it stands.
        chapter: its place among the chapters.
        entry: its place in the chapter; -1 is the chapter itself.
    """

    said: str
    also: str
    letter: str
    chapter: int
    entry: int


class Reminder(Struct, frozen=True):
    """A rule that people often get wrong.

    Args:
        text: what is right.
        source: where the rules say so, as it is looked up.
    """

    text: str
    source: str


@runtime_checkable
class SupportsReminders(Protocol):
    """A game that knows what is often got wrong."""

    def reminders(self, state: Any, prompt: Prompt) -> tuple[Reminder, ...]:
        """Return what applies at this question."""
        ...


@runtime_checkable
class SupportsReference(Protocol):
    """A game in which things can be looked up."""

    def chapters(self, state: Any) -> tuple[Chapter, ...]:
        """Return what can be looked up; what concerns this very game comes first."""
        ...


def named(name: str, text: str) -> ReferenceEntry:
    """Return the entry of something by its name, with the English one behind ours."""
    return ReferenceEntry(both(name), _(text), name)


def rules_chapter(titles: Mapping[str, str], topics: Mapping[str, str]) -> Chapter:
    """Return the help of all steps as a chapter, in the order of their titles."""
    return Chapter("", _("Rules"), "book-open", tuple(named(titles[key], topics[key]) for key in titles))


def names(chapters: Iterable[Chapter]) -> tuple[ReferenceName, ...]:
    """Return all names in alphabetical order: each in the language in use, and in English where that is another.

    What several chapters tell in the same words, as of the Acolytes, stands there once.
    """
    found: list[ReferenceName] = []
    told: set[tuple[str, str]] = set()
    for place, chapter in enumerate(chapters):
        found += _both_names(chapter.name, place, -1)
        for number, entry in enumerate(chapter.entries):
            if entry.name and (entry.name, entry.text) not in told:
                told.add((entry.name, entry.text))
                found += _both_names(entry.name, place, number)
    return tuple(sorted(found, key=lambda name: (_plain(name.said), name.chapter, name.entry)))


def mentioned(chapters: Iterable[Chapter], texts: Iterable[str]) -> tuple[ReferenceEntry, ...]:
    """Return the entries whose names occur in some texts, also with an ending; each entry once."""
    chapters, words = tuple(chapters), "\n".join(texts)
    # Who is named like one of its own pieces is not meant.
    for chapter in filter(lambda chapter: chapter.name, chapters):
        words = words.replace(_(chapter.name), "")
    found: dict[tuple[str, str], ReferenceEntry] = {}
    for chapter in chapters:
        for entry in chapter.entries:
            if entry.name and entry.text and re.search(rf"(?<!\w){re.escape(_(entry.name))}\w{{0,3}}(?!\w)", words):
                found.setdefault((entry.name, entry.text), entry)
    return tuple(found.values())


def words_of(prompt: Prompt) -> Iterator[str]:
    """Yield all texts of a question; ids are among them, and match no name."""
    rest: list[Any] = [prompt.as_json()]
    while rest:
        part = rest.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, Mapping):
            rest += part.values()
        elif isinstance(part, list | tuple):
            rest += part


def _both_names(name: str, chapter: int, entry: int) -> Iterator[ReferenceName]:
    said, english = _(name), in_english(name)
    for one, other in ((said, english), (english, said)):
        if one:
            yield ReferenceName(one, other, _plain(one)[:1].upper(), chapter, entry)


def _plain(name: str) -> str:
    """Return a name as it is sorted: without accents, capitals and punctuation.

    Letters that are letters of their own stay.
    """
    return "".join(sign for sign in unicodedata.normalize("NFD", name.casefold()) if sign.isalnum() or sign == " ")
