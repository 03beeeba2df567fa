"""A made-up language in which every word that comes from a catalogue stands in brackets; what does not stands out,
also in the gaps of a sentence."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct

from companion.table import words
from companion.table.prompts import Prompt
from companion.table.session import Session
from companion.table.view import View

INNERMOST: Final = re.compile(r"⟦[^⟦⟧]*(?:⟧|$)")
"""Words that are cut to their room have lost the closing one."""
GAP: Final = re.compile(r"(\{(?!english\})[^{}]*\})")
"""What is asked for as English may be English."""
WORD: Final = re.compile(r"[^\W\d_]{2,}")
NOT_READ: Final = frozenset(
    {
        "id",
        "key",
        "kind",
        "who",
        "rule",
        "group",
        "player",
        "colour",
        "glyph",
        "sigil",
        "map",
        "signs",
        "silhouette",
        "symbol",
        "symbols",
        "tile",
        "direction",
        "former",
        "onward",
        "confirm",
        "done",
        "taken",
        "links",
        "results",
        "suggested",
        "marks",
        "stamps",
        "held",
        "result",
        "side",
        "refused_by",
        "about",
        "needs",
        "whose",
    }
)
"""Fields of questions and views that are names for the program, not words for people."""


class Marked(gettext.NullTranslations):
    """The language.

    Args:
        whole: whether a sentence is one with whatever stands in its gaps. Refusals name keys, which no catalogue has.
    """

    def __init__(self, *, whole: bool = False) -> None:
        super().__init__()
        self.whole = whole

    def gettext(self, message: str) -> str:
        said = f"⟦{message}⟧"
        return said if self.whole else GAP.sub(r"⟧\1⟦", said)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def marked(*, whole: bool = False) -> Iterator[None]:
    """Speak the made-up language for a while."""
    words.speak(Marked(whole=whole))
    try:
        yield
    finally:
        words.speak(gettext.NullTranslations())


def unmarked(text: str) -> str:
    """Return what stands outside all brackets, if there is a word in it."""
    before = ""
    while before != text:
        # Single letters on either side of a bracket, such as the names of spaces, are no word together.
        before, text = text, INNERMOST.sub("|", text)
    return text.replace("|", "") if WORD.search(text) else ""


def texts(thing: Any) -> Iterator[str]:
    """All texts for people in a question, a view, or a part of one."""
    if isinstance(thing, str):
        # Behind a colon stands the name of a drawing.
        yield "" if thing.startswith(":") else thing
    elif isinstance(thing, Struct):
        for item in thing.__struct_fields__:
            if item not in NOT_READ:
                yield from texts(getattr(thing, item))
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from texts(value)
    elif isinstance(thing, list | tuple):
        for value in thing:
            yield from texts(value)


def left_in_english(session: Session[Any], since: int = 0) -> set[str]:
    """All that a session shows at this moment and that does not come from a catalogue.

    Args:
        session: played in the made-up language.
        since: the first fact to look at.
    """
    shown: list[Prompt | View] = [item.prompt for item in session.prompts]
    found = [text for thing in (*shown, session.view, session.interjections) for text in texts(thing)]
    found += [session.game.help(item.prompt.rule) for item in session.prompts]
    found += [entry.label for entry in session.timeline.entries[-1:]]
    for fact in session.state.facts[since:]:
        found += [fact.text(), fact.on_board(), fact.put_back()]
    return set(filter(None, map(unmarked, found)))
