"""Turns the lines of a set-up, most of which are for a terminal, into sentences for people at a table."""

from __future__ import annotations

import re
from typing import Final

from companion.table.words import N_, _

STEPS: Final = (
    (r"no answer from the network|looking for the network", N_("The network does not answer; it is tried again.")),
    (r"waiting for another program", N_("Another program is at work on this machine; this waits for it.")),
    (r"\((?P<number>\d+) of (?P<whole>\d+)\)$", N_("Its parts are fetched: {number} of {whole}.")),
    (r"^Making |^Installing Python packages", N_("Its parts are fetched. This takes some minutes.")),
    (r"putting them in their place", N_("Its parts are put in their place. This takes some minutes.")),
    (r"^Installing the companion itself", N_("It is almost set up.")),
    (
        r"^System packages|^Asking which versions|^Installing them|\d s  (?:fetching|unpacking|setting up) \S+$",
        N_("The system gets parts that it lacks. This takes some minutes."),
    ),
)
"""Patterns of lines that `companion.bootstrap` prints, in this version and in others, and what they mean."""


def step(line: str) -> str:
    """Return what a line of a set-up means to people; nothing if it means nothing to them."""
    for pattern, sentence in STEPS:
        if found := re.search(pattern, line.strip()):
            return _(sentence).format(**found.groupdict())
    return ""


def is_fault(lines: list[str]) -> bool:
    """Return whether these last lines of a program are those of a fault in it, which Python tells in its own words."""
    return any(line.startswith("Traceback (most recent call last)") for line in lines) or any(
        re.match(r"(?:Syntax|Indentation|Tab)Error: ", line) for line in lines
    )
