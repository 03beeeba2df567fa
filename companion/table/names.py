"""Says what is wrong with a name that people give to themselves, to an area, to a card."""

from __future__ import annotations

from typing import Final

from companion.table.file_names import printable
from companion.table.limits import shortened
from companion.table.words import N_, _

NOTHING_CHANGED: Final = N_("Nothing has changed.")

LONGEST_WRITTEN: Final = 40
"""Characters; no version took a longer name."""

_SHOWN: Final = 40
"""Letters of a name that is refused."""


def fault_in(name: str, most: int) -> str:
    """Return why something cannot be a name, as a clause with a full stop; empty if it can.

    Args:
        name: the text; an empty one is no fault.
        most: characters that it may have.
    """
    if len(name) > most:
        return _("it is longer than {most} characters.").format(most=most)
    if len(name.splitlines()) > 1 or name.splitlines(keepends=True) != name.splitlines():
        return _("it must be one line.")
    if name != name.strip():
        return _("there is a space at its beginning or its end.")
    if not name.isprintable():
        return _("there is an invisible character in it, as in emoji that are joined.")
    return ""


def held_to(text: str, most: int) -> str:
    """Return a name that earlier rules have stored as it can be shown, cut to the length that is allowed today.

    Args:
        text: what is read in a file; a stranger may have made it up.
        most: characters that a set-up takes.

    Raises:
        ValueError: nobody can have written it.
    """
    if fault_in(text, LONGEST_WRITTEN):
        raise ValueError(f"a name of {len(text)} letters")
    return shortened(text, most)


def refusal(name: str, why: str) -> str:
    """Return the sentence that refuses a name, with what was found by `fault_in`."""
    return _("“{name}” cannot be a name: {why}").format(name=printable(name, _SHOWN), why=why)
