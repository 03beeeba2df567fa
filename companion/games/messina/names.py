"""What people read: factions, kinds of Units, spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from companion.games.messina.rules.units import BOMBER, CIVILIAN, FIGHTER, INFANTRY, MECH, WORKER, Unit

FACTIONS: Final = {
    "red": ("Red", "#c0392b", "▲"),
    "blue": ("Blue", "#2f7fd0", "●"),
    "green": ("Green", "#3f8f4f", "★"),
    "gold": ("Gold", "#e0b050", "◆"),
    "grey": ("Grey", "#8f98a3", "■"),
}
"""Name, colour and mark of each seat; tables take the colour of their pieces."""

KINDS: Final = {
    CIVILIAN: ("Civilian", "Civilians"),
    WORKER: ("Worker", "Workers"),
    INFANTRY: ("Infantry", "Infantry"),
    BOMBER: ("Bomber", "Bombers"),
    FIGHTER: ("Fighter", "Fighters"),
    MECH: ("Mech", "Mechs"),
}

SPACES: Final = ("A", "B", "C", "D", "E", "F")
"""Spaces beside the site, named by the table, clockwise from wherever it likes."""


def faction(name: str) -> str:
    """A faction's name."""
    return FACTIONS[name][0]


def side(names: Iterable[str]) -> str:
    """The name of a side: its factions."""
    *others, last = (faction(name) for name in names)
    return f"{', '.join(others)} and {last}" if others else last


def wins(names: Sequence[str]) -> str:
    """Who wins, as a sentence without its end."""
    return f"{side(names)} {'wins' if len(names) == 1 else 'win'}"


def victors(names: Sequence[str]) -> str:
    """The winning side in the middle of a sentence, with the verb that follows: the victors say."""
    return f"the victor ({side(names)}) says" if len(names) == 1 else f"the victors ({side(names)}) say"


def number(count: int, thing: str) -> str:
    """So many things, where more than one end in s."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def kind(name: str, number: int = 1) -> str:
    """A kind of Unit, without its number."""
    return KINDS[name][number != 1]


def unit(one: Unit) -> str:
    """One Unit."""
    return f"{faction(one.faction)} {kind(one.kind)}" + (" in support" if one.support else "")


def units(several: Iterable[Unit]) -> str:
    """Several Units of one faction, counted by kind."""
    counts = Counter(one.kind for one in several)
    return ", ".join(f"{number} {kind(name, number)}" for name, number in counts.items())
